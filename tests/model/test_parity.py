"""Our logits, hidden states and attention weights are those of transformers, for every family that we read."""

import pytest
import torch

from model.taps import Run, recording
from tests.model.greedy import continue_greedily, write_on
from tests.model.published import LENGTHS, PUBLISHED, WINDOW, Pair, difference, make_pair, precision, random_ids

WINDOWED = {
    "Mistral, window": (0, 1, 2),
    "Qwen2, window in late layers": (1, 2),
    "Phi-3": (0, 1, 2),
    "Gemma 2": (0, 2),
    "Gemma 3": (0, 1, 2, 3, 4, 6),
}


@pytest.fixture(scope="module", params=PUBLISHED)
def pair(request: pytest.FixtureRequest) -> Pair:
    with precision(torch.float32):
        return make_pair(request.param)


@pytest.mark.parametrize("n_tokens", LENGTHS)
def test_everything_is_within_1e_4_of_the_reference(pair: Pair, n_tokens: int) -> None:
    assert max(difference(pair, n_tokens).values) <= 1e-4


@pytest.mark.parametrize("name", PUBLISHED)
def test_in_float64_nothing_is_left_but_rounding(name: str) -> None:
    with precision(torch.float64):
        assert max(difference(make_pair(name), max(LENGTHS)).values) <= 1e-12


@pytest.mark.parametrize(("name", "layers"), WINDOWED.items())
def test_a_window_shows_as_many_keys_as_it_says(name: str, layers: tuple[int, ...]) -> None:
    """A query sees itself and the window − 1 tokens before it; a window is counted differently in different places."""
    with precision(torch.float32):
        pair = make_pair(name)
        ids = random_ids(pair, 3 * WINDOW)
        with torch.inference_mode(), recording(Run()) as run:
            pair.ours(ids)
            theirs = pair.reference(ids[None], output_attentions=True, use_cache=False).attentions
    for layer, weights in enumerate(theirs):
        most = WINDOW if layer in layers else len(ids)
        expected = torch.arange(1, len(ids) + 1).clamp(max=most).expand(pair.ours.config.n_heads, -1)
        assert torch.equal((weights[0] > 0).sum(-1), expected)
        assert torch.equal((run.tensors[f"blocks.{layer}.attn.pattern"] > 0).sum(-1), expected)
        assert torch.equal((run.tensors[f"blocks.{layer}.attn.masked"] > -torch.inf).sum(-1), expected)


def test_a_wrong_pairing_of_dimensions_would_be_seen() -> None:
    """The two ways to pair dimensions look alike in text; only numbers tell them apart."""
    with precision(torch.float32):
        pair = make_pair("Llama")
        other = pair.ours.config.model_copy(update={"rope_pairing": "interleaved"})
        for block in pair.ours.blocks:
            block.attn.config = other
        assert max(difference(pair, 17).values) > 1e-2


def test_texts_side_by_side_give_what_each_gives_alone(pair: Pair) -> None:
    ids = torch.stack([random_ids(pair, 9), random_ids(pair, 9).flip(0)])
    with torch.inference_mode():
        assert torch.allclose(pair.ours(ids)[1], pair.ours(ids[1]), atol=1e-5)


def test_twenty_greedy_tokens_are_those_of_the_reference_with_and_without_the_cache(pair: Pair) -> None:
    ids = random_ids(pair, 9)
    theirs = write_on(pair.reference, ids)
    assert theirs == continue_greedily(pair.ours, ids, cached=False)
    assert theirs == continue_greedily(pair.ours, ids, cached=True)
