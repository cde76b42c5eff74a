"""Errors as problem details (RFC 9457): what was wrong, where, and what is allowed. Never a stack trace."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"
Kind = Literal[
    "no-such-page",
    "no-such-name",
    "method",
    "parameter",
    "range",
    "text",
    "too-long",
    "host",
    "not-here",
    "busy",
    "not-ready",
    "fault",
]


class Range(BaseModel):
    """The lowest and the highest number that is taken; None where there is no such bound."""

    low: float | int | None = None
    high: float | int | None = None


class Problem(BaseModel):
    """What went wrong with a request."""

    model_config = ConfigDict(frozen=True)

    type: str = Field(description="A page that tells about this kind of problem.", examples=["/docs#problem-range"])
    title: str = Field(description="The kind of problem in a few words.", examples=["Out of range"])
    status: int = Field(description="The HTTP status of the answer.", examples=[422])
    detail: str = Field(description="One sentence for a person.", examples=["“head” is 9; it must be from 0 to 5."])
    parameter: str | None = Field(None, description="The parameter that is wrong.", examples=["head"])
    allowed: list[str] | Range | None = Field(
        None, description="What would be right.", examples=[{"low": 0, "high": 5}]
    )
    count: int | None = Field(None, description="How many tokens there are.", examples=[300])
    limit: int | None = Field(None, description="How many tokens there may be.", examples=[256])
    start: int | None = Field(None, description="The first character that is refused, counted from 0.", examples=[3])
    end: int | None = Field(None, description="The character after the last that is refused.", examples=[4])
    ahead: int | None = Field(None, description="How many other requests come before this one.", examples=[66])


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its status, its name and what it means."""

    status: int
    title: str
    meaning: str


KINDS: dict[Kind, ProblemKind] = {
    "no-such-page": ProblemKind(404, "No such page", "Nothing is at this address."),
    "no-such-name": ProblemKind(
        404,
        "No such name",
        "There is no model or tensor of this name; the answer lists those there are, the nearest first.",
    ),
    "method": ProblemKind(405, "Method not allowed", "Everything here is read with GET."),
    "parameter": ProblemKind(
        422, "Wrong parameter", "A parameter is missing, unknown, given twice or of the wrong form."
    ),
    "range": ProblemKind(
        422, "Out of range", "A number is outside of what the model or the operation has; the answer gives the range."
    ),
    "text": ProblemKind(
        422,
        "The model cannot take this text",
        "The text has something in it that the model cannot take; the answer says where.",
    ),
    "too-long": ProblemKind(
        422, "Too long", "The text has more tokens than the model can read; the answer gives count and limit."
    ),
    "host": ProblemKind(
        421, "Wrong host", "The server is asked by a name that is not its own, as a hostile page would."
    ),
    "not-here": ProblemKind(
        403, "Not from here", "This changes something on the machine that serves, and is done there."
    ),
    "busy": ProblemKind(503, "Busy", "Too many others are waiting; ask again after the seconds in Retry-After."),
    "not-ready": ProblemKind(503, "Not ready", "The models could not be loaded."),
    "fault": ProblemKind(500, "Fault", "A mistake in the program; its log says more."),
}


class ProblemError(Exception):
    """A request that cannot be answered, with the problem to send instead."""

    def __init__(self, problem: Problem, *, headers: dict[str, str] | None = None) -> None:
        super().__init__(problem.detail)
        self.problem, self.headers = problem, headers or {}


def make_problem(kind: Kind, detail: str, *, status: int | None = None, **more: object) -> Problem:
    """Make a problem of a `kind` with a sentence, and whatever more is known of it."""
    known = KINDS[kind]
    fields = {"type": f"/docs#problem-{kind}", "title": known.title, "status": status or known.status, "detail": detail}
    return Problem.model_validate({**fields, **more})


def problem_response(problem: Problem, *, headers: dict[str, str] | None = None) -> Response:
    """Make the response that carries `problem`."""
    body = problem.model_dump_json(exclude_none=True)
    fresh = {"Cache-Control": "no-store", **(headers or {})}
    return Response(body, status_code=problem.status, media_type=MEDIA_TYPE, headers=fresh)
