"""`python -m tests.parity_table` measures how far our numbers are from those of transformers: tests/parity.md.

One row for each family and each of its switches, on small random checkpoints that transformers saves and our loader
reads back from disk; the same ones in GGUF files; and SmolLM2, which is fetched if it is not here.
"""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["LANEWISE_HOME"] = mkdtemp(prefix="lanewise-parity-")

import pytest
import torch

from tests.model.greedy import MORE, continue_greedily, write_on
from tests.model.packed import pack_pair, packable
from tests.model.published import LENGTHS, PUBLISHED, Difference, Pair, difference, make_pair, precision, random_ids
from tests.model.smollm2_pair import PARIS, encode, make_both

PAGE = Path(__file__).with_name("parity.md")
WORDS = """# Parity with transformers

Largest absolute differences between Lanewise and transformers {transformers} (eager attention, torch {torch}) on small
random checkpoints that transformers saved and Lanewise read from disk, and texts of {lengths} tokens: logits, all
hidden states, all attention weights. In float32 1e-4 is allowed. In the float64 columns both compute everything in
float64: rounding falls by eight to nine orders of magnitude there, and a mistake would stay where it is. In the last
column, {more} tokens are written greedily, with the KV cache and without it. Made by `python -m tests.parity_table`.

| family | logits | hidden states | attention | logits, f64 | hidden states, f64 | attention, f64 | {more} tokens |
|---|---|---|---|---|---|---|---|
"""
PACKED = """
The same checkpoints as llama.cpp's converter would write them, in float32, read from a GGUF file: largest difference of
the logits from those of transformers, which has the weights as they were before.

| family | logits |
|---|---|
"""
REAL = """
SmolLM2-135M-Instruct (30 layers; Q4_1 and Q8_0, dequantised): largest differences from transformers' Llama, given the
same dequantised weights, on “{text}”. Its stream reaches 22,552, so the hidden states differ by more than their
rounding; relative to the largest number of its tensor each is given in brackets.

| | logits | hidden states | attention | {more} tokens |
|---|---|---|---|---|
"""


def measure(name: str, dtype: torch.dtype) -> tuple[Pair, Difference]:
    """One family in both implementations, and the largest differences over all lengths, computed in `dtype`."""
    with precision(dtype):
        pair = make_pair(name)
        worst = Difference(0.0, 0.0, 0.0)
        for n_tokens in LENGTHS:
            worst = worst.worst(difference(pair, n_tokens))
    return pair, worst


def family_rows() -> Iterator[str]:
    """One row for each family and switch."""
    for name in PUBLISHED:
        pair, single = measure(name, torch.float32)
        _, double = measure(name, torch.float64)
        ids = random_ids(pair, 9)
        written = [continue_greedily(pair.ours, ids, cached=cached) for cached in (True, False)]
        same = "equal" if written == [write_on(pair.reference, ids)] * 2 else "different"
        values = " | ".join(f"{value:.1e}" for value in (*single.values, *double.values))
        yield f"| {name} | {values} | {same} |\n"


def packed_rows() -> Iterator[str]:
    """One row for each checkpoint that can be said in GGUF."""
    for name in packable():
        with TemporaryDirectory() as folder, precision(torch.float32):
            model, reference = pack_pair(name, Path(folder))
            ids = torch.arange(17)
            with torch.inference_mode():
                apart = (model(ids) - reference(ids[None]).logits[0]).abs().max().item()
        yield f"| {name} | {apart:.1e} |\n"


def real_row() -> str:
    """The row of SmolLM2, or why there is none."""
    try:
        both = make_both()
    except pytest.skip.Exception as reason:
        return f"| {reason} | | | | |\n"
    ids = encode(both, PARIS)
    found, size = both.difference(ids)
    told = [f"{apart:.1e} ({apart / largest:.1e})" for apart, largest in zip(found.values, size.values, strict=True)]
    same = continue_greedily(both.ours, ids, cached=True) == write_on(both.theirs, ids)
    return f"| SmolLM2 | {' | '.join(told)} | {'equal' if same else 'different'} |\n"


def main() -> None:
    """Measure every family, print the table and write it."""
    lengths = f"{', '.join(map(str, LENGTHS[:-1]))} and {LENGTHS[-1]}"
    versions = {"transformers": version("transformers"), "torch": version("torch").split("+")[0]}
    parts = [WORDS.format(**versions, lengths=lengths, more=MORE)]
    sys.stdout.write(parts[0])
    for rows, head in ((family_rows(), ""), (packed_rows(), PACKED), (iter([real_row()]), REAL)):
        parts.append(head.format(text=PARIS, more=MORE))
        sys.stdout.write(parts[-1])
        for row in rows:
            sys.stdout.write(row)
            parts.append(row)
    PAGE.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
