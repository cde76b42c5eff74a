"""What is to be known of a family of checkpoints to read its configs and weights: one row of `table.py`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Values = Mapping[str, Any]
Names = Mapping[str, str]


@dataclass(frozen=True)
class Packing:
    """How llama.cpp's converter stores a family in a GGUF file, where that is not as it stores all."""

    architecture: str
    """The family's `general.architecture`."""
    permuted: bool = False
    """The rows of q and k are reordered so that neighbours turn together; we put them back."""
    modules: Names = field(default_factory=dict)
    """Our module → its name, where it is not the usual one of `packing.py`."""
    switches: Values = field(default_factory=dict)
    """Our config fields that are not as in the family's own files: Gemma's gains are stored with the 1 added."""
    wide_scale: int | None = None
    """In the model of this many layers, scores are scaled by d_model / n_heads and not by d_head."""


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
    windows: Literal["none", "all", "late", "even", "five"] = "none"
    """Which layers have the window where `layer_types` is silent.

    late: from `max_window_layers` on; even: 0, 2, 4 …; five: five of every six, and not the sixth.
    """
    theta: str = "rope_theta"
    """What older files call RoPE's θ."""
    part: str = "partial_rotary_factor"
    """What older files call the part of each head that is rotated."""
    local_theta: str = ""
    """What older files call the θ of the layers that have a window; empty where all layers have the same (Gemma 3)."""
    scales_embedding: bool = False
    """Rows of the embedding are multiplied by √d_model (the Gemmas)."""
    packing: Packing | None = None
    """How the family is stored in GGUF files; None where it is not, or under another family's name."""
