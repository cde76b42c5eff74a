"""A part of a weight is the same numbers that the weight has there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import NotAnAxisError, OutOfRangeError, UnknownNameError
from model.shelf.library import Library
from model.weights import MOST, Picks, read_weight

LIBRARY = Library()
TOY, STORY = LIBRARY.get("toy"), LIBRARY.get("story")
WEIGHTS = {name: weight.numpy() for name, weight in TOY.transformer.state_dict().items()}


@st.composite
def picks(draw: st.DrawFn, size: int) -> Picks:
    place = st.integers(0, size - 1)
    stretch = place.flatmap(lambda a: st.integers(a + 1, size).map(lambda b: range(a, b)))
    return draw(st.none() | place | st.lists(stretch, min_size=1, max_size=3).map(tuple))


def pick_by_numpy(pick: Picks, size: int) -> int | list[int]:
    if pick is None:
        return list(range(size))
    return pick if isinstance(pick, int) else [place for stretch in pick for place in stretch]


@given(st.data())
def test_any_part_of_any_weight_is_what_numpy_picks(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(WEIGHTS)))
    weight = WEIGHTS[name]
    asked = [data.draw(picks(size)) for size in weight.shape]
    right = weight
    for axis in reversed(range(weight.ndim)):
        right = np.take(right, pick_by_numpy(asked[axis], weight.shape[axis]), axis=axis)
    found = read_weight(TOY, name, **dict(zip(("row", "col"), asked, strict=False)))
    assert found.whole == weight.shape
    assert found.part.values.shape == right.shape
    assert np.array_equal(found.part.values, right)
    assert len(found.part.axes) == right.ndim


def test_the_axes_that_are_left_have_their_names() -> None:
    assert read_weight(TOY, "w_e.weight").part.axes == ("vocab", "d_model")
    assert read_weight(TOY, "w_e.weight", row=3).part.axes == ("d_model",)
    assert read_weight(TOY, "w_e.weight", col=3).part.axes == ("vocab",)
    assert read_weight(TOY, "norm_final.gain", row=(range(2),)).part.axes == ("d_model",)
    assert read_weight(TOY, "blocks.0.attn.w_q.weight", row=1, col=2).part.axes == ()


@pytest.mark.parametrize("pick", [9, -1, (range(8, 10),), (range(3), range(-2, 1)), (range(4, 4),), (range(5, 2),)])
def test_a_place_beyond_the_end_is_refused_with_what_is_allowed(pick: Picks) -> None:
    with pytest.raises(OutOfRangeError, match=r"^row is"):
        read_weight(TOY, "w_e.weight", row=pick)


def test_a_vector_has_no_columns() -> None:
    with pytest.raises(NotAnAxisError):
        read_weight(TOY, "norm_final.gain", col=0)


def test_a_weight_that_does_not_exist_is_told_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match=r"The nearest is “w_e\.weight”"):
        read_weight(TOY, "w_e.weigth")


def test_more_than_a_megabyte_is_refused_with_how_much_it_is() -> None:
    with pytest.raises(OutOfRangeError, match=r"That is 786,432 numbers; at most 262,144"):
        read_weight(STORY, "w_e.weight")
    assert read_weight(STORY, "w_e.weight", row=(range(MOST // 192),)).part.values.size <= MOST
    assert read_weight(STORY, "w_e.weight", col=7).part.values.shape == (4096,)
