"""The queries of the API, one model each. A parameter means the same wherever it stands."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

LEAST, MOST = -2_147_483_648, 2_147_483_647
"""What is taken for a place at all; the model says how many there are."""
Place = Annotated[int, Field(ge=LEAST, le=MOST)]
Places = Annotated[str, Field(pattern=r"^[0-9]{1,9}(,[0-9]{1,9}){0,7}$")]
Format = Annotated[
    Literal["json", "f32", "f16", "safetensors"],
    Field(
        description="JSON, or little-endian numbers with their shape in the headers, or a safetensors file.",
        examples=["json"],
    ),
]
AfterToken = Annotated[Place, Field(description="After which token, counted from 0; −1 is the last.", examples=[-1])]
Temperature = Annotated[
    float, Field(ge=0, le=100, description="Logits are divided by it; 0 takes the best alone.", examples=[1.0])
]
Optional = SkipJsonSchema[None]


class ModelQuery(BaseModel):
    """Which model."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    model: Annotated[
        str | Optional,
        Field(
            description="The name of a model, as `/api/models` lists them; without it, the default one.",
            examples=["story"],
        ),
    ] = None


class TextQuery(ModelQuery):
    """Which model, and the text that goes through it."""

    text: Annotated[
        str, Field(description="The text, exactly: nothing is trimmed or replaced.", examples=["the cat saw the hat"])
    ]
    bos: Annotated[
        bool | Optional,
        Field(
            description="Whether the token for the beginning of a text stands in front; without it, as the model has "
            "it by default. `front` in the answer says which token that is.",
            examples=[False],
        ),
    ] = None


class TensorQuery(TextQuery):
    """One tensor of a trace, or a slice of it."""

    tensor: Annotated[
        str, Field(description="A name of the catalogue in `/api/anatomy`.", examples=["blocks.0.attn.pattern"])
    ]
    head: Annotated[
        Place | Optional,
        Field(
            description="Only this head, counted from 0; a key or value head for k and v.",
            examples=[1],
        ),
    ] = None
    token: Annotated[
        Place | Optional,
        Field(description="Only this token or query, counted from 0; −1 is the last.", examples=[-1]),
    ] = None
    index: Annotated[
        Places | Optional,
        Field(
            description="Only one element: its place along each axis, in order. Instead of `head` and `token`.",
            examples=["1,0,0"],
        ),
    ] = None
    average: Annotated[
        Literal["head"] | Optional,
        Field(description="The mean over all heads instead of one of them.", examples=["head"]),
    ] = None
    side: Annotated[
        int | Optional,
        Field(
            ge=1,
            le=4096,
            description="At most so many queries and keys: larger grids are averaged in blocks.",
            examples=[64],
        ),
    ] = None
    format: Format = "json"


class NextQuery(TextQuery):
    """What may come after a token."""

    token: AfterToken = -1
    temperature: Temperature = 1.0
    top: Annotated[
        int,
        Field(
            ge=1, le=1000, description="At most how many candidates are listed; the rest is summed up.", examples=[20]
        ),
    ] = 20
    least: Annotated[
        int, Field(ge=0, le=100, description="How many of the least likely are listed besides.", examples=[10])
    ] = 0


class TokenQuery(TextQuery):
    """One token of a text."""

    token: Annotated[Place, Field(description="Which token, counted from 0; −1 is the last.", examples=[-1])] = -1


class LayerQuery(TokenQuery):
    """One token in one layer."""

    layer: Annotated[Place, Field(description="Which layer, counted from 0.", examples=[0])]


class HeadQuery(LayerQuery):
    """One token as a query in one head of one layer."""

    head: Annotated[Place, Field(description="Which query head, counted from 0.", examples=[1])]


def allowed_values(schema: dict[str, Any]) -> tuple[str, list[str] | dict[str, Any] | None]:
    """Say in words, and as data, what a parameter with a JSON `schema` may be."""
    if "const" in schema:
        return f"“{schema['const']}”", [schema["const"]]
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}", schema["enum"]
    if schema.get("type") == "boolean":
        return "true or false", ["true", "false"]
    if schema.get("type") in ("integer", "number"):
        low, high = schema.get("minimum"), schema.get("maximum")
        kind = "a whole number" if schema["type"] == "integer" else "a number"
        return f"{kind} of at least {low}" if high is None else f"{kind} from {low} to {high}", {
            "low": low,
            "high": high,
        }
    if "pattern" in schema:
        return schema.get("words", "whole numbers with commas between them, one for each axis, such as 2,4,3"), None
    return "a text", None
