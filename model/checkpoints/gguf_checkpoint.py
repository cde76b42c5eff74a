"""A model in a GGUF file: its weights dequantised, llama.cpp's order of rows in q and k undone where it was made."""

from collections import Counter
from functools import partial
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from model.checkpoints.checkpoint import EXAMPLES, Checkpoint
from model.checkpoints.converted import Pieces, converted_weights, key_of
from model.checkpoints.gguf_file import GgufFile, read_gguf
from model.config import Config
from model.errors import CheckpointError
from model.families.packing import STRETCH, from_gguf, packed_family
from model.families.rope import MOST_PAIRS
from model.families.weights import Sources, cut_source, expected_shapes, find_sources
from model.shelf.loaded import ModelFile
from model.tokenizers import Tokenizer

LONGEST_TITLE = 100


def open_gguf(path: Path) -> Checkpoint:
    """Look at the model in the GGUF file at `path`; nothing is dequantised yet.

    Raises `CheckpointError` with what was expected, and `UnsupportedFamilyError`.
    """
    file = read_gguf(path)
    shapes = {name: tensor.shape for name, tensor in file.tensors.items()}
    family, _ = packed_family(file.metadata)
    stretch = shapes.pop(STRETCH, None)
    if stretch is not None and (len(stretch) != 1 or stretch[0] > MOST_PAIRS):
        raise CheckpointError(f"The tensor {STRETCH} has the shape {list(stretch)}; one number a pair was expected.")
    config = from_gguf(file.metadata, shapes, tuple(file.read(STRETCH).tolist()) if stretch else None)
    sources = find_sources(family, config, shapes)
    kinds = kinds_of(file)
    origin = f"The numbers are of the dequantised weights: they are stored as {kinds} and computed in float32."
    card = ModelFile(
        title=title_of(file.metadata, path),
        description=f"A model of the family {family.name} from a GGUF file. {origin}",
        examples=EXAMPLES,
        config=config,
    )
    wanted = expected_shapes(config)
    return Checkpoint(
        card=card,
        parameters=sum(map(prod, wanted.values())),
        dtype=kinds,
        digest=sha256((key_of(path) + config.model_dump_json()).encode()).hexdigest(),
        origin=origin,
        weights=partial(converted_weights, path, wanted, partial(unpack, file, config, sources)),
        tokenizer=partial(_make_tokenizer, file),
    )


def kinds_of(file: GgufFile) -> str:
    """How the weights are packed, what most of them are first: `Q4_1 + Q8_0 + F32`."""
    counts: Counter[str] = Counter()
    for tensor in file.tensors.values():
        counts[tensor.kind.name] += prod(tensor.shape)
    return " + ".join(name for name, _ in counts.most_common())


def title_of(metadata: dict[str, Any], path: Path) -> str:
    """What the file calls itself, or how it is called."""
    name = metadata.get("general.name")
    title = name.strip() if isinstance(name, str) else ""
    return (title or path.stem).encode("utf-8", "replace").decode()[:LONGEST_TITLE]


def unpack(file: GgufFile, config: Config, sources: Sources) -> Pieces:
    """Every weight of the model, dequantised. Raises `CheckpointError` where the file cannot be read any more."""
    family, packing = packed_family(file.metadata)
    shapes = expected_shapes(config)
    for theirs, ours in sources.items():
        tensor = torch.from_numpy(file.read(theirs))
        parts = cut_source(family, config, [shapes[name] for name in ours], theirs, tensor)
        for name, part in zip(ours, parts, strict=True):
            yield name, _in_order(name, part, config) if packing.permuted else part


def _in_order(name: str, rows: Tensor, config: Config) -> Tensor:
    """The rows of q or k in the order of the published weights: each head's first halves of pairs, then the second.

    llama.cpp turns neighbours, 2i with 2i + 1, and stores row i of the first half beside row i of the second.
    """
    n_heads = {"w_q": config.n_heads, "w_k": config.n_kv_heads}.get(name.split(".")[-2])
    if n_heads is None:
        return rows
    by_pair = rows.reshape(n_heads, config.d_head // 2, 2, *rows.shape[1:])  # (head, pair, 2, …)
    return by_pair.transpose(1, 2).reshape(rows.shape)


def _make_tokenizer(file: GgufFile) -> Tokenizer:
    from model.tokenizers import tokenizer_from_gguf

    if "tokenizer.ggml.tokens" not in file.metadata:
        raise CheckpointError(f"{file.path.name} has no vocabulary: tokenizer.ggml.tokens is missing in its metadata.")
    return tokenizer_from_gguf(file.metadata)
