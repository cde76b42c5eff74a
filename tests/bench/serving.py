"""The server from the outside: how soon it answers, and how much it sends."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.bench.row import Row
from tests.browser.conftest import wait_for_url

SIXTEEN = "Once upon a time there was a little girl who had a big red ball."
QUERY = {"model": "story", "text": SIXTEEN}


@contextmanager
def served(*options: str) -> Iterator[str]:
    """A server as a user starts it, on a free port, for as long as the block lasts; gives its address."""
    with started(*options) as (url, _):
        yield url


@contextmanager
def started(*options: str) -> Iterator[tuple[str, int]]:
    """The same; gives the number of its process, too."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with log.open("wb") as output:
            command = [sys.executable, "-m", "server.cli", "--no-browser", "--port", "0", *options]
            server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
            try:
                yield wait_for_url(server, log), server.pid
            finally:
                server.terminate()
                server.wait(timeout=20)


def measure_start(rounds: int = 3) -> Row:
    """From typing `lanewise` to the first prediction served."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        with served() as url:
            httpx.get(f"{url}/api/trace", params=QUERY, timeout=60).raise_for_status()
            times.append(time.perf_counter() - began)
    return Row(
        "`lanewise` to first prediction served", sorted(times)[rounds // 2], 5, "s", f"median of {rounds} starts"
    )


def measure_bytes(url: str) -> Row:
    """The size of the first answer, as it travels."""
    with httpx.stream("GET", f"{url}/api/trace", params=QUERY, headers={"Accept-Encoding": "gzip"}) as answer:
        size = sum(len(chunk) for chunk in answer.iter_raw())
        answer.raise_for_status()
    tokens = httpx.get(f"{url}/api/tokenize", params=QUERY).json()["count"]
    return Row(f"first answer, {tokens} tokens, compressed", size / 1000, 30, "kB", "gzip, over HTTP")


def measure_explanations(url: str) -> Row:
    """From asking where a number comes from to the whole answer, for an element of every tensor."""
    times = []
    with httpx.Client(base_url=url) as client:
        for tensor in client.get("/api/trace", params=QUERY).raise_for_status().json()["tensors"]:
            index = ",".join(str(size // 2) for size in tensor["shape"])
            began = time.perf_counter()
            client.get("/api/explain", params={**QUERY, "tensor": tensor["name"], "index": index}).raise_for_status()
            times.append(1000 * (time.perf_counter() - began))
    worst = sorted(times)[len(times) * 95 // 100]
    return Row("a number of `story` explained", worst, 30, "ms", f"p95 of {len(times)} tensors, over HTTP")
