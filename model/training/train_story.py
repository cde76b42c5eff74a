"""Train the story model on simple English, for a stated number of minutes, with checkpoints that resume.

    python -m model.training.train_story TEXT_FOLDER WORK_FOLDER --minutes 120

Progress is measured in training time, not in steps, so that the schedule ends at zero on a machine of any speed:
warm-up, a plateau, a linear decay to zero. Windows grow from 128 to 512 tokens. The held-out curve is `curve.tsv` in
the work folder, which `lanewise --model WORK_FOLDER` opens, at any time.
"""

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from model.tokenizers import GPT2_PATTERN, BytePairTokenizer, read_ranks
from model.training.checkpoint import Progress, load_checkpoint, save_checkpoint
from model.training.corpus import SEPARATOR, Ids, mixture, read_documents, split
from model.training.optimizer import make_optimizers
from model.training.story import CONFIG, VOCABULARY, put_card
from model.transformer import Transformer

SIMPLEST = "tinystories"
SHARES = {
    "tinystories": 0.74,
    "african_storybook": 0.04,
    "pratham_books": 0.06,
    "book_dash": 0.005,
    "aesop_for_children": 0.005,
    "fairytaleqa": 0.04,
    "gutenberg_children": 0.11,
}
LIMITS = dict.fromkeys(SHARES, 0.10) | {"tinystories": 1.0, "african_storybook": 1.0, "pratham_books": 1.0}
STAGES = [(0.0, 128), (0.55, 256), (0.85, 512)]
TOKENS_PER_STEP = 4096
SECONDS_BETWEEN_CHECKPOINTS = 240
LEARNING_RATE, WEIGHT_DECAY, DROPOUT = 0.004, 0.05, 0.1
WARM_UP, DECAY_FROM = 0.02, 0.4


def learning_rate(done: float) -> float:
    """The learning rate when the share `done` of the time has passed."""
    return LEARNING_RATE * min(1.0, done / WARM_UP, (1 - done) / (1 - DECAY_FROM))


def window_length(done: float) -> int:
    """The number of tokens of a training window when the share `done` of the time has passed."""
    return max(length for start, length in STAGES if done >= start)


def encode(tokenizer: BytePairTokenizer, documents: list[str]) -> Ids:
    """All `documents` as one stream of ids, each followed by the separator."""
    end = tokenizer.special_tokens[SEPARATOR]
    parts = tokenizer.encoding.encode_ordinary_batch(documents, num_threads=2)
    return np.array([i for part in parts for i in [*part, end]], dtype=np.uint16)


