"""`/api/kv`: what the KV cache reuses when a token is read, its bytes, and that the logits are the same without it."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import pack
from server.described import OF_PLACE
from server.parameters import TokenQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class CacheSize(Schema):
    """The keys and values of some tokens: 2 · layers · heads · d_head · tokens · value_bytes."""

    layers: int = Field(examples=[2])
    heads: int = Field(description="Key heads, each with values of its own.", examples=[2])
    d_head: int = Field(examples=[2])
    tokens: int = Field(examples=[5])
    value_bytes: int = Field(description="Bytes of one number.", examples=[4])
    nbytes: int = Field(description="Their product.", examples=[320])


class Agreement(Schema):
    """The logits of the token made with the cache, beside those of a whole pass over the text up to it."""

    difference: float = Field(description="The largest difference of two logits.", examples=[0.0000019])
    at: int = Field(description="The piece where it is.", examples=[3])
    cached: float = Field(description="Its logit with the cache.", examples=[4.125])
    recomputed: float = Field(description="Its logit of the whole pass.", examples=[4.1250019])
    p_difference: float = Field(description="The largest difference of two probabilities.", examples=[0.0000001])
    same_best: bool = Field(description="Whether both have the same best guess.", examples=[True])
    largest: float = Field(description="The largest logit by its size, for comparison.", examples=[12.5])


class CacheAnswer(Schema):
    """What the cache does when one token is read."""

    token: int = Field(examples=[4])
    whole: CacheSize = Field(description="After this token.")
    reused: CacheSize = Field(description="What the tokens before have left.")
    new: CacheSize = Field(description="What this token adds.")
    unshared: CacheSize = Field(description="As whole, if each query head had keys and values of its own.")
    full: CacheSize = Field(description="When the context is full.")
    measured: int = Field(description="The bytes of the tensors that were kept just now.", examples=[320])
    agreement: Agreement | None = Field(
        description="Null where a model has no causal mask: then a new token changes all before it, and no cache holds."
    )


def cache_answer(trace: "Trace", query: TokenQuery) -> Answer:
    """The study of the cache. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.kv import study_cache

    return pack(CacheAnswer.model_validate(study_cache(trace, token=query.token)))


@router.get("/kv", response_model=CacheAnswer, responses=OF_PLACE)
async def read_cache(query: Annotated[TokenQuery, Query()], visit: VisitDependency) -> Response:
    """Read what is kept of the tokens before one, and compare its logits with and without that."""
    return await visit.answer_of_trace(query, cache_answer)
