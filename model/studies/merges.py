"""Byte-level BPE merge by merge (Sennrich et al. 2016): from the bytes of a text to the pieces that the model reads.

tiktoken gives the result only; this walks there as it does. The split pattern cuts first, and no piece crosses a cut.
Then, again and again, the neighbours whose joined bytes have the lowest rank become one piece, the leftmost first. What
happens at one cut has no bearing on another, so all of them are walked at once, in the order of the ranks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from model.shelf.loaded import LoadedModel
from model.studies.cutting import cut_by_pattern
from model.tokenizers import BytePairTokenizer, Token

NO_RANK = 1 << 40
"""What stands before the ids of literals, in the place of a rank: they come after everything that was learned."""


class Joint(NamedTuple):
    """Neighbours that become one piece: its rank, where it begins, the seams that close, where it ends, in bytes."""

    rank: int
    begin: int
    seams: tuple[int, ...]
    end: int


@dataclass(frozen=True)
class Merge:
    """One stage: a pair of neighbours becomes one piece, everywhere where its turn has come.

    `rank` is the place of the made piece in the order in which the vocabulary was learned, or None where it was not
    learned: a literal is looked up before anything is merged. `id` is its number, which is the rank where nothing else
    is said. `made` is the piece, `joined` what it is made of. `places` are where it begins, in bytes. `count` is the
    number of pieces of the whole text after this stage.
    """

    rank: int | None
    id: int
    made: bytes
    joined: tuple[bytes, ...]
    places: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class Merging:
    """How a text becomes tokens.

    `cuts` are the places, in bytes, at which the split pattern cuts. A seam lies between two neighbouring bytes:
    `seams[i]` is the number of the stage, counted from 1, that closes the one after byte i, or None where it stays open
    to the end. `ids` are those of the single bytes. `by_pattern` is False where the pattern could not be followed and
    the cuts are those that the tokens show.
    """

    content: bytes
    pattern: str
    by_pattern: bool
    cuts: tuple[int, ...]
    ids: tuple[int, ...]
    seams: tuple[int | None, ...]
    merges: tuple[Merge, ...]


def merging_of(model: LoadedModel, text: str) -> Merging | None:
    """How `text` becomes the tokens of `model`, or None where its tokenizer merges nothing.

    Raises `TextRefusedError`, and `TooLongError` where the model could not read the text.
    """
    tokens = model.read(text, bos=False)
    if not isinstance(model.tokenizer, BytePairTokenizer):
        return None
    return walk(model.tokenizer, text, tokens)


def walk(tokenizer: BytePairTokenizer, text: str, tokens: list[Token]) -> Merging:
    """How `tokenizer` makes `tokens` of `text`; the pieces at the end are those tokens, byte for byte."""
    content = text.encode()
    ends = list(accumulate(len(token.bytes) for token in tokens))[:-1]
    literals = {literal.encode(): NO_RANK + i for literal, i in tokenizer.literals.items()}
    ranks = {**tokenizer.ranks, **literals} if literals else tokenizer.ranks
    cuts = cut(tokenizer, text)
    joints = None if cuts is None else merge(ranks, content, cuts)
    if cuts is None or joints is None or open_seams(joints, len(content)) != ends:
        by_pattern, cuts, joints = False, ends, merge(ranks, content, ends)
    else:
        by_pattern = True
    return Merging(
        content=content,
        pattern=tokenizer.pattern,
        by_pattern=by_pattern,
        cuts=tuple(cuts),
        ids=tuple(tokenizer.id_of(tokenizer.ranks[content[i : i + 1]]) for i in range(len(content))),
        seams=number_seams(joints, len(content)),
        merges=stages(joints, content, tokenizer),
    )


def cut(tokenizer: BytePairTokenizer, text: str) -> list[int] | None:
    """Where the text is cut first, in bytes: at its literals, and by the pattern between them; None if unknown."""
    places, begin = [0], 0
    for stretch in tokenizer.stretches(text):
        inner = [] if stretch in tokenizer.literals else cut_by_pattern(tokenizer.pattern, stretch)
        if inner is None:
            return None
        end = begin + len(stretch.encode())
        places += [*(begin + place for place in inner), end]
        begin = end
    return sorted({*places} - {0, begin})


def merge(ranks: Mapping[bytes, int], content: bytes, cuts: Sequence[int]) -> list[Joint]:
    """All merges over `content`, which is cut at `cuts`, in their order.

    tiktoken takes a part that is a piece of the vocabulary as it is. By merges alone it comes to the same, except where
    a vocabulary was not learned by merging; there one last step closes all seams of that part.
    """
    pieces = Pieces(ranks, content, cuts)
    line = [found for seam in range(1, len(content)) if (found := pieces.joint_at(seam))]
    heapify(line)
    done = []
    while line:
        joint = heappop(line)
        if joint == pieces.joint_at(joint.seams[0]):  # neither of the two has become part of something else
            pieces.join(joint)
            done.append(joint)
            for found in filter(None, map(pieces.joint_at, (joint.begin, joint.end))):
                heappush(line, found)
    return done + pieces.unmerged(cuts)


class Pieces:
    """The pieces of a text at one stage, by the seams between them."""

    def __init__(self, ranks: Mapping[bytes, int], content: bytes, cuts: Sequence[int]) -> None:
        self.ranks, self.content = ranks, content
        self.begins = list(range(-1, len(content)))  # where the piece begins that ends at this place
        self.ends = list(range(1, len(content) + 2))  # where the piece ends that begins at this place
        self.shut = {0, *cuts, len(content)}  # where nothing can be joined, or has been already

    def joint_at(self, seam: int) -> Joint | None:
        """What the neighbours at `seam` would become, or None where they cannot be joined."""
        if seam in self.shut:
            return None
        begin, end = self.begins[seam], self.ends[seam]
        rank = self.ranks.get(self.content[begin:end])
        return None if rank is None else Joint(rank, begin, (seam,), end)

    def join(self, joint: Joint) -> None:
        """Let the neighbours of `joint` become one piece."""
        self.ends[joint.begin], self.begins[joint.end] = joint.end, joint.begin
        self.shut.update(joint.seams)

    def unmerged(self, cuts: Sequence[int]) -> list[Joint]:
        """The parts between `cuts` that are pieces of the vocabulary, though merges did not make them."""
        found = []
        for begin, end in pairwise([0, *cuts, len(self.content)]):
            rank = self.ranks.get(self.content[begin:end])
            if rank is not None and self.ends[begin] != end:
                seams = tuple(seam for seam in range(begin + 1, end) if seam not in self.shut)
                found.append(Joint(rank, begin, seams, end))
        return found


def open_seams(joints: Sequence[Joint], length: int) -> list[int]:
    """Where one piece ends and the next begins, in bytes, after all `joints` over `length` bytes."""
    closed = {seam for joint in joints for seam in joint.seams}
    return [seam for seam in range(1, length) if seam not in closed]


def number_seams(joints: Sequence[Joint], length: int) -> tuple[int | None, ...]:
    """The stage, counted from 1, that closes the seam after each byte but the last; None where none does."""
    groups = enumerate(groupby(joints, key=attrgetter("rank")), start=1)
    closed = {seam: stage for stage, (_, group) in groups for joint in group for seam in joint.seams}
    return tuple(closed.get(seam) for seam in range(1, length))


def stages(joints: Sequence[Joint], content: bytes, tokenizer: BytePairTokenizer) -> tuple[Merge, ...]:
    """The `joints`, those of one piece that follow one another as one stage."""
    count, made = len(content), []
    for rank, group in groupby(joints, key=attrgetter("rank")):
        steps = list(group)
        first = steps[0]
        count -= sum(len(joint.seams) for joint in steps)
        joined = tuple(content[a:b] for a, b in pairwise([first.begin, *first.seams, first.end]))
        places = tuple(joint.begin for joint in steps)
        piece = content[first.begin : first.end]
        learned, number = (rank, tokenizer.id_of(rank)) if rank < NO_RANK else (None, rank - NO_RANK)
        made.append(Merge(learned, number, piece, joined, places, count))
    return tuple(made)
