"""`python -m tests.parity_table` measures how far our numbers are from those of transformers: tests/parity.md.

One row for each family and each of its switches, on small random checkpoints made on the spot; nothing is fetched.
"""

import os
import sys
from importlib.metadata import version
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import torch

from tests.model.published import LENGTHS, PUBLISHED, Difference, difference, make_pair, precision

PAGE = Path(__file__).with_name("parity.md")
WORDS = """# Parity with transformers

Largest absolute differences between Lanewise and transformers {transformers} (eager attention, torch {torch}) on small
random checkpoints and texts of {lengths} tokens: logits, all hidden states, all attention weights.
In float32 1e-4 is allowed. In the float64 columns both compute everything in float64: rounding falls by eight to nine
orders of magnitude there, and a mistake would stay where it is. Made by `python -m tests.parity_table`.

| family | logits | hidden states | attention | logits, float64 | hidden states, float64 | attention, float64 |
|---|---|---|---|---|---|---|
"""


def measure(name: str, dtype: torch.dtype) -> Difference:
    """The largest differences of one family over all lengths, computed in `dtype`."""
    with precision(dtype):
        pair = make_pair(name)
        worst = Difference(0.0, 0.0, 0.0)
        for n_tokens in LENGTHS:
            worst = worst.worst(difference(pair, n_tokens))
    return worst


def main() -> None:
    """Measure every family, print the table and write it."""
    head = WORDS.format(
        transformers=version("transformers"),
        torch=version("torch").split("+")[0],
        lengths=f"{', '.join(map(str, LENGTHS[:-1]))} and {LENGTHS[-1]}",
    )
    sys.stdout.write(head)
    rows = []
    for name in PUBLISHED:
        values = (*measure(name, torch.float32).values, *measure(name, torch.float64).values)
        rows.append(f"| {name} | " + " | ".join(f"{value:.1e}" for value in values) + " |\n")
        sys.stdout.write(rows[-1])
    PAGE.write_text(head + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
