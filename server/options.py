"""The options of the command `lanewise`, and how they reach the application: as variables of the environment.

Nothing heavy is imported before the options are read, so that `--help` and `--version` answer at once.
"""

import argparse
import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from model.fetching import OFFERS
from model.fetching.ids import is_hub_id
from model.shelf.names import find_models, model_folders, name_of

DEFAULT_PORT = 8000
MODEL_VARIABLE, OPEN_VARIABLE, HOSTS_VARIABLE = "LANEWISE_DEFAULT_MODEL", "LANEWISE_OPEN", "LANEWISE_HOSTS"
FOLDER_VARIABLE = "LANEWISE_MODELS"
OPTIONS = {
    "memory": "how many bytes of models are loaded at once, such as 4GiB (default: 2GiB)",
    "dtype": "what is computed in: float32 or bfloat16 (default: float32)",
    "device": "where is computed: cpu, cuda or mps (default: cpu)",
    "threads": "how many threads one forward pass uses (default: 1)",
    "tokens": "how many tokens of a text are read at most (default: 1024)",
}
"""Settings that are options too."""


class StartError(Exception):
    """The server cannot start; the message says why, in a sentence."""


class SettingsError(StartError):
    """An option or a variable asks for what cannot be."""


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line.

    Raises:
        SystemExit: an option is wrong, or only help or the version was asked for.
    """
    parser = argparse.ArgumentParser(
        prog="lanewise",
        description="Watch a sentence go through a real transformer, in your browser.",
        epilog="“lanewise models” lists the models, “lanewise models get NAME” fetches one.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument(
        "--port", type=port_number, help=f"port to listen on (default: {DEFAULT_PORT}, or the next that is free)"
    )
    parser.add_argument(
        "--model", help="model that the page starts with: a name, a path on disk, or an id of the Hugging Face hub"
    )
    for name, what in OPTIONS.items():
        parser.add_argument(f"--{name}", metavar=name.upper(), help=what)
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open the page")
    parser.add_argument("--reload", action="store_true", help="start again when the code changes")
    parser.add_argument("--version", action="version", version=f"lanewise {version('lanewise')}")
    return parser.parse_args(arguments)


def set_environment(options: argparse.Namespace) -> None:
    """Hand the options to the application as variables: with --reload it is made in another process.

    Raises:
        SettingsError: the model is at a path or on the hub, and cannot be read or fetched.
    """
    path = None if options.model is None else place_of(options.model)
    if path is not None:
        os.environ[MODEL_VARIABLE] = name_of(path)
        os.environ[OPEN_VARIABLE] = os.pathsep.join(filter(None, (os.environ.get(OPEN_VARIABLE), str(path))))
    elif options.model is not None:
        os.environ[MODEL_VARIABLE] = options.model
    for name in OPTIONS:
        if getattr(options, name) is not None:
            os.environ[f"LANEWISE_{name.upper()}"] = getattr(options, name)
    # The name that the server was told to listen on is one that it may be called by.
    os.environ[HOSTS_VARIABLE] = f"{os.environ.get(HOSTS_VARIABLE, '')} {options.host}".strip()


def place_of(model: str) -> Path | None:
    """Where `model` lies, on disk or in the cache of the hub; None for the name of one that is known, or of none.

    Raises:
        SettingsError: it is at a path or on the hub, and cannot be read or fetched.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    if not model or model in find_models(model_folders(Path(folder) if folder else None), {}):
        return None
    path = Path(model).expanduser().absolute()
    if not path.exists() and not is_hub_id(model):
        return None
    from model.errors import LanewiseError
    from model.fetching.hub import find_on_hub
    from model.shelf.opening import describe_model

    try:
        path = path if path.exists() else find_on_hub(model)
        describe_model(path)  # what cannot be read is said now, and not once the page is open
    except LanewiseError as error:
        looked = "" if path.exists() else f"nothing is at {path}, so it was looked for on the hub. "
        raise SettingsError(f"{looked}{error}") from error
    return path


def check_settings() -> None:
    """Look at the settings before a server, or a process of --reload, stumbles over them.

    Raises:
        SettingsError: a variable has no meaning, names a model that is not there, or a folder without any.
    """
    from pydantic import ValidationError

    from server.settings import PREFIX, Settings

    try:
        settings = Settings.from_environment()
    except ValidationError as error:
        wrong = (f"{PREFIX}{'.'.join(map(str, part['loc'])).upper()}: {part['msg']}" for part in error.errors())
        raise SettingsError("; ".join(wrong)) from error
    # By file name: to ask the library itself would be to wait for torch.
    for path in settings.open:
        if not path.exists():
            raise SettingsError(f"there is nothing at {path}; a folder with a model, or a GGUF file, was expected.")
    folders = model_folders(settings.models)
    names = sorted(find_models(folders, {name_of(path): path for path in settings.open}))
    if not names:
        where = " or ".join(map(str, folders))
        raise SettingsError(f"there is no model in {where}; each is a folder of its own there, with a model.json.")
    if settings.default_model is not None and settings.default_model not in names:
        offered = (
            f" “lanewise models get {settings.default_model}” fetches it." if settings.default_model in OFFERS else ""
        )
        raise SettingsError(f"there is no model {settings.default_model!r}; there are: {', '.join(names)}.{offered}")


def port_number(text: str) -> int:
    """Read a port.

    Raises:
        argparse.ArgumentTypeError: it is not a whole number from 0 to 65535.
    """
    if not (text.isascii() and text.isdecimal()) or int(text) not in range(65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a port is a whole number from 0 to 65535")
    return int(text)
