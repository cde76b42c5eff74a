"""The KV cache: what lets a model go on from tokens that it has already seen."""

import torch
from torch import Tensor


class Cache:
    """The keys and values of the tokens that have already been through the model, for every layer."""

    def __init__(self) -> None:
        self.layers: dict[int, tuple[Tensor, Tensor]] = {}

    @property
    def length(self) -> int:
        """How many tokens are remembered."""
        return self.layers[0][0].shape[-2] if self.layers else 0

    def extend(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Remember `k` and `v` (head, token, d_head) of new tokens and return those of all tokens so far."""
        if layer in self.layers:
            old_k, old_v = self.layers[layer]
            k, v = torch.cat([old_k, k], dim=-2), torch.cat([old_v, v], dim=-2)
        self.layers[layer] = (k, v)
        return k, v
