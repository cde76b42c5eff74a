"""The version of the program."""

from importlib.metadata import PackageNotFoundError, version


def read_version() -> str:
    """The version that is installed, or "0" where the program runs without having been installed."""
    try:
        return version("lanewise")
    except PackageNotFoundError:
        return "0"


VERSION = read_version()
