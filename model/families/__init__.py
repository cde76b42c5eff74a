"""Published checkpoints: their configs and weight names in our words, as data, one row a family."""

from model.families.errors import UnsupportedFamilyError
from model.families.reading import from_hugging_face
from model.families.table import FAMILIES
from model.families.weights import convert_weights

__all__ = ["FAMILIES", "UnsupportedFamilyError", "convert_weights", "from_hugging_face"]
