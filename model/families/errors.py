"""The error of a family that we do not read."""

from collections.abc import Iterable

from model.errors import CheckpointError


class UnsupportedFamilyError(CheckpointError):
    """A checkpoint of a family that has no row in the table; `allowed` are those that have."""

    def __init__(self, given: object, allowed: Iterable[str]) -> None:
        self.given, self.allowed = given, sorted(allowed)
        super().__init__(f"Models of the family {given!r} are not supported; these are: {', '.join(self.allowed)}.")
