"""A client of an application with two small random models."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.shelf import Client, fill_shelf


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    fill_shelf(folder)
    return folder


@pytest.fixture(scope="session")
def client(shelf: Path) -> Iterator[Client]:
    with Client(shelf) as made:
        yield made


@pytest.fixture
def fresh(shelf: Path) -> Iterator[Client]:
    """An application that remembers nothing yet."""
    with Client(shelf) as made:
        made.read("/api/models")
        yield made
