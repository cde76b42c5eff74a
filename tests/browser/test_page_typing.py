"""The text field: what is typed is what is sent, and the tokens are seen as they are."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import expect_lanes, field, lane_names, open_at, panel_of, state_of

TEXTS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "texts.jsonl").read_text("utf-8").splitlines()
]


def test_five_lanes_for_the_sentence_of_the_design(page: Page) -> None:
    open_at(page, text="")
    field(page).type("the cat saw the hat")
    expect_lanes(page, ["the", "␣cat", "␣saw", "␣the", "␣hat"])
    expect(page.locator("lw-lanes .guess")).to_have_count(5)
    expect(page.locator("header .counter")).to_contain_text("5 of 512 tokens")
    assert state_of(page, "text") == "the cat saw the hat"


def test_equal_words_with_and_without_a_space_have_different_ids(page: Page) -> None:
    open_at(page, text="the the")
    first, second = page.locator("lw-lanes .name .number").all_inner_texts()
    assert first != second


@pytest.mark.parametrize("case", TEXTS, ids=[case["text"][:20].encode("unicode_escape").decode() for case in TEXTS])
def test_must_16_every_text_goes_through_the_page_exactly(page: Page, server_url: str, case: dict[str, Any]) -> None:
    text = case["text"]
    sent: list[str] = []
    page.on("request", lambda request: sent.extend(text_sent(request.url)))
    open_at(page, text="x", bytes=1)
    page.on("dialog", lambda dialog: pytest.fail(f"the text ran: {dialog.message}"))
    field(page).fill(text)
    if not text:
        expect(panel_of(page, "empty")).to_be_visible()
        return
    answer = httpx.get(f"{server_url}/api/trace", params={"model": "story", "text": text}).json()
    expect(page.locator("lw-lanes .name")).to_have_count(len(answer["tokens"]))
    assert text in sent
    assert field(page).input_value() == text
    assert "\ufffd" not in page.locator("body").inner_text()
    for token, name in zip(answer["tokens"], lane_names(page), strict=True):
        if token["part"]:
            assert name.replace(" ", "").lower() == token["bytes"]
    joined = b"".join(bytes.fromhex(token["bytes"]) for token in answer["tokens"])
    assert joined.decode() == text


def text_sent(url: str) -> list[str]:
    """The text of a request for a trace."""
    parts = urlsplit(url)
    return parse_qs(parts.query, keep_blank_values=True).get("text", []) if parts.path == "/api/trace" else []


def test_must_18_spaces_newlines_and_tabs_are_visible(page: Page) -> None:
    open_at(page, text=" a\n\tb")
    shown = "".join(lane_names(page))
    assert shown.startswith("␣")
    assert "⏎" in shown
    assert "⇥" in shown


def test_must_18_tokens_of_one_character_are_joined_by_a_bracket(page: Page) -> None:
    open_at(page, text="日x", bytes=1)
    parts = page.locator("lw-lanes .bracket")
    assert parts.count() >= 2
    expect(page.locator("lw-token-tray .bracket")).to_have_text("日")


def test_shift_enter_makes_a_newline_and_enter_leaves_the_field(page: Page) -> None:
    open_at(page, text="one")
    field(page).focus()
    page.keyboard.press("End")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("two")
    expect(page.locator("lw-lanes .name .label").filter(has_text="⏎")).to_have_count(1)
    assert state_of(page, "text") == "one\ntwo"
    page.keyboard.press("Enter")
    assert state_of(page, "text") == "one\ntwo"
    page.keyboard.press("ArrowRight")
    assert state_of(page, "step") == "tokens"


def test_a_right_to_left_override_does_not_reorder_the_page(page: Page) -> None:
    open_at(page, text="\u202edesrever\u202c end")
    tops = page.locator("lw-lanes .name").evaluate_all("names => names.map((n) => n.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    expect(page.locator("lw-lanes .name .label").last).to_contain_text("end")


def test_stacked_marks_stay_inside_their_row(page: Page) -> None:
    open_at(page, text="Z̷̡̛a̴l̵g̶o̷")
    assert page.locator("lw-lanes .name").first.evaluate("name => getComputedStyle(name).overflow") == "clip"


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_must_17_the_limit_counts_tokens(page: Page, extra: int) -> None:
    words = 14 + extra
    open_at(page, model="toy", text=" ".join(["the"] * words))
    expect(page.locator("header .counter")).to_contain_text(f"{words} of 14 tokens")
    if extra > 0:
        expect(panel_of(page, "too-long")).to_contain_text("15 tokens are more than the 14")
    else:
        expect(page.locator("lw-lanes .name")).to_have_count(words)


def test_a_text_over_the_limit_is_counted_but_not_traced(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    open_at(page, text="cat dog " * 400)
    expect(panel_of(page, "too-long")).to_be_visible()
    assert "/api/tokenize" in asked
    assert "/api/trace" not in asked


def test_half_of_a_character_is_refused_in_words(page: Page) -> None:
    open_at(page, text="ab")
    field(page).evaluate("f => { f.value = 'ab\\ud83d'; f.dispatchEvent(new Event('input')) }")
    expect(panel_of(page, "refused")).to_contain_text("Character 3 (U+D83D) is a lone surrogate")
    field(page).fill("ab")
    expect(page.locator("lw-lanes .name").first).to_be_visible()


def test_the_toy_says_which_words_it_knows_and_a_click_writes_one(page: Page, complaints: Any) -> None:
    complaints.allow("422")
    open_at(page, model="toy", text="the cat ate")
    refused = panel_of(page, "refused")
    expect(refused).to_contain_text("“ate”")
    refused.get_by_role("button", name="sat", exact=True).click()
    expect_lanes(page, ["the", "␣cat", "␣sat"])
