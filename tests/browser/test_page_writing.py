"""Writing on: tokens stream in and stop, are taken back exactly, go other ways; all of the sampling can be seen."""

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import expect_no_faults
from tests.browser.lanewise_page import WAIT_MS, lane_names, open_at, state_of

TEXT = "Once upon a time there was a little"
LONG = 1
"""A seed whose story does not end before 200 tokens."""


def stream(page: Page) -> Locator:
    """The tokens that were written, as they came."""
    return page.locator("lw-writing .stream [data-place]")


def status(page: Page) -> Locator:
    """What is said when the writing is over."""
    return page.locator("lw-writing [role=status]")


def written_so_far(server_url: str) -> dict[str, float]:
    """What the server counts of its writing."""
    lines = httpx.get(f"{server_url}/metrics").text
    found = re.findall(r"^lanewise_(writing|written_tokens_total) ([\d.]+)$", lines, re.MULTILINE)
    return {name: float(value) for name, value in found}


def ask(server_url: str, path: str, **query: Any) -> Any:
    return httpx.get(f"{server_url}/api/{path}", params={"model": "story", "text": TEXT, **query}).json()


STOP_AT_A_HUNDRED = """() => {
    const tokens = document.querySelector('lw-next').shadowRoot.querySelector('lw-writing').shadowRoot;
    if (tokens.querySelectorAll('.stream [data-place]').length < 100) return false;
    if (tokens.querySelector('.run[aria-pressed=true]')) dispatchEvent(new KeyboardEvent('keydown', {key: 'g'}));
    return true;
}"""
"""Presses the key in the page itself: a run that is over by the time a test can press it would begin anew."""


def test_a_hundred_tokens_stream_in_and_leaving_stops_the_work(page: Page, server_url: str) -> None:
    open_at(page, text=TEXT, seed=LONG)
    page.keyboard.press("g")
    page.wait_for_function(STOP_AT_A_HUNDRED, timeout=WAIT_MS)
    expect(status(page)).to_contain_text(re.compile(r"^Wrote \d+ tokens: "), timeout=WAIT_MS)
    text = state_of(page, "text") or ""
    assert len(text) > len(TEXT) + 200
    assert "".join(stream(page).all_inner_texts()).replace("␣", " ").replace("⏎", "\n") == text.removeprefix(TEXT)
    expect(page.locator("lw-text-field textarea")).to_have_value(text)
    expect(page.locator(".counter")).to_contain_text(re.compile(r"^\s*1\d\d of 512|^\s*2\d\d of 512"))
    for _ in range(50):
        if written_so_far(server_url)["writing"] == 0:
            break
        page.wait_for_timeout(100)
    assert written_so_far(server_url)["writing"] == 0


def test_taking_back_returns_to_the_exact_state(page: Page) -> None:
    open_at(
        page, text=TEXT, step="blocks.2.attn.pattern", token=3, head=2, cell="2,3,1", temperature=0.8, top_k=40, seed=5
    )
    address = page.url
    page.keyboard.press("w")
    expect(page.locator("lw-lanes .name .label")).to_have_count(9, timeout=WAIT_MS)
    written = page.url
    assert state_of(page, "token") is None
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("lw-lanes .name .label")).to_have_count(8)
    assert page.url == address
    page.keyboard.press("Shift+U")
    expect(page.locator("lw-lanes .name .label")).to_have_count(9)
    assert page.url == written
    page.go_back()
    expect(page.locator("lw-lanes .name .label")).to_have_count(8)
    assert page.url == address


def test_another_text_has_nothing_to_do_with_what_was_written(page: Page) -> None:
    open_at(page, text=TEXT, seed=5)
    page.keyboard.press("w")
    expect(stream(page)).to_have_count(1, timeout=WAIT_MS)
    expect(page.locator("lw-lanes .name .label")).to_have_count(9)
    page.locator("lw-text-field textarea").press("!")
    expect(stream(page)).to_have_count(0)
    page.go_back()
    expect(stream(page)).to_have_count(1)


