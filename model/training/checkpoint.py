"""Checkpoints of a training run: weights, optimizer states and progress in one safetensors file."""

from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import nn

NAME = "checkpoint.safetensors"
Optimizers = list[torch.optim.Optimizer]


@dataclass
class Progress:
    """How far a training run has come."""

    seconds: float = 0.0
    steps: int = 0
    tokens: int = 0


def save_checkpoint(folder: Path, model: nn.Module, optimizers: Optimizers, at: Progress) -> None:
    """Write all that is needed to go on; the old checkpoint stays until the new one is whole."""
    tensors = {f"model/{name}": value for name, value in model.state_dict().items()}
    for number, optimizer in enumerate(optimizers):
        for i, state in optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer/{number}/{i}/{key}": torch.as_tensor(value) for key, value in state.items()}
    metadata = {key: str(value) for key, value in asdict(at).items()}
    save_file({name: value.contiguous() for name, value in tensors.items()}, folder / "new", metadata=metadata)
    (folder / "new").replace(folder / NAME)


def load_checkpoint(folder: Path, model: nn.Module, optimizers: Optimizers) -> Progress:
    """Take up the checkpoint in `folder`, or start anew where there is none."""
    if not (folder / NAME).exists():
        return Progress()
    tensors = load_file(folder / NAME)
    model.load_state_dict(model_weights(tensors))
    for number, optimizer in enumerate(optimizers):
        saved = optimizer.state_dict()
        for key, value in tensors.items():
            kind, *rest = key.split("/")
            if kind == "optimizer" and int(rest[0]) == number:
                saved["state"].setdefault(int(rest[1]), {})[rest[2]] = value
        optimizer.load_state_dict(saved)
    with safe_open(folder / NAME, "pt") as file:
        at = file.metadata()
    return Progress(float(at["seconds"]), int(at["steps"]), int(at["tokens"]))


def model_weights(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The model's own weights among the tensors of a checkpoint."""
    return {name.removeprefix("model/"): value for name, value in tensors.items() if name.startswith("model/")}
