"""The exact properties of a trace, over random configs of every variant (DESIGN 2)."""

from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from model.anatomy import anatomy, catalogue, sizes
from model.config import Config
from model.taps import Edit, Run, attach_hooks, recording
from model.transformer import Transformer
from tests.model.configs import PLACES, Case, capture, cases, configs, make_model

SILU = Config(
    vocab_size=9, d_model=8, n_layers=2, n_heads=4, n_kv_heads=2, d_head=4, d_ff=12, n_ctx=32, attn_softcap=3.0
)  # fmt: skip
VARIANTS = [
    (place, parallel) for place, parallel in product(PLACES, (False, True)) if not (place == "post" and parallel)
]


def may_see(config: Config, layer: int, n_tokens: int) -> Tensor:
    """Which key a query may look at (query, key), from the meaning of the words and not from the model's code."""
    window = config.window_of(layer) or n_tokens
    reach = range(n_tokens)
    return torch.tensor([[abs(i - j) < window and (j <= i or not config.causal) for j in reach] for i in reach])


@given(cases())
def test_every_addition_is_exact(case: Case) -> None:
    tensors = capture(case.model(), case.tensor())
    additions = [op for op in anatomy(case.config) if op.kind == "add"]
    assert len(additions) == 2 * case.config.n_layers + (case.config.position in ("learned", "sinusoidal"))
    for op in additions:
        a, b = (tensors[name] for name in op.reads)
        assert torch.equal(tensors[op.name], a + b), op.name


@given(cases())
def test_the_stream_is_what_was_there_and_what_each_part_adds(case: Case) -> None:
    """must 10: before + attention + MLP = after, wherever a family has its norms."""
    tensors, place = capture(case.model(), case.tensor()), case.config.norm_place
    for layer in range(case.config.n_layers):
        at = f"blocks.{layer}"
        adds = [f"{at}.norm{i}_branch.out" if place in ("branch", "sandwich") else out
                for i, out in ((1, f"{at}.attn.out"), (2, f"{at}.mlp.out"))]  # fmt: skip
        before = tensors[f"{at}.norm1_post.out" if place == "post" else f"{at}.resid_mid"]
        assert torch.equal(tensors[f"{at}.resid_mid"], tensors[f"{at}.resid_pre"] + tensors[adds[0]])
        assert torch.equal(tensors[f"{at}.resid_post"], before + tensors[adds[1]])


@given(cases())
def test_nothing_is_added_to_the_embedding_but_positions_that_are_added(case: Case) -> None:
    """must 8: a model with RoPE, or without positions, has no added rows; the first layer gets the embedding."""
    tensors = capture(case.model(), case.tensor())
    if case.config.position in ("rope", "none"):
        assert "pos_embed" not in tensors
        assert torch.equal(tensors["blocks.0.resid_pre"], tensors["embed"])
    else:
        assert "rope.angle" not in tensors
    assert torch.equal(tensors["embed"], case.model().w_e.weight[case.tensor()] * case.config.embed_scale)


@given(cases())
def test_rows_of_a_pattern_sum_to_1_and_are_exactly_0_where_a_query_may_not_look(case: Case) -> None:
    """must 6, must 12: masked scores and weights are two grids; rows are queries, columns are keys."""
    tensors = capture(case.model(), case.tensor())
    for layer in range(case.config.n_layers):
        seen = may_see(case.config, layer, len(case.ids))
        pattern, masked = (tensors[f"blocks.{layer}.attn.{name}"] for name in ("pattern", "masked"))
        assert torch.allclose(pattern.sum(-1), torch.ones(()), atol=1e-6)
        assert (pattern[:, ~seen] == 0).all()
        assert (masked[:, ~seen] == -torch.inf).all()
        assert masked[:, seen].isfinite().all()


@given(cases())
def test_the_logit_lens_at_the_last_layer_is_the_logits(case: Case) -> None:
    """must 9: the lens norms with its own statistics, and does not norm the last stream twice."""
    model = case.model()
    tensors = capture(model, case.tensor())
    last = next(op for op in anatomy(case.config) if op.part == "head").reads[0]
    with torch.inference_mode():
        assert torch.equal(model.unembed(tensors[last]), tensors["logits"])


@given(cases())
def test_probabilities_are_over_the_whole_vocabulary(case: Case) -> None:
    """must 2: they sum to 1 ± 1e-6."""
    probs = capture(case.model(), case.tensor())["probs"]
    assert probs.shape[-1] == case.config.vocab_size
    assert torch.allclose(probs.sum(-1), torch.ones(()), atol=1e-6)


@given(cases())
def test_what_the_heads_bring_sums_to_what_attention_adds_less_the_bias(case: Case) -> None:
    model = case.model(torch.float64)
    tensors, weights, d_head = capture(model, case.tensor()), model.state_dict(), case.config.d_head
    for layer in range(case.config.n_layers):
        z, w_o = tensors[f"blocks.{layer}.attn.z"], weights[f"blocks.{layer}.attn.w_o.weight"]
        shares = [z[h] @ w_o[:, h * d_head : (h + 1) * d_head].T for h in range(case.config.n_heads)]
        bias = weights.get(f"blocks.{layer}.attn.w_o.bias", 0)
        assert torch.allclose(sum(shares), tensors[f"blocks.{layer}.attn.out"] - bias, atol=1e-12)


