"""Which models there are, by the names of files alone: nothing is opened, and nothing heavy is imported."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from model.shelf.home import shelf_folder

BUNDLED = Path(__file__).parent.parent / "bundled"
DESCRIPTION, PUBLISHED, GGUF = "model.json", "config.json", ".gguf"


def find_models(folders: Iterable[Path], extra: Mapping[str, Path]) -> dict[str, Path]:
    """The models in `folders` by their names, and `extra` ones; where two have one name, the earlier is meant."""
    found = dict(extra)
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if is_model(path):
                found.setdefault(name_of(path), path)
    return found


def model_folders(given: Path | None) -> tuple[Path, ...]:
    """Where models are looked for: in the folder that is `given`, or among those that are bundled and were fetched."""
    return (BUNDLED, shelf_folder()) if given is None else (given,)


def is_model(path: Path) -> bool:
    """Tell whether a model seems to lie at `path`."""
    if path.suffix == GGUF:
        return path.is_file()
    return path.is_dir() and (any((path / name).is_file() for name in (DESCRIPTION, PUBLISHED)) or has_gguf(path))


def has_gguf(folder: Path) -> bool:
    """Tell whether there is a GGUF file in `folder`."""
    return any(folder.glob(f"*{GGUF}"))


def name_of(path: Path) -> str:
    """The name under which a model at `path` is opened."""
    path = path.absolute()
    if path.parent.name == "snapshots":  # the cache of the hub: models--organisation--name/snapshots/commit
        return path.parent.parent.name.rpartition("--")[2]
    return path.stem if path.suffix == GGUF else path.name
