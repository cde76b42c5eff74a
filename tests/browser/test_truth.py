"""What is read off the page is what the model's weights give by arithmetic that shares no code with the model.

The weights are read from their file with safetensors and carried through `tests/model/reference.py`, numpy in float64.
"""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from safetensors.numpy import load_file

from model.config import Config
from model.shelf.loaded import ModelFile
from model.shelf.names import BUNDLED
from tests.browser.step_panel import StepPanel, read_table
from tests.model.reference import Tensors, forward

TEXTS = {"story": "the cat saw the hat", "toy": "the cat sat"}


def recompute(folder: Path, ids: list[int]) -> Tensors:
    """Every tensor of a bundled model over `ids`, in float64."""
    config: Config = ModelFile.model_validate_json((folder / "model.json").read_bytes()).config
    return forward(config, load_file(folder / "weights.safetensors"), ids)


@pytest.mark.parametrize("model", TEXTS)
def test_the_number_of_every_step_is_that_of_a_float64_recomputation(page: Page, model: str) -> None:
    """Walks through all steps by → alone, and reads at each the selected number and its name off the page."""
    panel = StepPanel(page).open("tokens", model=model, text=TEXTS[model], token=2, head=1)
    ids = [token["id"] for token in panel.ask("tokenize")["tokens"]]
    right = recompute(BUNDLED / model, ids)
    for step in panel.steps():
        panel.wait(step["name"])
        tensor, index = panel.name
        assert tensor == step["name"]
        exact = right[tensor]
        size = np.abs(exact[np.isfinite(exact)]).max()
        assert panel.value == pytest.approx(exact[tuple(index)], rel=1e-4, abs=1e-6 + 1e-5 * size), step["name"]
        page.keyboard.press("ArrowRight")


def test_all_four_grids_of_a_head_are_those_of_a_float64_recomputation(page: Page) -> None:
    panel = StepPanel(page).open("blocks.3.attn.scores", head=2)
    right = recompute(BUNDLED / "story", [token["id"] for token in panel.ask("tokenize")["tokens"]])
    for stage in ("scores", "scaled", "masked", "pattern"):
        panel.go(f"blocks.3.attn.{stage}")
        shown = read_table(panel.root.locator(".large lw-matrix-table"), rows=5)
        np.testing.assert_allclose(shown, right[f"blocks.3.attn.{stage}"][2], rtol=1e-4, atol=1e-4)


def test_the_bars_are_those_of_a_float64_recomputation(page: Page) -> None:
    panel = StepPanel(page).open("probs")
    right = recompute(BUNDLED / "story", [token["id"] for token in panel.ask("tokenize")["tokens"]])["probs"][-1]
    bars = page.locator("lw-next ol li")
    expect(bars).to_have_count(10)
    shown = [float(bar.get_attribute("data-p") or "nan") for bar in bars.all()]
    np.testing.assert_allclose(shown, np.sort(right)[::-1][:10], rtol=1e-4)
    percent = [float(text.split()[0]) for text in bars.locator(".number").all_inner_texts()]
    np.testing.assert_allclose(percent, 100 * np.array(shown), atol=0.005)
