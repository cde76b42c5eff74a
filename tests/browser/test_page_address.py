"""The state of the page lives in its address: links, Back, and answers that come too late."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lanewise_page import WAIT_MS, expect_lanes, field, lane_names, open_at, state_of, step_of


def test_a_link_opens_exactly_what_its_sender_saw(page: Page) -> None:
    open_at(
        page,
        model="toy",
        text="the dog sat",
        step="blocks.1.attn.pattern",
        token=1,
        head=1,
        temperature=0.5,
        zoom=1,
        theme="dark",
    )
    expect(page.locator("lw-next h2")).to_contain_text("After ␣dog")
    expect(page.locator("lw-timeline .step.here")).to_have_attribute("data-step", "blocks.1.attn.pattern")
    expect(page.locator("lw-lanes .key")).to_contain_text("layer 2, head 2 of 2")
    expect(page.locator("lw-next input[type=range]")).to_have_value("0.5")
    expect(page.get_by_role("button", name="one layer")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_one_layer_means_the_first_where_none_is_looked_at(page: Page) -> None:
    open_at(page, text="the cat")
    page.get_by_role("button", name="one layer").click()
    expect(page.get_by_role("button", name="one layer")).to_have_attribute("aria-pressed", "true")
    assert step_of(page) == "blocks.0.norm1.out"


@pytest.mark.parametrize(("query", "state"), [("%ff", "refused"), ("%ed%a0%80", "refused"), ("100%", "overview")])
def test_a_link_with_bytes_that_are_no_text_is_refused(page: Page, query: str, state: str) -> None:
    """A browser reads such bytes as U+FFFD, which nobody has written."""
    page.goto(f"/?text={query}")
    expect(page.locator(f"[data-state={state}]")).to_be_visible(timeout=WAIT_MS)
    if state == "refused":
        expect(page.locator("[data-state=refused]")).to_contain_text("bytes that are no text")
        field(page).fill("the cat")
        expect_lanes(page, ["the", "␣cat"])


def test_back_returns_to_the_step_before(page: Page) -> None:
    open_at(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == "embed"
    page.go_back()
    assert step_of(page) == "tokens"
    expect(page.locator("lw-timeline .step.here")).to_have_attribute("data-step", "tokens")


def test_back_returns_to_the_text_before_not_to_each_letter(page: Page) -> None:
    open_at(page, text="the cat")
    field(page).focus()
    page.keyboard.press("End")
    page.keyboard.type(" sat down")
    expect_lanes(page, ["the", "␣cat", "␣sat", "␣down"])
    page.go_back()
    expect_lanes(page, ["the", "␣cat"])
    expect(field(page)).to_have_value("the cat")


def test_must_24_a_selection_is_cleared_when_the_tokens_change_under_it(page: Page) -> None:
    open_at(page, text="the cat saw", token=1, step="blocks.0.attn.pattern", cell="0,1,0")
    field(page).fill("a dog ran")
    expect_lanes(page, ["a", "␣dog", "␣ran"])
    assert state_of(page, "token") is None
    assert state_of(page, "cell") is None
    assert step_of(page) == "blocks.0.attn.pattern"
    expect(page.locator("lw-next h2")).to_contain_text("After ␣ran")


def test_must_24_a_late_answer_is_never_painted_over_a_newer_one(page: Page) -> None:
    open_at(page, text="the")

    def hold_back(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    page.route(re.compile(r"/api/trace.*text=slow"), hold_back)
    field(page).fill("slow cat")
    field(page).fill("the hat")
    expect_lanes(page, ["the", "␣hat"])
    page.wait_for_timeout(1500)
    assert lane_names(page) == ["the", "␣hat"]


def test_must_1_the_numbers_of_one_model_are_never_shown_under_the_name_of_another(page: Page) -> None:
    open_at(page, text="the cat sat")
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/api/trace.*model=toy"), hold_back)
    page.locator("header select.model").select_option("toy")
    expect(page.locator("main [data-state=loading]")).to_be_visible()
    page.wait_for_timeout(500)  # by now the anatomy of the new model is there, and the trace of the old one
    expect(page.locator("lw-lanes, lw-next, lw-step")).to_have_count(0)
    held[0].continue_()
    expect_lanes(page, ["the", "␣cat", "␣sat"])


def test_while_the_temperature_moves_old_answers_are_dropped(page: Page) -> None:
    open_at(page, text="Once upon a time there was a little")

    def hold_back(route: Route) -> None:
        time.sleep(0.8)
        route.continue_()

    page.route(re.compile(r"/api/next.*temperature=2(&|$)"), hold_back)
    slider = page.locator("lw-next input[type=range]")
    slider.fill("2")
    slider.fill("0.1")
    page.wait_for_timeout(1500)
    assert float(page.locator("lw-next li").first.get_attribute("data-p") or 0) > 0.5
    assert state_of(page, "temperature") == "0.1"


def test_another_model_is_chosen_with_its_own_example(page: Page) -> None:
    open_at(page)
    page.locator("header select.model").select_option("toy")
    expect_lanes(page, ["the", "␣cat", "␣sat"])
    assert state_of(page, "model") == "toy"
    page.go_back()
    expect(page.locator("header .counter")).to_contain_text("of 512 tokens", timeout=WAIT_MS)


def test_a_setting_beyond_its_range_is_left_out(page: Page) -> None:
    open_at(page, top_k=9_999_999, temperature=99, min_p=2, step="probs", look="sampling")
    expect(page.locator("lw-sample-table .row").first).to_be_visible(timeout=WAIT_MS)


def test_a_step_that_the_model_does_not_have_is_said(page: Page) -> None:
    open_at(page, step="blocks.99.attn.q")
    expect(page.locator("[data-state=overview]")).to_contain_text("no step “blocks.99.attn.q”")


def test_a_name_that_is_very_long_is_cut_and_the_page_stays_inside_the_window(page: Page) -> None:
    open_at(page, step="x" * 5000)
    expect(page.locator("[data-state=overview]")).to_contain_text("x…”")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_share_copies_the_link(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_at(page, step="embed")
    page.get_by_role("button", name="share").click()
    expect(page.get_by_role("button", name="The link is copied")).to_be_visible()
    expect(page).to_have_url(page.evaluate("navigator.clipboard.readText()"))
