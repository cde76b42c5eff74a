"""Every kind of step has a picture of real numbers, and what is read off it is what the server says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import field
from tests.browser.step_panel import StepPanel, as_float32, read, read_table

TEXTS = {"story": "the cat saw the hat", "toy": "the cat sat on the mat"}


@pytest.mark.parametrize("model", TEXTS)
def test_every_kind_of_step_has_a_picture_whose_number_is_the_tensors(page: Page, model: str) -> None:
    """musts 1 and 20: every drawn value is an element of a named tensor, and no view is blank."""
    panel = StepPanel(page).open("tokens", model=model, text=TEXTS[model])
    seen: dict[str, str] = {}
    for step in panel.steps():
        seen.setdefault(f"{step['kind']} {step['name'].split('.')[-1]}", step["name"])
    for kind, name in seen.items():
        panel.go(name)
        pictures = panel.root.locator(".picture :is(canvas, .chip, svg)")
        assert pictures.count() > 0, f"{kind} has no picture"
        tensor, index = panel.name
        assert tensor == name, kind
        assert as_float32(panel.value) == as_float32(panel.element(tensor, index)), kind


def test_each_step_says_its_words_its_formula_and_its_shapes(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4, depth="shapes")
    expect(panel.root.locator("h2")).to_have_text(re.compile(r"^Layer 3 · attention · Softmax$"))
    expect(panel.root.locator("lw-formula math")).to_be_visible()
    about = panel.root.locator(".about")
    expect(about).to_contain_text("blocks.2.attn.masked head 6 × query 5 × key 5")
    expect(about).to_contain_text("none: nothing is learned here")


@pytest.mark.parametrize("name", ["blocks.1.attn.pattern", "blocks.1.attn.masked", "blocks.0.norm1.out"])
def test_the_table_behind_a_picture_holds_every_number_of_it(page: Page, name: str) -> None:
    """must 23: values can be read."""
    panel = StepPanel(page).open(name, model="toy", text=TEXTS["toy"], head=1)
    values = (
        panel.ask("tensor", tensor=name, head=1)["values"]
        if "attn" in name
        else panel.ask("tensor", tensor=name)["values"]
    )
    shown = read_table(panel.root.locator("lw-matrix-table").last, rows=len(values))
    assert shown == [[-float("inf") if v is None else pytest.approx(v, rel=1e-6) for v in row] for row in values]


def test_a_value_is_copied_in_full(page: Page) -> None:
    """must 23: values can be copied."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4, cell="4,4,3", token=4)
    panel.root.get_by_role("button", name="copy value").click()
    expect(panel.root.get_by_role("button", name="copied")).to_be_visible()
    copied = float(page.evaluate("navigator.clipboard.readText()"))
    assert as_float32(copied) == as_float32(panel.element("blocks.2.attn.pattern", [4, 4, 3]))


