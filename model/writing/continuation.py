"""A piece put behind a text by hand: the text that comes of it, or why that cannot be a text."""

from dataclasses import dataclass
from typing import Literal

from model.errors import EmptyTextError, OutOfRangeError
from model.shelf.loaded import LoadedModel
from model.slices import within
from model.writing.generation import end_of_text_ids, piece_after

Obstacle = Literal["control", "unused", "not-text", "inside"]


@dataclass(frozen=True)
class Continued:
    """The text up to a token with a piece behind it, None where an `obstacle` is in the way.

    `count` tokens come of the new text; `same` says whether they are those before and the piece, or others.
    """

    text: str | None
    obstacle: Obstacle | None
    count: int
    same: bool


def continue_text(model: LoadedModel, text: str, *, token: int, piece_id: int, bos: bool | None = None) -> Continued:
    """Put the piece `piece_id` behind the token `token` of `text`; what came after that token is left out.

    Raises `EmptyTextError`, `TextRefusedError` and `OutOfRangeError`.
    """
    vocab_size, tokens = model.config.vocab_size, model.encode(text, bos=bos)
    if not tokens:
        raise EmptyTextError
    last = within("token", token, len(tokens))
    if not 0 <= piece_id < vocab_size:
        raise OutOfRangeError("id", piece_id, 0, vocab_size - 1)
    kept = tokens[: last + 1]
    part = kept[-1].part
    if part is not None and part[0] + 1 < part[1]:
        return Continued(None, "inside", 0, same=False)
    obstacle, added = _piece_text(model, text[: kept[-1].end], piece_id)
    if obstacle is not None:
        return Continued(None, obstacle, 0, same=False)
    whole = text[: kept[-1].end] + added
    ids = [each.id for each in model.encode(whole, bos=bos)]
    return Continued(whole, None, len(ids), same=ids == [*(each.id for each in kept), piece_id])


def _piece_text(model: LoadedModel, text: str, piece_id: int) -> tuple[Obstacle | None, str]:
    if piece_id in end_of_text_ids(model.tokenizer):
        return "control", ""
    try:
        return None, piece_after(model.tokenizer, text, piece_id).decode()
    except KeyError:
        return "unused", ""
    except UnicodeDecodeError:
        return "not-text", ""
