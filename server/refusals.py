"""Every way in which a request can fail, as a problem: the model's errors, wrong parameters, wrong addresses."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, get_type_hints

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response

from model import errors
from server.house import house_of
from server.parameters import allowed_values
from server.problems import Kind, Problem, ProblemError, make_problem, problem_response
from server.security import add_headers
from server.visits import GoneError
from server.work import BusyError

CLIENT_CLOSED = 499
log = logging.getLogger("lanewise")


def add_refusals(app: FastAPI) -> None:
    """Let `app` answer every failure with a problem."""
    refusals: dict[type[Exception], Callable[[Request, Any], Awaitable[Response]]] = {
        errors.LanewiseError: refuse_model_error,
        RequestValidationError: refuse_parameter,
        HTTPException: refuse_address,
        ProblemError: refuse_problem,
        BusyError: refuse_busy,
        GoneError: leave,
        Exception: confess,
    }
    for error, refuse in refusals.items():
        app.add_exception_handler(error, refuse)


async def refuse_model_error(_request: Request, error: errors.LanewiseError) -> Response:
    """Answer an error of the model's, each with the fields that it has."""
    return problem_response(problem_of(error))


def problem_of(error: errors.LanewiseError) -> Problem:
    """The problem that the model's `error` is."""
    kind, fields = kind_and_fields(error)
    return make_problem(kind, str(error), **fields)


def kind_and_fields(error: errors.LanewiseError) -> tuple[Kind, dict[str, Any]]:
    """The kind of problem that the model's `error` is, and what else is known of it."""
    kind: Kind = "not-ready"
    fields: dict[str, Any] = {}
    match error:
        case errors.UnknownNameError():
            kind, fields = "no-such-name", {"parameter": error.parameter, "allowed": error.allowed}
        case errors.OutOfRangeError():
            kind, fields = "range", {"parameter": error.parameter, "allowed": {"low": error.low, "high": error.high}}
        case errors.NotAnAxisError():
            kind, fields = "range", {"parameter": error.parameter, "allowed": error.axes}
        case errors.TooLongError():
            kind, fields = "too-long", {"parameter": "text", "count": error.count, "limit": error.limit}
        case errors.TextRefusedError():
            place = {"start": error.start, "end": error.end, "allowed": error.allowed}
            kind, fields = "text", {"parameter": "text", **place}
            if isinstance(error, errors.UnknownWordError):
                fields["title"] = f"This model does not know “{error.word}”"
        case errors.NoFrontError():
            kind, fields = "range", {"parameter": "bos", "allowed": ["false"]}
        case errors.EmptyTextError():
            kind, fields = "text", {"parameter": "text"}
    return kind, fields


async def refuse_parameter(request: Request, error: RequestValidationError) -> Response:
    """Answer a parameter that is missing, unknown or of the wrong form, and say what would be right."""
    first = error.errors()[0]
    parameter = str(first["loc"][1])
    query = get_type_hints(request.scope["endpoint"])["query"]
    if first["type"] == "extra_forbidden":
        allowed = list(query.model_fields)
        detail = f"There is no parameter {quote(parameter)} here; this address takes {', '.join(allowed)}."
        return problem_response(make_problem("parameter", detail, parameter=parameter, allowed=allowed))
    words, values = allowed_values(field_schema(query, parameter))
    given = request.query_params.get(parameter)
    what = "is missing" if given is None else f"is {quote(given)}"
    detail = f"“{parameter}” {what}; it must be {words}."
    return problem_response(make_problem("parameter", detail, parameter=parameter, allowed=values))


def field_schema(query: type[BaseModel], parameter: str) -> dict[str, Any]:
    """The JSON schema of one parameter of a query."""
    schema: dict[str, Any] = query.model_json_schema()["properties"][parameter]
    return schema


def quote(given: str) -> str:
    """What was given, cut short where it is long."""
    return f"“{errors.shorten(given)}”"


async def refuse_address(request: Request, error: HTTPException) -> Response:
    """Answer an address that leads nowhere, or a method other than GET."""
    headers = dict(error.headers or {})
    if error.status_code == 405:
        use = "POST" if headers.get("Allow") == "POST" else "GET"
        detail = f"{quote(request.method)} is not allowed here; use {use}."
        allow = {"Allow": "POST" if use == "POST" else "GET, HEAD"}
        return problem_response(make_problem("method", detail), headers=allow)
    detail = f"Nothing is at {quote(request.url.path)}."
    return problem_response(make_problem("no-such-page", detail, status=error.status_code), headers=headers)


async def refuse_problem(_request: Request, error: ProblemError) -> Response:
    """Answer a problem that was found on the way."""
    return problem_response(error.problem, headers=error.headers)


async def refuse_busy(request: Request, error: BusyError) -> Response:
    """Answer one for whom there is no place in line."""
    headers = {"Retry-After": str(house_of(request).settings.retry_after)}
    return problem_response(make_problem("busy", str(error), ahead=error.ahead), headers=headers)


async def leave(_request: Request, _error: GoneError) -> Response:
    """Nobody reads this."""
    return Response(status_code=CLIENT_CLOSED)


async def confess(_request: Request, error: Exception) -> Response:
    """Answer for a mistake of ours without showing it. No middleware sees this answer, so its headers come here."""
    log.error("A request failed.", exc_info=error)
    problem = make_problem("fault", "Something went wrong inside the server. Its log says more.")
    response = problem_response(problem)
    add_headers(MutableHeaders(raw=response.raw_headers))
    return response
