"""`/api/explain`: where one number comes from, as arithmetic whose operands can be asked in turn."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import piece, write
from server.described import OF_PLACE
from server.parameters import Places, TextQuery
from server.schemas import Piece, Schema
from server.tensors import read_index
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")

Value = Annotated[float | None, Field(description="In float64; null is −∞.", examples=[0.325])]
Node: TypeAlias = Union[
    "OperandNode", "NumberNode", "CombinedNode", "ApplyNode", "SumNode", "LargestNode", "HiddenNode"
]
KEY = {
    "node": "operand",
    "symbol": "{k}^{2}_{1,2}",
    "name": "blocks.0.attn.k",
    "index": [1, 0, 1],
    "value": -0.5,
    "source": "tensor",
    "token": 0,
}
QUERY = {**KEY, "symbol": "{q}^{2}_{2,2}", "name": "blocks.0.attn.q", "index": [1, 1, 1], "value": -0.6, "token": 1}
PRODUCT = {"node": "multiply", "parts": [QUERY, KEY], "value": 0.3}
EXAMPLE = {
    "node": "sum",
    "symbol": "Σ_i",
    "axis": "d_head",
    "count": 2,
    "terms": [{"at": 1, "label": "number 2", "node": PRODUCT, "value": 0.3}],
    "rest": {"count": 1, "value": 0.025},
    "value": 0.325,
}


class ExplainQuery(TextQuery):
    """One element of a tensor, or of a learned weight."""

    tensor: Annotated[
        str,
        Field(
            description="A name of the catalogue in `/api/anatomy`, or of a weight of one of its steps.",
            examples=["blocks.0.attn.scores"],
        ),
    ]
    index: Annotated[Places, Field(description="The element: its place along each axis, from 0.", examples=["1,1,0"])]
    terms: Annotated[
        int,
        Field(ge=1, le=64, description="How many terms of each sum are listed; the others are one row.", examples=[8]),
    ] = 8


class OperandNode(Schema):
    """An element of a tensor or of a weight, a position, or a token's id. A tensor's can be asked in turn."""

    node: Literal["operand"]
    symbol: str = Field(description="LaTeX; places are counted from 1, pieces are written by their id.")
    name: str = Field(description="A name to ask for; “position” for a position.", examples=["blocks.0.attn.q"])
    index: list[int] = Field(description="From 0.", examples=[[1, 1, 1]])
    value: Value
    source: Literal["tensor", "weight", "position", "id"] = Field(description="All but a tensor are ends.")
    note: str | None = None
    token: int | None = Field(None, description="The token to whose lane it belongs, from 0.", examples=[1])
    piece: Piece | None = Field(None, description="The piece of the vocabulary to which it belongs.")
    by: "OperandNode | None" = Field(
        None, description="The id or the position that selected it in a table.", examples=[None]
    )


class NumberNode(Schema):
    """A constant of the config or of a formula."""

    node: Literal["number"]
    symbol: str = Field(description="LaTeX.", examples=[r"\varepsilon"])
    value: float = Field(examples=[1e-5])
    note: str = Field(examples=["1e-05, so that nothing is divided by 0"])


class CombinedNode(Schema):
    """Several parts, combined in their order."""

    node: Literal["add", "subtract", "multiply", "divide"]
    parts: list[Node] = Field(examples=[[QUERY, KEY]])
    value: Value


class ApplyNode(Schema):
    """A function of its one part."""

    node: Literal["apply"]
    function: Literal["exp", "sqrt", "square", "tanh", "erf", "sigmoid", "cos", "sin", "relu"]
    parts: list[Node] = Field(min_length=1, max_length=1, examples=[[QUERY]])
    value: Value


class Term(Schema):
    """One term of a sum."""

    at: int = Field(description="Its place on the axis, from 0.", examples=[1])
    label: str | None = Field(None, description="The place in words, from 1.", examples=["number 2"])
    node: Node = Field(examples=[PRODUCT])
    value: Value


class RestOfSum(Schema):
    """The terms that are not listed."""

    count: int = Field(examples=[184])
    value: float = Field(description="Their sum.", examples=[-0.031])


class SumNode(Schema):
    """A sum over an axis: the terms largest in size, the largest first, and the others as one."""

    node: Literal["sum"]
    symbol: str = Field(examples=["Σ_i"])
    axis: str = Field(examples=["d_model"])
    count: int = Field(description="How many terms there are in all.", examples=[192])
    terms: list[Term]
    rest: RestOfSum | None
    value: Value


class LargestNode(Schema):
    """The largest number of a row."""

    node: Literal["largest"]
    axis: str = Field(examples=["key"])
    at: int = Field(description="Where it stands, from 0.", examples=[0])
    part: Node = Field(examples=[QUERY])
    value: Value


class HiddenNode(Schema):
    """−∞, where the mask lets nothing through."""

    node: Literal["hidden"]
    reason: str = Field(examples=["Token 3 comes after token 2, and no token may look at a later one."])
    value: None


class Symbol(Schema):
    """What a symbol of the formula stands for."""

    symbol: str = Field(description="LaTeX.", examples=["q"])
    name: str | None = Field(description="The tensor or weight; null for a constant.", examples=["blocks.0.attn.q"])
    meaning: str = Field(examples=["the query of each token"])


class ExplainAnswer(Schema):
    """One number, the arithmetic that gives it anew from its operands, and how well the two agree."""

    tensor: str = Field(examples=["blocks.0.attn.scores"])
    index: list[int] = Field(description="From 0.", examples=[[1, 1, 0]])
    axes: list[str] = Field(examples=[["head", "query", "key"]])
    value: float | None = Field(description="What the pass captured; null is −∞.", examples=[0.325])
    result: float | None = Field(description="Computed in float64 from the operands; null is −∞.", examples=[0.325])
    difference: float = Field(description="The result less the value.", examples=[0.0])
    magnitude: float = Field(
        description="The sizes of what was added, summed: rounding grows with it.", examples=[0.33]
    )
    tolerance: float = Field(description="The largest difference that is rounding.", examples=[3.3e-6])
    agrees: bool = Field(description="The difference is within the tolerance.", examples=[True])
    dtype: str = Field(description="In what the pass computed.", examples=["float32"])
    op: str = Field(description="The step that wrote it, or that uses the weight.", examples=["blocks.0.attn.scores"])
    kind: str = Field(description="The kind of the step; “weight” for a weight.", examples=["scores"])
    title: str = Field(examples=["Scores"])
    formula: str = Field(
        description="LaTeX of this one element; places are counted from 1.",
        examples=[r"{s}^{2}_{2,1} = \sum_{i=1}^{2} {q}^{2}_{2,i}\, {k}^{2}_{1,i}"],
    )
    symbols: list[Symbol]
    shapes: str = Field(examples=["q (2 × 5 × 2) · kᵀ (2 × 2 × 5) → scores (2 × 5 × 5)"])
    code: str = Field(
        description="The line of PyTorch of the step, then the element.",
        examples=["scores = q @ k.transpose(-1, -2)\nscores[1, 1, 0]"],
    )
    expression: Node = Field(examples=[EXAMPLE])


def explain_answer(trace: "Trace", query: ExplainQuery) -> Answer:
    """Explain one element. Raises `model.errors.LanewiseError`."""
    from model.explain import explain

    index = read_index(query.index) or ()
    found = explain(trace, query.tensor, index)
    content = found.to_json(terms=query.terms, piece=partial(piece, trace.model))
    return write(content)


@router.get("/explain", response_model=ExplainAnswer, responses=OF_PLACE)
async def read_explanation(query: Annotated[ExplainQuery, Query()], visit: VisitDependency) -> Response:
    """Read where one number comes from: every operand can be asked in turn, down to a token's id or a weight."""
    return await visit.answer_of_trace(query, explain_answer)
