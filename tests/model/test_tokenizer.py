"""Any text goes into tokens and back, byte for byte; spans and parts say where each token lies."""

import json
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.errors import TextRefusedError
from model.shelf.names import BUNDLED
from model.tokenizers import GPT2_PATTERN, BytePairTokenizer, Token, Tokenizer, WordTokenizer, locate, read_ranks

CASES = Path(__file__).parents[1] / "cases" / "texts.jsonl"
TEXTS = [json.loads(line)["text"] for line in CASES.read_text(encoding="utf-8").splitlines()]
STORY = BytePairTokenizer(
    read_ranks(BUNDLED / "story" / "vocabulary.tiktoken"), pattern=GPT2_PATTERN, special_tokens={"<|endoftext|>": 4095}
)
WORDS = WordTokenizer(["the", "cat", "sat", "."])
ASTRAL = st.characters(min_codepoint=0x10000, max_codepoint=0x10FFFF)
ANY_TEXT = st.text() | st.text(ASTRAL) | st.text(st.sampled_from("\0\t\n\r  a1'’é日\u200d\ufe0f\u202e👩🇨\u0300"))
many = settings(max_examples=max(300, settings.default.max_examples))


def check(tokens: list[Token], text: str) -> None:
    """Every rule that the tokens of a text keep."""
    assert b"".join(token.bytes for token in tokens) == text.encode()
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)
    covered = {place for token in tokens for place in range(token.start, token.end)}
    assert covered == set(range(len(text)))
    for token in tokens:
        assert token.start < token.end
        if token.part is None:
            assert token.text == text[token.start : token.end]
        else:
            assert token.text is None
            assert 0 <= token.part[0] < token.part[1]
            assert token.bytes in text[token.start : token.end].encode()
    for before, token in pairwise(tokens):
        continues = token.part is not None and token.part[0] > 0
        assert continues == (before.part is not None and before.part[0] + 1 < before.part[1])
        if continues:
            assert before.part is not None
            assert (before.part[0] + 1, before.part[1]) == token.part
        else:
            assert token.start == before.end


@many
@given(ANY_TEXT)
@example("")
@example("\ud7ff\ue000\U0010ffff")
def test_the_round_trip_is_exact_for_any_text(text: str) -> None:
    """must 16: the text that the model gets is the text that was typed, byte for byte."""
    tokens = STORY.encode(text)
    check(tokens, text)
    assert STORY.join([token.id for token in tokens]) == text.encode()
    assert [STORY.piece(token.id) for token in tokens] == [token.bytes for token in tokens]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_the_texts_that_break_tools_of_this_kind_go_through(text: str) -> None:
    check(STORY.encode(text), text)


@many
@given(st.text(), st.data())
def test_wherever_a_text_is_cut_the_spans_and_parts_are_right(text: str, data: st.DataObject) -> None:
    """`locate` on any cut of the bytes, also ones that no vocabulary would make."""
    raw = text.encode()
    cuts = data.draw(st.sets(st.integers(1, max(1, len(raw) - 1))))
    ends = [0, *sorted(cut for cut in cuts if cut < len(raw)), len(raw)]
    pieces = [(i, raw[a:b]) for i, (a, b) in enumerate(pairwise(ends)) if a < b]
    check(locate(pieces), text)


def test_a_leading_space_belongs_to_its_token_and_makes_another_one() -> None:
    """must 16, must 18: `the` and `␣the` differ in id; nothing is trimmed."""
    first, _, _, fourth, _ = STORY.encode("the cat saw the hat")
    assert (first.text, fourth.text) == ("the", " the")
    assert first.id != fourth.id
    assert [token.text for token in STORY.encode(" the")] == [" the"]
    assert b"".join(token.bytes for token in STORY.encode("the ")) == b"the "


def test_tokens_that_are_parts_of_a_character_are_numbered_and_have_its_span() -> None:
    """must 18: a piece of a character is known to be one, and which."""
    tokens = locate([(0, b"a"), (1, b"\xf0\x9f"), (2, b"\xa4"), (3, b"\x97"), (4, b"b")])
    assert [token.part for token in tokens] == [None, (0, 3), (1, 3), (2, 3), None]
    assert [(token.start, token.end) for token in tokens] == [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)]


