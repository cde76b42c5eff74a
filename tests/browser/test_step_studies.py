"""Norms, rotations and units as they are read off the page, against the second implementation in float64."""

import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import PICTURE, expect_no_faults
from tests.browser.independent import independent
from tests.browser.step_panel import SENTENCE, StepPanel, read

TOY_TEXT = "the cat sat on the mat"
LOOKS = [
    ("blocks.0.norm1.out", "scale", "lw-norm-reading .difference"),
    ("blocks.0.norm1.out", "steps", "lw-norm-steps .value"),
    ("blocks.1.attn.rot_q", None, ".dials .period"),
    ("blocks.1.attn.rot_q", "positions", "lw-line-chart svg[role=img]"),
    ("blocks.1.attn.rot_q", "slide", "lw-slide-reading .difference"),
    ("blocks.3.mlp.hidden", "units", "lw-unit-card .result"),
]


def number(place: Locator) -> float:
    return read(place.inner_text())


@pytest.mark.parametrize(("model", "text"), [("story", SENTENCE), ("toy", TOY_TEXT)])
def test_a_norm_divides_a_larger_vector_by_as_much_more_and_gives_out_the_same(
    page: Page, model: str, text: str
) -> None:
    """By keyboard alone: the input is multiplied, what it is divided by is, and what comes out is not."""
    panel = StepPanel(page).open("blocks.1.norm1.out", model=model, text=text, look="scale")
    slider = panel.root.get_by_role("slider", name="multiply every number by")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(panel.root.get_by_role("button", name="× 3.15, back to × 1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]factor=3\.15(&|$)"))
    config, weights, tensors = independent(model, text)
    x = tensors["blocks.1.resid_pre"][-1]
    x = x - x.mean() if config.norm == "layer" else x
    usual, now = (np.sqrt(factor**2 * np.mean(x**2) + config.norm_eps) for factor in (1, 3.15))
    shown = panel.root.locator("lw-norm-reading tbody tr").last.locator("td")
    assert [number(each) for each in shown.all()] == pytest.approx([usual, now], rel=1e-3)
    moved = np.abs((3.15 * x / now - x / usual) * weights["blocks.1.norm1.gain"]).max()
    assert moved < 0.005 * np.abs(tensors["blocks.1.norm1.out"][-1]).max()
    assert number(panel.root.locator("lw-norm-reading .difference")) == pytest.approx(moved, rel=0.02, abs=1e-6)


def test_rmsnorm_notices_a_shift_and_layernorm_does_not(page: Page) -> None:
    panel = StepPanel(page).open("blocks.1.norm1.out", look="scale", shift=1)
    moved = panel.root.locator("lw-norm-reading .difference")
    expect(moved).to_be_visible()
    assert number(moved) > 0.1
    panel.open("blocks.1.norm1.out", model="toy", text=TOY_TEXT, look="scale", shift=1)
    expect(moved).to_be_visible()
    assert number(moved) < 1e-4


def test_the_steps_of_layernorm_lead_from_the_stream_to_what_comes_out(page: Page) -> None:
    panel = StepPanel(page).open("blocks.0.norm1.out", model="toy", text=TOY_TEXT, look="steps", cell="5,2")
    _, weights, tensors = independent("toy", TOY_TEXT)
    x, gain, bias = tensors["blocks.0.resid_pre"][5], *(weights[f"blocks.0.norm1.{n}"] for n in ("gain", "bias"))
    centred = x - x.mean()
    root = np.sqrt((centred**2).mean() + 1e-5)
    dimension = 2
    for _ in range(2):
        expected = {
            "given": x[dimension], "mean": x.mean(), "centred": centred[dimension], "squared": centred[dimension] ** 2,
            "mean_square": (centred**2).mean(), "with_epsilon": root**2, "root": root,
            "divided": centred[dimension] / root, "gain": gain[dimension],
            "gained": centred[dimension] / root * gain[dimension], "bias": bias[dimension],
            "biased": tensors["blocks.0.norm1.out"][5, dimension],
        }  # fmt: skip
        expect(panel.root.locator("lw-norm-steps .heads")).to_contain_text(f"number {dimension + 1}")
        for stage, value in expected.items():
            shown = panel.root.locator(f"lw-norm-steps [data-stage={stage}]")
            assert number(shown) == pytest.approx(value, rel=1e-4, abs=1e-6), stage
        dimension = 0
        panel.click_cell(panel.root.locator("lw-norm-steps lw-strip").first, 0, dimension)


