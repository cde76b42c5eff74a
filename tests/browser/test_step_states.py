"""What the step panel shows while there is nothing to show, and that two of them keep out of each other's way."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Complaints
from tests.browser.step_panel import PATIENCE_MS, StepPanel

LONG = "once upon a time there was a little girl who had a red ball . " * 12


def test_numbers_that_do_not_come_are_said_and_can_be_asked_for_again(page: Page, complaints: Complaints) -> None:
    """must 20: an error has a state of its own, and names the cause."""
    complaints.allow("status of 404")
    problem = '{"title": "Gone", "status": 404, "detail": "The tensor is on holiday."}'
    answer = {"status": 404, "content_type": "application/problem+json", "body": problem}
    page.route("**/api/tensor?*pattern*", lambda route: route.fulfill(**answer))
    panel = StepPanel(page).open("embed")
    panel.leave_for("blocks.2.attn.z")
    expect(panel.root.get_by_role("alert")).to_contain_text("The tensor is on holiday.")
    page.unroute("**/api/tensor?*pattern*")
    panel.root.get_by_role("button", name="Try again").click()
    panel.wait("blocks.2.attn.z")


def test_what_failed_while_the_server_was_away_is_asked_for_again_when_it_is_back(
    page: Page, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED")
    panel = StepPanel(page).open("blocks.2.attn.z")
    page.context.set_offline(True)
    panel.leave_for("blocks.2.mlp.act")
    expect(panel.root.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator("lw-arithmetic").get_by_role("button", name="Ask again")).to_be_visible()
    page.context.set_offline(False)
    panel.wait("blocks.2.mlp.act")
    expect(page.locator("lw-arithmetic .told[aria-busy=false]")).to_be_visible(timeout=PATIENCE_MS)
    expect(panel.root.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_comes_late_is_not_drawn(page: Page) -> None:
    """must 24."""
    held: list[Route] = []
    page.route("**/api/tensor?*resid_mid*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright looks at its arguments)
    panel = StepPanel(page).open("embed")
    panel.leave_for("blocks.0.resid_mid")
    expect(panel.root.locator(".loading")).to_contain_text("blocks.0.resid_mid")
    panel.go("blocks.0.norm1.out")
    for route in held:
        route.abort()
    page.wait_for_timeout(300)
    expect(panel.root.locator("lw-number .name")).to_contain_text("blocks.0.norm1.out[")
    expect(panel.root.get_by_role("alert")).to_have_count(0)


def test_two_panels_on_one_page_do_not_disturb_each_other(page: Page) -> None:
    """must 20."""
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4)
    page.evaluate("""() => {
        const page = document.querySelector('lw-page');
        const one = page?.shadowRoot?.querySelector('lw-step') ?? document.querySelector('lw-step');
        const two = document.createElement('lw-step');
        for (const name of ['anatomy', 'trace', 'api']) two[name] = one[name];
        two.state = { ...one.state, head: 1 };
        two.step = one.anatomy.steps.find(({ name }) => name === 'blocks.0.attn.pattern');
        two.id = 'second';
        document.body.append(two);
    }""")
    second = page.locator("#second")
    expect(second.locator("lw-number .name")).to_contain_text("blocks.0.attn.pattern[1,", timeout=PATIENCE_MS)
    first = page.locator("lw-step:not(#second)")
    panel.hover_cell(second.locator(".large lw-grid"), 2, 0)
    expect(second.locator(".large .label.marked")).to_have_count(2)
    expect(first.locator(".large .label.marked")).to_have_count(0)
    expect(first.locator("lw-number .name")).to_contain_text("blocks.2.attn.pattern[4,")


def test_a_long_text_has_grids_without_numbers_that_can_still_be_read(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.attn.pattern", text=LONG, head=1)
    layout = panel.large.evaluate("view => view.layout")
    assert layout["font"] == 0
    count = panel.large.evaluate("view => view.plate.rowCount")
    panel.click_cell(panel.large, 20, 12)
    selected = f"blocks.2.attn.pattern[1, {count - 12}, {count - 20}]"
    expect(panel.root.locator("lw-number .name")).to_have_text(selected)
    panel.large.locator("xpath=..").locator("lw-matrix-table summary").click()
    expect(panel.root.locator(".large caption")).to_contain_text(f" of {count}, columns ")


@pytest.mark.parametrize("width", [390, 1440, 3840])
@pytest.mark.parametrize(
    "step", ["tokens", "blocks.2.attn.rot_q", "blocks.2.attn.pattern", "blocks.2.norm1.out", "probs"]
)
def test_nothing_of_the_panel_is_wider_than_its_place(open_page: Callable[..., Any], step: str, width: int) -> None:
    """must 26: what is too wide scrolls inside its own box."""
    page = open_page(viewport={"width": width, "height": 900})
    StepPanel(page).open(step)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
