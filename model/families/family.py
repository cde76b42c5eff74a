"""What is to be known of a family of checkpoints to read its configs and weights: one row of `table.py`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Values = Mapping[str, Any]
Names = Mapping[str, str]


@dataclass(frozen=True)
class Family:
    """What is to be known of one family. “Ours” and “theirs” are names of config fields or of modules."""

    name: str
    """The `model_type` of its `config.json`."""
    fields: Names
    """Our config field → theirs."""
    modules: Names
    """Our module → theirs, without `prefix`; `{}` stands for the number of the layer."""
    switches: Values
    """Our config fields whose value is the family's own and stands in no file."""
    silent: Values = field(default_factory=dict)
    """Their field → what it is where the file does not say."""
    demands: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Their field → the values that we compute (None: not said); anything else is refused."""
    prefix: str = "model."
    """What stands before the names of all modules but the unembedding, in some files and not in others."""
    transposed: bool = False
    """Matrices of the blocks are stored (in, out), as GPT-2's Conv1D has them."""
    joined: Literal["parts", "heads"] = "parts"
    """How q, k and v lie in one matrix, where they do: after one another, or q, k, v of each head in turn."""
    windows: Literal["none", "all", "late", "even"] = "none"
    """Which layers have the window where `layer_types` is silent; late: from `max_window_layers` on; even: 0, 2, 4 …"""
    theta: str = "rope_theta"
    """What older files call RoPE's θ."""
    part: str = "partial_rotary_factor"
    """What older files call the part of each head that is rotated."""
