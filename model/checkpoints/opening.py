"""Which kind of checkpoint lies at a path, or why there is none."""

from pathlib import Path

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files import Folder
from model.checkpoints.published import CONFIG, PICKLES, open_published, refuse_pickles
from model.errors import CheckpointError
from model.shelf.names import name_of

GGUF = ".gguf"


def open_checkpoint(path: Path) -> Checkpoint:
    """Look at the model at `path`, a folder or a GGUF file. No weights are read yet.

    Raises `CheckpointError` with a sentence that says what was expected, and `UnsupportedFamilyError`.
    """
    try:
        if path.is_dir():
            return _open_folder(path)
        if path.is_file():
            return _open_file(path)
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror or error}.") from error
    raise CheckpointError(f"There is nothing at {path}; a folder with {CONFIG}, or a {GGUF} file, is expected.")


def _open_folder(path: Path) -> Checkpoint:
    from model.checkpoints.trained import RUN, open_trained

    folder = Folder(path)
    if folder.has(CONFIG):
        return open_published(folder, title=name_of(path))
    if folder.has(RUN):
        return open_trained(folder)
    files = [name for name in folder.names() if name.endswith(GGUF)]
    if len(files) == 1:
        return _open_file(folder.file(files[0]))
    if files:
        raise CheckpointError(f"There are {len(files)} GGUF files in {path}; give the path of one: {', '.join(files)}.")
    refuse_pickles(folder)
    raise CheckpointError(f"{path} holds no model: {CONFIG} with safetensors, or one {GGUF} file, is expected.")


def _open_file(path: Path) -> Checkpoint:
    from model.checkpoints.gguf_checkpoint import open_gguf

    if path.suffix.lower() in PICKLES:
        raise CheckpointError(
            f"{path.name} is a pickle, which can run any code while it is read, and is never opened. Safetensors in a "
            f"folder with {CONFIG}, or a {GGUF} file, are expected."
        )
    if path.suffix == ".safetensors":
        raise CheckpointError(f"{path.name} needs the files beside it: give the path of its folder, {path.parent}.")
    return open_gguf(path)
