"""Published vocabularies give the published ids, and the same text, or sentence, is counted by each."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tiktoken_ext.openai_public as published
from hypothesis import given, settings
from hypothesis import strategies as st

from model import vocabularies
from model.errors import TextRefusedError, UnknownNameError
from model.shelf.library import Library
from model.studies.cuts import SENTENCES, cuts_of, price_list
from model.studies.cutting import cut_by_pattern
from model.studies.merges import merge, open_seams
from model.vocabularies import PUBLISHED, MissingVocabularyError, Vocabulary, open_vocabulary, unpack_ranks

CASES: dict[str, dict[str, list[int]]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "tokenizers.json").read_text(encoding="utf-8")
)["ids"]
LIBRARY = Library()
NAMES = [each.name for each in PUBLISHED]


@pytest.mark.parametrize("name", NAMES)
def test_the_published_ids_come_out(name: str) -> None:
    vocabulary = open_vocabulary(name)
    assert {text: [token.id for token in vocabulary.encode(text)] for text in CASES[name]} == CASES[name]


@pytest.mark.parametrize("each", PUBLISHED, ids=NAMES)
def test_pattern_and_special_tokens_are_those_that_tiktoken_publishes(
    each: vocabularies.Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
        monkeypatch.setattr(published, loader, lambda *_, **__: {})
    theirs: dict[str, Any] = getattr(published, each.name)()
    vocabulary = open_vocabulary(each.name)
    assert each.pattern == theirs["pat_str"]
    special = {text: vocabulary.encoding.encode_single_token(text) for text in theirs["special_tokens"]}
    assert special == theirs["special_tokens"]
    assert vocabulary.encoding.special_tokens_set == set(special)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=50)
@given(text=st.text() | st.text(st.sampled_from("the 12\n'é日")))
def test_the_bytes_of_any_text_come_back(name: str, text: str) -> None:
    assert b"".join(token.bytes for token in open_vocabulary(name).encode(text)) == text.encode()


@pytest.mark.parametrize("each", PUBLISHED, ids=NAMES)
def test_the_cases_are_merged_to_the_published_ids(each: vocabularies.Published) -> None:
    packed = json.loads((vocabularies.FOLDER / f"{each.name}.json").read_text(encoding="utf-8"))
    ranks = dict(unpack_ranks(packed["bpe_ranks"]))
    for text, ids in CASES[each.name].items():
        cuts = cut_by_pattern(each.pattern, text)
        assert cuts is not None
        content = text.encode()
        edges = [0, *open_seams(merge(ranks, content, cuts), len(content)), len(content)]
        assert [ranks[content[begin:end]] for begin, end in pairwise(edges)] == ids


def test_what_reads_like_a_special_token_is_text() -> None:
    assert len(open_vocabulary("gpt2").encode("<|endoftext|>")) > 1


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(TextRefusedError, match="lone surrogate"):
        open_vocabulary("gpt2").encode("a\ud800")


def test_an_unknown_vocabulary_is_told_by_name() -> None:
    with pytest.raises(UnknownNameError, match="The nearest is “gpt2”"):
        open_vocabulary("gpt-2")


def test_ranks_that_were_not_installed_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "FOLDER", tmp_path)
    with pytest.raises(MissingVocabularyError, match="gpt2 are not here"):
        Vocabulary(PUBLISHED[0])


def test_ranks_are_unpacked_from_the_first_of_each_line() -> None:
    assert dict(unpack_ranks("! 0 IQ== Ig==\n! 7 Iw==\n")) == {b"!": 0, b'"': 1, b"#": 7}


def test_the_models_own_vocabulary_comes_first_and_is_counted_like_the_others() -> None:
    own, *others = cuts_of(LIBRARY.get("story"), "the cat saw the hat")
    assert (own.name, own.models, own.size) == ("story", None, 4096)
    assert [each.name for each in others] == NAMES
    assert [token.id for token in others[0].tokens] == CASES["gpt2"]["the cat saw the hat"]
    assert own.characters_per_token == 19 / len(own.tokens)


def test_a_text_of_nothing_has_no_characters_per_token() -> None:
    assert [each.characters_per_token for each in cuts_of(LIBRARY.get("story"), "")] == [None] * 4


def test_a_model_that_knows_other_words_only_says_so_and_the_others_cut() -> None:
    own, *others = cuts_of(LIBRARY.get("toy"), "Hello world!")
    assert own.refusal is not None
    assert "“Hello”" in own.refusal
    assert own.tokens == []
    assert [len(each.tokens) for each in others] == [3, 3, 3]


def test_a_sentence_is_dearer_in_other_languages_and_less_so_in_newer_vocabularies() -> None:
    found = price_list(LIBRARY.get("story"))
    first, prices = found.prices[0], found.prices
    assert [each.name for each in found.vocabularies] == ["story", *NAMES]
    assert [price.sentence for price in prices] == list(SENTENCES)
    assert found.most == max(count for price in prices for count in price.counts if count)
    for price in prices:
        counts = [len(open_vocabulary(name).encode(price.sentence.text)) for name in NAMES]
        assert list(price.counts[1:]) == counts
        assert price.times[1:] == tuple(n / m for n, m in zip(counts, first.counts[1:], strict=True) if m)
        assert counts[0] >= counts[1] >= counts[2]


def test_the_dearest_language_is_told_for_each_vocabulary() -> None:
    found = price_list(LIBRARY.get("story"))
    assert [(each.vocabulary, each.language) for each in found.dearest] == [
        (name, "Hindi") for name in ("story", *NAMES)
    ]
    for i, each in enumerate(found.dearest):
        assert each.times == max(price.times[i] or 0 for price in found.prices)
        assert each.times * each.share == pytest.approx(1)


def test_a_model_of_words_has_no_price() -> None:
    found = price_list(LIBRARY.get("toy"))
    assert {(price.counts[0], price.times[0]) for price in found.prices} == {(None, None)}
    assert [each.vocabulary for each in found.dearest] == NAMES
