"""Tokenizers in the metadata of GGUF files: each cuts as the checkpoint that it was made of."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from tokenizers import Tokenizer

from model.errors import CheckpointError
from model.tokenizers import Front, tokenizer_from_gguf
from tests.model.test_checkpoint_tokenizers import LIKELY_TEXT, SOME_TEXT, check_all
from tests.model.test_tokenizer import check
from tests.model.vocabularies import train_byte_level, train_pieces


def gguf_of(library: Tokenizer, **more: Any) -> dict[str, Any]:
    """The metadata that llama.cpp's converter would write of a tokenizer."""
    model = json.loads(library.to_str())["model"]
    special = library.get_added_tokens_decoder()
    tokens = sorted(model["vocab"], key=model["vocab"].__getitem__)
    kinds = {"<unk>": 2, **{f"<0x{byte:02X}>": 6 for byte in range(256)}}
    scores = {"".join(pair): -float(rank) for rank, pair in reversed(list(enumerate(model["merges"])))}
    given = {
        "tokens": tokens,
        "token_type": [kinds.get(token, 3 if i in special else 1) for i, token in enumerate(tokens)],
        "merges": [" ".join(pair) for pair in model["merges"]],
        "scores": [scores.get(token, -1e6) for token in tokens],
        **more,
    }
    return {f"tokenizer.ggml.{name}": value for name, value in given.items()}


@pytest.mark.parametrize(("kind", "pre"), [("gpt2", "gpt-2"), ("smollm", "smollm"), ("llama3", "llama-bpe")])
@settings(max_examples=60)
@given(text=SOME_TEXT)
def test_a_gguf_file_cuts_as_the_checkpoint_that_it_was_made_of(kind: str, pre: str, text: str) -> None:
    library = train_byte_level(kind)
    library.encode_special_tokens = True
    ours = gguf_of_bytes(kind, pre)
    assert [token.id for token in ours.encode(text)] == library.encode(text, add_special_tokens=False).ids
    check(ours.encode(text), text)


@pytest.mark.parametrize(("kind", "prefix"), [("llama", True), ("gemma", False)])
@settings(max_examples=60)
@given(text=LIKELY_TEXT)
def test_a_gguf_file_with_scores_cuts_as_the_checkpoint_that_it_was_made_of(kind: str, prefix: bool, text: str) -> None:
    library = train_pieces(kind)
    library.encode_special_tokens = True
    ours = gguf_with_scores(kind, prefix)
    text = text.replace("▁", "")
    assert [token.id for token in ours.encode(text)] == library.encode(text, add_special_tokens=False).ids
    check_all(ours.encode(text), text)
    assert ours.front == Front(1, "<s>", default=True)


@cache
def gguf_with_scores(kind: str, prefix: bool) -> Any:
    """Made once: Hypothesis asks for it again and again."""
    return tokenizer_from_gguf(gguf_of(train_pieces(kind), model="llama", add_space_prefix=prefix, bos_token_id=1))


@cache
def gguf_of_bytes(kind: str, pre: str) -> Any:
    """Likewise."""
    return tokenizer_from_gguf(gguf_of(train_byte_level(kind), model="gpt2", pre=pre))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"model": "bert"}, "kind 'bert'; these are supported: gpt2, llama"),
        ({"pre": "falcon"}, "The way 'falcon' to split a text is not supported"),
        ({"tokens": []}, "vocabulary is empty"),
        ({"tokens": ["a", "a"], "token_type": [1, 1]}, "Two tokens"),
        ({"tokens": ["a", 1]}, "tokens is not a list of str"),
        ({"token_type": [1]}, "token_type has 1 entries"),
        ({"merges": ["a"]}, "is not a pair of pieces"),
        ({"merges": ["q zzzz"]}, "needs 'zzzz', which is not a piece"),
    ],
)
def test_metadata_that_are_wrong_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CheckpointError, match=sentence):
        tokenizer_from_gguf(gguf_of(train_byte_level("gpt2"), **{"model": "gpt2", "pre": "gpt-2", **change}))
