"""The figures and samples of the story model's card, as Markdown.

python -m model.training.report TEXT_FOLDER
"""

import argparse
from pathlib import Path

import torch
from torch.nn import functional as F

from model.cache import Cache
from model.heads import score_heads
from model.library import Library, LoadedModel
from model.sampling import probabilities
from model.training.corpus import SEPARATOR
from model.training.train_story import Text, read
from model.transformer import Transformer

PROMPTS = (
    "Once upon a time there was a little",
    "One day, Tom and his dog went to the",
    "Lily was sad because",
    "The bird said to the cat,",
)
WINDOW = 256


def held_out_nats(model: LoadedModel, text: Text, name: str) -> tuple[float, float, int]:
    """Nats per token and per byte over all of a held-out stream, and its number of tokens."""
    ids = torch.from_numpy(text.held_out[name].astype("int64"))
    total, count, n_bytes = 0.0, 0, 0
    for start in range(0, len(ids) - 1, WINDOW):
        window = ids[start : start + WINDOW + 1]
        with torch.inference_mode():
            logits = model.transformer(window[:-1])
        total += F.cross_entropy(logits, window[1:], reduction="sum").item()
        count += len(window) - 1
        n_bytes += len(model.tokenizer.join(window[1:].tolist()))
    return total / count, total / n_bytes, count


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
    print("| held-out text | tokens | nats per token | nats per byte |\n| --- | --- | --- | --- |")
    for name in text.held_out:
        per_token, per_byte, count = held_out_nats(model, text, name)
        print(f"| {name} | {count:,} | {per_token:.3f} | {per_byte:.3f} |")
    print()
    end = model.description.file.tokenizer.special_tokens[SEPARATOR]
    for seed, prompt in enumerate(PROMPTS):
        ids = [token.id for token in model.tokenizer.encode(prompt)]
        written = sample(model.transformer, ids, n=90, temperature=0.7, seed=seed, end=end)
        print("> " + model.tokenizer.join(written).decode(errors="replace").replace("\n", "\n> ") + "\n")
    story = torch.from_numpy(text.held_out["tinystories"][:WINDOW].astype("int64"))
    print("| layer | head | previous token | first token | induction |\n| --- | --- | --- | --- | --- |")
    for score in score_heads(model.transformer, story):
        figures = f"{score.previous:.3f} | {score.first:.3f} | {score.induction:.3f}"
        print(f"| {score.layer + 1} | {score.head + 1} | {figures} |")


if __name__ == "__main__":
    main()
