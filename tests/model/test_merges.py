"""Merge by merge, the bytes of any text become exactly tiktoken's tokens, and no piece crosses a cut."""

import random
from itertools import pairwise

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import TooLongError
from model.shelf.library import Library
from model.shelf.names import BUNDLED
from model.studies.cutting import KINDS, cut_by_pattern
from model.studies.merges import Merging, merging_of, walk
from model.tokenizers import GPT2_PATTERN, BytePairTokenizer, read_ranks

LIBRARY = Library()
STORY = BytePairTokenizer(
    read_ranks(BUNDLED / "story" / "vocabulary.tiktoken"), pattern=GPT2_PATTERN, special_tokens={"<|endoftext|>": 4095}
)
CL100K_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
WORDS = st.sampled_from(
    ["the", " the", "hat", " cat", "'s", "ſ", "\n", "  ", " ", "12345", "é", "日本", "👩‍🚀", "\u0558", "."]
)
TEXT = st.text() | st.lists(WORDS, max_size=12).map("".join) | st.text(st.sampled_from("theo an\n"))
many = settings(max_examples=max(100, settings.default.max_examples))


def pieces_at(merging: Merging, stage: int) -> list[bytes]:
    """The pieces of a text after `stage` stages, from its seams alone."""
    open_ones = [i for i, closed in enumerate(merging.seams, start=1) if closed is None or closed > stage]
    edges = [0, *open_ones, len(merging.content)]
    return [merging.content[a:b] for a, b in pairwise(edges) if b > a]


def check(tokenizer: BytePairTokenizer, text: str) -> Merging:
    """Everything that is true of the way from the bytes of `text` to its tokens."""
    tokens = tokenizer.encode(text)
    merging = walk(tokenizer, text, tokens)
    assert pieces_at(merging, 0) == [bytes([byte]) for byte in text.encode()]
    assert pieces_at(merging, len(merging.merges)) == [token.bytes for token in tokens]
    assert [tokenizer.ranks[piece] for piece in pieces_at(merging, len(merging.merges))] == [t.id for t in tokens]
    assert all(merging.seams[cut - 1] is None for cut in merging.cuts)
    for stage, merge in enumerate(merging.merges, start=1):
        assert tokenizer.ranks[merge.made] == merge.rank
        assert b"".join(merge.joined) == merge.made
        assert len(pieces_at(merging, stage)) == merge.count
        for place in merge.places:
            assert merging.content[place : place + len(merge.made)] == merge.made
    return merging


@many
@given(TEXT)
def test_the_last_stage_is_what_tiktoken_makes_of_any_text(text: str) -> None:
    merging = check(STORY, text)
    assert merging.by_pattern
    ranks = [merge.rank for merge in merging.merges]
    assert ranks == sorted(set(ranks)), "a vocabulary that was learned by merging is walked in the order of its ranks"


@many
@given(TEXT)
def test_another_pattern_cuts_as_tiktoken_does(text: str) -> None:
    tokenizer = BytePairTokenizer(STORY.ranks, pattern=CL100K_PATTERN, special_tokens={})
    assert check(tokenizer, text).by_pattern


@many
@given(st.lists(st.binary(min_size=2, max_size=4), max_size=30), st.text("abcd é"), st.randoms(use_true_random=False))
def test_a_vocabulary_that_was_never_learned_is_walked_as_tiktoken_walks_it(
    pieces: list[bytes], text: str, order: random.Random
) -> None:
    found = [*{*pieces, *(text[i : i + n].encode() for n in (2, 3, 5) for i in range(len(text)))} - {b""}]
    found = [piece for piece in sorted(found) if len(piece) > 1]
    order.shuffle(found)
    ranks = {bytes([byte]): byte for byte in range(256)} | {piece: i for i, piece in enumerate(found, start=256)}
    check(BytePairTokenizer(ranks, pattern=GPT2_PATTERN, special_tokens={}), text)


def test_every_character_is_cut_off_as_tiktoken_takes_it() -> None:
    """A kind of tiktoken's own decides, also for letters that are newer than its Unicode."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    letters = tiktoken.Encoding("letters", pat_str=r"\p{L}", mergeable_ranks=ranks, special_tokens={})
    newer = [char for char in map(chr, range(0x250, 0xD800)) if regex.match(r"\p{L}", char)]
    for char in newer:
        cuts = cut_by_pattern(r"\p{L}+|\P{L}+", f"a{char}")
        assert (cuts == []) is bool(letters.encode_ordinary(char)), hex(ord(char))


def test_a_character_stands_for_each_kind_that_patterns_name() -> None:
    assert all(regex.fullmatch(kind, char) for kind, char in KINDS.items())


def test_the_known_sentence_is_merged_in_the_known_order() -> None:
    merging = merging_of(LIBRARY.get("story"), "the cat saw the hat")
    assert merging is not None
    assert merging.cuts == (3, 7, 11, 15)
    first, *_, last = merging.merges
    assert (first.made, first.joined, first.places) == (b"he", (b"h", b"e"), (1, 13))
    assert last.count == 5


@pytest.mark.parametrize("cuts", [None, [1, 2], list(range(1, 19))])
def test_where_the_cuts_are_not_known_they_are_those_that_the_tokens_show(
    cuts: list[int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("model.studies.merges.cut_by_pattern", lambda *_: cuts)
    merging = check(STORY, "the cat, the cat's!")
    assert not merging.by_pattern
    assert cut_by_pattern("[", "the") is None
    assert cut_by_pattern(r"\p{L}+", "the cat") is None


def test_a_text_of_one_byte_and_one_of_none_have_no_stages() -> None:
    assert check(STORY, "").merges == check(STORY, "a").merges == ()


def test_words_are_not_merged() -> None:
    assert merging_of(LIBRARY.get("toy"), "the cat sat") is None


@pytest.mark.parametrize("n", [511, 512])
def test_a_text_is_walked_up_to_the_limit_of_the_model(n: int) -> None:
    merging = merging_of(LIBRARY.get("story"), "the" + " the" * (n - 1))
    assert merging is not None
    assert merging.merges[-1].count == n


def test_a_text_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLongError):
        merging_of(LIBRARY.get("story"), "the" + " the" * 512)


SPACES = {"    ": 9000, "        ": 9001, "\t\t": 9002}


@many
@given(TEXT | st.text(st.sampled_from("ab \t")))
def test_literals_are_cut_out_first_and_ids_need_not_be_ranks(text: str) -> None:
    ids = {rank: 8000 - rank for rank in STORY.ranks.values()}
    tokenizer = BytePairTokenizer(STORY.ranks, pattern=GPT2_PATTERN, special_tokens={}, ids=ids, literals=SPACES)
    tokens = tokenizer.encode(text)
    merging = walk(tokenizer, text, tokens)
    assert merging.by_pattern
    assert pieces_at(merging, len(merging.merges)) == [token.bytes for token in tokens]
    known = {merge.made: merge.id for merge in merging.merges} | {token.bytes: token.id for token in tokens}
    assert all(known[token.bytes] == token.id for token in tokens)
    assert list(merging.ids) == [ids[STORY.ranks[bytes([byte])]] for byte in text.encode()]
    for merge in merging.merges:
        assert (merge.rank is None) is (merge.made.decode(errors="replace") in SPACES)
        assert merge.id == (SPACES[merge.made.decode()] if merge.rank is None else ids[merge.rank])
