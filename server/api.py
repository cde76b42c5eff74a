"""The addresses of the API. Every one is a GET whose query holds the whole request."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from server import answers, schemas
from server.caching import digest, has_tag, make_tag, not_modified
from server.described import NOT_MODIFIED, OF_PLACE, Responses, problems
from server.parameters import ModelQuery, NextQuery, TensorQuery, TextQuery
from server.queries import refuse_parameters
from server.standing import LayersDone, QueueAnswer
from server.tensors import RAW, tensor_answer
from server.traces import trace_key
from server.visits import VisitDependency

router = APIRouter(prefix="/api")
OF_TENSOR: Responses = {
    200: {
        "description": "The slice, in the format that was asked for. Raw forms are little-endian and row-major.",
        "headers": {
            f"X-Tensor-{name}": {"description": meaning, "schema": {"type": "string"}, "example": example}
            for name, meaning, example in (
                ("Name", "The name of the tensor.", "blocks.0.attn.pattern"),
                ("Axes", "The axes that are left.", "query,key"),
                ("Shape", "The length of each axis.", "5,5"),
                ("Dtype", "How each number is written.", "float32"),
                ("Range", "Extremes and colour limits, as JSON.", '{"min":0,"max":1,"low":0,"high":1,"outliers":0}'),
            )
        },
        "content": {RAW: {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/models", response_model=schemas.ModelsAnswer, responses=problems() | NOT_MODIFIED)
async def list_models(request: Request, visit: VisitDependency) -> Response:
    """List the models, the sentences to begin with, and the shape of each."""
    refuse_parameters(request)
    library = await visit.library()
    answer = answers.pack(await asyncio.to_thread(answers.models_answer, library))
    tag = make_tag(request.url.path, digest([answer.body.decode()]))
    return not_modified(tag) if has_tag(request, tag) else answer.response(tag)


@router.get("/anatomy", response_model=schemas.AnatomyAnswer, responses=problems("no-such-name") | NOT_MODIFIED)
async def read_anatomy(query: Annotated[ModelQuery, Query()], visit: VisitDependency) -> Response:
    """Read the steps of a model in walking order, and the catalogue of its tensors. No text is needed."""
    return await visit.answer_of_model(query, answers.anatomy_answer)


@router.get("/tokenize", response_model=schemas.TokensAnswer, responses=problems("no-such-name", "text") | NOT_MODIFIED)
async def tokenize(query: Annotated[TextQuery, Query()], visit: VisitDependency) -> Response:
    """Cut a text into tokens; a text that is too long for the model is cut too, and `count` is over the `limit`."""
    return await visit.answer_of_model(query, answers.tokens_answer)


@router.get(
    "/trace", response_model=schemas.TraceAnswer, responses=problems("no-such-name", "text", "too-long") | NOT_MODIFIED
)
async def read_trace(query: Annotated[TextQuery, Query()], visit: VisitDependency) -> Response:
    """Send a text through a model and read the summary: tokens, guesses at every position, the logit lens, norms."""
    return await visit.answer_of_trace(query, answers.trace_answer)


@router.get(
    "/tensor",
    response_model=schemas.TensorAnswer,
    responses=OF_PLACE | OF_TENSOR,
)
async def read_tensor(query: Annotated[TensorQuery, Query()], visit: VisitDependency) -> Response:
    """Read one tensor of a trace, or the part of it that a head, a token or an index picks."""
    return await visit.answer_of_trace(query, tensor_answer)


@router.get(
    "/next",
    response_model=schemas.NextAnswer,
    responses=OF_PLACE,
)
async def read_next(query: Annotated[NextQuery, Query()], visit: VisitDependency) -> Response:
    """Read what may come after a token. The softmax is over the whole vocabulary, however few candidates are listed."""
    return await visit.answer_of_trace(query, answers.next_answer)


@router.get("/queue", response_model=QueueAnswer, responses=problems("no-such-name"))
async def read_queue(query: Annotated[TextQuery, Query()], visit: VisitDependency) -> Response:
    """Read how much there is to do, and the place in line of a text that was asked for. This never waits."""
    house = visit.house
    library = await visit.library()
    model = library.describe(library.default if query.model is None else query.model)
    key = trace_key(model, query)
    layers = house.traces.under_way.get(key)
    answer = QueueAnswer(
        workers=house.work.workers,
        running=house.work.running,
        waiting=house.work.waiting,
        limit=house.work.queue,
        ahead=house.work.ahead_of(("trace", *key)),
        layers=None if layers is None else LayersDone(done=layers[0], count=layers[1]),
    )
    return Response(answer.model_dump_json(), media_type="application/json", headers={"Cache-Control": "no-store"})
