"""A real server, a real browser, and pages that fail their test when they complain or call anybody else.

No browser is a failure, not a skip: a page that is not looked at is not tested. On a machine that does much else a
browser can miss its time, so a test that fails is run once more; pytest's closing line counts these as "rerun".
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser.chromium import find_chromium

START_SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each test of this folder have a second try."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@dataclass
class Complaints:
    """What went wrong in the pages of one test: errors on the console, and requests to anybody but our server."""

    server: str
    errors: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Let errors that match `pattern` pass: for a test that causes them on purpose."""
        self.allowed.append(pattern)

    def watch(self, page: Page) -> None:
        """Listen to a page from its first request on."""
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(f"{error.name}: {error.message}"))
        page.on("request", lambda request: self._meet(request.url))
        page.on("websocket", lambda socket: self._meet(socket.url))

    def unforgiven(self) -> list[str]:
        """Return every complaint that the test did not allow."""
        errors = [error for error in self.errors if not any(re.search(pattern, error) for pattern in self.allowed)]
        return errors + [f"asked somebody else: {url}" for url in self.strangers]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def _meet(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != urlsplit(self.server).netloc:
            self.strangers.append(url)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page as a user would, on a free port; the address without a slash at its end."""
    log = tmp_path_factory.mktemp("server") / "log.txt"
    command = [sys.executable, "-m", "server.cli", "--no-browser", "--port", "0"]
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield wait_for_url(server, log)
        finally:
            server.terminate()
            server.wait(timeout=20)


def wait_for_url(server: "subprocess.Popen[bytes]", log: Path) -> str:
    """Return the address that the server says once it answers, or fail with what it said instead."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if said := re.search(r"http://[^\s/]+", log.read_text(encoding="utf-8")):
            return said.group()
        time.sleep(0.05)
    pytest.fail(f"The server did not start. It said:\n{log.read_text(encoding='utf-8')}", pytrace=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each test gets a profile of its own."""
    # Chromium's sandbox refuses to start for root, which is who continuous integration often is.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def complaints(server_url: str) -> Complaints:
    """What this test's pages complain of; a test that breaks something on purpose allows it here."""
    return Complaints(server_url)


@pytest.fixture
def open_page(browser: Browser, server_url: str, complaints: Complaints) -> Iterator[Callable[..., Page]]:
    """A function that opens an empty page, with the options of a browser context (`viewport`, `color_scheme`, …)."""
    contexts = []

    def open_one(**options: Any) -> Page:
        context = browser.new_context(base_url=server_url, **{"viewport": {"width": 1440, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        complaints.watch(page)
        return page

    yield open_one
    for context in contexts:
        context.close()
    if complaints.unforgiven():
        pytest.fail("The page complained:\n" + "\n".join(complaints.unforgiven()), pytrace=False)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """An empty page of 1440 × 900; `page.goto("/")` opens Lanewise."""
    return open_page()
