"""Which modules of the page a module needs: what it imports, what that imports, and so on."""

import re
from functools import cache
from pathlib import Path, PurePosixPath

IMPORT = re.compile(r"""^(?:import|export)\s(?:[^'"();]*?\sfrom\s)?\s*['"]([^'"]+)['"]""", re.MULTILINE)


@cache
def modules_of(root: Path, entry: str) -> tuple[str, ...]:
    """The addresses of `entry` and of every module that it needs, each once, the first to be asked for first.

    `root` is what is served as `/static`. A module that is not there is left out, as is one that is loaded on demand.
    """
    found: list[str] = []
    waiting = [entry]
    for address in waiting:
        path = root.joinpath(address.removeprefix("/static/"))
        if address in found or not path.is_file():
            continue
        found.append(address)
        waiting += [join(address, name) for name in IMPORT.findall(path.read_text(encoding="utf-8"))]
    return tuple(found)


def join(address: str, name: str) -> str:
    """The address of what the module at `address` imports as `name`."""
    if name.startswith("/"):
        return name
    parts: list[str] = []
    for part in PurePosixPath(address).parent.joinpath(name).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return str(PurePosixPath(*parts))
