"""The token that may stand before a text: which one it is, and whether it stands there if nobody says.

It is put there in one place, `put_in_front`, so that it never comes twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.errors import NoFrontError

if TYPE_CHECKING:
    from model.tokenizers.token import Token, Tokenizer

SEPARATOR = "<|endoftext|>"
"""What stands between the documents that a model was trained on, in the vocabularies that descend from GPT-2's."""


@dataclass(frozen=True)
class Front:
    """The token that may stand before a text, and whether it does by default."""

    id: int
    name: str
    default: bool


def put_in_front(tokenizer: "Tokenizer", text: str, *, bos: bool | None = None) -> "list[Token]":
    """The tokens of `text`, with the beginning-of-text token before them where `bos` says so.

    None means what the model does by default. Raises `TextRefusedError`, and `NoFrontError` where `bos` asks for a
    token that the model has not.
    """
    from model.tokenizers.token import Token

    front = tokenizer.front
    if bos and front is None:
        raise NoFrontError
    wanted = front is not None and (front.default if bos is None else bos)
    tokens = tokenizer.encode(text)
    return [Token(front.id, b"", 0, 0, control=front.name), *tokens] if front and wanted else tokens


def choose_front(
    controls: Mapping[int, str], *, declared: str | None, is_added: bool, splits_digits: bool
) -> Front | None:
    """The front of a checkpoint's tokenizer.

    `declared` is the name of its beginning-of-text token, and `is_added` says whether its own files put it before every
    text. Where they do not, the separator of documents is offered: a text of its own is a document. SmolLM's models
    (known by a vocabulary that begins with the separator and splits every digit) get it by default, since their texts
    began with it in training, and what they declare as a beginning, `<|im_start|>`, begins a turn of a chat.
    """
    ids = {name: i for i, name in controls.items()}
    if is_added and declared in ids:
        return Front(ids[declared], declared, default=True)
    if SEPARATOR in ids:
        return Front(ids[SEPARATOR], SEPARATOR, default=splits_digits and ids[SEPARATOR] == 0)
    return Front(ids[declared], declared, default=False) if declared in ids else None
