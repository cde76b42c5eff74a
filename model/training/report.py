"""The figures and samples of the story model's card, as Markdown.

python -m model.training.report TEXT_FOLDER
"""

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from model.cache import Cache
from model.heads import score_heads
from model.sampling import probabilities
from model.shelf.library import Library
from model.shelf.loaded import LoadedModel
from model.training.corpus import SEPARATOR
from model.training.train_story import SIMPLEST, read
from model.transformer import Transformer

PROMPTS = (
    "Once upon a time there was a little",
    "One day, Tom and his dog went to the",
    "Lily was sad because",
    "The bird said to the cat,",
)
MOST = 100_000
"""Tokens of a held-out stream that are looked at."""


def held_out_nats(model: LoadedModel, ids: Tensor, end: int) -> tuple[float, float, int]:
    """Nats per token and per byte over a held-out stream, and its number of tokens.

    Each document is read from its first token on, with the separator `end` before it, in windows of the context.
    """
    total, count, n_bytes = 0.0, 0, 0
    for document in split_documents(ids, end):
        for window in torch.split(document, model.config.n_ctx):
            before = torch.cat([torch.tensor([end]), window[:-1]])
            with torch.inference_mode():
                logits = model.transformer(before)
            total += F.cross_entropy(logits, window, reduction="sum").item()
            count += len(window)
            n_bytes += len(model.tokenizer.join(window.tolist()))
    return total / count, total / n_bytes, count


def split_documents(ids: Tensor, end: int) -> list[Tensor]:
    """The documents of a stream, each with the separator `end` that closes it."""
    sizes = torch.diff(torch.nonzero(ids == end).flatten() + 1, prepend=torch.tensor([0]))
    return list(torch.split(ids[: int(sizes.sum())], sizes.tolist()))


def sample(transformer: Transformer, ids: list[int], *, n: int, temperature: float, seed: int, end: int) -> list[int]:
    """Go on from `ids` for `n` tokens, or until the token `end`, drawing with `temperature`."""
    generator, cache = torch.Generator().manual_seed(seed), Cache()
    fresh = torch.tensor(ids)
    for _ in range(n):
        with torch.inference_mode():
            p = probabilities(transformer(fresh, cache)[-1], temperature)
        fresh = torch.multinomial(p, 1, generator=generator)
        if int(fresh) == end:
            break
        ids = [*ids, int(fresh)]
    return ids


def main() -> None:
    """Report on the bundled story model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    text = read(parser.parse_args().texts)
    model = Library().get("story")
    end = model.description.file.tokenizer.special_tokens[SEPARATOR]
    print("| held-out text | tokens | nats per token | nats per byte |\n| --- | --- | --- | --- |")
    for name, stream in text.held_out.items():
        ids = torch.from_numpy(stream[:MOST].astype("int64"))
        per_token, per_byte, count = held_out_nats(model, ids, end)
        print(f"| {name} | {count:,} | {per_token:.3f} | {per_byte:.3f} |")
    print()
    for seed, prompt in enumerate(PROMPTS):
        start = [token.id for token in model.tokenizer.encode(prompt)]
        written = sample(model.transformer, start, n=90, temperature=0.7, seed=seed, end=end)
        print("> " + model.tokenizer.join(written).decode(errors="replace").replace("\n", "\n> ") + "\n")
    story = torch.from_numpy(text.held_out[SIMPLEST][:256].astype("int64"))
    print("| layer | head | previous token | first token | induction |\n| --- | --- | --- | --- | --- |")
    for score in score_heads(model.transformer, story):
        figures = f"{score.previous:.3f} | {score.first:.3f} | {score.induction:.3f}"
        print(f"| {score.layer + 1} | {score.head + 1} | {figures} |")


if __name__ == "__main__":
    main()
