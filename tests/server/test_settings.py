"""Settings come from the environment, and wrong ones are refused."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from server.settings import Settings


def test_settings_are_read_from_variables() -> None:
    variables = {"LANEWISE_DEFAULT_MODEL": "toy", "LANEWISE_MEMORY": "1GiB", "LANEWISE_QUEUE": "5", "OTHER": "x"}
    variables |= {"LANEWISE_OPEN": f"/a/b{os.pathsep}c.gguf", "LANEWISE_DTYPE": "bfloat16"}
    settings = Settings.from_environment(variables)
    assert (settings.default_model, settings.memory, settings.queue) == ("toy", 2**30, 5)
    assert (settings.open, settings.dtype) == ((Path("/a/b"), Path("c.gguf")), "bfloat16")


def test_without_variables_the_defaults_hold() -> None:
    settings = Settings.from_environment({})
    assert settings == Settings()
    assert (settings.memory, settings.traces) == (2 * 2**30, 64 * 2**20)
    assert settings.workers == 2


@pytest.mark.parametrize(
    ("name", "value"), [("WORKERS", "0"), ("QUEUE", "-1"), ("MEMORY", "much"), ("RETRY_AFTER", "0")]
)
def test_a_setting_that_is_wrong_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValidationError):
        Settings.from_environment({f"LANEWISE_{name}": value})


def test_names_of_hosts_may_be_separated_by_commas_or_spaces() -> None:
    assert Settings.from_environment({"LANEWISE_HOSTS": "a.b, c.d e.f"}).hosts == {"a.b", "c.d", "e.f"}
