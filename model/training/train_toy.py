"""Train the toy: a transformer so small that every number of it fits on a screen. It takes seconds.

    python -m model.training.train_toy OUT_FOLDER

It learns two sentences in any order, two at a time. To tell "on" from "by" after "sat" it has to look back to the
animal.
"""

import argparse
import itertools
from pathlib import Path

import torch
from safetensors.torch import save
from torch.nn import functional as F

from model.config import Config
from model.runtime import use_threads
from model.shelf.loaded import ModelFile, TokenizerFile
from model.shelf.names import DESCRIPTION
from model.shelf.opening import WEIGHTS
from model.transformer import Transformer

SENTENCES = ("the cat sat on the mat .", "the dog sat by the door .")
WORDS = ("the", "cat", "dog", "sat", "on", "by", "mat", "door", ".")
CONFIG = Config(
    vocab_size=len(WORDS),
    d_model=4,
    n_layers=2,
    n_heads=2,
    n_kv_heads=2,
    d_head=2,
    d_ff=16,
    n_ctx=14,
    norm="layer",
    norm_bias=True,
    position="learned",
    gated=False,
    activation="gelu_tanh",
    tied=True,
)
FILE = ModelFile(
    title="toy",
    description="Nine words, two layers, vectors of four numbers: every number fits on a screen.",
    examples=("the cat sat", "the dog sat", "the dog sat by the door . the cat sat"),
    tokenizer=TokenizerFile(words=WORDS),
    config=CONFIG,
)


def train_toy(*, seed: int, steps: int = 800) -> Transformer:
    """Train from `seed` on every pair of the two sentences."""
    torch.manual_seed(seed)
    model = Transformer(CONFIG)
    for name, parameter in model.named_parameters():
        if parameter.ndim == 2:
            # queries and keys start large, so that heads learn to choose a token rather than to average over all
            torch.nn.init.normal_(parameter, std=2.5 if name.endswith(("w_q.weight", "w_k.weight")) else 0.5)
    pairs = [" ".join(pair).split() for pair in itertools.product(SENTENCES, repeat=2)]
    ids = torch.tensor([[WORDS.index(word) for word in pair] for pair in pairs])
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.02, betas=(0.9, 0.99), weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, total_iters=steps)
    for _ in range(steps):
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    return model.eval()


def next_word(model: Transformer, text: str) -> tuple[str, float]:
    """The toy's best guess after `text`, and its probability."""
    ids = torch.tensor([WORDS.index(word) for word in text.split()])
    with torch.inference_mode():
        p, word = model.predict(ids)[-1].max(dim=-1)
    return WORDS[int(word)], float(p)


def main() -> None:
    """Train, and write the model to the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    use_threads(1)  # the toy is far too small to share out
    model = train_toy(seed=args.seed)
    for text in ("the cat sat", "the dog sat"):
        print(text, "→", *next_word(model, text))
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / WEIGHTS).write_bytes(save(model.state_dict()))
    (args.out / DESCRIPTION).write_text(FILE.model_dump_json(indent=1, exclude_defaults=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
