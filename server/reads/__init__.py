"""What can be read beyond tensors: one capability a module, with its query, its schemas, its answer and its address.

A module stands in this order, and its router in the list here.
"""

from fastapi import APIRouter

from server.reads import (
    activation_curve,
    explain,
    generate,
    head_contributions,
    kv,
    lens_grid,
    merges,
    mlp_units,
    nearest,
    norm_scaling,
    offers,
    rope_slide,
    rope_turns,
    sampling,
    sharpness,
    stream,
    value_rows,
    vocabularies,
    weights,
)

ROUTERS: tuple[APIRouter, ...] = (
    explain.router,
    sharpness.router,
    value_rows.router,
    head_contributions.router,
    stream.router,
    lens_grid.router,
    sampling.router,
    generate.router,
    kv.router,
    norm_scaling.router,
    rope_turns.router,
    rope_slide.router,
    activation_curve.router,
    mlp_units.router,
    merges.router,
    vocabularies.router,
    nearest.router,
    weights.router,
    offers.router,
)
"""The routers of all modules of this package."""
