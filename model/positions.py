"""Where a token stands, as numbers: rows that are added to the stream, or angles by which queries and keys are turned.

Sinusoids: Vaswani et al. 2017, section 3.5. RoPE: Su et al. 2021 (arXiv 2104.09864). Both are worked out in float64 and
rounded once.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from model.config import Config, RopeName
from model.taps import Tap

Turn = tuple[Tensor, Tensor]
"""Cosine and sine of the angle of each pair at each position, both (token, pair)."""


class Places(NamedTuple):
    """Where the tokens of one pass stand: all that the layers need to know about order.

    `positions` is (token). `turns` has the angles by their names, and none where the model has no RoPE. `hidden` holds,
    for each window in use, which keys a query may not see: (query, key).
    """

    positions: Tensor
    turns: dict[str, Turn]
    hidden: dict[int | None, Tensor]


class Rope(nn.Module):
    """Rotary positions: pair p of each q and k turns by position · θ^(−2p/rotated) (Su et al. 2021, eq. 15).

    Where the model was stretched to a longer context, each pair is slower by a factor of its own.
    """

    frequency: Tensor

    def __init__(self, config: Config, name: RopeName) -> None:
        super().__init__()
        # On the CPU also where the model is only outlined: frequencies are in no file. Rounded once, at the end.
        pairs = torch.arange(0, config.rotated, 2, dtype=torch.float64, device="cpu")
        frequency = config.theta_of(name) ** (-pairs / config.rotated)
        stretch = config.stretch_of(name)
        if stretch is not None:
            frequency = frequency / torch.tensor(stretch, dtype=torch.float64, device="cpu")
        self.register_buffer("frequency", frequency.to(torch.get_default_dtype()), persistent=False)
        self.angle = Tap()

    def forward(self, positions: Tensor) -> Turn:
        """How each pair is turned at `positions` (token)."""
        angle = self.angle(positions[:, None] * self.frequency)  # (token, pair), in radians
        return angle.cos(), angle.sin()


def rotate(x: Tensor, turn: Turn, pairing: str) -> Tensor:
    """Turn each pair of dimensions of `x` (head, token, d_head) by its angle; the dimensions beyond the pairs stay."""
    cos, sin = (each.to(x.dtype) for each in turn)
    n_turned = 2 * cos.shape[-1]
    if n_turned < x.shape[-1]:
        turned, kept = x[..., :n_turned], x[..., n_turned:]
        return torch.cat([rotate(turned, turn, pairing), kept], dim=-1)
    if pairing == "half":
        a, b = x.chunk(2, dim=-1)  # (head, token, pair)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)


def hidden_keys(positions: Tensor, n_keys: int, *, causal: bool, window: int | None) -> Tensor:
    """True where a query at one of `positions` may not see a key: (query, key)."""
    distance = positions[:, None] - torch.arange(n_keys, device=positions.device)  # how far back the key lies
    hidden = distance < 0 if causal else torch.zeros_like(distance, dtype=torch.bool)
    return hidden if window is None else hidden | (distance.abs() >= window)


def sinusoids(positions: Tensor, d_model: int) -> Tensor:
    """The added positions of Vaswani et al. 2017, section 3.5: sin and cos in turn (token, d_model)."""
    even = torch.arange(0, d_model, 2, dtype=torch.float64, device=positions.device)
    angle = positions[:, None] / 10_000.0 ** (even / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)[:, :d_model]