def test_the_score_stays_when_both_slide_and_moves_when_the_query_slides_alone(page: Page) -> None:
    panel = StepPanel(page).open("blocks.1.attn.rot_q", look="slide", head=2, token=4, partner=1)
    slider = panel.root.get_by_role("slider", name="slide both along the text by")
    slider.focus()
    page.keyboard.press("End")
    rows = panel.root.locator("lw-slide-reading tbody tr")
    expect(rows.nth(1).locator("td").first).to_have_text("44")
    config, _, tensors = independent("story", SENTENCE)
    half, at = config.d_head // 2, "blocks.1.attn"

    def score(query: int, key: int) -> float:
        q, k = (
            (vector[:half] + 1j * vector[half:]) * np.exp(1j * place * config.rope_theta ** (-np.arange(half) / half))
            for vector, place in ((tensors[f"{at}.q"][2, 4], query), (tensors[f"{at}.k"][2, 1], key))
        )
        return float((q * k.conj()).real.sum())

    shown = [number(row.locator("td").last) for row in rows.all()]
    assert shown == pytest.approx([score(4, 1), score(44, 41), score(44, 1)], rel=1e-3, abs=1e-3)
    assert shown[1] == pytest.approx(shown[0], abs=1e-3)
    assert abs(shown[2] - shown[0]) > 0.1
    panel.root.get_by_label("the key of").select_option("0")
    expect(rows.nth(0).locator("td").nth(1)).to_have_text("0")
    assert number(rows.nth(0).locator("td").last) == pytest.approx(tensors[f"{at}.scores"][2, 4, 0], rel=1e-3)


def test_every_pair_of_a_query_has_its_dial_and_says_how_fast_it_turns(page: Page) -> None:
    panel = StepPanel(page).open("blocks.0.attn.rot_q", head=1)
    config, _, _ = independent("story", SENTENCE)
    dials = panel.root.locator(".dials .dial")
    expect(dials).to_have_count(config.d_head // 2)
    periods = [float(text.replace(",", "")) for text in dials.locator(".period").all_inner_texts()]
    expected = 2 * np.pi * config.rope_theta ** (2 * np.arange(len(periods)) / config.d_head)
    assert periods == pytest.approx(list(expected), rel=5e-3)
    dials.nth(4).focus()
    page.keyboard.press("Enter")
    panel.root.get_by_role("button", name="One pair, every position").click()
    expect(panel.root.get_by_role("heading", name=re.compile("^Pair 5 of the query"))).to_be_visible()
    assert number(panel.root.locator(".frequency")) == pytest.approx(2 * np.pi / expected[4], rel=1e-6)


def test_what_the_largest_unit_writes_is_what_float64_says(page: Page) -> None:
    """must 25: SwiGLU is drawn as two inputs multiplied."""
    panel = StepPanel(page).open("blocks.3.mlp.hidden", look="units")
    card = panel.root.locator("lw-unit-card").first
    expect(card.locator("h4")).to_be_visible()
    _, weights, tensors = independent("story", SENTENCE)
    at, matrix = "blocks.3.mlp", weights["blocks.3.mlp.w_down.weight"]
    hidden = tensors[f"{at}.hidden"][-1]
    unit = int(np.argmax(np.abs(hidden) * np.linalg.norm(matrix, axis=0)))
    assert card.locator("h4").inner_text() == f"unit {unit + 1}"
    for name in ("gate", "act", "up", "hidden"):
        shown = number(card.locator(f"[data-tensor={name}] b"))
        assert shown == pytest.approx(tensors[f"{at}.{name}"][-1, unit], rel=1e-3)
    written = np.abs(hidden[unit]) * np.linalg.norm(matrix[:, unit])
    assert number(card.locator(".length b")) == pytest.approx(written, rel=1e-2)
    direction = hidden[unit] * matrix[:, unit] * weights["norm_final.gain"] / tensors["norm_final.scale"][-1]
    changes = np.sort(weights["w_e.weight"] @ direction)[::-1][:5]
    shown_changes = [read(text.removeprefix("+")) for text in card.locator(".change").all_inner_texts()]
    assert shown_changes == pytest.approx(list(changes), abs=1e-3)
    card.locator("[data-tensor=up]").click()
    expect(panel.root.locator("lw-number .name")).to_contain_text(f"{at}.up[4, {unit}]")


@pytest.mark.parametrize(("width", "scheme"), [(1440, "dark"), (390, "light")])
def test_the_pictures_have_no_fault_that_axe_finds_and_fit_a_phone(open_page: Any, width: int, scheme: str) -> None:
    page = open_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    panel = StepPanel(page).open("blocks.0.norm1.out", factor=2.5, slide=3)
    for step, look, ready in LOOKS:
        panel.show(step, look, ready)
        expect_no_faults(page, PICTURE, about=f"{look} of {step}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (step, look)
