"""Tells at the end of a run which operations of which variants were explained."""

import pytest

from tests.model.explained import RECORD


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write what the tests of explanations covered."""
    lines = RECORD.lines()
    if lines:
        terminalreporter.section("explained", sep="-")
        for line in lines:
            terminalreporter.line(line)
