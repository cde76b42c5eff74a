"""SmolLM2 from its GGUF file is what transformers computes with the same dequantised weights, and knows Paris."""

import pytest
import torch

from tests.model.greedy import continue_greedily, write_on
from tests.model.smollm2_pair import PARIS, Both, encode, make_both


@pytest.fixture(scope="module")
def both() -> Both:
    return make_both()


@pytest.mark.parametrize("text", ["The", PARIS, "2 + 2 = 4. 🤗 日本語 " * 4], ids=["1 token", "5 tokens", "80 tokens"])
def test_everything_is_what_transformers_computes_with_the_same_weights(both: Both, text: str) -> None:
    found, size = both.difference(encode(both, text))
    assert found.logits <= 5e-4  # 30 layers, a stream that reaches 22,552
    assert found.attention <= 1e-4
    assert found.hidden <= 1e-6 * size.hidden


def test_the_capital_of_france_is_paris(both: Both) -> None:
    with torch.inference_mode():
        best = both.ours.predict(encode(both, PARIS))[-1].topk(5)
    words = [both.tokenizer.piece(int(i)).decode() for i in best.indices]
    assert words == [" Paris", " the", " London", " Le", " New"]
    assert best.values.tolist() == pytest.approx([0.773, 0.065, 0.013, 0.010, 0.009], abs=1e-3)


def test_twenty_greedy_tokens_are_those_of_transformers(both: Both) -> None:
    ids = encode(both, "Once upon a time, there was a little")
    assert continue_greedily(both.ours, ids, cached=True) == write_on(both.theirs, ids)
