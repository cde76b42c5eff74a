"""What explanations read of one pass of a model: only the elements that are needed are taken from it."""

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
class Reading:
    """One pass of a model: its tensors and weights by name, as they are asked for.

    `tensor` gives a whole tensor, `row` what one token has of a tensor whose first axis is the tokens: of a large
    vocabulary, that is all that has to be made. Both raise `EmptyTextError` where there are no tokens.
    """

    config: Config
    n_tokens: int
    tensor: Callable[[str], Tensor]
    row: Callable[[str, int], Tensor]
    weight: Callable[[str], Tensor]

    @property
    def dtype(self) -> torch.dtype:
        """In what this pass was computed."""
        return self.weight("w_e.weight").dtype

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
        axes = weight_axes(name) if source == "weight" else catalogue(self.config)[name].axes
        if source == "weight":
            elements = take(self.weight(name), index)
        elif axes[0] == "token" and isinstance(index[0], int):
            elements = take(self.row(name, index[0]), index[1:])
        else:
            elements = take(self.tensor(name), index)
        return Operand(name, axes, index, elements, source, note, by)

    def weights(self, name: str, *index: Place, note: str | None = None, by: Operand | None = None) -> Operand:
        """The elements of the weight `name` at `index`."""
        return self.operand(name, *index, source="weight", note=note, by=by)

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of the tensor or weight `name`."""
        if name in self.users:
            return tuple(self.weight(name).shape)
        known = sizes(self.config, self.n_tokens)
        return tuple(known[axis] for axis in catalogue(self.config)[name].axes)

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
    return whole.detach()[picks].double().cpu().numpy()


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