def test_a_value_is_copied_where_the_page_has_no_clipboard(page: Page) -> None:
    """Plain http under another name, which is how a class reaches the page."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    panel = StepPanel(page).open("blocks.2.attn.q", cell="0,0,1")
    panel.root.get_by_role("button", name="copy value").click()
    expect(panel.root.get_by_role("button", name="copied")).to_be_visible()
    shown = panel.value
    field(page).fill("")
    field(page).press("ControlOrMeta+v")
    assert as_float32(float(field(page).input_value())) == as_float32(shown)


def test_a_value_that_cannot_be_copied_is_marked_for_the_keys(page: Page) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false"
    )
    panel = StepPanel(page).open("blocks.2.attn.q", cell="0,0,1")
    panel.root.get_by_role("button", name="copy value").click()
    expect(panel.root.get_by_role("button", name="press Ctrl+C")).to_be_visible()
    assert as_float32(read(page.evaluate("String(getSelection())"))) == as_float32(panel.value)


def test_only_zero_reads_as_zero_in_a_cell(page: Page) -> None:
    StepPanel(page).open("blocks.0.attn.pattern")
    written = page.evaluate(
        "import('/static/js/views/grid-paint.js').then(({cellText}) =>"
        " [[0, 'weight'], [0.0049, 'weight'], [0.005, 'weight'], [0, 'signed'], [-0.0049, 'signed'], [0.005, 'signed']]"
        ".map(([value, scale]) => cellText(value, scale, 2)))"
    )
    assert written == ["0", "<.01", ".01", "0", "≈0", "0.01"]


def test_a_long_number_stays_on_one_line_before_a_class(page: Page) -> None:
    panel = StepPanel(page)
    weights = panel.ask("tensor", tensor="blocks.1.attn.pattern")["values"]
    small = {weight: (head, 4, key) for head in range(6) for key, weight in enumerate(weights[head][4])}
    head, query, key = small[min(small)]
    panel.open("blocks.1.attn.pattern", head=head, token=query, cell=f"{head},{query},{key}", present=1)
    value = panel.root.locator("lw-number .value")
    assert len(value.inner_text()) > 10
    assert value.evaluate("e => e.scrollWidth <= e.parentElement.parentNode.host.clientWidth")
    assert value.evaluate("e => e.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(e).fontSize)")


def test_before_plus_what_is_added_is_after_number_by_number(page: Page) -> None:
    """must 10: what a part adds and what the stream is after it are two things."""
    panel = StepPanel(page).open("blocks.2.resid_mid", cell="4,7", token=4)
    expect(panel.root.locator(".sum .operand")).to_have_count(3)
    before, added, after = (read(text) for text in panel.root.locator(".sum .operand").all_inner_texts())
    assert before + added == pytest.approx(after, rel=1e-5, abs=1e-6)
    names = ["blocks.2.resid_pre", "blocks.2.attn.out", "blocks.2.resid_mid"]
    assert [as_float32(v) for v in (before, added, after)] == [as_float32(panel.element(n, [4, 7])) for n in names]


def test_the_norm_is_named_as_the_model_has_it_and_shows_what_it_divides_by(page: Page) -> None:
    """must 7."""
    panel = StepPanel(page).open("blocks.1.norm1.out")
    expect(panel.root.locator("h2")).to_contain_text("RMSNorm")
    assert read(panel.root.locator(".factor b").inner_text()) == pytest.approx(
        panel.element("blocks.1.norm1.scale", [4])
    )
    panel.open("blocks.1.norm1.out", model="toy", text=TEXTS["toy"])
    expect(panel.root.locator("h2")).to_contain_text("LayerNorm")
    expect(panel.root.locator(".factor b")).to_have_count(2)
    mean, deviation = (read(text) for text in panel.root.locator(".factor b").all_inner_texts())
    assert mean == pytest.approx(panel.element("blocks.1.norm1.mean", [5]), rel=1e-6)
    assert deviation == pytest.approx(panel.element("blocks.1.norm1.scale", [5]), rel=1e-6)


def test_equal_tokens_are_said_to_have_equal_rows(page: Page) -> None:
    panel = StepPanel(page).open("embed", text="the the the")
    expect(panel.root.locator(".note").first).to_contain_text("Tokens 2 and 3 are both")


def test_the_pair_of_a_rotation_shows_its_angle_and_its_numbers(page: Page) -> None:
    """must 8: positions are shown as the model has them."""
    panel = StepPanel(page).open("blocks.0.attn.rot_q", head=2, token=3)
    close_up = panel.root.locator(".close-up")
    assert read(close_up.locator("b").inner_text()) == pytest.approx(panel.element("rope.angle", [3, 0]))
    expect(close_up.locator("td:not(:empty)")).to_have_count(4)
    numbers = [read(text) for text in close_up.locator("td:not(:empty)").all_inner_texts()]
    half = panel.ask("trace")["sizes"]["pair"]
    names = ["blocks.0.attn.q", "blocks.0.attn.rot_q"]
    assert numbers == [pytest.approx(panel.element(name, [2, 3, dim]), rel=1e-6) for name in names for dim in (0, half)]


def test_the_bars_of_the_probabilities_and_the_rest_are_the_whole(page: Page) -> None:
    """musts 2 and 14."""
    panel = StepPanel(page).open("probs")
    expect(panel.root.locator(".rank .figure")).to_have_count(11)
    shown = [float(text.rstrip(" %").lstrip("< ")) for text in panel.root.locator(".rank .figure").all_inner_texts()]
    assert sum(shown) == pytest.approx(100, abs=0.06)
    expect(panel.root.locator(".rest")).to_contain_text("the other 4,086")
    expect(panel.root.locator(".picture")).to_contain_text("all 4,096 pieces of the vocabulary")


def test_the_highest_and_lowest_logits_are_those_of_the_tensor(page: Page) -> None:
    panel = StepPanel(page).open("logits", token=2)
    expect(panel.root.locator(".rank .figure")).to_have_count(20)
    shown = [read(text) for text in panel.root.locator(".rank .figure").all_inner_texts()]
    values = sorted(panel.ask("tensor", tensor="logits", token=2)["values"], reverse=True)
    assert shown == [pytest.approx(v, abs=6e-4) for v in values[:10] + values[-10:]]
    expect(panel.root.locator("h4").first).to_have_text("The 10 highest of 4,096")
