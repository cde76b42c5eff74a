"""The arithmetic of a number as a test sees it, and the same numbers in float64 by code of its own."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect
from safetensors.numpy import load_file

from model.config import Config
from model.shelf.library import BUNDLED
from model.shelf.loaded import ModelFile
from tests.browser.step_panel import PATIENCE_MS, read
from tests.model.reference import forward

FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return `${at?.className ?? ''} ${at?.dataset?.element ?? ''}`;
}"""


@dataclass(frozen=True)
class Truth:
    """Every tensor and weight of a bundled model on one text, in float64, by name."""

    arrays: dict[str, NDArray[Any]]

    @classmethod
    def of(cls, model: str, ids: list[int]) -> "Truth":
        """Recompute the pass of `model` over `ids`."""
        config: Config = ModelFile.model_validate_json((BUNDLED / model / "model.json").read_bytes()).config
        weights = load_file(BUNDLED / model / "weights.safetensors")
        return cls({**weights, **forward(config, weights, ids)})

    def value(self, element: str) -> float:
        """The element that is written `logits-2-4`; masked scores may be −∞."""
        name, *index = element.split("-")
        return float(self.arrays[name][tuple(map(int, index))])


class ArithmeticPanel:
    """`<lw-arithmetic>` on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("lw-arithmetic")
        self.operands = self.root.locator("button.operand")
        self.crumbs = self.root.locator(".trail li")

    def expect_told(self, element: str) -> None:
        """Wait until the arithmetic of `logits-2-4` is shown."""
        expect(self.root.locator(f'.told[data-of="{element}"][aria-busy="false"]')).to_be_visible(timeout=PATIENCE_MS)

    @property
    def asked(self) -> str:
        """The element that is shown, written `logits-2-4`."""
        return self.root.locator(".told").get_attribute("data-of") or ""

    def follow(self, name: str) -> str:
        """Click the first operand of the tensor or weight `name`; the element, once it is shown."""
        chip = self.root.locator(f'button.operand[data-element^="{name}-"]').first
        expect(chip).to_be_visible(timeout=PATIENCE_MS)
        element = chip.get_attribute("data-element") or ""
        chip.click()
        self.expect_told(element)
        return element

    def figure(self, name: str) -> float:
        """The number that is `recomputed` or `captured`, as it is read."""
        return read(self.root.locator(f".agreement .{name}").inner_text())

    def check(self, truth: Truth) -> None:
        """Compare what is shown with `truth`: the number, every term of every sum, and each sum with its terms."""
        exact = truth.value(self.asked)
        for name in ("recomputed", "captured"):
            assert self.figure(name) == pytest.approx(exact, rel=2e-4, abs=2e-5), self.asked
        for table in self.root.locator("table.sum").all():
            self.check_sum(table, truth)

    def check_sum(self, table: Locator, truth: Truth) -> None:
        """Compare one sum: what stands in a row with its operands, and the last row with all before it."""
        rows = table.locator(":scope > tbody > tr[data-at]")
        figures = [read(row.locator(":scope > .figure").inner_text().replace("≈0", "0")) for row in rows.all()]
        others = table.locator(":scope > tbody > tr.others > .figure")
        rest = [read(text.replace("≈0", "0")) for text in others.all_inner_texts()]
        whole = table.locator(":scope > tbody > tr.whole > .figure").inner_text()
        digit = 10.0 ** -len(whole.partition(".")[2])
        assert read(whole) == pytest.approx(sum(figures + rest), abs=digit * (len(figures) + 1))
        for row, figure in zip(rows.all(), figures, strict=True):
            elements = [chip.get_attribute("data-element") or "" for chip in row.locator("button.operand").all()]
            if elements:
                term = combine(row.inner_text(), [truth.value(element) for element in elements])
                assert figure == pytest.approx(term, rel=2e-4, abs=digit), row.inner_text()

    def press_until(self, key: str, target: str, most: int = 80) -> None:
        """Press a key until the focus is on something whose class and element hold `target`."""
        for _ in range(most):
            if target in self.page.evaluate(FOCUSED):
                return
            self.page.keyboard.press(key)
        pytest.fail(f"{key} does not reach {target}")


def combine(text: str, values: list[float]) -> float:
    """What a row of a sum says is done with its operands."""
    if "exp(" in text:
        return float(np.exp(values[0] - values[1]))
    if ")²" in text:
        return float((values[0] - sum(values[1:])) ** 2)
    return float(np.prod(values))
