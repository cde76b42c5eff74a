"""SmolLM2's own vocabulary and texts: tokens, the separator before a text, a text that goes on from a shorter one."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from model.checkpoints.gguf_file import read_gguf
from model.errors import TextRefusedError
from model.memory import ByteLRU
from model.passes import Prefixes
from model.shelf.library import Library
from model.shelf.loaded import LoadedModel
from model.tokenizers import BytePairTokenizer, tokenizer_from_gguf
from model.trace import Trace, make_trace, nbytes
from tests.model.test_checkpoint_tokenizers import SOME_TEXT
from tests.model.test_tokenizer import check
from tests.smollm2 import smollm2_file, smollm2_home


@cache
def metadata() -> dict[str, Any]:
    return dict(read_gguf(smollm2_file()).metadata)


@cache
def ours() -> BytePairTokenizer:
    tokenizer = tokenizer_from_gguf(metadata())
    assert isinstance(tokenizer, BytePairTokenizer)
    return tokenizer


@cache
def reference() -> Tokenizer:
    """The same vocabulary in the library `tokenizers`, split as SmolLM2's own `tokenizer.json` says."""
    told = metadata()
    vocabulary = {token: i for i, token in enumerate(told["tokenizer.ggml.tokens"])}
    merges = [tuple(merge.split(" ")) for merge in told["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    digits, byte_level = pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, byte_level])
    return tokenizer


@settings(max_examples=200)
@given(SOME_TEXT | st.text(st.characters(max_codepoint=0x2FF, exclude_categories=["Cc", "Cs"])))
@example("a   1  23\n  4 ")
@example("日本語 🤗 12345")
def test_a_text_is_cut_as_the_library_cuts_it_or_names_the_byte_that_is_lacking(text: str) -> None:
    try:
        tokens = ours().encode(text)
    except TextRefusedError as refusal:
        assert not ours().lacking.isdisjoint(text[refusal.start].encode())  # noqa: PT017
        return
    assert [token.id for token in tokens] == reference().encode(text, add_special_tokens=False).ids
    check(tokens, text)


def test_the_facts_of_the_vocabulary() -> None:
    assert (ours().vocab_size, len(ours().controls), len(ours().lacking)) == (49_152, 17, 21)
    assert (len(ours().encode("日本語")), len(ours().encode("🤗")), len(ours().encode("12345"))) == (6, 3, 5)
    assert not ours().controls.keys() & {token.id for token in ours().encode("<|im_start|>user<|endoftext|>")}


@pytest.fixture(scope="module")
def smollm2() -> Iterator[LoadedModel]:
    with smollm2_home():
        library = Library(smollm2_file().parents[1], default="smollm2", extra={"smollm2": smollm2_file()})
        yield library.get("smollm2")


def trace_of(model: LoadedModel, text: str, **more: Any) -> Trace:
    return make_trace(model, text, insides=ByteLRU(0, nbytes), **more)


def best(trace: Trace) -> tuple[bytes, float]:
    guess = trace.positions[-1].guesses.top[0]
    return trace.model.tokenizer.piece(guess.id), guess.p


def test_the_separator_stands_before_a_text_by_default_and_changes_the_answer(smollm2: LoadedModel) -> None:
    """must 19"""
    text = "The cat sat on the"
    first, *_ = trace_of(smollm2, text).tokens
    assert (first.id, first.control) == (0, "<|endoftext|>")
    assert best(trace_of(smollm2, text)) == (b" mat", pytest.approx(0.325, abs=1e-3))
    assert best(trace_of(smollm2, text, bos=False)) == (b" cat", pytest.approx(0.071, abs=1e-3))


def test_a_text_that_goes_on_costs_its_new_tokens_and_says_the_same(smollm2: LoadedModel) -> None:
    text, prefixes, layers = "Once upon a time, there was a little girl", Prefixes(2**26), []
    trace_of(smollm2, text, prefixes=prefixes)
    whole = trace_of(smollm2, text + " who")
    more = trace_of(smollm2, text + " who", prefixes=prefixes, progress=lambda *told: layers.append(told))
    assert layers[-1] == (30, 30)
    for name, stream in whole.streams.items():
        apart = (more.streams[name] - stream).abs().max()
        assert apart <= 1e-6 * stream.abs().max(), name
    for ours_, theirs in zip(more.positions, whole.positions, strict=True):
        assert ours_.guesses.top[0].id == theirs.guesses.top[0].id
        assert ours_.guesses.top[0].p == pytest.approx(theirs.guesses.top[0].p, abs=1e-4)
    assert more.nbytes < 60_000_000 * len(more.tokens) / 512
