"""Where a token stands, as numbers: rows that are added to the stream, or angles by which queries and keys are turned.

Sinusoids: Vaswani et al. 2017, section 3.5. RoPE: Su et al. 2021 (arXiv 2104.09864). Both are worked out in float64 and
rounded once.
"""

import torch
from torch import Tensor, nn

from model.config import Config
from model.taps import Tap


class Rope(nn.Module):
    """Rotary positions: pair p of each q and k turns by position · θ^(−2p/rotated) (Su et al. 2021, eq. 15)."""

    frequency: Tensor

    def __init__(self, config: Config) -> None:
        super().__init__()
        pairs = torch.arange(0, config.rotated, 2, dtype=torch.float64)  # rounded once, at the end
        frequency = (config.rope_theta ** (-pairs / config.rotated)).to(torch.get_default_dtype())
        self.register_buffer("frequency", frequency, persistent=False)
        self.angle = Tap()

    def forward(self, positions: Tensor) -> Tensor:
        """By how much each pair is turned at `positions` (token), in radians: (token, pair)."""
        return self.angle(positions[:, None] * self.frequency)


def rotate(x: Tensor, angle: Tensor, pairing: str) -> Tensor:
    """Turn each pair of dimensions of `x` (head, token, d_head) by its `angle` (token, pair); the others stay."""
    cos, sin = angle.cos(), angle.sin()  # (token, pair)
    turned, kept = x[..., : 2 * angle.shape[-1]], x[..., 2 * angle.shape[-1] :]
    if pairing == "half":
        a, b = turned.chunk(2, dim=-1)  # (head, token, pair)
        turned = torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
    else:
        a, b = turned[..., 0::2], turned[..., 1::2]
        turned = torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)
    return torch.cat([turned, kept], dim=-1) if kept.shape[-1] else turned


def sinusoids(positions: Tensor, d_model: int) -> Tensor:
    """The added positions of Vaswani et al. 2017, section 3.5: sin and cos in turn (token, d_model)."""
    even = torch.arange(0, d_model, 2, dtype=torch.float64, device=positions.device)
    angle = positions[:, None] / 10_000.0 ** (even / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)[:, :d_model]