@given(cases())
def test_a_layer_made_again_from_its_resid_pre_is_the_same_bit_for_bit(case: Case) -> None:
    model, ids = case.model(), case.tensor()
    tensors, places = capture(model, ids), model.places(len(ids))
    for layer, block in enumerate(model.blocks):
        with torch.inference_mode(), recording(Run()) as run:
            block(tensors[f"blocks.{layer}.resid_pre"], places)
        again = {name: tensor for name, tensor in run.tensors.items() if name.startswith(f"blocks.{layer}.")}
        assert set(again) == {name for name in tensors if name.startswith(f"blocks.{layer}.")}
        assert all(torch.equal(tensor, tensors[name]) for name, tensor in again.items())


@given(cases())
def test_capturing_changes_nothing_bit_for_bit(case: Case) -> None:
    bare = Transformer(case.config).eval()
    hooked = case.model()
    bare.load_state_dict(hooked.state_dict())
    with torch.inference_mode():
        without_hooks, without_run = bare.predict(case.tensor()), hooked.predict(case.tensor())
    assert torch.equal(without_hooks, without_run)
    assert torch.equal(without_hooks, capture(hooked, case.tensor())["probs"])


@given(cases())
def test_a_captured_value_is_not_written_over_later(case: Case) -> None:
    model, copies = case.model(), {}

    def copy(name: str) -> None:
        def keep(value: Tensor, _before: object) -> Tensor:
            copies[name] = value.clone()
            return value

        edits[name] = keep

    edits: dict[str, object] = {}
    for name in catalogue(case.config):
        copy(name)
    with torch.inference_mode(), recording(Run(edits=edits)) as run:
        model.predict(case.tensor())
    assert set(copies) == set(run.tensors)
    assert all(torch.equal(copies[name], tensor) for name, tensor in run.tensors.items())


@given(configs())
def test_the_taps_are_what_the_anatomy_writes(config: Config) -> None:
    assert sorted(attach_hooks(Transformer(config))) == sorted(set(catalogue(config)) - {"tokens"})


@given(cases())
def test_every_tensor_has_the_axes_that_the_catalogue_says(case: Case) -> None:
    tensors, length = capture(case.model(), case.tensor()), sizes(case.config, len(case.ids))
    for name, spec in catalogue(case.config).items():
        shape = tuple(length[axis] for axis in spec.axes)
        assert name == "tokens" or tensors[name].shape == shape, name


@given(configs())
def test_every_operation_reads_what_was_written_before_and_each_tensor_is_written_once(config: Config) -> None:
    written: list[str] = []
    for op in anatomy(config):
        assert set(op.reads) <= set(written), op.name
        written += op.writes
    assert len(written) == len(set(written))


@given(configs())
def test_the_weights_of_the_operations_are_those_of_the_model(config: Config) -> None:
    named = {weight for op in anatomy(config) for weight in op.weights}
    assert named == set(Transformer(config).state_dict())


@given(cases())
def test_scales_say_the_truth_about_the_values(case: Case) -> None:
    tensors = capture(case.model(), case.tensor())
    for name, spec in catalogue(case.config).items():
        if spec.scale in ("positive", "weight"):
            assert (tensors[name] >= 0).all(), name
        if spec.scale == "weight":
            assert (tensors[name] <= 1).all(), name


@given(cases(min_tokens=2), st.data())
def test_an_edit_changes_only_what_comes_after(case: Case, data: st.DataObject) -> None:
    ops = anatomy(case.config)
    name = data.draw(st.sampled_from([name for name in catalogue(case.config) if name != "tokens"]), label="edited")
    after = {name}
    for op in ops:
        for i, written in enumerate(op.writes):  # within a norm the output follows from the scale, that from the mean
            if after & {*op.reads, *op.writes[:i]}:
                after.add(written)
    model, ids = case.model(), case.tensor()
    before = capture(model, ids)
    with torch.inference_mode(), recording(Run(edits={name: lambda value, _: value * 1.5 + 0.25})) as run:
        model.predict(ids)
    assert torch.equal(run.tensors[name], before[name] * 1.5 + 0.25)
    assert all(torch.equal(before[other], tensor) for other, tensor in run.tensors.items() if other not in after)


@pytest.mark.parametrize("gated", [True, False])
@pytest.mark.parametrize("position", ["rope", "learned"])
@pytest.mark.parametrize(("place", "parallel"), VARIANTS)
def test_every_operation_depends_on_all_that_it_says_it_reads(
    *, place: str, parallel: bool, position: str, gated: bool
) -> None:
    variant = {"norm_place": place, "parallel": parallel, "position": position, "gated": gated, "qk_norm": gated}
    config = SILU.model_copy(update=variant)
    model, ids = make_model(config), torch.tensor([1, 2, 3, 4])
    before, noise = capture(model, ids), torch.Generator().manual_seed(1)
    for op in anatomy(config):
        for name in set(op.reads) - {"tokens"}:
            edit = {name: lambda value, _: value + torch.randn(value.shape, generator=noise)}
            directly = {other: held(before[other]) for other in set(before) - {name, *op.writes}}
            with torch.inference_mode(), recording(Run(edits=directly | edit)) as run:
                model.predict(ids)
            assert any(not torch.equal(run.tensors[out], before[out]) for out in op.writes), (op.name, name)


def held(tensor: Tensor) -> Edit:
    """The edit that lets nothing through: whatever the model computed, it goes on with `tensor`."""
    return lambda _value, _before: tensor
