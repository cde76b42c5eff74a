"""How the addresses of the API describe what they can answer with, for the OpenAPI document."""

from typing import Any

from server.problems import KINDS, MEDIA_TYPE, Kind, Problem, make_problem

Responses = dict[int | str, dict[str, Any]]
NOT_MODIFIED: Responses = {304: {"description": "The sender of this If-None-Match has the answer already."}}


def problems(*kinds: Kind) -> Responses:
    """Describe, for the OpenAPI document, the problems that an address can answer with; some are everywhere."""
    by_status: dict[int, list[Kind]] = {414: ["parameter"]}
    for kind in (*kinds, "parameter", "host", "busy", "not-ready"):
        by_status.setdefault(KINDS[kind].status, []).append(kind)
    return {status: describe_problems(status, found) for status, found in by_status.items()}


def describe_problems(status: int, kinds: list[Kind]) -> dict[str, Any]:
    """One status and its kinds of problem, with an example of each."""
    examples = {kind: {"value": example_problem(status, kind)} for kind in kinds}
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        "description": " · ".join(f"{KINDS[kind].title}: {KINDS[kind].meaning}" for kind in kinds),
        "content": {MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }


def example_problem(status: int, kind: Kind) -> dict[str, Any]:
    """What a problem of this kind may look like."""
    problem: Problem = make_problem(kind, KINDS[kind].meaning, status=status)
    return problem.model_dump(exclude_none=True)


OF_PLACE = problems("no-such-name", "text", "too-long", "range") | NOT_MODIFIED
"""What else can come where one place of a trace is read: a token, a head, a layer."""
