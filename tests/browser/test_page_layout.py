"""The layout of the stage, a pure function, for every shape of model (musts 21 and 25)."""

from typing import Any

import pytest
from playwright.sync_api import Page

from model.anatomy import anatomy
from model.config import Config
from tests.browser.lanewise_page import open_at

WIDTH = 900
LAY_OUT = """async ([steps, layer, zoomed, width]) => {
  const { layOut } = await import('/static/js/layout/lanes.js');
  const { groupSteps } = await import('/static/js/walk.js');
  return layOut(groupSteps(steps), { width, unit: 16, layer, zoomed });
}"""


def lay_out(page: Page, layer: int | None = None, *, zoomed: bool = False, **variant: Any) -> list[dict[str, Any]]:
    """The columns of a model with this variant."""
    small = {"vocab_size": 64, "d_model": 8, "n_heads": 2, "n_kv_heads": 2, "d_head": 4, "d_ff": 16, "n_ctx": 32}
    config = Config(**{**small, "n_layers": 4, **variant})
    names = ("name", "kind", "layer", "part", "short", "reads", "writes")
    steps = [{name: getattr(op, name) for name in names} for op in anatomy(config) if op.shown]
    columns: list[dict[str, Any]] = page.evaluate(LAY_OUT, [steps, layer, zoomed, WIDTH])["columns"]
    return columns


@pytest.fixture
def empty(page: Page) -> Page:
    """A page whose modules can be asked."""
    open_at(page, text="")
    return page


@pytest.mark.parametrize("layers", [1, 6, 12, 24, 48])
@pytest.mark.parametrize("zoomed", [False, True])
def test_must_21_every_layer_has_a_room_inside_the_stage(empty: Page, layers: int, zoomed: bool) -> None:
    columns = lay_out(empty, layers // 2, zoomed=zoomed, n_layers=layers)
    assert [column["part"] for column in columns] == ["embed", *["layer"] * layers, "head"]
    edges = [edge for column in columns for edge in (column["x"], column["x"] + column["width"])]
    assert edges == sorted(edges)
    assert edges[-1] <= WIDTH + 0.5
    assert max(columns, key=lambda column: column["width"])["layer"] == layers // 2


def test_steps_stand_in_the_order_of_the_walk(empty: Page) -> None:
    places = [place["x"] for column in lay_out(empty, 1) for place in column["places"]]
    assert places == sorted(places)


def test_must_25_each_part_is_a_branch_that_is_added(empty: Page) -> None:
    attention, mlp = lay_out(empty)[1]["branches"]
    assert attention["leaves"] < attention["box"] < attention["joins"] < mlp["leaves"] < mlp["box"] < mlp["joins"]
    assert attention["side"] == mlp["side"] == "above"


@pytest.mark.parametrize("shared_norm", [False, True])
def test_a_parallel_block_is_drawn_as_two_branches_from_one_place(empty: Page, shared_norm: bool) -> None:
    attention, mlp = lay_out(empty, parallel=True, shared_norm=shared_norm)[1]["branches"]
    assert attention["leaves"] == mlp["leaves"]
    assert (attention["side"], mlp["side"]) == ("above", "below")


@pytest.mark.parametrize(("place", "on"), [("pre", "branch"), ("branch", "branch"), ("post", "stream")])
def test_a_norm_stands_where_the_model_has_it(empty: Page, place: str, on: str) -> None:
    places = lay_out(empty, norm_place=place)[1]["places"]
    assert {each["on"] for each in places if each["step"]["kind"] == "norm"} == {on}
