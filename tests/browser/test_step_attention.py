"""The stages of attention: four grids, true legends, hatched masks, every head, and both tokens marked."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.step_panel import StepPanel, as_float32, read

MARKED = ".label.marked"


def test_the_four_stages_are_four_grids_and_the_present_one_is_marked(page: Page) -> None:
    """must 6."""
    panel = StepPanel(page).open("blocks.2.attn.masked", head=4)
    names = panel.root.locator(".stage-name").all_inner_texts()
    assert names == ["Scores", "Divide by √32", "Mask", "Softmax"]
    assert panel.root.locator(".stage lw-grid").count() == 4
    expect(panel.root.locator(".stage.now .stage-name")).to_have_text("Mask")
    panel.root.get_by_role("button", name="Softmax").click()
    expect(panel.root.locator("h2")).to_contain_text("Softmax")
    expect(page).to_have_url(re.compile(r"step=blocks\.2\.attn\.pattern"))


def test_the_legends_are_the_tensors_own_and_that_of_the_softmax_is_0_to_1(page: Page) -> None:
    """must 6."""
    panel = StepPanel(page).open("blocks.2.attn.scores", head=4)
    legends = panel.root.locator(".stage lw-legend")
    assert legends.last.locator(".low").inner_text() == "0"
    assert legends.last.locator(".high").inner_text() == "1"
    values = panel.ask("tensor", tensor="blocks.2.attn.scores")["range"]
    smallest, largest = re.findall(r"[\u2212\d.]+\d", legends.first.locator(".range").inner_text())[:2]
    assert read(smallest) == pytest.approx(values["min"], rel=0.01)
    assert read(largest) == pytest.approx(values["max"], rel=0.01)


def test_a_masked_cell_is_hatched_and_a_zero_is_a_colour(page: Page) -> None:
    """must 6: −∞ is a hatch, 0 a colour."""
    panel = StepPanel(page).open("blocks.2.attn.masked", head=4)
    clear = """(view) => {
        const canvas = view.shadowRoot.querySelector('.plot canvas'), size = canvas.width / view.plate.cols;
        const at = Math.floor(4 * size + 4), pen = canvas.getContext('2d');
        const pixels = pen.getImageData(at, 4, size - 12, size - 12).data;
        return pixels.filter((value, i) => i % 4 === 3 && value < 40).length / (pixels.length / 4);
    }"""
    assert panel.large.evaluate(clear) > 0.4
    expect(panel.root.locator(".large lw-legend")).to_contain_text("−∞, hidden by the mask")
    panel.go("blocks.2.attn.pattern")
    assert panel.large.evaluate(clear) == 0
    assert panel.element("blocks.2.attn.pattern", [4, 0, 4]) == 0


def test_one_token_attends_to_itself_with_1(page: Page) -> None:
    panel = StepPanel(page).open("blocks.0.attn.pattern", text="the")
    assert panel.value == 1
    assert panel.root.locator("lw-number .value").inner_text() == "1"


def test_a_click_on_a_cell_selects_its_number_and_its_token(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4)
    panel.click_cell(panel.large, 3, 1)
    expect(panel.root.locator("lw-number .name")).to_have_text("blocks.2.attn.pattern[4, 3, 1]")
    assert as_float32(panel.value) == as_float32(panel.element("blocks.2.attn.pattern", [4, 3, 1]))
    words = panel.root.locator("lw-number .words").inner_text()
    assert re.sub("[\u2068\u2069]", "", words) == "layer 3 · head 5 · from ␣the (token 4) · to ␣cat (token 2)"
    expect(page).to_have_url(re.compile("cell=4%2C3%2C1"))
    expect(page).to_have_url(re.compile("token=3"))


def test_a_number_of_another_stage_can_be_read_without_leaving_the_step(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4)
    panel.click_cell(panel.root.locator(".stage lw-grid").first, 2, 4)
    expect(panel.root.locator("lw-number .name")).to_have_text("blocks.2.attn.scores[4, 2, 4]")
    assert as_float32(panel.value) == as_float32(panel.element("blocks.2.attn.scores", [4, 2, 4]))
    expect(panel.root.locator("h2")).to_contain_text("Softmax")


def test_a_click_on_a_small_picture_chooses_the_head(page: Page) -> None:
    """must 21: the number of heads is the model's."""
    panel = StepPanel(page).open("blocks.2.attn.pattern")
    heads = panel.root.locator("lw-head-overview button")
    assert heads.count() == 6
    heads.nth(2).click()
    expect(heads.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(panel.root.locator("lw-number .name")).to_contain_text("blocks.2.attn.pattern[2,")


def test_rows_are_queries_and_columns_are_keys(page: Page) -> None:
    """must 12."""
    panel = StepPanel(page).open("blocks.2.attn.scores")
    assert panel.large.locator(".axis").all_inner_texts() == ["from (query)", "to (key)"]
    panel.large.locator("xpath=..").locator("lw-matrix-table summary").click()
    expect(panel.root.locator(".large caption")).to_contain_text("rows are query, columns are key")


def test_pointing_at_a_cell_marks_both_its_tokens(page: Page) -> None:
    """must 22."""
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4)
    panel.hover_cell(panel.large, 3, 1)
    expect(panel.large.locator(f".rows {MARKED}")).to_contain_text("the")
    expect(panel.large.locator(f".cols {MARKED}")).to_contain_text("cat")
    panel.large.locator(".cols .label").nth(2).hover()
    expect(panel.large.locator(f".rows {MARKED}")).to_contain_text("saw")
    expect(panel.large.locator(".band-row")).to_be_visible()
    expect(panel.large.locator(".band-col")).to_be_visible()


