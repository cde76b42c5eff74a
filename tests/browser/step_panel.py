"""The step panel as a test sees it: open it at a step, read its numbers, ask the server for the same ones."""

import json
import struct
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

SENTENCE = "the cat saw the hat"
PATIENCE_MS = 30_000
SET = "(view, detail) => view.dispatchEvent(new CustomEvent('lw-set', {detail, bubbles: true, composed: true}))"


class StepPanel:
    """`<lw-step>` on the page, and the API behind it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("lw-step")
        self.model, self.text = "story", SENTENCE

    def open(self, step: str, *, model: str = "story", text: str = SENTENCE, **state: object) -> "StepPanel":
        """Open the page at `step` and wait until the step's numbers are there."""
        self.model, self.text = model, text
        self.page.goto(f"/?{urlencode({'model': model, 'text': text, 'step': step, **state})}")
        return self.wait()

    def go(self, step: str) -> "StepPanel":
        """Go to another step without opening the page again."""
        self.leave_for(step)
        return self.wait(step)

    def leave_for(self, step: str) -> None:
        """Go to another step and wait for nothing."""
        self.root.evaluate(SET, {"step": step})

    def show(self, step: str, look: str | None, part: str) -> "StepPanel":
        """Choose a look of a step and wait for some part of it."""
        self.root.evaluate(SET, {"step": step, "look": look})
        expect(self.root.locator(part).first).to_be_visible(timeout=PATIENCE_MS)
        return self

    def wait(self, tensor: str = "") -> "StepPanel":
        """Wait until no picture is on its way, and the selected number is one of `tensor`."""
        expect(self.root.locator(".picture[aria-busy=false]")).to_be_visible(timeout=PATIENCE_MS)
        expect(self.root.locator("lw-number .name")).to_contain_text(f"{tensor}[", timeout=PATIENCE_MS)
        return self

    def ask(self, path: str, **query: object) -> Any:
        """What the API answers about the text that is shown."""
        given = {"model": self.model, "text": self.text, **query}
        answer = self.page.request.get(f"/api/{path}?{urlencode(given)}")
        assert answer.ok, answer.text()
        return answer.json()

    def steps(self) -> list[dict[str, Any]]:
        """The steps of the model's walk."""
        answer = self.page.request.get(f"/api/anatomy?{urlencode({'model': self.model})}")
        return [step for step in answer.json()["steps"] if step.get("shown", True)]

    def element(self, name: str, index: Sequence[int]) -> float:
        """The element of a tensor, from the API."""
        values = self.ask("tensor", tensor=name)["values"]
        for place in index:
            values = values[place]
        return -float("inf") if values is None else float(values)

    @property
    def value(self) -> float:
        """The selected number, as it is read off the page."""
        return read(self.root.locator("lw-number .value").inner_text())

    @property
    def name(self) -> tuple[str, list[int]]:
        """The name of the selected number, as it is read off the page: the tensor and the index."""
        tensor, index = self.root.locator("lw-number .name").inner_text().split("[")
        return tensor, json.loads("[" + index)

    @property
    def large(self) -> Locator:
        """The large grid of a stage of attention."""
        return self.root.locator(".large lw-grid")

    def click_cell(self, view: Locator, row: int, col: int) -> None:
        """Click the middle of a cell of a grid or strip."""
        view.locator(".plot").click(position=self.middle(view, row, col))

    def hover_cell(self, view: Locator, row: int, col: int) -> None:
        """Point at the middle of a cell of a grid or strip."""
        view.locator(".plot").hover(position=self.middle(view, row, col))

    def middle(self, view: Locator, row: int, col: int) -> Any:
        """Where the middle of a cell is, from the corner of the cells."""
        layout = view.evaluate("view => view.layout")
        return {"x": (col + 0.5) * layout["cellWidth"], "y": (row + 0.5) * layout["cellHeight"]}


def read_table(table: Locator, *, rows: int) -> list[list[float]]:
    """Open the table behind a picture, wait until its `rows` are there, and read every number of it."""
    if not table.locator("table").is_visible():
        table.locator("summary").click()
    expect(table.locator("tbody tr")).to_have_count(rows)
    return [[read(cell) for cell in row.locator("td").all_inner_texts()] for row in table.locator("tbody tr").all()]


def read(text: str) -> float:
    """A number as the page writes it."""
    plain = text.strip().replace("\u2212", "-").replace("∞", "inf")
    return float(plain)


def as_float32(value: float) -> float:
    """The float32 nearest to `value`: two texts of one float32 may differ, the number may not."""
    return float(struct.unpack("f", struct.pack("f", value))[0])
