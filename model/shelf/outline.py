"""A transformer without its weights: every name and every shape, and no memory taken for the numbers."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from model.config import Config
from model.transformer import Transformer


class _Undrawn(TorchFunctionMode):
    """Leaves out what draws first weights: they have no memory to be drawn into, and torch would import a compiler."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 (whatever torch's function returns)
        if getattr(func, "__module__", "") == "torch.nn.init":
            return args[0] if args else (kwargs or {})["tensor"]
        return func(*args, **(kwargs or {}))


def make_outline(config: Config) -> Transformer:
    """A model of `config` whose weights are on the meta device, to be given with `load_state_dict(…, assign=True)`.

    Buffers (the frequencies of RoPE) are real: they come from the config and stand in no file.
    """
    with torch.device("meta"), _Undrawn():
        return Transformer(config)
