"""Slices: what is picked, the limits of the colours, and the three forms in which a slice is sent."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from safetensors.numpy import load

from model.errors import NotAnAxisError, OutOfRangeError
from model.ops.op import TensorSpec
from model.slices import Slice, cut

GRID = TensorSpec("grid", ("head", "query", "key"), "signed", "")
VALUES = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)


def test_a_head_and_a_token_pick_one_row_of_a_grid() -> None:
    row = cut(GRID, VALUES, head=1, token=2)
    assert (row.axes, row.values.tolist()) == (("key",), [20, 21, 22, 23])


def test_the_last_token_is_minus_one() -> None:
    assert cut(GRID, VALUES, token=-1).values.tolist() == VALUES[:, 2].tolist()


def test_an_index_picks_one_element() -> None:
    element = cut(GRID, VALUES, index=(1, 0, 3))
    assert (element.axes, float(element.values)) == ((), 15.0)


def test_an_average_over_heads_is_their_mean() -> None:
    mean = cut(GRID, VALUES, average="head")
    assert (mean.axes, mean.values.tolist()) == (("query", "key"), ((VALUES[0] + VALUES[1]) / 2).tolist())
    assert cut(GRID, VALUES, average="head", token=1).axes == ("key",)


@pytest.mark.parametrize("picks", [{"head": 2}, {"token": 3}, {"token": -4}, {"index": (0, 0, 4)}])
def test_a_number_outside_its_axis_is_refused_with_the_range(picks: dict[str, int]) -> None:
    with pytest.raises(OutOfRangeError, match="must be between"):
        cut(GRID, VALUES, **picks)


@pytest.mark.parametrize("picks", [{"head": 0}, {"index": (0, 0)}, {"average": "head"}])
def test_what_does_not_fit_the_axes_is_refused_with_the_axes(picks: dict[str, int]) -> None:
    with pytest.raises(NotAnAxisError, match="whose axes are token"):
        cut(TensorSpec("scale", ("token",), "positive", ""), torch.ones(3), **picks)


def test_colour_limits_leave_out_a_few_values_and_say_how_many() -> None:
    values = np.ones(1000, dtype=np.float32)
    values[:3] = [22_552, -1000, 50]
    limits = Slice("x", ("token",), values).range
    assert (limits.min, limits.max, limits.low, limits.high, limits.outliers) == (-1000, 22_552, 1, 1, 3)


def test_a_row_that_is_masked_altogether_still_has_limits() -> None:
    limits = Slice("x", ("key",), np.full(3, -np.inf, dtype=np.float32)).range
    assert (limits.min, limits.max) == (0, 0)


@given(arrays(np.float32, st.integers(1, 600), elements=st.floats(-1e6, 1e6, width=32)))
def test_colour_limits_lie_within_the_true_range(values: np.ndarray) -> None:
    limits = Slice("x", ("token",), values).range
    assert limits.min <= limits.low <= limits.high <= limits.max
    assert limits.outliers <= len(values) * 0.0101 + 2


@given(
    arrays(np.float32, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.floats(width=32, allow_nan=False))
)
def test_raw_bytes_and_safetensors_give_back_the_values(values: np.ndarray) -> None:
    piece = Slice("blocks.0.attn.scores", ("query", "key"), values)
    assert np.array_equal(np.frombuffer(piece.to_bytes("f32"), "<f4").reshape(values.shape), values)
    assert np.array_equal(load(piece.to_safetensors())["blocks.0.attn.scores"], values)


def test_json_says_what_null_means_only_where_something_is_masked() -> None:
    """must 6"""
    masked = Slice("m", ("key",), np.array([1.0, -np.inf], dtype=np.float32)).to_json()
    assert np.isnan(masked["values"][1])
    assert masked["null_means"] == "-inf"
    assert Slice("m", ("key",), np.ones(2, dtype=np.float32)).to_json()["null_means"] is None


def test_float16_for_colours_keeps_what_is_too_large_finite() -> None:
    piece = Slice("x", ("token",), np.array([1e6, -1e6, -np.inf, 0.5], dtype=np.float32))
    assert np.frombuffer(piece.to_bytes("f16"), "<f2").tolist() == [65504, -65504, -np.inf, 0.5]


@given(st.integers(1, 9), st.integers(1, 12))
def test_a_grid_is_averaged_in_blocks_of_which_none_is_left_out(n_tokens: int, side: int) -> None:
    grid = torch.arange(2 * n_tokens * n_tokens, dtype=torch.float32).view(2, n_tokens, n_tokens)
    found = cut(TensorSpec("grid", ("head", "query", "key"), "weight", ""), grid, side=side).values
    size = math.ceil(n_tokens / side)
    n_blocks = math.ceil(n_tokens / size)
    assert found.shape == (2, n_blocks, n_blocks)
    assert n_blocks <= side
    for i in range(n_blocks):
        for j in range(n_blocks):
            block = grid[:, i * size : (i + 1) * size, j * size : (j + 1) * size]
            assert found[:, i, j] == pytest.approx(block.mean((1, 2)).numpy())


def test_only_grids_are_averaged_in_blocks() -> None:
    with pytest.raises(NotAnAxisError):
        cut(TensorSpec("x", ("token", "d_model"), "signed", ""), torch.zeros(2, 3), side=1)
    with pytest.raises(OutOfRangeError):
        cut(TensorSpec("x", ("query", "key"), "signed", ""), torch.zeros(2, 2), side=0)
