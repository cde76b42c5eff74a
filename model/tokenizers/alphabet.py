"""GPT-2's letters for bytes: vocabulary files write each byte as a character that can be seen."""

from functools import cache

from model.errors import CheckpointError


@cache
def byte_of_letter() -> dict[str, int]:
    """The 188 printable bytes stand for themselves, the others for the letters from U+0100 on."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(b): b for b in printable} | {chr(256 + i): b for i, b in enumerate(others)}


def bytes_of(piece: str) -> bytes:
    """The bytes of a `piece` that is written in these letters. Raises `CheckpointError` for a letter of no byte."""
    letters = byte_of_letter()
    try:
        return bytes(letters[letter] for letter in piece)
    except KeyError as error:
        raise CheckpointError(
            f"The piece {piece!r:.60} of the vocabulary has a letter that stands for no byte."
        ) from error
