"""From a phone to a projector, in the dark, with reduced motion: nothing overflows, nothing is tiny (must 26)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import open_at

SIZES = [(390, 844), (720, 450), (1440, 900), (1800, 1125), (3840, 2160)]
TINY = """() => {
  const found = [];
  const visit = (root) => {
    for (const each of root.querySelectorAll('*')) {
      if (each.shadowRoot) visit(each.shadowRoot);
      const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const box = each.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(each).fontSize);
      if (own && box.width > 2 && size < LEAST) found.push(each.tagName + ' ' + each.textContent.slice(0, 20));
    }
  };
  const views = document.querySelectorAll('header, lw-lanes, lw-next, lw-timeline, lw-transport');
  for (const view of views) visit(view.shadowRoot ?? view);
  return found;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("state", [{}, {"step": "blocks.2.attn.pattern"}, {"text": ""}])
def test_nothing_overflows(open_page: Callable[..., Page], width: int, height: int, state: dict[str, str]) -> None:
    page = open_page(viewport={"width": width, "height": height})
    open_at(page, **state)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_type_grows_with_a_projector(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 3840, "height": 2160})
    open_at(page, step="blocks.2.attn.pattern")
    assert page.evaluate(TINY.replace("LEAST", "24")) == []


def test_no_type_is_under_twelve_pixels_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    open_at(page, step="blocks.2.attn.pattern")
    assert page.evaluate(TINY.replace("LEAST", "12")) == []


def test_the_system_decides_light_or_dark_until_somebody_does(open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme="dark")
    open_at(page)
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("button", name="light", exact=True).click()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != dark
    expect(page).to_have_url(re.compile("theme=light"))


def test_reduced_motion_stops_what_moves(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="reduce")
    open_at(page, step="embed")
    assert page.locator("lw-lanes .veil").evaluate("veil => getComputedStyle(veil).transitionDuration") == "0s"


def test_the_presenter_view_is_larger_and_left_by_escape(page: Page) -> None:
    open_at(page, step="blocks.2.attn.pattern")
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    page.keyboard.press("f")
    expect(page.locator("aside.next")).to_be_hidden()
    assert page.evaluate(size) > before
    page.keyboard.press("Escape")
    page.keyboard.press("f") if page.locator("aside.next").is_hidden() else None
    expect(page.locator("aside.next")).to_be_visible()


@pytest.mark.parametrize("count", [1, 64, 200])
def test_must_14_lanes_that_are_not_drawn_are_said(page: Page, count: int) -> None:
    open_at(page, text=" cat" * count)
    expect(page.locator("lw-lanes .name")).to_have_count(min(count, 64))
    if count > 64:
        expect(page.locator("lw-lanes .key")).to_contain_text(f"Lanes 137–200 of {count}")
