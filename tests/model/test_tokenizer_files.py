"""Tokenizer files that are broken, huge or changed: each a tokenizer that keeps its word, or a sentence."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import CheckpointError, TextRefusedError
from model.tokenizers import checkpoint_json, read_tokenizer_json
from tests.model.test_checkpoint_tokenizers import check_all
from tests.model.vocabularies import train_byte_level, train_pieces


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "cannot be read as JSON"),
        (b"\x80\x04}\x94.", "cannot be read as JSON"),
        (b"[" * 200_000, "cannot be read as JSON"),
        (b"[]", "holds a list"),
        (b"{}", "“model” in tokenizer.json is None"),
        (b'{"model": {"type": "WordPiece"}}', "kind 'WordPiece'; these are supported: BPE, Unigram"),
        (b'{"model": {"type": "BPE", "vocab": {}, "merges": []}}', "vocabulary of the tokenizer is empty"),
        (b'{"model": {"type": "BPE"}, "added_tokens": [7]}', "7 among the added tokens"),
    ],
)
def test_a_file_that_is_no_tokenizer_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match=sentence):
        read_tokenizer_json(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    with path.open("wb") as file:
        file.truncate(checkpoint_json.LARGEST_FILE + 1)  # sparse: it takes no room
    with pytest.raises(CheckpointError, match=r"67,108,865 bytes; at most 67,108,864 are read"):
        read_tokenizer_json(path)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_file_that_was_changed_makes_a_tokenizer_or_a_sentence(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is in the file, nothing but `CheckpointError` comes out of it, and what it makes keeps its word."""
    library = train_byte_level("smollm") if data.draw(st.booleans()) else train_pieces("llama")
    file = json.loads(library.to_str())
    for _ in range(data.draw(st.integers(1, 3))):
        change(file, data)
    path = tmp_path_factory.getbasetemp() / "changed.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    try:
        ours = read_tokenizer_json(path)
    except CheckpointError:
        return
    with contextlib.suppress(TextRefusedError):
        check_all(ours.encode("the cat 12 日"), "the cat 12 日")


JUNK = st.sampled_from([None, -1, 10**12, 1.5, "", "x", "(", [], {}, [["a"]], {"type": "Nothing"}, True])


def change(file: Any, data: st.DataObject) -> None:
    """Walk into the file at random and put something else where the walk ends."""
    here = file
    while True:
        keys = list(here) if isinstance(here, dict) else range(len(here))
        if not keys:
            return
        key = data.draw(st.sampled_from(list(keys)[:40]))
        if not isinstance(here[key], dict | list) or data.draw(st.booleans()):
            here[key] = data.draw(JUNK)
            return
        here = here[key]
