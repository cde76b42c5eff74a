"""Where Lanewise keeps files of its user: fetched models, and what was made of models once so that it loads at once.

`$LANEWISE_HOME`, or `lanewise` in the folder for caches (`$XDG_CACHE_HOME`, or `~/.cache`): everything in it can be
fetched or made again.
"""

import os
from pathlib import Path

VARIABLE = "LANEWISE_HOME"


def home_folder() -> Path:
    """The folder of everything that is kept; it may not exist yet."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given).absolute()
    caches = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(caches) if Path(caches).is_absolute() else Path("~/.cache").expanduser()) / "lanewise"


def shelf_folder() -> Path:
    """The folder of fetched models, each in a folder of its own under its name."""
    return home_folder() / "models"


def converted_folder() -> Path:
    """The folder of weights that were dequantised once."""
    return home_folder() / "converted"
