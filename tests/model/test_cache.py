"""With and without the cache of keys and values the numbers agree, a token at a time or many at once."""

from itertools import pairwise

import torch
from hypothesis import given
from hypothesis import strategies as st

from model.taps import Run, recording
from model.transformer import Cache
from tests.model.configs import Case, cases


@st.composite
def cases_in_pieces(draw: st.DrawFn) -> tuple[Case, list[int]]:
    """A causal case and where its text is cut into pieces."""
    case = draw(cases(causal=True, min_tokens=2))
    cuts = draw(st.lists(st.integers(1, len(case.ids) - 1), unique=True, max_size=6))
    return case, [0, *sorted(cuts), len(case.ids)]


@given(cases_in_pieces())
def test_in_pieces_the_logits_and_the_rows_of_attention_are_those_of_one_pass(pieces: tuple[Case, list[int]]) -> None:
    case, cuts = pieces
    model, ids, cache = case.model(), case.tensor(), Cache()
    with torch.inference_mode():
        with recording(Run()) as whole:
            logits = model(ids)
        for start, end in pairwise(cuts):
            with recording(Run()) as run:
                assert torch.allclose(model(ids[start:end], cache), logits[start:end], atol=1e-4)
            assert cache.length == end
            for layer in range(case.config.n_layers):
                name = f"blocks.{layer}.attn.pattern"
                assert torch.allclose(run.tensors[name], whole.tensors[name][:, start:end, :end], atol=1e-5)
                assert (whole.tensors[name][:, start:end, end:] == 0).all()


@given(cases(causal=True))
def test_a_token_at_a_time_the_logits_are_those_of_one_pass(case: Case) -> None:
    model, ids, cache = case.model(), case.tensor(), Cache()
    with torch.inference_mode():
        logits = torch.cat([model(ids[i : i + 1], cache) for i in range(len(ids))])
        assert torch.allclose(logits, model(ids), atol=1e-4)


@given(cases(causal=True))
def test_what_is_remembered_is_the_keys_and_values_of_key_heads_only(case: Case) -> None:
    cache, config = Cache(), case.config
    assert cache.length == 0
    with torch.inference_mode():
        case.model()(case.tensor(), cache)
    assert set(cache.layers) == set(range(config.n_layers))
    for keys, values in cache.layers.values():
        assert keys.shape == values.shape == (config.n_kv_heads, len(case.ids), config.d_head)


@given(cases(causal=True, min_tokens=2))
def test_going_on_does_not_write_over_what_was_remembered(case: Case) -> None:
    """A cache that is kept for one text can be gone on from twice."""
    model, ids, cache = case.model(), case.tensor(), Cache()
    with torch.inference_mode():
        model(ids[:-1], cache)
        kept = dict(cache.layers)
        copies = {layer: (keys.clone(), values.clone()) for layer, (keys, values) in kept.items()}
        model(ids[-1:], cache)
    for layer, (keys, values) in copies.items():
        assert torch.equal(kept[layer][0], keys)
        assert torch.equal(kept[layer][1], values)