def test_a_stream_without_an_end_broke_off_and_what_came_of_it_stays(page: Page, server_url: str) -> None:
    whole = httpx.get(f"{server_url}/api/generate", params={"model": "story", "text": TEXT, "limit": 3}).text
    first, second, _ = whole.split("\n\n", maxsplit=2)
    page.route("**/api/generate?*", lambda route: route.fulfill(body=f"{first}\n\n{second}\n\n"))
    open_at(page, text=TEXT)
    page.keyboard.press("g")
    expect(status(page)).to_contain_text(re.compile(r"^Wrote 2 tokens: .*It broke off\.$"), timeout=WAIT_MS)
    expect(page.locator("lw-lanes .name .label")).to_have_count(10)


def test_a_full_context_is_said_and_nothing_is_asked(page: Page) -> None:
    open_at(page, model="toy", text="the " * 14)
    page.keyboard.press("w")
    expect(page.locator("lw-writing .failure")).to_contain_text("The context is full")
    page.locator("lw-text-field textarea").fill("the cat")
    expect(page.locator("lw-writing .failure")).to_have_count(0)


def test_a_button_that_has_nothing_to_do_now_keeps_the_keyboard(page: Page) -> None:
    open_at(page, text=TEXT, step="blocks.0.norm1.out", look="scale", factor=2)
    write, back = page.get_by_role("button", name="write one"), page.get_by_role("button", name="Take back")
    write.press("Enter")
    expect(page.locator("lw-lanes .name .label")).to_have_count(9, timeout=WAIT_MS)
    expect(write).to_be_focused()
    back.press("Enter")
    expect(page.locator("lw-lanes .name .label")).to_have_count(8)
    expect(back).to_be_focused()
    expect(back).to_have_attribute("aria-disabled", "true")
    rest = page.locator("lw-stop-slider button").first
    rest.press("Enter")
    expect(rest).to_have_attribute("aria-disabled", "true")
    expect(rest).to_be_focused()


def test_the_same_seed_writes_the_same_token_and_the_dice_are_said(page: Page, server_url: str) -> None:
    thrown = ask(server_url, "sample", seed=11)["throw"]
    open_at(page, text=TEXT, seed=11)
    page.get_by_role("button", name="write one").click()
    expect(page.locator("lw-writing")).to_contain_text(f"dice {thrown['dice']:.4f}")
    assert state_of(page, "text") == TEXT + thrown["text"]


def test_a_piece_by_hand_goes_another_way_and_the_first_stays_as_a_branch(page: Page) -> None:
    open_at(page, text=TEXT)
    page.get_by_role("button", name=re.compile("^Write space girl,")).click()
    expect(page.locator("lw-next h2")).to_contain_text("After ␣girl")
    page.keyboard.press("u")
    page.get_by_role("button", name=re.compile("^Write space boy,")).click()
    expect(page.locator("lw-next h2")).to_contain_text("After ␣boy")
    branch = page.locator("lw-writing .branches button")
    expect(branch).to_have_text(re.compile("little girl$"))
    assert json.loads(state_of(page, "branches") or "[]") == [f"{TEXT} girl"]
    branch.click()
    expect(page.locator("lw-next h2")).to_contain_text("After ␣girl")
    expect(branch).to_have_text(re.compile("little boy$"))
    page.reload()
    expect(branch).to_have_text(re.compile("little boy$"))


def test_a_word_of_the_toy_goes_on_after_a_space_and_in_the_middle_of_the_text(page: Page) -> None:
    open_at(page, model="toy", text="the cat sat", token=1)
    page.locator("lw-next li .row").first.click()
    expect(page.locator("lw-lanes .name .label")).to_have_count(3)
    assert re.fullmatch(r"the cat \S+", state_of(page, "text") or "")
    assert len(lane_names(page)) == 3


