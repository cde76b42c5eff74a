"""How torch runs in this process: threads, the form of the numbers, the device."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Literal

import torch

from model.errors import LanewiseError

Dtype = Literal["float32", "bfloat16"]
DTYPES: dict[Dtype, torch.dtype] = {"float32": torch.float32, "bfloat16": torch.bfloat16}


class NoDeviceError(LanewiseError):
    """A device that this machine has not, or that this build of torch does not know."""


def use_threads(n: int) -> None:
    """Let one forward pass use `n` threads.

    Several passes at once on one thread each serve more than one pass on all.
    """
    torch.set_num_threads(n)


def check_device(name: str) -> None:
    """Raise `NoDeviceError` unless there is a device `name`: cpu, cuda or mps."""
    there = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if not there.get(name, False):
        known = ", ".join(each for each, is_there in there.items() if is_there)
        raise NoDeviceError(f"There is no device “{name}” here that torch {torch.__version__} can use, only: {known}.")


@cache
def _trimmer() -> Callable[[int], int] | None:
    """Glibc's own way to give memory back; other systems do that by themselves."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return trim


def return_memory() -> None:
    """Give memory that is free back to the system: after long texts hundreds of megabytes would be kept for nothing."""
    trim = _trimmer()
    if trim is not None:
        trim(0)


def widen(x: torch.Tensor) -> torch.Tensor:
    """`x` in float32 where it is in less: sums of squares and angles lose too much in bfloat16."""
    return x.to(torch.promote_types(x.dtype, torch.float32))
