"""`/api/norm`: a norm with its input made larger, smaller or shifted, and every step of its arithmetic."""

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import Optional, Place, TokenQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class NormQuery(TokenQuery):
    """A norm, one vector of those that it norms, and what is done to that vector first."""

    tensor: Annotated[
        str, Field(description="What a norm writes, a name of `/api/anatomy`.", examples=["blocks.0.norm1.out"])
    ]
    head: Annotated[
        Place | Optional,
        Field(description="For norms of queries and keys: which head, counted from 0.", examples=[0]),
    ] = None
    factor: Annotated[
        float, Field(ge=0.001, le=1000, description="What the vector is multiplied by first.", examples=[2.5])
    ] = 1.0
    shift: Annotated[
        float,
        Field(
            ge=-10, le=10, description="Then so many times its root mean square is added to each number.", examples=[0]
        ),
    ] = 0.0


class NormStage(Schema):
    """One step of the arithmetic."""

    name: Literal[
        "given", "mean", "centred", "squared", "mean_square", "with_epsilon", "root", "divided", "gain", "gained",
        "bias", "biased",
    ] = Field(
        description="given − mean = centred; squared, mean of the squares, plus ε, root; what was given (or centred) "
        "divided by the root; times gain, plus bias, as far as the model has them.",
        examples=["divided"],
    )  # fmt: skip
    values: list[float] = Field(
        description="One for each dimension, or one for all of them.", examples=[[0.2, -1.1, 1.4, 0.6]]
    )


class NormAnswer(Schema):
    """What the loaded norm makes of the changed vector, beside what it makes of the vector as it is."""

    tensor: str = Field(examples=["blocks.0.norm1.out"])
    token: int = Field(examples=[4])
    head: int | None = Field(description="None for a norm of the stream.")
    norm: Literal["rms", "layer"] = Field(description="RMSNorm or LayerNorm.", examples=["rms"])
    epsilon: float = Field(examples=[1e-5])
    factor: float = Field(examples=[2.5])
    shift: float = Field(examples=[0.0])
    added: float = Field(description="The constant that was added to each number.", examples=[0.0])
    usual_mean: float | None = Field(description="The mean of the vector as it is; null for RMSNorm.")
    usual_scale: float = Field(description="What the vector as it is gets divided by.", examples=[0.52])
    mean: float | None = Field(description="The mean of the changed vector; null for RMSNorm.")
    scale: float = Field(description="What the changed vector gets divided by.", examples=[1.3])
    usual: list[float] = Field(description="The norm of the vector as it is.", examples=[[0.2, -1.1, 1.4, 0.6]])
    out: list[float] = Field(description="The norm of the changed vector.", examples=[[0.2, -1.1, 1.4, 0.6]])
    difference: float = Field(description="The largest gap between the two.", examples=[2e-5])
    largest: float = Field(description="The largest size of a number of `usual`.", examples=[1.4])
    growth: float | None = Field(
        description="By what ε alone lets normed numbers grow, √((m + ε) / (m + ε/factor²)) with the mean square m; "
        "null where a shift changes more than that.",
        examples=[1.00002],
    )
    rounding: float | None = Field(description="The largest gap that `growth` does not explain.", examples=[1e-7])
    stages: list[NormStage]


def norm_answer(trace: "Trace", query: NormQuery) -> Answer:
    """Run the norm again. Raises `model.errors.LanewiseError`."""
    from model.studies.norm_scaling import scale_norm

    found = scale_norm(trace, query.tensor, token=query.token, head=query.head, factor=query.factor, shift=query.shift)
    return write(found)


@router.get("/norm", response_model=NormAnswer, responses=OF_PLACE)
async def read_norm(query: Annotated[NormQuery, Query()], visit: VisitDependency) -> Response:
    """Read what a norm makes of a vector that is multiplied and shifted first: of a factor it takes (nearly) no notice.

    The loaded norm is run again; `stages` are the steps by hand.
    """
    return await visit.answer_of_trace(query, norm_answer)