def test_of_the_ways_that_were_written_only_the_longest_of_each_are_kept(page: Page) -> None:
    open_at(page, text=TEXT)
    cases = [
        (["a b"], "a b c", None),  # what goes on is no other way
        (["a b c"], "a b", ["a b c"]),  # what was taken back is
        (["a b", "a b c", "a x", "a x"], "a y", ["a b c", "a x"]),
        (["a y", "a b"], "a y", ["a b"]),
        ([str(i) for i in range(20)], "a", [str(i) for i in range(12, 20)]),
    ]
    for texts, now, kept in cases:
        written = page.evaluate(
            "([texts, now]) => import('/static/js/branches.js').then(({ writeBranches }) => writeBranches(texts, now))",
            [texts, now],
        )
        assert (written and json.loads(written)) == kept


def test_pieces_that_are_removed_say_by_what_and_the_others_share_all_of_it(page: Page) -> None:
    open_at(page, text=TEXT, top_k=3)
    expect(page.locator("lw-next li.removed")).to_have_count(7)
    expect(page.locator("lw-next li.removed .number").first).to_have_text("top-k")
    shares = page.locator("lw-next [data-p]").evaluate_all("bars => bars.map((bar) => Number(bar.dataset.p))")
    assert sum(shares) == pytest.approx(1, abs=1e-6)
    page.locator("lw-next summary").click()
    page.get_by_label("top-k", exact=True).fill("5")
    expect(page.locator("lw-next li.removed")).to_have_count(5)
    assert state_of(page, "top_k") == "5"


def test_the_columns_reach_to_the_last_piece_and_the_draws_are_the_servers(page: Page, server_url: str) -> None:
    settings = {"temperature": 1.3, "top_p": 0.9, "seed": 3}
    found = ask(server_url, "sample", draws=100, limit=500, **settings)
    open_at(page, text=TEXT, step="probs", look="sampling", **settings)
    table = page.locator("lw-sample-table")
    expect(table.locator("[role=table]")).to_have_attribute("aria-rowcount", "4097", timeout=WAIT_MS)
    seen = page.locator("lw-tally td.seen").all_inner_texts()
    tally = found["tally"]
    assert [int(count) for count in seen] == [each["seen"] for each in (*tally["bars"], tally["rest"])]
    expect(page.locator("lw-sampling-stages .said")).to_contain_text(f"{found['throw']['dice']:.4f}")
    table.get_by_role("button", name=re.compile("the cut, after")).click()
    last_kept = table.locator(f"[data-rank='{found['kept'] - 1}']")
    expect(last_kept.locator(".fate")).to_have_text(re.compile("kept|drawn"))
    expect(table.locator(f"[data-rank='{found['kept']}'] .fate")).to_contain_text("top-p")
    table.get_by_role("button", name=re.compile("the least likely")).click()
    expect(table.locator("[data-rank='4095'] .p")).to_have_text("< 0.01 %")


def test_the_proof_of_the_cache_is_the_servers_and_a_token_is_chosen_by_the_slider(page: Page, server_url: str) -> None:
    found = ask(server_url, "kv", token=2)
    open_at(page, text=TEXT, step="probs", look="cache")
    slider = page.get_by_label("Which token is being read")
    expect(slider).to_have_value("7", timeout=WAIT_MS)
    slider.fill("2")
    expect(page.locator("lw-step .sizes")).to_contain_text(f"{found['whole']['nbytes']:,}")
    expect(page.locator("lw-step .proof")).to_contain_text("2 tokens kept, 1 read")
    assert state_of(page, "token") == "2"


@pytest.mark.parametrize(("look", "scheme"), [("sampling", "light"), ("cache", "dark")])
def test_the_pictures_of_the_writing_have_no_fault_that_axe_finds(open_page: Any, look: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    branches = json.dumps(["Once upon a time there was a big dog"])
    open_at(page, text=TEXT, step="probs", look=look, top_k=40, top_p=0.9, branches=branches)
    expect(page.locator("lw-sample-table .row, lw-step .proof").first).to_be_visible(timeout=WAIT_MS)
    page.locator("lw-next summary").click()
    expect(page.get_by_label("seed").first).to_be_visible()
    expect_no_faults(page, {"include": [["lw-next"], ["lw-step"]]})
