"""The next-token panel: a softmax over the whole vocabulary, whatever is shown of it."""

import math
import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import open_at

TEXT = "Once upon a time there was a little"


def shown(page: Page) -> list[float]:
    """The probabilities of all bars, the one for the rest included."""
    return [float(p) for p in page.locator("lw-next [data-p]").evaluate_all("bars => bars.map((bar) => bar.dataset.p)")]


@pytest.mark.parametrize("temperature", [0.2, 1, 2])
def test_must_2_the_bars_and_the_rest_sum_to_one(page: Page, temperature: float) -> None:
    with page.expect_response(re.compile("/api/(next|trace)")):
        open_at(page, text=TEXT, temperature=temperature)
    expect(page.locator("lw-next li")).to_have_count(10)
    expect(page.locator("lw-next .rest")).to_contain_text("other 4,086")
    assert math.isclose(sum(shown(page)), 1, abs_tol=1e-6)


def test_the_bars_are_the_servers_numbers(page: Page, server_url: str) -> None:
    open_at(page, text=TEXT, token=3)
    query = {"model": "story", "text": TEXT, "token": 3, "top": 10}
    answer = httpx.get(f"{server_url}/api/next", params=query).json()
    expected = [guess["p"] for guess in answer["candidates"]]
    assert shown(page)[:10] == pytest.approx(expected, rel=1e-5)


def test_must_4_small_probabilities_are_written_as_they_are(page: Page) -> None:
    open_at(page)
    formatted = page.evaluate(
        "import('/static/js/format.js').then(({ formatProbability }) =>"
        " [0.005, 0.00005, 0.000049, 0, 1, 0.99999].map((p) => formatProbability(p)))"
    )
    assert formatted == ["0.50 %", "0.01 %", "< 0.01 %", "0 %", "100 %", "> 99.99 %"]


def test_at_temperature_zero_the_most_likely_token_is_certain(page: Page) -> None:
    open_at(page, text=TEXT, temperature=0)
    expect(page.locator("lw-next li .number").first).to_have_text("100 %")
    assert sum(shown(page)) == pytest.approx(1)


def test_the_true_next_token_is_told_with_its_rank(page: Page) -> None:
    open_at(page, text="the cat saw the hat", token=0)
    expect(page.locator("lw-next")).to_contain_text(
        re.compile(r"what follows in the text is\s+␣cat\s*:\s+rank [\d,]+, .* −log p")
    )


def test_a_small_vocabulary_is_shown_whole(page: Page) -> None:
    open_at(page, model="toy")
    expect(page.locator("lw-next li")).to_have_count(9)
    expect(page.locator("lw-next")).to_contain_text("all 9 words of this model")
