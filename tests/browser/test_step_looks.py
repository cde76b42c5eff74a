"""Attention, the stream and the lens as they are read off the page, against the second implementation in float64."""

import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import PICTURE, expect_no_faults
from tests.browser.independent import independent
from tests.browser.step_panel import SENTENCE, StepPanel, read

AT = "blocks.2.attn"
LOOKS = [
    (f"{AT}.scaled", "sharpness", "lw-sharpness tfoot td"),
    (f"{AT}.pattern", "arcs", "lw-arcs path"),
    (f"{AT}.pattern", "map", "lw-head-map canvas"),
    (f"{AT}.z", None, ".mix .weighted canvas"),
    (f"{AT}.out", "heads", "lw-head-contributions canvas"),
    ("blocks.2.resid_mid", "stream", "lw-running-sum tbody tr"),
    ("probs", "lens", "lw-lens-grid canvas"),
]


def numbers(places: Locator) -> list[float]:
    """The numbers that stand in some places; what is too small to be written is 0."""
    return [0.0 if "<" in text else read(re.sub("[^−\\d.]", "", text)) for text in places.all_inner_texts()]


def softmax(scores: np.ndarray) -> np.ndarray:
    e = np.exp(scores - scores.max())
    return np.asarray(e / e.sum())


def test_the_same_row_is_shown_with_the_division_and_without(page: Page) -> None:
    panel = StepPanel(page).open(f"{AT}.scaled", head=4, token=3, look="sharpness")
    rows = panel.root.locator("lw-sharpness tbody tr")
    expect(rows).to_have_count(5)
    config, _, tensors = independent("story", SENTENCE)
    scores = tensors[f"{AT}.scores"][4, 3, :4]
    for column, given in ((1, scores / np.sqrt(config.d_head)), (2, scores)):
        weights = softmax(given)
        shown = numbers(rows.locator(f"> :nth-child({column + 1}) .weight"))
        assert shown == pytest.approx([*weights, 0], abs=1e-4)
        sums = numbers(panel.root.locator(f"lw-sharpness tfoot td:nth-child({column + 1})"))
        entropy = -(weights * np.log(weights)).sum()
        assert sums == pytest.approx([weights.max(), entropy, np.exp(entropy), given.std()], rel=1e-2)
    rows.first.get_by_role("button", name=re.compile("^weight")).click()
    expect(panel.root.locator("lw-number .name")).to_have_text(f"{AT}.pattern[4, 3, 0]")


def test_weighted_values_stand_beside_the_values_and_lead_to_the_sum(page: Page) -> None:
    panel = StepPanel(page).open(f"{AT}.z", head=4)
    lengths = panel.root.locator(".mix .norm:not(.head)")
    expect(lengths).to_have_count(5)
    _, _, tensors = independent("story", SENTENCE)
    brought = tensors[f"{AT}.pattern"][4, -1][:, None] * tensors[f"{AT}.v"][4]
    assert numbers(lengths) == pytest.approx(np.linalg.norm(brought, axis=1), abs=2e-3)
    panel.click_cell(panel.root.locator(".mix lw-strip.weighted").nth(1), 0, 7)
    expect(panel.root.locator("lw-number .name")).to_have_text(f"{AT}.z[4, 4, 7]")
    assert panel.value == pytest.approx(brought[:, 7].sum(), abs=1e-4)


def test_what_each_head_adds_sums_to_what_attention_adds(page: Page) -> None:
    panel = StepPanel(page).open(f"{AT}.out", head=1, look="heads")
    lines = panel.root.locator("lw-head-contributions .line:not(:first-child)")
    expect(lines).to_have_count(7)
    config, weights, tensors = independent("story", SENTENCE)
    matrix = weights[f"{AT}.w_o.weight"].reshape(config.d_model, config.n_heads, config.d_head)
    heads = np.einsum("mhd,hd->hm", matrix, tensors[f"{AT}.z"][:, -1])
    out = tensors[f"{AT}.out"][-1]
    assert numbers(lines.locator("> .number")) == pytest.approx(
        [*np.linalg.norm(heads, axis=1), np.linalg.norm(out)], rel=1e-3
    )
    shares = numbers(lines.locator(".share .number"))
    assert shares == pytest.approx([*(100 * heads @ out / (out @ out)), 100], abs=0.1)
    strip = panel.root.locator("lw-head-contributions lw-strip").nth(2)
    strip.locator(".cursor").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(panel.root.locator("lw-number .name")).to_have_text(f"{AT}.out[4, 1]")


def test_arcs_show_the_row_of_the_token_that_is_pointed_at_for_one_head_or_their_mean(page: Page) -> None:
    panel = StepPanel(page).open(f"{AT}.pattern", head=4, look="arcs")
    _, _, tensors = independent("story", SENTENCE)
    weights = panel.root.locator("lw-arcs .number")
    expect(weights).to_have_count(5)
    assert numbers(weights) == pytest.approx(tensors[f"{AT}.pattern"][4, 4], abs=1e-4)
    assert panel.root.locator("lw-arcs .own path").count() == 4
    panel.root.locator("lw-arcs .token").nth(2).focus()  # by keyboard
    expect(panel.root.locator("lw-arcs li.query")).to_contain_text("saw")
    assert numbers(weights) == pytest.approx(tensors[f"{AT}.pattern"][4, 2], abs=1e-4)
    panel.root.get_by_label("the mean of all 6").check()
    expect(panel.root.locator("h3", has_text="the mean of all 6 heads")).to_be_visible()
    panel.root.locator("lw-arcs li").nth(3).hover()
    expect(panel.root.locator("lw-arcs li.query")).to_contain_text("the")
    assert numbers(weights) == pytest.approx(tensors[f"{AT}.pattern"][:, 3].mean(0), abs=1e-4)
    panel.root.locator("lw-arcs .token").nth(3).click()
    expect(page).to_have_url(re.compile(r"[?&]token=3(&|$)"))


