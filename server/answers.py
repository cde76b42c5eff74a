"""The model's objects as the schemas of the API. This runs in the workers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel

from model.errors import LanewiseError
from server import schemas
from server.parameters import ModelQuery, NextQuery, TextQuery
from server.visits import Answer

if TYPE_CHECKING:
    from model.passes import Position
    from model.sampling import Candidate
    from model.shelf.library import Library
    from model.shelf.loaded import Description, LoadedModel
    from model.tokenizers import Token
    from model.trace import Boundary, Trace


def pack(content: BaseModel) -> Answer:
    """Make an answer of a schema."""
    return Answer(content.model_dump_json().encode())


def write(content: object) -> Answer:
    """Make an answer of the model's own data: dataclasses, lists, arrays."""
    return Answer(orjson.dumps(content, default=take_number, option=orjson.OPT_SERIALIZE_NUMPY))


def take_number(element: Any) -> object:  # noqa: ANN401 (numpy belongs to model/)
    """The number in an array of no axes, which one element of a tensor is; orjson takes arrays with axes only."""
    return element[()]


def models_answer(library: "Library") -> schemas.ModelsAnswer:
    """All models of the library, none of them loaded for it."""
    cards, refused = [], []
    for name in library.names():
        try:
            cards.append(model_card(library.describe(name)))
        except LanewiseError as error:
            refused.append(schemas.RefusedModel(name=name, reason=str(error)))
    return schemas.ModelsAnswer(default=library.default, models=cards, refused=refused)


def model_card(model: "Description") -> schemas.ModelCard:
    """What is said of one model."""
    file = model.file
    return schemas.ModelCard(
        name=model.name,
        title=file.title,
        description=file.description,
        examples=list(file.examples),
        parameters=model.parameters,
        dtype=model.dtype,
        digest=model.digest,
        vocab_size=file.config.vocab_size,
        n_ctx=file.config.n_ctx,
        limit=model.most_tokens,
        computed=model.computed,
        origin=model.origin,
        config=file.config,
    )


def anatomy_answer(model: "LoadedModel", _query: ModelQuery) -> Answer:
    """The steps and the tensors of a model."""
    steps = [schemas.Step.model_validate(op) for op in model.steps]
    tensors = [schemas.TensorSpec.model_validate(spec) for spec in model.tensors.values()]
    return pack(schemas.AnatomyAnswer(model=model.name, steps=steps, tensors=tensors))


def tokens_answer(model: "LoadedModel", query: TextQuery) -> Answer:
    """A text as tokens. Raises `model.errors.TextRefusedError` and `NoFrontError`."""
    tokens = token_list(model.encode(query.text, bos=query.bos))
    front = front_of(model)
    answer = schemas.TokensAnswer(model=model.name, count=len(tokens), limit=model.limit, front=front, tokens=tokens)
    return pack(answer)


def front_of(model: "LoadedModel") -> schemas.Front | None:
    """The token that may stand before a text."""
    front = model.tokenizer.front
    return None if front is None else schemas.Front.model_validate(front)


def trace_answer(trace: "Trace", _query: TextQuery) -> Answer:
    """The summary of a trace."""
    model = trace.model
    answer = schemas.TraceAnswer(
        model=model.name,
        text=trace.text,
        bos=trace.bos,
        tokens=token_list(trace.tokens),
        limit=model.limit,
        front=front_of(model),
        sizes=trace.sizes,
        tensors=[
            schemas.TensorShape(name=spec.name, axes=list(spec.axes), shape=list(trace.shape(spec)))
            for spec in model.tensors.values()
        ],
        guesses=[guess(model, position) for position in trace.positions],
        lens=[lens_row(model, boundary) for boundary in trace.boundaries],
        norms=[schemas.NormRow(tensor=row.tensor, values=row.norms) for row in trace.boundaries],
    )
    return pack(answer)


def next_answer(trace: "Trace", query: NextQuery) -> Answer:
    """What may come next. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    model = trace.model
    top, least = (min(asked, model.config.vocab_size) for asked in (query.top, query.least))
    found = trace.next_tokens(token=query.token, temperature=query.temperature, top=top)
    answer = schemas.NextAnswer(
        token=trace.place(query.token),
        temperature=query.temperature,
        candidates=candidates(model, found.top),
        rest=schemas.Rest(count=found.rest_count, p=found.rest_p),
        least=candidates(model, trace.last_tokens(token=query.token, temperature=query.temperature, least=least)),
    )
    return pack(answer)


def token_list(tokens: "Sequence[Token]") -> list[schemas.Token]:
    """The tokens of a text."""
    return [
        schemas.Token(
            id=token.id,
            bytes=token.bytes.hex(),
            text=token.text,
            control=token.control,
            start=token.start,
            end=token.end,
            part=token.part,
            dummy=token.dummy,
        )
        for token in tokens
    ]


def guess(model: "LoadedModel", position: "Position") -> schemas.Guess:
    """What the model says after one token."""
    guesses, true = position.guesses, position.next
    return schemas.Guess(
        top=candidates(model, guesses.top),
        rest=schemas.Rest(count=guesses.rest_count, p=guesses.rest_p),
        next=None if true is None else schemas.TrueNext.model_validate(true),
    )


def candidates(model: "LoadedModel", found: "Sequence[Candidate]") -> list[schemas.Candidate]:
    """Pieces that may come next."""
    return [schemas.Candidate(**piece(model, each.id), p=each.p, logit=each.logit) for each in found]


def lens_row(model: "LoadedModel", boundary: "Boundary") -> schemas.LensRow:
    """The logit lens at one layer boundary."""
    best = [schemas.LensBest(**piece(model, each.id), p=each.p) for each in boundary.best]
    return schemas.LensRow(tensor=boundary.tensor, best=best)


def piece(model: "LoadedModel", token_id: int) -> dict[str, Any]:
    """A piece of the vocabulary; one whose bytes alone are no text has no text, and an id that is not used no bytes."""
    try:
        content = model.tokenizer.piece(token_id)
    except KeyError:
        content = b""
    try:
        text = content.decode() or None
    except UnicodeDecodeError:
        text = None
    return {
        "id": token_id,
        "bytes": content.hex(),
        "text": text,
        "control": model.tokenizer.controls.get(token_id),
    }
