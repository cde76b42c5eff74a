"""From a vocabulary and its list of merges to ranks: the form in which `tiktoken` merges.

A file lists pairs; `tiktoken` merges whatever two pieces together are one, the one of the lowest rank first. Both give
the same tokens where a piece's rank is its place in the list of merges: the pieces inside a piece were merged before
it, whatever stands around it.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from model.errors import CheckpointError
from model.tokenizers.alphabet import bytes_of


class Ranks(NamedTuple):
    """The ranks of all pieces that merging can make, and the id of each rank where ranks are not ids."""

    ranks: dict[bytes, int]
    ids: dict[int, int] | None


def rank_pieces(vocabulary: Mapping[str, int], merges: Iterable[tuple[str, str]], *, whole: bool = False) -> Ranks:
    """The ranks of a byte-level `vocabulary` (piece in GPT-2's letters → id) with its `merges`.

    With `whole`, a stretch of text that is a piece is that piece, also where no merges lead to it. Raises
    `CheckpointError` for a merge of or to a piece that the vocabulary lacks, and for a piece that is given twice.
    """
    order = {piece: None for piece in sorted(vocabulary, key=vocabulary.__getitem__) if len(piece) == 1}
    for pair in merges:
        for piece in (*pair, "".join(pair)):
            if piece not in vocabulary:
                raise CheckpointError(f"The merge {' + '.join(pair)!r:.60} needs {piece!r:.60}, which is not a piece.")
        order["".join(pair)] = None
    if whole:
        order |= dict.fromkeys(vocabulary)
    ids = dict(enumerate(vocabulary[piece] for piece in order))
    ranks = {bytes_of(piece): rank for rank, piece in enumerate(order)}
    if len(ranks) < len(order) or len(set(ids.values())) < len(ids):
        raise CheckpointError("Two pieces of the vocabulary are the same.")
    if all(earlier < later for earlier, later in zip(ids.values(), [*ids.values()][1:], strict=False)):
        return Ranks({piece: ids[rank] for piece, rank in ranks.items()}, None)  # ids stand in the same order
    return Ranks(ranks, ids)


def split_merge(merge: object) -> tuple[str, str]:
    """The two pieces of one merge: “a b” in older files, a list in newer ones. Raises `CheckpointError`."""
    parts = merge.split(" ") if isinstance(merge, str) else merge
    match parts:
        case [str(left), str(right)] if left and right:
            return left, right
    raise CheckpointError(f"{merge!r:.60} in the list of merges is not a pair of pieces.")
