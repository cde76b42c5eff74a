"""What all tests share: nothing is fetched, Hypothesis repeats itself, browsers come last.

`pytest --hypothesis-profile=deep` looks for new cases, for as long as one has time.
"""

import os
import tempfile

import pytest
from hypothesis import settings

# Before anybody imports transformers: the reference models are made in the tests, never fetched.
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
# What this machine's user has fetched is no part of the tests.
os.environ["LANEWISE_HOME"] = tempfile.mkdtemp(prefix="lanewise-tests-")
# Before anybody imports torch: on models this small, threads only wait for each other (six times, on a busy machine).
os.environ.setdefault("OMP_NUM_THREADS", "1")

settings.register_profile("here", deadline=None, derandomize=True, max_examples=40, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: they are the slowest, and Playwright keeps an event loop in the main thread."""
    items.sort(key=lambda item: "browser" in item.path.parts)
