"""Must 27: fifty runs in a row do not grow the page's heap by more than 20 MB."""

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.lanewise_page import field, open_at

RUNS = 50
MOST_BYTES = 20 * 2**20


def heap(session: CDPSession) -> int:
    """The bytes in use after a collection."""
    session.send("HeapProfiler.collectGarbage")
    return int(session.send("Runtime.getHeapUsage")["usedSize"])


def test_must_27_fifty_runs_do_not_grow_the_heap(page: Page) -> None:
    open_at(page, text="the cat saw the hat", step="blocks.2.attn.pattern")
    session = page.context.new_cdp_session(page)
    run(page, 0)
    before = heap(session)
    for number in range(1, RUNS + 1):
        run(page, number)
    assert heap(session) - before < MOST_BYTES


def run(page: Page, number: int) -> None:
    """Send one more sentence through the model, and look at a step of it."""
    field(page).fill(f"the cat saw {number} hats and sat down")
    expect(page.locator("lw-lanes .name .label").last).to_have_text("␣down")
    page.locator("lw-timeline").evaluate("timeline => timeline.focus()")
    expect(page.locator("lw-lanes .strand").first).to_be_attached()
