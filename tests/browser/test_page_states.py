"""No view is ever blank: empty, loading, failing, offline (must 20 and 30)."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Complaints
from tests.browser.lanewise_page import WAIT_MS, expect_lanes, field, open_at, panel_of


def test_no_text_is_an_invitation_with_examples(page: Page) -> None:
    open_at(page, text="")
    panel = panel_of(page, "empty")
    expect(panel).to_contain_text("Type a sentence")
    panel.get_by_role("button").first.click()
    expect_lanes(page, ["the", "␣cat", "␣saw", "␣the", "␣hat"])


def test_a_model_that_is_not_here_offers_those_that_are(page: Page) -> None:
    open_at(page, model="gpt-5")
    panel = panel_of(page, "unknown-model")
    expect(panel).to_contain_text("There is no model “gpt-5” here")
    panel.get_by_role("button", name=re.compile("toy")).click()
    expect_lanes(page, ["the", "␣cat", "␣sat"])


def test_must_30_a_slow_answer_says_for_how_long_and_can_be_cancelled(page: Page) -> None:
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/api/trace"), hold_back)
    page.goto("/?text=the cat")
    panel = panel_of(page, "loading")
    expect(panel).to_be_visible(timeout=WAIT_MS)
    expect(panel).to_contain_text(re.compile(r"Still working, for \d+ second"), timeout=WAIT_MS)
    panel.get_by_role("button", name="Cancel").click()
    expect(panel_of(page, "failed")).to_contain_text("Cancelled")
    page.unroute(re.compile("/api/trace"))
    page.get_by_role("button", name="Ask again").click()
    expect_lanes(page, ["the", "␣cat"])


def test_must_30_a_failed_answer_names_the_cause(page: Page, complaints: Complaints) -> None:
    complaints.allow("500")
    problem = '{"title": "The model stumbled", "detail": "Weights could not be read.", "status": 500}'
    page.route(
        re.compile("/api/trace"),
        lambda route: route.fulfill(status=500, content_type="application/problem+json", body=problem),
    )
    open_at(page, text="the cat")
    expect(panel_of(page, "failed")).to_contain_text("Weights could not be read.")


def test_a_busy_server_tells_the_place_and_is_asked_again(page: Page, complaints: Complaints) -> None:
    complaints.allow("503")
    problem = '{"title": "Busy", "detail": "You are number 3 in the queue.", "status": 503}'
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            headers = {"Retry-After": "1", "Content-Type": "application/problem+json"}
            route.fulfill(status=503, headers=headers, body=problem)

    page.route(re.compile("/api/trace"), answer)
    page.goto("/?text=the cat")
    expect(page.locator("main")).to_contain_text("number 3 in the queue", timeout=WAIT_MS)
    expect_lanes(page, ["the", "␣cat"])


def test_without_a_server_the_page_keeps_what_it_shows_and_comes_back(page: Page, complaints: Complaints) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    open_at(page, text="the cat", step="blocks.0.attn.q")
    page.context.set_offline(True)
    field(page).fill("the hat")
    expect(panel_of(page, "offline")).to_contain_text("The server does not answer", timeout=WAIT_MS)
    expect_lanes(page, ["the", "␣cat"])
    page.context.set_offline(False)
    expect_lanes(page, ["the", "␣hat"])
    expect(panel_of(page, "offline")).to_have_count(0)


def test_the_page_says_something_before_anything_has_come(page: Page, complaints: Complaints) -> None:
    complaints.allow("ERR_FAILED|Failed to fetch dynamically imported module")
    page.route(re.compile("/static/js/main.js"), lambda route: route.abort())
    page.goto("/")
    expect(page.locator("#boot")).to_contain_text("Lanewise")


@pytest.mark.parametrize("module", ["main", "views/next"])
def test_a_part_of_the_page_that_does_not_come_is_said(page: Page, complaints: Complaints, module: str) -> None:
    complaints.allow("ERR_FAILED|Failed to fetch dynamically imported module")
    page.route(re.compile(f"/static/js/{module}.js"), lambda route: route.abort())
    page.goto("/?text=the cat")
    expect(page.locator("#boot [role=alert]")).to_contain_text("did not come", timeout=WAIT_MS)
    page.unroute_all()
    page.get_by_role("button", name="Load it again").click()
    expect_lanes(page, ["the", "␣cat"])


def test_the_pictures_of_the_steps_are_asked_for_again(page: Page, complaints: Complaints) -> None:
    complaints.allow("ERR_FAILED")
    page.route(re.compile("/static/js/views/step.js"), lambda route: route.abort(), times=1)
    open_at(page, text="the cat", step="embed")
    expect(page.locator("lw-step h2")).to_be_visible(timeout=WAIT_MS)


def test_an_answer_that_breaks_off_is_a_server_that_is_gone(page: Page, complaints: Complaints) -> None:
    complaints.allow("ERR_|AbortError")
    page.add_init_script("""const whole = Response.prototype.text;
      Response.prototype.text = function () {
        return this.url.includes('text=broken') ? Promise.reject(new TypeError('network error')) : whole.call(this);
      };""")
    open_at(page, text="the cat")
    field(page).fill("broken")
    expect(panel_of(page, "offline")).to_be_visible(timeout=WAIT_MS)
    expect_lanes(page, ["the", "␣cat"])


@pytest.mark.parametrize("text", ["   ", "x"])
def test_the_least_texts_work(page: Page, text: str) -> None:
    open_at(page, text=text)
    expect(page.locator("lw-lanes .name")).to_have_count(1 if text == "x" else page.locator("lw-lanes .name").count())
    expect(page.locator("lw-next li")).to_have_count(10)
