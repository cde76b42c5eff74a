"""Every number can be asked where it came from, down to a learned weight or the text itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import expect_no_faults
from tests.browser.arithmetic_panel import ArithmeticPanel, Truth
from tests.browser.conftest import Complaints
from tests.browser.lanewise_page import open_at, state_of, step_of
from tests.browser.step_panel import StepPanel, as_float32, read

TEXT = "the cat sat"
IDS = [0, 1, 3]
WAY = (
    *("logits", "norm_final.out", "blocks.1.resid_post", "blocks.1.resid_mid", "blocks.1.resid_pre"),
    *("blocks.0.resid_post", "blocks.0.resid_mid", "blocks.0.attn.out", "blocks.0.attn.z", "blocks.0.attn.pattern"),
    *("blocks.0.attn.masked", "blocks.0.attn.scaled", "blocks.0.attn.scores", "blocks.0.attn.q", "blocks.0.norm1.out"),
    *("blocks.0.resid_pre", "embed"),
)


@pytest.fixture
def panel(page: Page) -> ArithmeticPanel:
    return ArithmeticPanel(page)


def test_from_a_probability_by_clicks_alone_to_a_learned_weight_and_a_token_id(
    page: Page, panel: ArithmeticPanel
) -> None:
    """Each sum on the way is checked against a pass in float64 that shares no code with the model."""
    truth = Truth.of("toy", IDS)
    open_at(page, model="toy", text=TEXT)
    page.locator("lw-next li .asks").first.click()
    panel.expect_told("probs-2-4")
    panel.check(truth)
    for name in WAY:
        panel.follow(name)
        if name == "blocks.0.attn.out":
            panel.root.locator(".opener").first.click()
        panel.check(truth)
    panel.follow("w_e.weight")
    expect(panel.root).to_contain_text("A learned weight. Nobody computed it")
    panel.root.get_by_role("button", name="back", exact=False).first.click()
    panel.follow("tokens")
    expect(panel.root).to_contain_text("A token id: the text itself.")
    expect(panel.root.locator(".end .lane")).to_have_text("\u2068␣sat\u2069")


def test_an_operand_is_shown_where_the_step_that_wrote_it_stands(page: Page, panel: ArithmeticPanel) -> None:
    step = StepPanel(page).open("blocks.1.attn.scores", model="toy", text=TEXT, head=1, cell="1,2,1", token=2)
    key = panel.follow("blocks.1.attn.k")
    assert step_of(page) == "blocks.1.attn.k"
    expect(step.root.locator("lw-strip .here:not([hidden])").first).to_be_visible()
    assert (state_of(page, "token"), state_of(page, "head"), key.split("-")[1:3]) == ("1", "1", ["1", "1"])
    expect(step.root.locator("lw-strip .lit i").first).to_be_attached()
    expect(page.locator("lw-lanes .name[lit]")).to_have_count(1)
    panel.root.locator("button.operand.tensor").first.hover()
    expect(page.locator("lw-lanes .name[marked]")).to_contain_text(["cat"])


def test_the_same_by_keyboard_alone(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("blocks.0.attn.scores", model="toy", text=TEXT)
    page.locator("body").press("Tab")
    panel.press_until("Tab", "cursor")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    panel.expect_told("blocks.0.attn.scores-0-2-1")
    panel.press_until("Tab", "blocks.0.attn.q-")
    page.keyboard.press("Enter")
    expect(panel.crumbs).to_have_count(2)
    panel.press_until("Tab", "blocks.0.attn.w_q.weight-")
    page.keyboard.press("Enter")
    expect(panel.root).to_contain_text("A learned weight")
    page.keyboard.press("Escape")
    expect(panel.crumbs).to_have_count(2)
    expect(panel.root).not_to_contain_text("A learned weight")
    page.keyboard.press("Backspace")
    panel.expect_told("blocks.0.attn.scores-0-2-1")
    assert step_of(page) == "blocks.0.attn.scores"


def test_escape_leads_back_to_the_cell_that_was_asked_for(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("blocks.0.attn.q", model="toy", text=TEXT)
    page.locator("body").press("Tab")
    panel.press_until("Tab", "cursor")
    page.keyboard.press("Enter")
    panel.press_until("Tab", "operand")
    page.keyboard.press("Escape")
    panel.press_until("Shift", "cursor", most=1)


def test_back_and_the_address_open_the_same_trail(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("logits", model="toy", text=TEXT)
    first = panel.follow("norm_final.out")
    panel.follow("norm_final.scale")
    names = panel.crumbs.all_inner_texts()
    assert len(names) == 3
    page.goto(page.url)
    panel.expect_told("norm_final.scale-2")
    expect(panel.crumbs).to_have_text(names)
    page.go_back()
    panel.expect_told(first)
    expect(panel.crumbs).to_have_text(names[:2])
    page.go_back()
    expect(panel.crumbs).to_have_count(0)
    assert step_of(page) == "logits"


def test_the_trail_ends_where_somebody_walks_on(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("logits", model="toy", text=TEXT)
    panel.follow("norm_final.out")
    page.get_by_role("button", name="One step on").click()
    panel.expect_told("logits-2-4")
    expect(panel.crumbs).to_have_count(0)
    assert state_of(page, "trail") is None


def test_a_number_of_a_neighbour_is_explained_and_stays_in_the_address(page: Page, panel: ArithmeticPanel) -> None:
    step = StepPanel(page).open("blocks.0.norm1.out", model="toy", text=TEXT)
    step.root.locator(".factors button").first.click()
    panel.expect_told("blocks.0.norm1.mean-0")
    assert state_of(page, "trail") == "blocks.0.norm1.mean-0"
    panel.check(Truth.of("toy", IDS))


def test_the_depth_is_one_control_that_stays_while_stepping(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("blocks.0.attn.pattern", model="toy", text=TEXT, cell="0,2,1")
    panel.expect_told("blocks.0.attn.pattern-0-2-1")
    told = panel.root.locator(".told")
    expect(told.locator("table")).to_be_visible()
    panel.root.get_by_role("radio", name="numbers").focus()
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("masked (2 × 3 × 3) → pattern (2 × 3 × 3)")
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text(re.compile("sat.* shares out one whole among the tokens it may look at"))
    assert state_of(page, "depth") == "words"
    page.get_by_role("button", name="One step on").click()
    expect(told).to_contain_text("takes from every token it looks at")
    page.goto(page.url.replace("words", "code"))
    expect(panel.root.get_by_role("radio", name="code")).to_be_checked()
    expect(told).to_contain_text("z = pattern @ v")
    expect(told).to_contain_text("z[0, 2, 1]" if "cell" in page.url else "z[0, 2, 0]")


def test_is_this_real_shows_both_numbers_and_what_they_come_from(page: Page, panel: ArithmeticPanel) -> None:
    step = StepPanel(page).open("blocks.3.mlp.out", cell="4,7", token=4)
    panel.expect_told("blocks.3.mlp.out-4-7")
    page.get_by_role("button", name="is this real?").click()
    real = step.root.locator("lw-number .real")
    expect(real).to_contain_text("blocks.3.mlp.w_down.weight and blocks.3.mlp.hidden")
    told = step.ask("explain", tensor="blocks.3.mlp.out", index="4,7")
    assert as_float32(read(real.locator(".captured").inner_text())) == as_float32(told["value"])
    assert read(real.locator(".recomputed").inner_text()) == pytest.approx(told["result"], rel=1e-9)
    expect(real).to_contain_text("which is rounding")
    step.go("blocks.3.resid_post")
    expect(real).to_contain_text("blocks.3.resid_mid and blocks.3.mlp.out")


def test_what_the_mask_hides_says_why(page: Page, panel: ArithmeticPanel) -> None:
    StepPanel(page).open("blocks.0.attn.masked", model="toy", text=TEXT, token=0, cell="0,0,2")
    expect(panel.root.locator(".end")).to_contain_text("no token may look at a later one")


def test_a_link_to_a_number_that_is_not_there_says_so(
    page: Page, panel: ArithmeticPanel, complaints: Complaints
) -> None:
    complaints.allow("404|422")
    StepPanel(page).open("logits", model="toy", text=TEXT)
    address = page.url
    for trail in ("blocks.9.attn.q-0-0-0", "logits-2-9999", "w_e.weight-1"):
        page.goto(f"{address}&trail={trail}")
        expect(panel.root.get_by_role("alert")).to_contain_text(trail.split("-")[-1] if "9999" in trail else "")
        expect(panel.root.get_by_role("button", name="Ask again")).to_be_visible()


def test_a_place_beyond_a_tensor_has_no_number_of_its_neighbour(
    page: Page, panel: ArithmeticPanel, complaints: Complaints
) -> None:
    complaints.allow("422")
    StepPanel(page).open("blocks.1.attn.pattern", model="toy", text=TEXT)
    address = page.url
    for trail in ("blocks.1.attn.pattern-0-0-3", "blocks.1.attn.pattern-0-2-1-0"):
        page.goto(f"{address}&trail={trail}")
        expect(panel.root.get_by_role("button", name="Ask again")).to_be_visible()
        expect(page.locator("lw-number .value")).to_have_count(0)


def test_the_arithmetic_is_accessible_at_every_depth(page: Page, panel: ArithmeticPanel) -> None:
    step = StepPanel(page).open("blocks.2.attn.out", cell="4,7", token=4)
    panel.expect_told("blocks.2.attn.out-4-7")
    panel.root.locator(".opener").first.click()
    panel.follow("blocks.2.attn.z")
    page.get_by_role("button", name="is this real?").click()
    expect(step.root.locator("lw-number .real")).to_contain_text("Yes.")
    for depth in ("numbers", "shapes", "words", "code"):
        panel.root.get_by_role("radio", name=depth).check(force=True)
        expect(panel.root.locator(f".told[data-depth={depth}]")).to_be_visible()
        expect_no_faults(page, about=depth)
