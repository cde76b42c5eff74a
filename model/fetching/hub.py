"""A model of the Hugging Face hub by its id, through the hub's own client: its cache, its progress bars, its resuming.

What the client leaves to do: to refuse a family that is not read before gigabytes have come, to hold every file against
its digest, and to need no network for what is there.
"""

import os
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read when the client is imported: nobody is told

from huggingface_hub import HfApi, hf_hub_download, snapshot_download
from huggingface_hub.errors import (
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
)
from huggingface_hub.hf_api import RepoFile

from model.checkpoints import open_checkpoint
from model.checkpoints.files import parse_object
from model.checkpoints.published import CONFIG
from model.errors import CheckpointError
from model.families import from_hugging_face
from model.fetching.errors import FetchError, explain_os_error

WANTED = [
    "config.json",
    "model*.safetensors",
    "model.safetensors.index.json",
    "tokenizer.json",
    "tokenizer_config.json",
]
BLOCK = 2**20
NETWORK_ERROR: type[Exception] = HfHubHTTPError.__mro__[1]
"""What the client's HTTP library (httpx, or what came after it) raises where no answer comes, or half of one."""


def find_on_hub(hub_id: str) -> Path:
    """The folder of the model `hub_id`: what the cache has, without a network, or what is fetched now.

    Raises `FetchError`, and `CheckpointError` for a model that we cannot read.
    """
    try:
        folder = Path(snapshot_download(hub_id, local_files_only=True, allow_patterns=WANTED))
        open_checkpoint(folder)
    except (LocalEntryNotFoundError, CheckpointError):
        return fetch_from_hub(hub_id)
    return folder


def fetch_from_hub(hub_id: str) -> Path:
    """Fetch what has changed of the model `hub_id`, or all of it, check it and return its folder.

    Raises `FetchError`, and `CheckpointError` for a model that we cannot read, before its weights are fetched.
    """
    try:
        from_hugging_face(parse_object(CONFIG, Path(hf_hub_download(hub_id, CONFIG)).read_bytes()))
        folder = Path(snapshot_download(hub_id, allow_patterns=WANTED))
        expected = digests_of(hub_id, commit=folder.name)
        for path in sorted(folder.iterdir()):
            check_digest(path, expected[path.name])
    except (NETWORK_ERROR, LocalEntryNotFoundError, EntryNotFoundError) as error:
        raise FetchError(explain(hub_id, error)) from error
    except OSError as error:
        raise explain_os_error(error, Path(str(error.filename or "the cache of the hub"))) from error
    return folder


def digests_of(hub_id: str, commit: str) -> dict[str, str]:
    """The digests that the hub gives for the files of a model at one commit."""
    entries = HfApi().list_repo_tree(hub_id, revision=commit)
    files = [entry for entry in entries if isinstance(entry, RepoFile)]
    return {file.path: file.lfs.sha256 if file.lfs else file.blob_id for file in files}


def check_digest(path: Path, expected: str) -> None:
    """Hold a fetched file against the digest `expected`; one that differs is removed.

    The hub knows a large file by its SHA-256, and a small one as git does: the SHA-1 of a head and the bytes.
    Raises `FetchError`.
    """
    real = path.resolve()
    is_small = len(expected) == len(sha1(usedforsecurity=False).hexdigest())
    head = b"blob %d\0" % real.stat().st_size
    digest: Any = sha1(head, usedforsecurity=False) if is_small else sha256()
    with real.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    if digest.hexdigest() != expected:
        path.unlink()
        real.unlink(missing_ok=True)
        raise FetchError(
            f"{path.name} is not what the hub says: its digest is {digest.hexdigest()}, and {expected} was expected. "
            "It was thrown away; fetch it again."
        )


def explain(hub_id: str, error: Exception) -> str:
    """The sentence for what the hub's client says."""
    match error:
        case GatedRepoError():
            return (
                f"{hub_id} is only given to those who agreed to its terms: do so at its page, and log in with “hf auth "
                "login”."
            )
        case RepositoryNotFoundError():
            return f"There is no model {hub_id} on the hub, or only those who are logged in may see it."
        case LocalEntryNotFoundError():
            return f"The hub cannot be reached, and {hub_id} is not in its cache on this machine."
        case EntryNotFoundError():
            return f"{hub_id} has no {CONFIG}, so it is not a model that can be read."
        case HfHubHTTPError() if error.response is not None:
            return f"The hub answered {error.response.status_code} when it was asked for {hub_id}."
    reason = str(error).splitlines()[0].rstrip(".")
    return f"{hub_id} could not be fetched: {reason}. Files that are whole are kept; the same command fetches the rest."
