"""What can go wrong while a model is fetched."""

import errno
import shutil
from pathlib import Path

from model.errors import LanewiseError

MARGIN = 2**26
"""Bytes that are left free beside what is needed."""


class FetchError(LanewiseError):
    """A model cannot be fetched; the sentence says why, and nothing is left of the attempt."""


class FetchStoppedError(FetchError):
    """A fetch was stopped by who asked for it."""


def require_room(folder: Path, needed: int) -> None:
    """Raise `FetchError` unless `needed` bytes fit beside what is in `folder`."""
    free = shutil.disk_usage(folder).free
    if free < needed + MARGIN:
        raise FetchError(
            f"There is no room in {folder}: {say_bytes(needed + MARGIN)} are needed and {say_bytes(free)} are free. "
            "LANEWISE_HOME can name a folder on another disk."
        )


def explain_os_error(error: OSError, folder: Path) -> FetchError:
    """The sentence for what the system says while files are written into `folder`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FetchError(f"The disk is full: {folder} takes no more. What had come was removed again.")
    return FetchError(f"{error.filename or folder} cannot be written: {error.strerror or error}.")


def say_bytes(count: int) -> str:
    """A number of bytes for a person: `98.4 MB`."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"
