"""Which pieces of the vocabulary have rows in the embedding table that point the same way as a piece's own."""

from dataclasses import dataclass

import torch
from torch import Tensor

from model.errors import LanewiseError, OutOfRangeError
from model.shelf.loaded import LoadedModel

AT_ONCE = 8192
"""Rows that are compared at once, so that a table that is kept in half precision is never doubled as a whole."""


@dataclass(frozen=True)
class Neighbour:
    """A piece, the cosine of its row with the row that was asked about, and its place among all, counted from 1."""

    id: int
    cosine: float
    place: int


@dataclass(frozen=True)
class Neighbourhood:
    """The nearest of all rows. `middle` is the cosine that half of all other rows do not reach.

    `twin` is the same word with a space in front, or without it, where that is a piece too.
    """

    id: int
    nearest: tuple[Neighbour, ...]
    middle: float
    twin: Neighbour | None


@torch.inference_mode()
def neighbourhood(model: LoadedModel, token_id: int, *, top: int = 10) -> Neighbourhood:
    """The `top` pieces whose rows are most like that of `token_id`. Raises `OutOfRangeError`."""
    n_rows = model.config.vocab_size
    if not 0 <= token_id < n_rows:
        raise OutOfRangeError("id", token_id, 0, n_rows - 1)
    cosine = cosines(model.transformer.w_e.weight, token_id)
    cosine[token_id] = torch.inf  # itself stands first, and the others count from 1
    order = torch.sort(cosine, descending=True, stable=True).indices
    twin = twin_of(model, token_id)

    def neighbour(place: int) -> Neighbour:
        found = int(order[place])
        return Neighbour(found, float(cosine[found]), place)

    return Neighbourhood(
        id=token_id,
        nearest=tuple(neighbour(place) for place in range(1, min(top + 1, n_rows))),
        middle=float(cosine[order[1:]].median()) if n_rows > 1 else 1.0,
        twin=None if twin is None else neighbour(int((order == twin).nonzero())),
    )


def cosines(table: Tensor, row: int) -> Tensor:
    """The cosine (vocab) of each row of `table` (vocab, d_model) with one of them; that of a row of zeros is 0."""
    own = table[row].float()
    found = [parts.float() @ own / lengths(parts.float()) for parts in torch.split(table, AT_ONCE)]
    return torch.cat(found) / lengths(own)


def lengths(rows: Tensor) -> Tensor:
    """The length of each vector, but never 0."""
    return torch.linalg.vector_norm(rows, dim=-1).clamp_min(torch.finfo(torch.float32).tiny)


def twin_of(model: LoadedModel, token_id: int) -> int | None:
    """The id of the same word with a space in front, or without it, where there is such a piece."""
    try:
        text = model.tokenizer.piece(token_id).decode()
    except (KeyError, UnicodeDecodeError):
        return None
    other = text[1:] if text.startswith(" ") else f" {text}"
    if not other.strip():
        return None
    try:
        tokens = model.tokenizer.encode(other)
    except LanewiseError:
        return None
    return tokens[0].id if len(tokens) == 1 and tokens[0].id != token_id else None
