"""What can be read beyond tensors: one capability a module, with its query, its schemas, its answer and its address."""

from fastapi import APIRouter

ROUTERS: tuple[APIRouter, ...] = ()
"""The routers of all modules of this package."""
