"""Finds the Chromium that the browser tests and the benchmarks drive: Debian's, a desktop's, or Playwright's own."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

# The shell without a desktop comes first: the same engine, at half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MISSING = "No Chromium was found. `make test` installs one; by hand: `.venv/bin/playwright install chromium`."


class ChromiumMissingError(Exception):
    """There is no browser on this machine; the message says what to do."""


def find_chromium(playwright: Playwright) -> Path:
    """Return the browser to start.

    Raises:
        ChromiumMissingError: neither the path nor Playwright knows one.
    """
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    own = Path(playwright.chromium.executable_path)
    if own.is_file():
        return own
    raise ChromiumMissingError(MISSING)


if __name__ == "__main__":
    with sync_playwright() as started:
        try:
            find_chromium(started)
        except ChromiumMissingError:
            sys.exit(1)
