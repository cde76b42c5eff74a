"""One line of the benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, beside its budget. A smaller figure is better."""

    what: str
    measured: float
    budget: float
    unit: str
    note: str = ""

    @property
    def share(self) -> float:
        """How much of the budget is used."""
        return self.measured / self.budget

    def __str__(self) -> str:
        measured, budget = (f"{figure:,.4g} {self.unit}".strip() for figure in (self.measured, self.budget))
        verdict = "within" if self.share <= 1 else "OVER"
        return f"| {self.what} | {measured} | {budget} | {self.share:.2f} | {verdict} | {self.note} |"


HEADER = "| what | measured | budget | measured ÷ budget | | how |\n| --- | --- | --- | --- | --- | --- |"
