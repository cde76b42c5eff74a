"""Train the story model on simple English, for a stated number of minutes, with checkpoints that resume.

    python -m model.training.train_story TEXT_FOLDER WORK_FOLDER --minutes 120

Progress is measured in training time, not in steps, so that the schedule ends at zero on a machine of any speed: warm-up, a
plateau, a linear decay to zero. Windows grow from 128 to 512 tokens. The held-out curve is `curve.tsv` in the work folder.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import functional as F

from model.config import Config
from model.tokenizer import GPT2_PATTERN, BytePairTokenizer, read_ranks
from model.training.corpus import SEPARATOR, Ids, mixture, read_documents, split
from model.training.optimizer import make_optimizers
from model.transformer import Transformer

CONFIG = Config(
    vocab_size=4096, d_model=192, n_layers=6, n_heads=6, n_kv_heads=6, d_head=32, d_ff=512, n_ctx=512, norm_eps=1e-5
)
VOCABULARY = Path(__file__).parent.parent / "bundled" / "story" / "vocabulary.tiktoken"
SHARES = {
    "tinystories": 0.74,
    "african_storybook": 0.025,
    "pratham_books": 0.05,
    "book_dash": 0.005,
    "aesop_for_children": 0.01,
    "fairytaleqa": 0.04,
    "gutenberg_children": 0.13,
}
LIMITS = {name: 0.10 for name in SHARES} | {"tinystories": 1.0, "african_storybook": 1.0, "pratham_books": 1.0}
STAGES = [(0.0, 128), (0.55, 256), (0.85, 512)]
TOKENS_PER_STEP = 4096
LEARNING_RATE, WEIGHT_DECAY = 0.004, 0.05
WARM_UP, DECAY_FROM = 0.02, 0.4


@dataclass
class Progress:
    """How far a training run has come."""

    seconds: float = 0.0
    steps: int = 0
    tokens: int = 0


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


def loss_of(model: Transformer, batch: Tensor) -> Tensor:
    """Mean nats per token of predicting each next token of `batch` (window, token + 1)."""
    logits = model(batch[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())


@torch.inference_mode()
def held_out_loss(model: Transformer, ids: Ids, *, length: int, limit: int) -> float:
    """Mean nats per token over the first `limit` ids of a held-out stream, in windows of `length`."""
    n = min(len(ids) - 1, limit) // length
    rows = np.stack([ids[i * length : (i + 1) * length + 1] for i in range(n)]).astype(np.int64)
    losses = [loss_of(model, torch.from_numpy(rows[i : i + 16])) * len(rows[i : i + 16]) for i in range(0, n, 16)]
    return float(sum(losses)) / n


def save_checkpoint(folder: Path, model: Transformer, optimizers: list[torch.optim.Optimizer], at: Progress) -> None:
    """Write weights, optimizer states and progress; the old checkpoint stays until the new one is whole."""
    tensors = {f"model/{name}": value for name, value in model.state_dict().items()}
    for number, optimizer in enumerate(optimizers):
        for i, state in optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer/{number}/{i}/{key}": torch.as_tensor(value) for key, value in state.items()}
    save_file({k: v.contiguous() for k, v in tensors.items()}, folder / "new", metadata={"at": json.dumps(asdict(at))})
    (folder / "new").replace(folder / "checkpoint.safetensors")
    (folder / "progress.json").write_text(json.dumps(asdict(at)))


def load_checkpoint(folder: Path, model: Transformer, optimizers: list[torch.optim.Optimizer]) -> Progress:
    """Take up the checkpoint in `folder`, or start anew where there is none."""
    path = folder / "checkpoint.safetensors"
    if not path.exists():
        return Progress()
    tensors = load_file(path)
    model.load_state_dict({k.removeprefix("model/"): v for k, v in tensors.items() if k.startswith("model/")})
    for number, optimizer in enumerate(optimizers):
        saved = optimizer.state_dict()
        for key, value in tensors.items():
            kind, *rest = key.split("/")
            if kind == "optimizer" and int(rest[0]) == number:
                saved["state"].setdefault(int(rest[1]), {})[rest[2]] = value
        optimizer.load_state_dict(saved)
    return Progress(**json.loads((folder / "progress.json").read_text()))


def batches(streams: dict[str, Ids], *, length: int, seed: int) -> Iterator[Tensor]:
    """Batches (window, token + 1) of `TOKENS_PER_STEP` predicted tokens."""
    pieces = mixture(streams, SHARES, length=length, seed=seed)
    while True:
        rows = np.stack([next(pieces) for _ in range(TOKENS_PER_STEP // length)])
        yield torch.from_numpy(rows.astype(np.int64))


def train(texts: Path, folder: Path, *, minutes: float, compiled: bool) -> Transformer:
    """Train until `minutes` of training time are used up, going on from the checkpoint in `folder`."""
    tokenizer = BytePairTokenizer(
        read_ranks(VOCABULARY), pattern=GPT2_PATTERN, special_tokens={SEPARATOR: CONFIG.vocab_size - 1}
    )
    parts = {name: split(documents) for name, documents in read_documents(texts, LIMITS).items()}
    streams = {name: encode(tokenizer, part[0]) for name, part in parts.items()}
    held_out = {
        "tinystories": encode(tokenizer, parts["tinystories"][1]),
        "rest": encode(tokenizer, [text for name, part in parts.items() if name != "tinystories" for text in part[1]]),
    }
    print({name: len(ids) for name, ids in (streams | {f"held-out {k}": v for k, v in held_out.items()}).items()})
    model = Transformer(CONFIG)
    initialise(model, seed=1)
    optimizers = make_optimizers(model, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    folder.mkdir(parents=True, exist_ok=True)
    at = load_checkpoint(folder, model, optimizers)
    step_loss = torch.compile(loss_of, dynamic=False) if compiled else loss_of
    length, source, began, saved = 0, iter(()), time.monotonic(), at.seconds
    seconds_before = at.seconds
    while (done := at.seconds / (minutes * 60)) < 1:
        if length != window_length(done):
            length = window_length(done)
            source = batches(streams, length=length, seed=at.steps)
        for optimizer in optimizers:
            optimizer.param_groups[0]["lr"] = learning_rate(done)
        loss = step_loss(model, next(source))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        at = Progress(seconds_before + time.monotonic() - began, at.steps + 1, at.tokens + TOKENS_PER_STEP)
        if at.steps % 25 == 0:
            rate = (at.tokens / at.seconds) if at.seconds else 0
            print(f"{at.seconds:7.0f} s  step {at.steps}  loss {loss.item():.3f}  {rate:.0f} tokens/s", flush=True)
        if at.seconds - saved > 240:
            saved = at.seconds
            save_checkpoint(folder, model, optimizers, at)
            _log(folder, model, held_out, at)
    save_checkpoint(folder, model, optimizers, at)
    _log(folder, model, held_out, at, limit=10**9)
    return model


def _log(folder: Path, model: Transformer, held_out: dict[str, Ids], at: Progress, *, limit: int = 16_384) -> None:
    losses = {name: held_out_loss(model, ids, length=256, limit=limit) for name, ids in held_out.items()}
    with (folder / "curve.tsv").open("a") as file:
        file.write(f"{at.seconds:.0f}\t{at.steps}\t{at.tokens}\t{losses['tinystories']:.4f}\t{losses['rest']:.4f}\n")
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
    train(args.texts, args.folder, minutes=args.minutes, compiled=not args.no_compile)


if __name__ == "__main__":
    main()
