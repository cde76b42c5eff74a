"""The picker of models offers what can be fetched, says how far it is, and opens it when it is here."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lanewise_page import WAIT_MS, expect_lanes, open_at, state_of

OFFER = {
    "name": "toy",  # so that what is opened at the end is there
    "title": "A large model",
    "licence": "MIT",
    "parameters": 1_234_567,
    "package": "large-model",
    "state": "offered",
    "done": 0,
    "total": 50_000_000,
    "detail": "",
}


class Shop:
    """Answers for the server what is offered, and hears what is asked for."""

    def __init__(self, page: Page, *, here: bool = True) -> None:
        self.here, self.offer, self.posted = here, dict(OFFER), list[str]()
        page.route(re.compile("/api/offers"), self._answer)

    def _answer(self, route: Route) -> None:
        if route.request.method == "POST":
            self.posted.append(route.request.url.rpartition("/api/offers")[2])
            self.say(state="offered" if route.request.url.endswith("stop") else "fetching", detail="")
        body = json.dumps({"here": self.here, "offers": [self.offer]})
        route.fulfill(status=200, content_type="application/json", body=body)

    def say(self, **changes: Any) -> None:
        """How far it is from now on."""
        self.offer.update(changes)


@pytest.fixture
def shop(page: Page) -> Shop:
    made = Shop(page)
    open_at(page)
    page.locator("header select.model").select_option("offer:toy")
    return made


def test_what_is_offered_says_what_it_is_before_anything_comes(page: Page, shop: Shop) -> None:
    panel = page.get_by_role("region", name="Fetch a model")
    expect(panel).to_contain_text("A large model 1,234,567 weights · MIT")
    expect(panel).to_contain_text("out of the package large-model: 50.0 MB")
    expect(page.locator("header select.model")).to_have_value("story")  # nothing is chosen by looking at it
    panel.get_by_role("button", name="Not now").click()
    expect(panel).to_have_count(0)
    assert shop.posted == []


def test_a_fetch_says_how_far_it_is_and_opens_the_model(page: Page, shop: Shop) -> None:
    panel = page.get_by_role("region", name="Fetch a model")
    panel.get_by_role("button", name="Fetch it").click()
    shop.say(done=20_000_000)
    expect(panel).to_contain_text("20.0 MB of 50.0 MB", timeout=WAIT_MS)
    expect(panel.get_by_role("progressbar", name="Fetching A large model")).to_have_js_property("value", 20_000_000)
    shop.say(state="dequantising")
    expect(panel).to_contain_text("Its weights are dequantised, once", timeout=WAIT_MS)
    shop.say(state="ready")
    expect_lanes(page, ["the", "␣cat", "␣sat"])
    expect(panel).to_have_count(0)
    assert state_of(page, "model") == "toy"
    assert shop.posted == ["/toy"]


def test_a_fetch_can_be_stopped_and_a_failed_one_says_why(page: Page, shop: Shop) -> None:
    panel = page.get_by_role("region", name="Fetch a model")
    panel.get_by_role("button", name="Fetch it").click()
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("button", name="Fetch it")).to_be_visible(timeout=WAIT_MS)
    panel.get_by_role("button", name="Fetch it").click()
    shop.say(state="failed", detail="The disk is full.")
    expect(panel.get_by_role("alert")).to_have_text("The disk is full.", timeout=WAIT_MS)
    expect(panel.get_by_role("button", name="Try again")).to_be_visible()
    assert shop.posted == ["/toy", "/toy/stop", "/toy"]


def test_another_machine_is_offered_nothing(page: Page) -> None:
    Shop(page, here=False)
    with page.expect_response(re.compile("/api/offers")):
        open_at(page)
    assert page.locator("header select.model option").all_inner_texts() == ["story · 3.4 M", "toy · 516"]


def test_the_real_server_offers_what_can_be_fetched(page: Page) -> None:
    open_at(page)
    expect(page.locator("header select.model optgroup option")).to_have_text("smollm2 · 135 M", timeout=WAIT_MS)
