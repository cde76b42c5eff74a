"""Walking: every step by one key, the timeline, the layers, heads and tokens by keyboard."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import field, open_at, state_of, step_of


def steps_of(server_url: str, model: str) -> list[str]:
    """The names of all steps, from the API."""
    steps = httpx.get(f"{server_url}/api/anatomy", params={"model": model}).json()["steps"]
    return [step["name"] for step in steps if step.get("shown", True)]


@pytest.mark.parametrize("model", ["toy", "story"])
def test_every_step_is_reached_by_the_right_arrow_alone(page: Page, server_url: str, model: str) -> None:
    text = "the cat sat" if model == "toy" else "the cat saw the hat"
    open_at(page, model=model, text=text)
    walked = []
    for _ in steps_of(server_url, model):
        page.keyboard.press("ArrowRight")
        walked.append(step_of(page))
        assert page.locator("lw-timeline .step.here").get_attribute("data-step") == walked[-1]
        expect(page.locator("lw-step")).to_be_visible()
    assert walked == steps_of(server_url, model)
    page.keyboard.press("ArrowRight")
    assert step_of(page) == walked[-1]


def test_left_goes_back_to_the_whole_model(page: Page) -> None:
    open_at(page, step="tokens")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) is None
    expect(page.locator("[data-state='overview']")).to_be_visible()


def test_a_presenters_clicker_steps_too(page: Page) -> None:
    open_at(page, step="tokens")
    page.keyboard.press("PageDown")
    assert step_of(page) == "embed"
    page.keyboard.press("PageUp")
    assert step_of(page) == "tokens"


def test_keys_belong_to_the_field_while_somebody_types(page: Page) -> None:
    open_at(page, text="cat", step="embed")
    field(page).focus()
    page.keyboard.press("End")
    page.keyboard.type("[f?2 ")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == "embed"
    assert state_of(page, "text") == "cat[f?2 "
    assert state_of(page, "present") is None


def test_digits_go_to_a_layer_and_brackets_change_the_head(page: Page) -> None:
    open_at(page)
    page.keyboard.press("3")
    assert step_of(page) == "blocks.2.norm1.out"
    for _ in range(9):
        page.keyboard.press("]")
    assert state_of(page, "head") == "5"
    page.keyboard.press("[")
    assert state_of(page, "head") == "4"


def test_up_and_down_choose_a_token_and_the_panel_names_the_position(page: Page) -> None:
    open_at(page, text="the cat saw the hat")
    expect(page.locator("lw-next h2")).to_contain_text("After ␣hat, the next token")
    page.keyboard.press("ArrowUp")
    expect(page.locator("lw-next h2")).to_contain_text("After ␣the, the next token")
    assert state_of(page, "token") == "3"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert state_of(page, "token") == "4"


def test_a_click_on_a_lane_chooses_its_token(page: Page) -> None:
    open_at(page, text="the cat saw the hat")
    page.locator("lw-lanes .name").nth(1).click()
    assert state_of(page, "token") == "1"
    expect(page.locator("lw-next h2")).to_contain_text("After ␣cat")


def test_a_click_on_the_timeline_goes_there(page: Page) -> None:
    open_at(page, step="blocks.1.attn.q")
    page.locator("lw-timeline .step", has_text="softmax").click()
    assert step_of(page) == "blocks.1.attn.pattern"


def test_play_walks_by_itself_and_stops_for_a_key(page: Page) -> None:
    open_at(page)
    page.locator("lw-transport select").select_option("4")
    page.get_by_role("button", name="play").click()
    page.wait_for_url(re.compile("step=embed"))
    page.keyboard.press("ArrowRight")
    stopped = step_of(page)
    page.wait_for_timeout(600)
    assert step_of(page) == stopped


def strands_of(server_url: str, layer: int, **pick: object) -> int:
    """How many weights of a layer's pattern are drawn: those of other tokens, from 0.05 up."""
    query = {"model": "story", "text": "the cat saw the hat", "tensor": f"blocks.{layer}.attn.pattern", **pick}
    pattern = httpx.get(f"{server_url}/api/tensor", params=query).json()["values"]
    return sum(weight >= 0.05 for i, row in enumerate(pattern) for weight in row[:i])


def test_strands_of_every_layer_are_the_mean_of_its_heads(page: Page, server_url: str) -> None:
    open_at(page, text="the cat saw the hat")
    drawn = sum(strands_of(server_url, layer, average="head") for layer in range(6))
    expect(page.locator("lw-lanes .strand")).to_have_count(drawn)
    expect(page.locator("lw-lanes .key")).to_contain_text("mean of all 6 heads; under 0.05 not drawn")


def test_strands_of_the_layer_that_is_looked_at_are_those_of_the_chosen_head(page: Page, server_url: str) -> None:
    open_at(page, text="the cat saw the hat", step="blocks.2.attn.pattern", head=1)
    expect(page.locator("lw-lanes .strands.here .strand")).to_have_count(strands_of(server_url, 2, head=1))
    others = sum(strands_of(server_url, layer, average="head") for layer in range(6) if layer != 2)
    expect(page.locator("lw-lanes .strands:not(.here) .strand")).to_have_count(others)
    expect(page.locator("lw-lanes .key")).to_contain_text("layer 3, head 2 of 6")


def test_must_14_strands_that_are_too_many_are_said(page: Page) -> None:
    open_at(page, text=" cat" * 30)
    expect(page.locator("lw-lanes .key")).to_contain_text("up to 24 tokens")
    page.wait_for_timeout(400)
    expect(page.locator("lw-lanes .strand")).to_have_count(0)


def test_the_stream_is_shown_between_the_rooms_as_a_sample_that_says_so(page: Page) -> None:
    open_at(page, text="the cat")
    expect(page.locator("lw-lanes .swatches .frame")).to_have_count(7 * 2)
    expect(page.locator("lw-lanes .key")).to_contain_text("first 12 of 192 numbers")
    expect(page.locator("lw-lanes .swatches title").first).to_contain_text("blocks.0.resid_pre: numbers 1 to 12 of 192")


def test_strands_of_another_text_are_never_left_on_the_lanes(page: Page) -> None:
    open_at(page, text="the cat saw the hat")
    expect(page.locator("lw-lanes .strand").first).to_be_attached()
    page.route(re.compile("/api/tensor"), lambda route: None)  # nothing comes for the new text
    field(page).fill("the hat saw the cat")
    expect(page.locator("lw-next h2")).to_contain_text("cat")
    expect(page.locator("lw-lanes .strand")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")


def test_the_token_that_is_chosen_is_announced(page: Page) -> None:
    open_at(page, text="the cat saw the hat", step="blocks.2.attn.masked")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".page > [aria-live]")).to_contain_text("Token 4 of 5: space the. Best guess of what follows:")


def test_the_step_is_announced(page: Page) -> None:
    open_at(page, step="blocks.2.attn.masked")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".page > [aria-live]")).to_contain_text("Layer 3 · attention · Softmax")


def test_all_keys_are_told_in_a_dialog(page: Page) -> None:
    open_at(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("one step on")
    page.keyboard.press("ArrowRight")
    assert step_of(page) is None
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_zoom_shows_the_name_of_every_step_of_one_layer(page: Page) -> None:
    open_at(page, step="blocks.0.attn.q")
    page.keyboard.press("+")
    names = page.locator("lw-lanes .step-name")
    expect(names).to_have_count(19)
    assert names.all_text_contents()[:4] == ["norm", "q", "k", "v"]
    page.keyboard.press("-")
    expect(page.locator("lw-lanes .step-name")).to_have_count(0)
