"""Explanations: where every number of a pass comes from, as arithmetic that one can follow and repeat."""

from model.explain.explanation import Explanation, explain

__all__ = ["Explanation", "explain"]