def test_every_head_of_every_layer_is_one_picture_that_leads_to_it(page: Page) -> None:
    """must 21. By keyboard."""
    panel = StepPanel(page).open(f"{AT}.pattern", head=4, look="map")
    heads = panel.root.locator("lw-head-map button")
    expect(heads).to_have_count(36)
    expect(panel.root.locator("lw-head-map [aria-pressed=true]")).to_have_attribute("aria-label", "layer 3, head 5")
    panel.root.locator("lw-head-map [tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(panel.root.get_by_role("button", name="layer 2, head 4")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel.root.locator("h2")).to_contain_text("Layer 2")
    expect(page).to_have_url(re.compile(r"step=blocks\.1\.attn\.pattern"))
    expect(page).to_have_url(re.compile(r"[?&]head=3(&|$)"))


def test_the_stream_is_a_sum_that_reaches_its_own_length(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.resid_mid", token=1, look="stream")
    rows = panel.root.locator("lw-running-sum tbody tr")
    expect(rows).to_have_count(13)
    _, _, tensors = independent("story", SENTENCE)
    final = tensors["blocks.5.resid_post"][1]
    names = ["embed", *(f"blocks.{layer}.{part}.out" for layer in range(6) for part in ("attn", "mlp"))]
    along = [tensors[name][1] @ final / np.linalg.norm(final) for name in names]
    assert numbers(rows.locator("td:nth-child(3)")) == pytest.approx(along, rel=1e-2, abs=1e-2)
    assert read(panel.root.locator("lw-running-sum tfoot td").nth(1).inner_text()) == pytest.approx(
        sum(along), rel=1e-3
    )
    assert numbers(rows.locator("td:nth-child(4)")) == pytest.approx(
        [np.linalg.norm(tensors[name][1]) for name in names], rel=1e-2
    )
    rows.get_by_role("button", name="layer 5 MLP").click()
    expect(panel.root.locator("h2")).to_contain_text("Layer 5 · MLP")
    expect(panel.root.locator("lw-running-sum .here")).to_contain_text("layer 5 MLP")


def test_the_lens_ends_with_the_models_answer_and_leads_to_every_layer(page: Page) -> None:
    """must 9. By keyboard, and as it is read aloud."""
    panel = StepPanel(page).open("probs", token=2, look="lens")
    cursor = panel.root.locator("lw-lens-grid .cursor")
    trace = panel.ask("trace")
    best, judged = trace["guesses"][2]["top"][0], [guess["next"] for guess in trace["guesses"]]
    percent = f"{100 * best['p']:.2f} %"
    expect(cursor).to_have_attribute(
        "aria-label", re.compile(rf"after layer 6: end, token 3 .*{re.escape(best['text'].strip())}, {percent}")
    )
    lines = panel.root.locator("lw-lens-grid .cols.next")
    assert numbers(lines.nth(1).locator(".number:not(:last-child)")) == [each["rank"] for each in judged[:4]]
    assert numbers(lines.nth(2).locator(".number:not(:last-child)")) == pytest.approx(
        [each["nll"] for each in judged[:4]], abs=0.006
    )
    panel.root.get_by_label("how unsure: entropy").check()
    expect(panel.root.locator("lw-legend")).to_contain_text("8.32 would be knowing nothing")
    cursor.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(cursor).to_have_attribute("aria-label", re.compile(r"^after layer 4, token 4 .*entropy [\d.]+ nats$"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"step=blocks\.3\.resid_post"))
    expect(page).to_have_url(re.compile(r"[?&]token=3(&|$)"))


def test_of_a_long_text_the_lens_shows_a_part_and_says_which(page: Page) -> None:
    """must 14"""
    panel = StepPanel(page).open("probs", text="the" + " the" * 99, token=70, look="lens")
    overview = panel.root.locator("lw-lens-overview")
    expect(overview).to_contain_text("positions 65–100 of 100")
    overview.get_by_role("button", name="earlier").click()
    expect(overview).to_contain_text("positions 1–64 of 100")
    expect(panel.root.locator("lw-lens-grid .cols").first.locator(".label")).to_have_count(64)


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_pictures_have_no_fault_that_axe_finds_and_fit_a_phone(open_page: Any, width: int, scheme: str) -> None:
    page = open_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    panel = StepPanel(page).open(f"{AT}.scores", head=4)
    for step, look, ready in LOOKS:
        panel.show(step, look, ready)
        expect_no_faults(page, PICTURE, about=f"{look} of {step}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (step, look)


def test_heads_that_share_a_key_head_stand_under_one_bracket(page: Page) -> None:
    """GQA: the bundled models share nothing, so the view is asked by itself."""
    panel = StepPanel(page).open(f"{AT}.pattern")
    overview = panel.root.locator("lw-head-overview")
    overview.evaluate("view => { view.shared = 3; return view.updateComplete; }")
    expect(overview.get_by_role("group")).to_have_count(2)
    expect(overview.get_by_role("group", name="heads 4–6 share key head 2").get_by_role("button")).to_have_count(3)
