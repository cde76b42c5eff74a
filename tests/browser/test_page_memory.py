"""Must 27: fifty runs in a row do not grow the page's heap by more than 20 MB; and a picture that is left is gone."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.lanewise_page import field, open_at
from tests.browser.step_panel import StepPanel

RUNS = 50
MOST_BYTES = 20 * 2**20
MOST_NODES = 300
"""Fewer than one of the pictures has."""
PATIENCE = 40


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


@pytest.mark.parametrize(("step", "look"), [("blocks.0.attn.scores", None), ("probs", "lens")])
def test_a_picture_that_is_left_is_not_kept(page: Page, step: str, look: str | None) -> None:
    panel = StepPanel(page).open("embed")
    session = page.context.new_cdp_session(page)
    for number in range(7):
        panel.show(step, look, ".choice").show("embed", None, ".body")
        expect(panel.root.locator(".choice")).to_have_count(0)
        if number == 2:
            before = nodes(session)
    for _ in range(PATIENCE):  # what was shown last may still be on its way out
        if nodes(session) - before < MOST_NODES:
            return
        page.wait_for_timeout(250)
    pytest.fail(f"{nodes(session) - before} more nodes than before are kept, at most {MOST_NODES} are allowed")


def nodes(session: CDPSession) -> int:
    """The nodes of all documents after a collection, those that are off the page too."""
    session.send("HeapProfiler.collectGarbage")
    return int(session.send("Memory.getDOMCounters")["nodes"])


def run(page: Page, number: int) -> None:
    """Send one more sentence through the model, and look at a step of it."""
    field(page).fill(f"the cat saw {number} hats and sat down")
    expect(page.locator("lw-lanes .name .label").last).to_have_text("␣down")
    page.locator("lw-timeline").evaluate("timeline => timeline.focus()")
    expect(page.locator("lw-lanes .strand").first).to_be_attached()
