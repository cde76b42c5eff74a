"""What can be wrong with a request to the model, each as one sentence for a person and as fields for a program."""

from collections.abc import Sequence
from difflib import get_close_matches

LONGEST_QUOTE = 60
MOST_NEAREST = 5


def shorten(given: str) -> str:
    """What was given, cut short where it is long: a sentence is for a person."""
    return given if len(given) <= LONGEST_QUOTE else f"{given[:LONGEST_QUOTE]}…"


def quote_all(words: Sequence[str]) -> str:
    """The words of a list in a sentence, each in quotes: a full stop may be one of them."""
    *others, last = [f"“{word}”" for word in words]
    return f"{', '.join(others)} and {last}" if others else last


class LanewiseError(Exception):
    """The base of all errors that are somebody's input and not our fault. Its text is a sentence for a person."""


class UnknownNameError(LanewiseError):
    """A model, a tensor or another name that does not exist. `allowed` begins with the names that are most like it.

    The `noun` says what there is none of, where that is more than the `parameter` says: a norm among the tensors.
    """

    def __init__(self, parameter: str, given: str, allowed: Sequence[str], *, noun: str | None = None) -> None:
        nearest = get_close_matches(given, allowed, n=MOST_NEAREST)
        hint = f" The nearest is “{nearest[0]}”." if nearest else ""
        super().__init__(f"There is no {noun or parameter} “{shorten(given)}” here.{hint}")
        self.parameter, self.given = parameter, given
        self.allowed = [*nearest, *(name for name in allowed if name not in nearest)]


class OutOfRangeError(LanewiseError):
    """A number outside its range; `low` and `high` are both allowed."""

    def __init__(self, parameter: str, given: float, low: float, high: float) -> None:
        said = [str(number) if isinstance(number, int) else f"{number:g}" for number in (given, low, high)]
        super().__init__(f"{parameter} is {said[0]}, but must be between {said[1]} and {said[2]}.")
        self.parameter, self.given, self.low, self.high = parameter, given, low, high


class NotAnAxisError(LanewiseError):
    """A head, token or index asked of a tensor that has no such axis."""

    def __init__(self, parameter: str, tensor: str, axes: Sequence[str]) -> None:
        super().__init__(f"{parameter} does not fit {tensor}, whose axes are {', '.join(axes)}.")
        self.parameter, self.tensor, self.axes = parameter, tensor, list(axes)


class TooLongError(LanewiseError):
    """A text of more tokens than are read: than the `context` holds, or fewer. Nothing is cut silently."""

    def __init__(self, count: int, limit: int, *, context: int | None = None) -> None:
        reason = f"this model's context holds {limit:,}"
        if context is not None and limit < context:
            reason = f"at most {limit:,} are read here (--tokens), of the {context:,} that this model's context holds"
        super().__init__(f"The text has {count:,} tokens; {reason}.")
        self.count, self.limit = count, limit


class EmptyTextError(LanewiseError):
    """A text of no tokens, where at least one is needed."""

    def __init__(self) -> None:
        super().__init__("The text is empty; at least one token is needed.")


class TextRefusedError(LanewiseError):
    """A text that a tokenizer cannot take: `start` and `end` say where, in characters; `allowed` what it knows."""

    def __init__(self, reason: str, *, start: int, end: int, allowed: Sequence[str] | None = None) -> None:
        super().__init__(reason)
        self.start, self.end, self.allowed = start, end, allowed


class NoFrontError(LanewiseError):
    """A beginning-of-text token asked of a model that has none."""

    def __init__(self) -> None:
        super().__init__("This model has no token for the beginning of a text; “bos” can only be false.")


class UnknownWordError(TextRefusedError):
    """A word that is not on the closed list of a model's words."""

    def __init__(self, word: str, *, start: int, end: int, allowed: Sequence[str]) -> None:
        self.word = shorten(word)
        reason = f"“{self.word}” is not one of the words that this model knows: {quote_all(allowed)}."
        super().__init__(reason, start=start, end=end, allowed=allowed)


class CheckpointError(LanewiseError):
    """A model on disk or in another format that cannot be read: the sentence names the tensor and what was expected."""
