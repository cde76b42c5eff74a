"""What explanations read: one pass of a model, from which only the elements that are needed are taken."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from model.anatomy import anatomy, catalogue, sizes
from model.config import Config
from model.explain.expression import Array, Axis, Operand, Place, Source
from model.explain.symbols import weight_axes
from model.ops.op import Op


@dataclass(frozen=True)
class Pass:
    """One pass of a model: its tensors and weights by name, as they are asked for.

    `tensor` raises `UnknownNameError` and `EmptyTextError`.
    """

    config: Config
    n_tokens: int
    tensor: Callable[[str], Tensor]
    weight: Callable[[str], Tensor]

    @property
    def writers(self) -> dict[str, Op]:
        """The operation that writes each tensor."""
        return writers(self.config)

    @property
    def users(self) -> dict[str, tuple[Op, ...]]:
        """The operations that use each weight."""
        return users(self.config)

    def operand(
        self, name: str, *index: Place, source: Source = "tensor", note: str | None = None, by: Operand | None = None
    ) -> Operand:
        """The elements of the tensor or weight `name` at `index`, in float64; nothing else of it is touched."""
        whole = self.weight(name) if source == "weight" else self.tensor(name)
        axes = weight_axes(name) if source == "weight" else catalogue(self.config)[name].axes
        return Operand(name, axes, index, take(whole, index), source, note, by)

    def weights(self, name: str, *index: Place, note: str | None = None, by: Operand | None = None) -> Operand:
        """The elements of the weight `name` at `index`."""
        return self.operand(name, *index, source="weight", note=note, by=by)

    def position(self, token: int) -> Operand:
        """Where `token` stands, counted from 0: not read from anywhere, it simply is so."""
        note = f"the position of token {token + 1}, counted from 0"
        return Operand("position", ("token",), (token,), np.array(float(token)), "position", note)

    def axis(self, name: str, letter: str, depth: int = 0) -> Axis:
        """The axis `name` of this pass, to sum over."""
        return Axis(name, sizes(self.config, self.n_tokens)[name], letter, depth)


def take(whole: Tensor, index: tuple[Place, ...]) -> Array:
    """The elements of `whole` at `index` as float64."""
    picks = tuple(place if isinstance(place, int) else torch.from_numpy(place.places) for place in index)
    return whole.detach()[picks].double().numpy()


@lru_cache(maxsize=64)
def writers(config: Config) -> dict[str, Op]:
    """The operation that writes each tensor of a model with `config`."""
    return {name: op for op in anatomy(config) for name in op.writes}


@lru_cache(maxsize=64)
def users(config: Config) -> dict[str, tuple[Op, ...]]:
    """The operations that use each weight of a model with `config`."""
    found: dict[str, tuple[Op, ...]] = {}
    for op in anatomy(config):
        for name in op.weights:
            found[name] = (*found.get(name, ()), op)
    return found