def test_a_token_over_two_pieces_of_characters_has_the_span_of_both() -> None:
    first, second = "日本".encode()[:2], "日本".encode()[2:]
    tokens = locate([(0, first), (1, second)])
    assert [(token.start, token.end, token.part) for token in tokens] == [(0, 1, (0, 2)), (0, 2, (1, 2))]


def test_equal_texts_give_equal_tokens_and_forms_of_unicode_stay_apart() -> None:
    composed, decomposed = (unicodedata.normalize(form, "café") for form in ("NFC", "NFD"))
    assert STORY.encode(composed) == STORY.encode(composed)
    assert b"".join(t.bytes for t in STORY.encode(composed)) != b"".join(t.bytes for t in STORY.encode(decomposed))


@pytest.mark.parametrize("special", ["<|endoftext|>", "<|end|>", "a<|endoftext|>b"])
def test_a_special_token_that_is_typed_is_text(special: str) -> None:
    tokens = STORY.encode(special)
    assert 4095 not in [token.id for token in tokens]
    check(tokens, special)


@pytest.mark.parametrize("tokenizer", [STORY, WORDS], ids=["story", "words"])
@pytest.mark.parametrize(("text", "place"), [("\ud800", 0), ("the \udfff", 4), ("🤗\udc00 x", 1)])
def test_a_lone_surrogate_is_refused_with_its_place_and_name(tokenizer: Tokenizer, text: str, place: int) -> None:
    with pytest.raises(TextRefusedError, match="lone surrogate") as refusal:
        tokenizer.encode(text)
    assert (refusal.value.start, refusal.value.end) == (place, place + 1)
    assert f"Character {place + 1} (U+{ord(text[place]):04X})" in str(refusal.value)


def test_a_text_on_which_tiktoken_would_panic_is_refused_with_the_limit() -> None:
    """White space that runs on for a million characters ends in a panic that `except Exception` does not catch."""
    with pytest.raises(TextRefusedError, match="1,000,001 characters; at most 500,000"):
        STORY.encode(" " * 1_000_000 + "x")


@pytest.mark.parametrize("token_id", [-1, 4096, 10**12])
def test_an_id_outside_of_the_vocabulary_has_no_piece(token_id: int) -> None:
    for tokenizer in (STORY, WORDS):
        with pytest.raises(KeyError):
            tokenizer.piece(token_id)


@given(st.lists(st.tuples(st.text(" \n\t", min_size=1), st.sampled_from(WORDS.words)), min_size=1), st.text(" \n"))
def test_words_keep_the_white_space_around_them(pairs: list[tuple[str, str]], end: str) -> None:
    text = "".join(space + word for space, word in pairs) + end
    tokens = WORDS.encode(text)
    check(tokens, text)
    assert [WORDS.words[token.id] for token in tokens] == [word for _, word in pairs]
    assert WORDS.join([token.id for token in tokens]).decode() == " ".join(word for _, word in pairs)


def test_a_word_that_is_not_known_is_refused_with_its_place_and_the_list() -> None:
    with pytest.raises(TextRefusedError, match="“dog” is not one of the words that this model knows") as refusal:
        WORDS.encode("the dog sat")
    assert "the dog sat"[refusal.value.start : refusal.value.end].strip() == "dog"
    assert refusal.value.allowed == WORDS.words
    assert str(refusal.value).endswith(f" and “{WORDS.words[-1]}”.")


def test_only_white_space_has_no_word_and_no_text_has_no_tokens() -> None:
    with pytest.raises(TextRefusedError, match="no word"):
        WORDS.encode("  \n")
    assert WORDS.encode("") == STORY.encode("") == []


def test_a_vocabulary_file_that_is_broken_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.tiktoken"
    file.write_text("YQ== 0\nnot base64!\n", encoding="ascii")
    with pytest.raises(ValueError, match=r"line 2 of broken\.tiktoken"):
        read_ranks(file)
