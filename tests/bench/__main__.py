"""`make bench`: measure every budget that exists, print the table and keep it in `tests/bench/last.md`."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import torch
from playwright.sync_api import sync_playwright

from tests.bench.browsing import measure_page
from tests.bench.large import measure_large
from tests.bench.passes import measure_passes
from tests.bench.row import HEADER
from tests.bench.serving import measure_bytes, measure_explanations, measure_start, served
from tests.browser.chromium import find_chromium

LAST = Path(__file__).parent / "last.md"


def main() -> None:
    """Measure, print and keep."""
    rows = [*measure_passes(), measure_start()]
    with served() as url, sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=arguments)
        rows += [measure_bytes(url), measure_explanations(url), *measure_page(browser, url)]
        browser.close()
    rows += measure_large()
    where = (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, torch {torch.__version__}"
    )
    table = "\n".join([HEADER, *map(str, rows)])
    print(table)
    LAST.write_text(f"# Last benchmark\n\n{datetime.now(UTC):%Y-%m-%d}, {where}\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
