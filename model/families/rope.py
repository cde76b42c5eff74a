"""What a `config.json` says of rotary positions: θ, how many dimensions turn, and how a context was stretched.

A stretch is one number for each pair: how many times slower it turns than θ says. Plain models have none, “linear” ones
have one number for all (Chen et al. 2023, arXiv 2306.15595), Llama 3.1 one for each wavelength.
"""

import math
from collections.abc import Mapping
from typing import Any

from model.errors import CheckpointError
from model.families.family import Family
from model.families.figures import positive

KINDS = ("default", "linear", "llama3")
"""The kinds that we compute; others (yarn, longrope, dynamic …) are refused, not computed wrongly."""
MOST_PAIRS = 100_000
FULL, WINDOWED = "full_attention", "sliding_attention"


def read_rope(family: Family, said: Mapping[str, Any], d_head: object) -> dict[str, Any]:
    """Our fields of the rotary positions. Raises `CheckpointError`.

    They are in `rope_parameters` since transformers 5, in older files beside the sizes; where layers with a window have
    angles of their own, once for each kind of layer.
    """
    given = said.get("rope_parameters") or said.get("rope_scaling") or {}
    if not isinstance(given, Mapping):
        raise CheckpointError(f"rope_parameters is {given!r:.60} in config.json; an object was expected.")
    rope = given.get(FULL, given) if family.local_theta else given
    if not isinstance(rope, Mapping):
        raise CheckpointError(f"rope_parameters is {given!r:.60} in config.json; an object a kind was expected.")
    head = positive({"head_dim": d_head}, "head_dim")
    part = {family.part: rope.get("partial_rotary_factor", said.get(family.part, 1.0))}
    theta = positive({"rope_theta": rope.get("rope_theta", said.get(family.theta, 10_000.0))}, "rope_theta")
    rotated = int(head * positive(part, family.part))
    fields: dict[str, Any] = {"rope_theta": theta, "rope_dims": rotated}
    stretch = read_stretch(said, rope, theta, rotated)
    if stretch:
        fields["rope_stretch"] = stretch
    if family.local_theta:
        fields["rope_theta_window"] = _local_theta(family, said, given)
    return fields


def read_stretch(
    said: Mapping[str, Any], rope: Mapping[str, Any], theta: float, rotated: int
) -> tuple[float, ...] | None:
    """How many times slower each pair turns, or None. Raises `CheckpointError`."""
    kind = rope.get("rope_type", rope.get("type"))
    if kind in ("default", None):
        return None
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise CheckpointError(f"Rotary positions of the kind {kind!r:.40} are not supported; these are: {known}.")
    if rotated > 2 * MOST_PAIRS:
        raise CheckpointError(f"By config.json {rotated:,} dimensions of a head would turn, which cannot be.")
    factor, n_pairs = positive(rope, "factor"), rotated // 2
    if kind == "linear":
        return (float(factor),) * n_pairs
    low, high = positive(rope, "low_freq_factor"), positive(rope, "high_freq_factor")
    if not low < high:
        raise CheckpointError(f"low_freq_factor ({low}) must be under high_freq_factor ({high}) in config.json.")
    before = positive({"original_max_position_embeddings": said.get("max_position_embeddings"), **rope},
                      "original_max_position_embeddings")  # fmt: skip
    waves = (before * theta ** (-2 * pair / rotated) / (2 * math.pi) for pair in range(n_pairs))
    return tuple(_slower(wave, factor, low, high) for wave in waves)


def _slower(waves: float, factor: float, low: float, high: float) -> float:
    """Llama 3.1's stretch of a pair that came round `waves` times within the context that it was trained on first.

    Fast pairs (`high` times or more) stay, slow ones (`low` times or less) become `factor` times slower, and those
    between pass over from the one to the other.
    """
    share = min(1.0, max(0.0, (waves - low) / (high - low)))
    return 1 / ((1 - share) / factor + share)


def _local_theta(family: Family, said: Mapping[str, Any], given: Mapping[str, Any]) -> float:
    """θ of the layers that have a window, where nothing is stretched."""
    local = given.get(WINDOWED)
    if local is None:
        return positive({family.local_theta: 10_000.0, **said}, family.local_theta)
    if not isinstance(local, Mapping) or local.get("rope_type", "default") != "default":
        raise CheckpointError(f"{WINDOWED} is {local!r:.60} in rope_parameters; only plain positions are supported.")
    return positive(local, "rope_theta")