def initialise(model: Transformer, *, seed: int) -> None:
    """Normal weights of 1/√fan-in; what writes to the stream starts small (Radford et al. 2019, section 2.3)."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        if parameter.ndim != 2:
            continue
        std = 0.02 if name.startswith("w_") else parameter.shape[1] ** -0.5
        if name.endswith(("w_o.weight", "w_down.weight")):
            std /= math.sqrt(2 * model.config.n_layers)
        torch.nn.init.normal_(parameter, std=std, generator=generator)


def drop_out(model: Transformer, p: float) -> None:
    """Drop a share `p` of what embedding, attention and MLP write while training, against learning few texts by heart.

    Dropout takes the place of taps (both are modules without weights), so that the transformer itself knows none.
    """
    model.add_module("embed", nn.Dropout(p))
    for name, part in list(model.named_modules()):
        if name.endswith((".attn", ".mlp")):
            part.add_module("out", nn.Dropout(p))


def loss_of(model: Transformer, batch: Tensor) -> Tensor:
    """Mean nats per token of predicting each next token of `batch` (window, token + 1)."""
    logits = model(batch[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())


@torch.inference_mode()
def held_out_loss(model: Transformer, ids: Ids, *, length: int, limit: int) -> float:
    """Mean nats per token over the first `limit` ids of a held-out stream, in windows of `length`."""
    model.eval()
    n = min(len(ids) - 1, limit) // length
    rows = np.stack([ids[i * length : (i + 1) * length + 1] for i in range(n)]).astype(np.int64)
    batches = torch.split(torch.from_numpy(rows), 16)
    loss = sum(loss_of(model, batch).item() * len(batch) for batch in batches) / n
    model.train()
    return loss


def batches(streams: dict[str, Ids], *, length: int, seed: int) -> Iterator[Tensor]:
    """Batches (window, token + 1) of `TOKENS_PER_STEP` predicted tokens."""
    pieces = mixture(streams, SHARES, length=length, seed=seed)
    while True:
        rows = np.stack([next(pieces) for _ in range(TOKENS_PER_STEP // length)])
        yield torch.from_numpy(rows.astype(np.int64))


@dataclass
class Text:
    """The training text as token ids: a stream for each source, and two held-out streams."""

    train: dict[str, Ids]
    held_out: dict[str, Ids]


def read(folder: Path) -> Text:
    """Read and encode the text files in `folder`."""
    tokenizer = BytePairTokenizer(
        read_ranks(VOCABULARY), pattern=GPT2_PATTERN, special_tokens={SEPARATOR: CONFIG.vocab_size - 1}
    )
    parts = {name: split(documents) for name, documents in read_documents(folder, LIMITS).items()}
    rest = [text for name, (_, held_out) in parts.items() if name != SIMPLEST for text in held_out]
    return Text(
        {name: encode(tokenizer, documents) for name, (documents, _) in parts.items()},
        {SIMPLEST: encode(tokenizer, parts[SIMPLEST][1]), "rest": encode(tokenizer, rest)},
    )


def train(text: Text, folder: Path, *, minutes: float, compiled: bool) -> Transformer:
    """Train until `minutes` of training time are used up, going on from the checkpoint in `folder`."""
    model = Transformer(CONFIG)
    initialise(model, seed=1)
    drop_out(model, DROPOUT)
    optimizers = make_optimizers(model, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    folder.mkdir(parents=True, exist_ok=True)
    put_card(folder)
    at = load_checkpoint(folder, model, optimizers)
    loss_function = torch.compile(loss_of, dynamic=False) if compiled else loss_of
    began, saved = time.monotonic() - at.seconds, at.seconds
    sources = {length: batches(text.train, length=length, seed=at.steps) for _, length in STAGES}
    while (done := at.seconds / (minutes * 60)) < 1:
        for optimizer in optimizers:
            optimizer.param_groups[0]["lr"] = learning_rate(done)
        loss = loss_function(model, next(sources[window_length(done)]))
        step(loss, model, optimizers)
        at = Progress(time.monotonic() - began, at.steps + 1, at.tokens + TOKENS_PER_STEP)
        if at.steps % 25 == 0:
            rate = at.tokens / at.seconds
            print(f"{at.seconds:7.0f} s  step {at.steps}  loss {loss.item():.3f}  {rate:.0f} tokens/s", flush=True)
        if at.seconds - saved > SECONDS_BETWEEN_CHECKPOINTS:
            saved = at.seconds
            save_checkpoint(folder, model, optimizers, at)
            log_held_out(folder, model, text, at, limit=16_384)
    save_checkpoint(folder, model, optimizers, at)
    log_held_out(folder, model, text, at, limit=10**9)
    return model


def step(loss: Tensor, model: Transformer, optimizers: list[torch.optim.Optimizer]) -> None:
    """Go one step down the gradient of `loss`."""
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def log_held_out(folder: Path, model: Transformer, text: Text, at: Progress, *, limit: int) -> None:
    """Append seconds, steps, tokens and the held-out losses (nats per token) to `curve.tsv`."""
    losses = {name: held_out_loss(model, ids, length=256, limit=limit) for name, ids in text.held_out.items()}
    figures = "\t".join(f"{loss:.4f}" for loss in losses.values())
    with (folder / "curve.tsv").open("a") as file:
        file.write(f"{at.seconds:.0f}\t{at.steps}\t{at.tokens}\t{figures}\n")
    print("held out", losses, flush=True)


def main() -> None:
    """Train on the text folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--no-compile", action="store_true", help="where torch.compile has no C++ compiler")
    args = parser.parse_args()
    torch.set_flush_denormal(True)
    train(read(args.texts), args.folder, minutes=args.minutes, compiled=not args.no_compile)


if __name__ == "__main__":
    main()
