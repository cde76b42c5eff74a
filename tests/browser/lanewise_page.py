"""What the tests of the page do again and again: open it at a state, wait for its lanes, read what it shows."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

WAIT_MS = 15_000


def open_at(page: Page, **state: object) -> None:
    """Open the page at a state of its address, and wait until it shows lanes, or says why it has none."""
    page.goto("/?" + urlencode({name: str(value) for name, value in state.items()}))
    expect(page.locator("lw-lanes .name, main [data-state]:not([data-state='loading'])").first).to_be_visible(
        timeout=WAIT_MS
    )


def field(page: Page) -> Locator:
    """The text field."""
    return page.locator("lw-text-field textarea")


def lane_names(page: Page) -> list[str]:
    """The tokens at the left of the lanes, as they are seen."""
    return [
        name.replace("\u2068", "").replace("\u2069", "")
        for name in page.locator("lw-lanes .name .label").all_inner_texts()
    ]


def expect_lanes(page: Page, names: list[str]) -> None:
    """Wait until exactly these lanes are shown."""
    expect(page.locator("lw-lanes .name .label")).to_have_text(names, timeout=WAIT_MS)


def step_of(page: Page) -> str | None:
    """The step in the address."""
    return page.evaluate("new URLSearchParams(location.search).get('step')")


def state_of(page: Page, name: str) -> str | None:
    """One part of the state in the address."""
    return page.evaluate("name => new URLSearchParams(location.search).get(name)", name)


def panel_of(page: Page, state: str) -> Locator:
    """The designed state that is shown in the place of the lanes."""
    return page.locator(f"[data-state='{state}']")
