"""SmolLM2, 30 layers of 9 heads and 49,152 pieces, as it is served: answers, memory, and what it takes to begin."""

import random
import re
import statistics
import time
from pathlib import Path

import httpx
import pytest

from model.shelf.library import Library
from tests.bench.row import Row
from tests.bench.serving import started
from tests.smollm2 import smollm2_file, smollm2_home

NAME = "SmolLM2"
WORDS = (
    "the a little girl boy cat dog saw had big red blue ball hat tree house went found and then with her his mother "
    "said that they very happy day one small old man"
)
ROUNDS = 12


def measure_large() -> list[Row]:
    """The rows of SmolLM2, or none where it cannot be had."""
    try:
        path = smollm2_file()
    except pytest.skip.Exception as reason:
        print(f"No rows of {NAME}: {reason}")
        return []
    with smollm2_home():
        rows = [_loading(path)]
        with started("--model", str(path)) as (url, process), httpx.Client(base_url=url, timeout=60) as client:
            return [*rows, *_long(client), *_answers(client), _memory(process)]


def _text(n_words: int, seed: int) -> str:
    dice = random.Random(seed)  # noqa: S311 (a text, not a secret)
    return " ".join(dice.choice(WORDS.split()) for _ in range(n_words))


def _ask(client: httpx.Client, path: str, **query: str | int) -> float:
    """Milliseconds until an answer is there."""
    began = time.perf_counter()
    client.get(path, params=query).raise_for_status()
    return 1000 * (time.perf_counter() - began)


def _loading(path: Path) -> Row:
    times = []
    for _ in range(4):
        began = time.perf_counter()
        Library(path.parent, extra={"it": path}, default="it").get("it")
        times.append(time.perf_counter() - began)
    note = "weights that were dequantised before are mapped from their file; the first of four is not counted"
    return Row(f"{NAME}: loading", statistics.median(times[1:]), 4, "s", note)


def _answers(client: httpx.Client) -> list[Row]:
    first = [_ask(client, "/api/trace", text=_text(15, seed)) for seed in range(ROUNDS)]
    known = _text(31, 99)
    _ask(client, "/api/trace", text=known)
    more = [_ask(client, "/api/trace", text=f"{known} {word}") for word in WORDS.split()[:ROUNDS]]
    slices = [_slice(client, known, layer) for layer in range(2, 2 + ROUNDS)]
    note = f"median of {ROUNDS}, over HTTP; a token stands before the text"
    return [
        Row(f"{NAME}: first answer, 16 tokens", statistics.median(first), 250, "ms", note),
        Row(f"{NAME}: one token more after 32 that are known", statistics.median(more), 100, "ms", note),
        Row(f"{NAME}: a slice of a layer that was not looked at, 32 tokens", statistics.median(slices), 60, "ms", note),
    ]


def _slice(client: httpx.Client, text: str, layer: int) -> float:
    return _ask(client, "/api/tensor", text=text, tensor=f"blocks.{layer}.attn.pattern", head=4, format="f32")


def _long(client: httpx.Client) -> list[Row]:
    before = _metric(client, "trace_bytes")
    texts = [_text(511, seed) for seed in (1, 2, 3)]
    times = [_ask(client, "/api/trace", text=text) for text in texts[:1]]
    kept = _metric(client, "trace_bytes") - before
    times += [_ask(client, "/api/trace", text=text) for text in texts[1:]]
    steps = [_slice(client, texts[-1], layer) for layer in range(2, 2 + ROUNDS)]
    note = "512 tokens"
    return [
        Row(f"{NAME}: trace, 512 tokens", statistics.median(times) / 1000, 2.5, "s", "median of 3, none of them known"),
        Row(f"{NAME}: what is remembered of it", kept / 1e6, 60, "MB", note),
        Row(f"{NAME}: step to another layer, 512 tokens", statistics.median(steps), 150, "ms", f"median of {ROUNDS}"),
    ]


def _metric(client: httpx.Client, name: str) -> float:
    found = re.search(rf"^lanewise_{name} (\S+)$", client.get("/metrics").text, re.MULTILINE)
    if found is None:
        raise LookupError(name)
    return float(found[1])


def _memory(process: int) -> Row:
    status = Path(f"/proc/{process}/status").read_text("ascii")
    peak = int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1e6
    return Row(
        f"{NAME}: resident memory at most, after all this", peak, 1.2, "GB", "its weights are mapped from a file"
    )
