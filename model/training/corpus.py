"""Reading training text: plain files of documents, a part of them held out, the rest as streams of token ids.

A file is `NAME.txt` or `NAME.txt.xz`; documents are separated by a line that holds only `<|endoftext|>`. Where a
folder has `doc_scores.tsv` (or `.xz`) with the columns file, document, characters, share of hard words, documents
above a limit are left out.
"""

import csv
import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SEPARATOR = "<|endoftext|>"
HELD_OUT_EVERY = 30
"""One document in so many is never trained on."""

Ids = NDArray[np.uint16]


def read_text(path: Path) -> str:
    """The text of `path`, unpacked where its name ends in .xz."""
    return lzma.open(path, "rt", encoding="utf-8").read() if path.suffix == ".xz" else path.read_text("utf-8")


def read_documents(folder: Path, limits: Mapping[str, float]) -> dict[str, list[str]]:
    """Documents of every file in `folder` that `limits` names, each document once.

    Those whose share of hard words is above their file's limit are left out. Raises `FileNotFoundError` where the
    folder holds none of the named files.
    """
    scores = _read_scores(folder)
    paths = {path.name.split(".")[0]: path for path in sorted(folder.glob("*.txt*"))}
    seen: set[str] = set()
    documents: dict[str, list[str]] = {}
    for name, limit in limits.items():
        if name not in paths:
            continue
        parts = read_text(paths[name]).split(f"\n{SEPARATOR}\n")
        easy = (text.strip() for i, text in enumerate(parts) if scores.get((name, i), 0.0) <= limit)
        documents[name] = [text for text in easy if text and not _already(text, seen)]
    if not documents:
        raise FileNotFoundError(f"{folder} holds none of {', '.join(limits)} as .txt or .txt.xz")
    return documents


def split(documents: list[str]) -> tuple[list[str], list[str]]:
    """The documents to train on, and those held out."""
    held_out = documents[::HELD_OUT_EVERY]
    return [text for i, text in enumerate(documents) if i % HELD_OUT_EVERY], held_out


def windows(ids: Ids, *, length: int, seed: int) -> Iterator[Ids]:
    """Cut `ids` into pieces of `length` + 1 at a new phase each epoch, in random order, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        starts = np.arange(int(rng.integers(length)), len(ids) - length - 1, length)
        for start in rng.permutation(starts):
            yield ids[start : start + length + 1]


def mixture(streams: Mapping[str, Ids], shares: Mapping[str, float], *, length: int, seed: int) -> Iterator[Ids]:
    """Windows from several streams, each stream with its share of the tokens."""
    rng = np.random.default_rng(seed)
    names = list(streams)
    share = np.array([shares[name] for name in names])
    sources = {name: windows(streams[name], length=length, seed=seed + i) for i, name in enumerate(names)}
    while True:
        yield next(sources[names[int(rng.choice(len(names), p=share / share.sum()))]])


def _already(text: str, seen: set[str]) -> bool:
    key = "".join(char for char in text.lower() if char.isalnum())
    fresh = key not in seen
    seen.add(key)
    return not fresh


def _read_scores(folder: Path) -> dict[tuple[str, int], float]:
    for name in ("doc_scores.tsv", "doc_scores.tsv.xz"):
        if (folder / name).exists():
            rows = csv.reader(read_text(folder / name).splitlines()[1:], delimiter="\t")
            return {(row[0].removesuffix(".txt"), int(row[1])): float(row[3]) for row in rows}
    return {}
