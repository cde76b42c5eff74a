"""Tokenizers of published checkpoints: each gives what the library `tokenizers` gives, and the text comes back or is
refused by the name of a character."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, normalizers

from model.errors import NoFrontError, TextRefusedError
from model.tokenizers import (
    BytePairTokenizer,
    PieceTokenizer,
    WordTokenizer,
    put_in_front,
    read_tokenizer_json,
)
from tests.model.test_tokenizer import ANY_TEXT, check
from tests.model.vocabularies import (
    BYTE_LEVEL,
    OTHER_BYTE_LEVEL,
    SEPARATOR,
    UNKNOWN,
    train_byte_level,
    train_pieces,
    with_runs_of_spaces,
)

LIKELY_TEXT = st.text(st.sampled_from("  \n\t\r12٣½ab cés'’tT日本語🤗.,()▁<|_>"), max_size=40)
SOME_TEXT = ANY_TEXT | LIKELY_TEXT
PIECES = ("llama", "gemma", "metaspace")


def read(library: Tokenizer, folder: Path, **config: Any) -> Any:
    """Ours, from the file that the library writes."""
    path = folder / "tokenizer.json"
    library.save(str(path))
    if config:
        path.with_name("tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    return read_tokenizer_json(path)


@pytest.fixture(scope="module")
def byte_level(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Tokenizer, Any]]:
    made = {kind: train_byte_level(kind) for kind in BYTE_LEVEL | OTHER_BYTE_LEVEL}
    made["runs of spaces"] = with_runs_of_spaces(made["gpt2"])
    return {kind: (library, read(library, tmp_path_factory.mktemp("kind"))) for kind, library in made.items()}


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Tokenizer, Any]]:
    return {kind: (train_pieces(kind), read(train_pieces(kind), tmp_path_factory.mktemp("kind"))) for kind in PIECES}


@pytest.mark.parametrize("kind", [*BYTE_LEVEL, "runs of spaces", *OTHER_BYTE_LEVEL])
@settings(max_examples=150)
@given(text=SOME_TEXT)
@example(text="a   1  23\n  4 ")
@example(text="don't we'LL 'S")
@example(text="x" + " " * 30 + "y")
def test_byte_level_vocabularies_cut_as_the_library_does(
    kind: str, byte_level: dict[str, tuple[Tokenizer, Any]], text: str
) -> None:
    library, ours = byte_level[kind]
    library.encode_special_tokens = True
    tokens = ours.encode(text)
    assert [token.id for token in tokens] == library.encode(text, add_special_tokens=False).ids
    check_all(tokens, text)


def check_all(tokens: list[Any], text: str) -> None:
    """The rules of the tokens of a text, of which the first may be no more than a space that was put there."""
    if tokens and tokens[0].dummy and not tokens[0].bytes:
        assert (tokens[0].start, tokens[0].end, tokens[0].text) == (0, 0, "")
        tokens = tokens[1:]
    assert not any(token.dummy for token in tokens[1:])
    check(tokens, text)


def test_byte_level_vocabularies_become_encodings_of_tiktoken(byte_level: dict[str, tuple[Tokenizer, Any]]) -> None:
    through_tiktoken = {kind for kind, (_, ours) in byte_level.items() if isinstance(ours, BytePairTokenizer)}
    assert through_tiktoken == {*BYTE_LEVEL, "runs of spaces"}


@pytest.mark.parametrize("kind", PIECES)
@settings(max_examples=150)
@given(text=SOME_TEXT)
@example(text=" a")
@example(text="日")
def test_vocabularies_of_pieces_cut_as_the_library_does_or_refuse(
    kind: str, pieces: dict[str, tuple[Tokenizer, Any]], text: str
) -> None:
    library, ours = pieces[kind]
    assert isinstance(ours, PieceTokenizer)
    library.encode_special_tokens = True
    try:
        tokens = ours.encode(text)
    except TextRefusedError:
        assert "▁" in text
        return
    assert [token.id for token in tokens] == library.encode(text, add_special_tokens=False).ids
    check_all(tokens, text)


@pytest.mark.parametrize("kind", [*BYTE_LEVEL, *OTHER_BYTE_LEVEL, *PIECES])
@pytest.mark.parametrize("text", [SEPARATOR, "<|im_start|>user", "<s>", "a</s>b"])
def test_a_control_token_that_is_typed_is_text(
    kind: str, text: str, byte_level: dict[str, tuple[Tokenizer, Any]], pieces: dict[str, tuple[Tokenizer, Any]]
) -> None:
    ours = (byte_level | pieces)[kind][1]
    tokens = ours.encode(text)
    assert not ours.controls.keys() & {token.id for token in tokens}
    check_all(tokens, text)


def test_a_space_that_the_tokenizer_puts_before_the_text_is_said_and_is_not_in_the_text(
    pieces: dict[str, tuple[Tokenizer, Any]],
) -> None:
    first, *_ = pieces["llama"][1].encode("the cat")
    assert first.dummy
    assert (first.bytes, first.start) == (first.text.encode(), 0)
    assert pieces["llama"][1].piece(first.id) == b" " + first.bytes
    assert not pieces["gemma"][1].encode("the cat")[0].dummy


@pytest.mark.parametrize(("text", "place"), [("a▁b", 1), ("▁", 0), ("the ▁", 4)])
def test_a_character_that_would_not_come_back_is_named(
    text: str, place: int, pieces: dict[str, tuple[Tokenizer, Any]]
) -> None:
    with pytest.raises(TextRefusedError, match=rf"Character {place + 1} \(U\+2581 “▁”\)") as refusal:
        pieces["llama"][1].encode(text)
    assert (refusal.value.start, refusal.value.end) == (place, place + 1)


def test_a_byte_that_the_vocabulary_lacks_is_refused_by_name(tmp_path: Path) -> None:
    """tiktoken panics there, past any `except Exception`."""
    ours = read(train_byte_level("smollm", alphabet=False), tmp_path)
    assert 0x04 in ours.lacking
    check(ours.encode("the cat"), "the cat")
    with pytest.raises(TextRefusedError, match=r"Character 5 \(U\+0004\) needs the byte 0x04") as refusal:
        ours.encode("the \x04cat")
    assert (refusal.value.start, refusal.value.end) == (4, 5)


def test_a_text_in_another_form_than_the_model_knows_is_refused_by_name(tmp_path: Path) -> None:
    library = Tokenizer.from_str(train_byte_level("qwen2").to_str())
    library.normalizer = normalizers.NFC()
    ours = read(library, tmp_path)
    check(ours.encode("été"), "été")
    with pytest.raises(TextRefusedError, match=r"Character 1 .*composed form") as refusal:
        ours.encode(unicodedata.normalize("NFD", "été"))
    assert refusal.value.start == 0


def test_ids_that_do_not_stand_in_the_order_of_the_merges_are_kept(tmp_path: Path) -> None:
    library = train_byte_level("gpt2")
    file = json.loads(library.to_str())
    pieces = [piece for piece in file["model"]["vocab"] if piece not in (SEPARATOR, "<|im_start|>")]
    file["model"]["vocab"] |= {piece: 2 + i for i, piece in enumerate(reversed(pieces))}
    turned = Tokenizer.from_str(json.dumps(file))
    ours = read(turned, tmp_path)
    text = "the cat saw naïve 日本語 2024"
    assert [token.id for token in ours.encode(text)] == turned.encode(text).ids
    check(ours.encode(text), text)


def test_what_stands_in_front_is_a_token_of_no_characters_and_comes_once(tmp_path: Path) -> None:
    """must 19"""
    ours = read(train_byte_level("smollm"), tmp_path)
    assert ours.front is not None
    assert (ours.front.name, ours.front.default) == (SEPARATOR, True)
    text = SEPARATOR + "the cat"
    tokens = put_in_front(ours, text)
    first, *others = tokens
    assert (first.id, first.control, first.bytes, first.start, first.end) == (0, SEPARATOR, b"", 0, 0)
    assert others == ours.encode(text) == put_in_front(ours, text, bos=False)
    assert [token.control for token in others] == [None] * len(others)
    assert b"".join(token.bytes for token in tokens).decode() == text
    assert put_in_front(ours, "", bos=True) == [first]


@pytest.mark.parametrize(
    ("kind", "config", "front"),
    [
        ("gpt2", {}, (SEPARATOR, False)),
        ("gpt2", {"bos_token": SEPARATOR, "add_bos_token": True}, (SEPARATOR, True)),
        ("gpt2", {"bos_token": {"content": "<|im_start|>"}, "add_bos_token": True}, ("<|im_start|>", True)),
        ("smollm", {"bos_token": "<|im_start|>"}, (SEPARATOR, True)),
        ("llama", {}, ("<s>", True)),
    ],
)
def test_the_files_say_what_stands_in_front(
    kind: str, config: dict[str, Any], front: tuple[str, bool], tmp_path: Path
) -> None:
    ours = read(train_pieces(kind) if kind in PIECES else train_byte_level(kind), tmp_path, **config)
    assert (ours.front.name, ours.front.default) == front


def test_a_model_without_a_beginning_refuses_to_begin() -> None:
    words = WordTokenizer(["the"])
    assert put_in_front(words, "the") == put_in_front(words, "the", bos=False) == words.encode("the")
    with pytest.raises(NoFrontError):
        put_in_front(words, "the", bos=True)


def test_a_tokenizer_that_keeps_words_apart_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    library = Tokenizer(models.BPE({UNKNOWN: 0, "a": 1, "b": 2, "ab": 3}, [("a", "b")], unk_token=UNKNOWN))
    library.add_special_tokens([AddedToken(UNKNOWN, special=True)])
    ours = read(library, tmp_path)
    assert [token.id for token in ours.encode("aba")] == [3, 1]
    with pytest.raises(TextRefusedError, match=r"Character 3 \(U\+0063 “c”\)"):
        ours.encode("abcd")
