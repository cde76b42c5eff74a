"""Muon for the matrices, AdamW for the rest: a good optimizer where tokens are few.

Muon: Jordan et al. 2024 (momentum whose matrix is replaced by the nearest semi-orthogonal one through five
Newton-Schulz steps); the update's size follows Liu et al. 2025 (Moonlight), 0.2·√max(rows, columns), so that one
learning rate serves both. The steps run in float32, because bfloat16 is slow on a processor without it. Matrices of
one shape are treated as one batch.
"""

from collections import defaultdict
from collections.abc import Iterable

import torch
from torch import Tensor, nn

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)


def orthogonalise(g: Tensor, *, steps: int = 5) -> Tensor:
    """Bring the singular values of each matrix of `g` (matrix, row, column) close to 1."""
    a, b, c = NEWTON_SCHULZ
    tall = g.shape[-2] > g.shape[-1]
    x = g.mT if tall else g
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """Muon with Nesterov momentum and decoupled weight decay, for two-dimensional parameters."""

    def __init__(self, params: Iterable[nn.Parameter], *, lr: float, momentum: float, weight_decay: float) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self) -> None:  # type: ignore[override]
        """Update every parameter by its gradient."""
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[nn.Parameter]] = defaultdict(list)
            for parameter in group["params"]:
                by_shape[parameter.shape].append(parameter)
            for shape, parameters in by_shape.items():
                update = orthogonalise(torch.stack([self._direction(p, group["momentum"]) for p in parameters]))
                size = group["lr"] * 0.2 * max(shape) ** 0.5
                for parameter, direction in zip(parameters, update, strict=True):
                    parameter.mul_(1 - group["lr"] * group["weight_decay"]).add_(direction, alpha=-size)

    def _direction(self, parameter: nn.Parameter, momentum: float) -> Tensor:
        grad, state = parameter.grad, self.state[parameter]
        if grad is None:
            raise ValueError("a parameter without a gradient cannot be updated")
        if not state:
            state["momentum"] = torch.zeros_like(parameter)
        state["momentum"].lerp_(grad, 1 - momentum)
        return grad.lerp(state["momentum"], momentum)


def make_optimizers(model: nn.Module, *, lr: float, weight_decay: float) -> list[torch.optim.Optimizer]:
    """Muon for the matrices inside the blocks, AdamW for embeddings, gains and biases."""
    matrices = [p for name, p in model.named_parameters() if p.ndim == 2 and name.startswith("blocks.")]
    others = [p for name, p in model.named_parameters() if not (p.ndim == 2 and name.startswith("blocks."))]
    return [
        Muon(matrices, lr=lr, momentum=0.95, weight_decay=weight_decay),
        torch.optim.AdamW(others, lr=lr, betas=(0.9, 0.95), eps=1e-10, weight_decay=0.0, fused=True),
    ]
