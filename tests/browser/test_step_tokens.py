"""The pictures of tokens and embedding: merges, other vocabularies, prices, the table, the nearest rows."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import PICTURE, expect_no_faults
from tests.browser.step_panel import PATIENCE_MS, SENTENCE, StepPanel

ROOT = Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "tests" / "cases" / "tokenizers.json").read_text(encoding="utf-8"))["ids"]
LOOKS = {
    ("tokens", "merges"): "lw-merges .piece",
    ("tokens", "vocabularies"): "lw-cuts .id",
    ("tokens", "price"): "lw-prices .bar",
    ("embed", "table"): "lw-lookup path",
    ("embed", "nearest"): ".rank .row",
}


def open_look(page: Page, step: str, look: str, view: str, **state: Any) -> Locator:
    """Open a look and wait for the view that draws it."""
    panel = StepPanel(page).open(step, look=look, **state)
    found = panel.root.locator(view)
    expect(found).to_be_visible(timeout=PATIENCE_MS)
    return found


def test_the_slider_of_the_merges_leads_from_the_bytes_to_the_real_tokens(page: Page) -> None:
    view = open_look(page, "tokens", "merges", "lw-merges")
    tokens = page.request.get("/api/tokenize", params={"model": "story", "text": SENTENCE}).json()["tokens"]
    pieces = view.locator(".piece .number")
    expect(pieces).to_have_text([str(byte) for byte in SENTENCE.encode()])
    slider = view.locator("input[type=range]")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(view.locator(".rule .spoken")).to_have_text("h plus e becomes he")
    page.keyboard.press("End")
    expect(pieces).to_have_text([str(token["id"]) for token in tokens])
    expect(view.locator(".now")).to_contain_text("these are the tokens")
    expect(page).to_have_url(re.compile("stage=12"))
    view.get_by_role("button", name="one merge back").click()
    expect(pieces).to_have_count(len(tokens) + 1)
    page.reload()
    expect(pieces).to_have_count(len(tokens) + 1, timeout=PATIENCE_MS)


def test_every_stage_of_the_merges_has_as_many_pieces_as_the_server_says(page: Page) -> None:
    text = "日本 hats, hats!"
    view = open_look(page, "tokens", "merges", "lw-merges", text=text)
    merging = page.request.get("/api/merges", params={"model": "story", "text": text}).json()["merging"]
    for stage in merging["stages"]:
        view.get_by_role("button", name="next merge").click()
        expect(view.locator(".piece")).to_have_count(stage["count"])
    expect(view.get_by_role("button", name="next merge")).to_be_disabled()
    view.get_by_text("in their order").click()
    expect(view.locator("tbody tr")).to_have_count(len(merging["stages"]))
    assert [int(cell) for cell in view.locator("tbody tr td:nth-child(5)").all_inner_texts()] == [
        stage["made"]["id"] for stage in merging["stages"]
    ]


def test_a_model_of_words_says_that_it_merges_nothing(page: Page) -> None:
    panel = StepPanel(page).open("tokens", look="merges", model="toy", text="the cat sat")
    expect(panel.root.get_by_role("heading", name="Nothing is merged here")).to_be_visible(timeout=PATIENCE_MS)
    expect(panel.root.locator(".picture")).to_contain_text("9 whole words")


@pytest.mark.parametrize("text", ["Transformers read tokens.", "the cat saw the hat"])
def test_other_vocabularies_show_their_published_ids(page: Page, text: str) -> None:
    view = open_look(page, "tokens", "vocabularies", "lw-cuts", text=text)
    for name, ids in CASES.items():
        expect(view.locator(f"[data-vocabulary={name}] .id")).to_have_text([str(i) for i in ids[text]])
        expect(view.locator(f"[data-vocabulary={name}] .count")).to_have_text(f"{len(ids[text])} tokens")


def test_the_price_of_a_sentence_is_what_the_vocabularies_count(page: Page) -> None:
    view = open_look(page, "tokens", "price", "lw-prices")
    prices = page.request.get("/api/price", params={"model": "story"}).json()
    for language in prices["languages"]:
        row = view.locator(f"[data-language={language['code']}]")
        expect(row.locator(".numbers b")).to_have_text([str(count) for count in language["counts"]])
        expect(row.locator(".sentence")).to_have_text(language["text"])


def test_equal_tokens_point_at_one_row_and_a_word_after_a_space_at_another(page: Page) -> None:
    view = open_look(page, "embed", "table", "lw-lookup", text="the hat the the")
    tokens = page.request.get("/api/tokenize", params={"model": "story", "text": "the hat the the"}).json()["tokens"]
    ends = view.locator("path").evaluate_all("paths => paths.map((path) => path.getAttribute('d').split(' ').at(-1))")
    assert ends[2] == ends[3]
    assert len(set(ends)) == 3
    for token in tokens:
        expect(view.locator(f"[data-row='{token['id']}']")).to_have_count(1)
    view.locator("[data-at='0']").press("Enter")
    expect(view.locator(f".row.chosen[data-row='{tokens[0]['id']}']")).to_be_visible()


def test_the_nearest_rows_are_those_of_the_chosen_token(page: Page) -> None:
    panel = StepPanel(page).open("embed", look="nearest", token=0)
    rows = panel.root.locator(".picture .rank .row:not(.rest)")
    tokens = page.request.get("/api/tokenize", params={"model": "story", "text": SENTENCE}).json()["tokens"]
    for token in (tokens[0], tokens[1]):
        answer = page.request.get("/api/nearest", params={"model": "story", "id": token["id"]}).json()
        expect(rows.locator(".id")).to_have_text([str(piece["id"]) for piece in answer["nearest"]], timeout=PATIENCE_MS)
        expect(rows.first.locator(".figure")).to_have_text(f"{answer['nearest'][0]['cosine']:.3f}")
        page.keyboard.press("ArrowDown")
    expect(panel.root.locator(".picture")).to_contain_text("With a space in front, and without")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pictures_of_tokens_have_no_fault_that_axe_finds(open_page: Any, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    panel = StepPanel(page).open("tokens", look="merges", stage=5)
    for (step, look), part in LOOKS.items():
        panel.show(step, look, part).wait(step)
        expect_no_faults(page, PICTURE, about=f"{look} of {step}")
