"""Traces of the bundled models: what is kept, what is made again, and that both are the same."""

import numpy as np
import pytest
import torch

from model.errors import EmptyTextError, OutOfRangeError, TextRefusedError, TooLongError, UnknownNameError
from model.memory import ByteLRU
from model.shelf.library import Library
from model.shelf.loaded import LoadedModel
from model.taps import Run, recording
from model.trace import Trace, make_trace, nbytes, segment_of

TEXT = "the cat saw the hat"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module", params=["story", "toy"])
def model(request: pytest.FixtureRequest, library: Library) -> LoadedModel:
    return library.get(request.param)


def trace_of(model: LoadedModel, text: str) -> Trace:
    return make_trace(model, text, insides=ByteLRU(50_000_000, size=nbytes))


def text_for(model: LoadedModel) -> str:
    return model.description.file.examples[0]


def test_every_tensor_that_is_made_again_is_bit_for_bit_what_it_was(model: LoadedModel) -> None:
    trace = trace_of(model, text_for(model))
    with torch.inference_mode(), recording(Run()) as run:
        model.transformer.predict(trace.ids)
    for name, tensor in run.tensors.items():
        assert torch.equal(trace.tensor(name), tensor), name
    assert run.tensors.keys() | {"tokens"} == model.tensors.keys()


def test_a_trace_keeps_the_stream_at_the_boundaries_and_little_else(model: LoadedModel) -> None:
    trace = trace_of(model, text_for(model))
    assert len(trace.streams) == model.config.n_layers + 1
    stream_bytes = 4 * len(trace.tokens) * model.config.d_model * len(trace.streams)
    assert stream_bytes < trace.nbytes < stream_bytes + 4000 * len(trace.tokens)


def test_every_tensor_has_the_shape_that_the_catalogue_says(model: LoadedModel) -> None:
    trace = trace_of(model, text_for(model))
    for name, spec in model.tensors.items():
        assert tuple(trace.tensor(name).shape) == trace.shape(spec), name


def test_the_lens_at_the_last_boundary_is_the_models_own_guess(model: LoadedModel) -> None:
    """must 9"""
    trace = trace_of(model, text_for(model))
    for best, position in zip(trace.boundaries[-1].best, trace.positions, strict=True):
        assert best.id == position.guesses.top[0].id
        assert best.p == pytest.approx(position.guesses.top[0].p, abs=1e-6)


def test_the_lens_norms_every_layer_with_its_own_statistics(library: Library) -> None:
    """must 9"""
    trace = trace_of(library.get("story"), TEXT)
    weights = trace.model.transformer.state_dict()
    gain, table = (weights[name].double().numpy() for name in ("norm_final.gain", "w_e.weight"))
    for boundary in trace.boundaries:
        stream = trace.tensor(boundary.tensor).double().numpy()
        normed = stream / np.sqrt((stream**2).mean(-1, keepdims=True) + trace.model.config.norm_eps) * gain
        logits = normed @ table.T
        assert [best.id for best in boundary.best] == logits.argmax(-1).tolist()
        assert boundary.norms == pytest.approx(np.sqrt((stream**2).sum(-1)).tolist(), rel=1e-5)


def test_the_true_next_token_is_judged_at_every_position_but_the_last(library: Library) -> None:
    trace = trace_of(library.get("story"), TEXT)
    judged = [position.next for position in trace.positions]
    assert [next_.id if next_ else None for next_ in judged] == [token.id for token in trace.tokens[1:]] + [None]


def test_a_temperature_changes_the_guesses_of_one_position(library: Library) -> None:
    trace = trace_of(library.get("story"), TEXT)
    cold, hot = (trace.next_tokens(temperature=t, top=5) for t in (0.5, 2))
    assert cold.top[0].id == hot.top[0].id
    assert cold.top[0].p > hot.top[0].p


def test_an_empty_text_gives_an_empty_trace(model: LoadedModel) -> None:
    trace = trace_of(model, "")
    assert (trace.tokens, trace.positions, trace.boundaries) == ([], [], [])
    with pytest.raises(EmptyTextError):
        trace.tensor("embed")
    with pytest.raises(EmptyTextError):
        trace.next_tokens()


def test_one_token_attends_to_itself_alone(library: Library) -> None:
    trace = trace_of(library.get("story"), "x")
    assert trace.tensor("blocks.0.attn.pattern").flatten().tolist() == [1.0] * 6


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_context_is_a_limit_in_tokens(library: Library, more: int) -> None:
    """must 17: n − 1 and n are taken, n + 1 is refused with both numbers."""
    model = library.get("story")
    limit = model.config.n_ctx
    text = "the" + " the" * (limit + more - 1)
    if more <= 0:
        assert len(trace_of(model, text).tokens) == limit + more
        return
    with pytest.raises(TooLongError, match=f"{limit + 1} tokens.*holds {limit}"):
        trace_of(model, text)


def test_an_unknown_tensor_is_refused_with_the_list_and_the_nearest_names_first(model: LoadedModel) -> None:
    with pytest.raises(UnknownNameError, match=r"The nearest is “blocks\.0\.attn\.pattern”") as caught:
        trace_of(model, text_for(model)).tensor("blocks.0.attn.patern")
    assert caught.value.allowed[0] == "blocks.0.attn.pattern"
    assert sorted(caught.value.allowed) == sorted(model.tensors)


def test_a_name_like_no_other_is_refused_with_the_list_in_its_order(model: LoadedModel) -> None:
    with pytest.raises(UnknownNameError) as caught:
        trace_of(model, text_for(model)).tensor("☃")
    assert caught.value.allowed == list(model.tensors)


def test_a_head_that_is_not_there_is_refused_with_the_range(library: Library) -> None:
    with pytest.raises(OutOfRangeError, match="between -6 and 5"):
        trace_of(library.get("story"), TEXT).select("blocks.0.attn.q", head=6)


def test_the_toy_names_the_word_it_does_not_know(library: Library) -> None:
    with pytest.raises(TextRefusedError, match="“hat”") as caught:
        trace_of(library.get("toy"), "the cat hat")
    assert (caught.value.start, caught.value.end) == (7, 11)


def test_a_tensor_belongs_to_the_segment_that_makes_it() -> None:
    assert [segment_of(name) for name in ("embed", "blocks.12.mlp.out", "logits")] == ["entrance", "12", "exit"]