def test_the_scale_of_the_colours_is_a_switch_whose_state_is_visible(page: Page) -> None:
    """must 13."""
    panel = StepPanel(page).open("blocks.2.attn.scores", head=4)
    legend = panel.root.locator(".large lw-legend")
    expect(panel.root.get_by_label("one scale for all heads")).to_be_checked()
    expect(legend).to_contain_text("in all 6 heads")
    panel.root.get_by_label("one scale for each head").check()
    expect(legend).to_contain_text("in this head")
    own = panel.ask("tensor", tensor="blocks.2.attn.scores", head=4)["range"]
    assert read(legend.locator(".high").inner_text()) == pytest.approx(max(abs(own["low"]), abs(own["high"])), rel=0.01)


def test_the_first_token_can_be_left_out_of_the_colours(page: Page) -> None:
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4)
    before = panel.value
    panel.root.get_by_label("ignore the first token").check()
    expect(panel.root.locator(".large lw-legend")).to_contain_text("the first token is left out of the colours")
    assert panel.value == before


def test_what_attention_is_not_is_said_where_it_is_seen(page: Page) -> None:
    """must 28."""
    panel = StepPanel(page).open("blocks.2.attn.pattern")
    for question in ("Attention is not an explanation", "Why does everything look at the first token?"):
        answer = panel.root.locator("details", has_text=question)
        answer.locator("summary").click()
        expect(answer.locator("p")).to_be_visible()


def test_the_arrows_walk_over_the_cells_and_enter_selects(page: Page) -> None:
    """must 22, by keyboard: the page's own arrows stay out of it."""
    panel = StepPanel(page).open("blocks.2.attn.pattern", head=4, token=4, cell="4,4,3")
    panel.large.locator(".cursor").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(panel.large.locator(f".rows {MARKED}")).to_contain_text("the")
    expect(panel.large.locator(f".cols {MARKED}")).to_contain_text("saw")
    expect(panel.large.locator(".cursor")).to_have_attribute("aria-label", re.compile(r"pattern\[4, 3, 2\]$"))
    expect(panel.root.locator("h2")).to_contain_text("Softmax")
    page.keyboard.press("Space")
    expect(panel.root.locator("lw-number .name")).to_have_text("blocks.2.attn.pattern[4, 3, 2]")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(panel.root.locator("lw-number .name")).to_have_text("blocks.2.attn.pattern[4, 3, 4]")


def test_of_a_long_text_the_cells_around_the_chosen_one_are_shown_and_no_whole_tensor_is_fetched(page: Page) -> None:
    """must 14: a part is called one."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    panel = StepPanel(page).open("blocks.2.attn.scaled", text="the" + " the" * 99, head=1, token=50)
    expect(panel.root.locator(".large .label").first).to_contain_text("queries 35–66 of 100, keys 35–66")
    expect(panel.root.locator("lw-head-overview lw-grid")).to_have_count(6)
    tensors = [url for url in asked if re.search(r"/api/tensor\?.*tensor=blocks.2.attn.sc", url)]
    assert tensors
    assert all("head=" in url for url in tensors)
    panel.click_cell(panel.large, 0, 3)
    expect(panel.root.locator("lw-number .name")).to_have_text("blocks.2.attn.scaled[1, 34, 37]")
    panel.go("blocks.2.attn.q")
    expect(panel.root.locator(".picture")).to_contain_text("tokens 15–54 of 100")
