"""What the server says of itself: how much there is to do, and whether it can answer."""

from typing import Literal

from pydantic import Field

from server.schemas import Schema


class LayersDone(Schema):
    """How far a pass is."""

    done: int = Field(examples=[12])
    count: int = Field(description="How many layers there are.", examples=[30])


class QueueAnswer(Schema):
    """How much there is to do, and where a text stands in line."""

    workers: int = Field(description="How many forward passes run at once.", examples=[2])
    running: int = Field(examples=[2])
    waiting: int = Field(examples=[11])
    limit: int = Field(description="How many may wait.", examples=[64])
    ahead: int | None = Field(
        description="How many come before this text: 0 while it is being done, null where it is not in line.",
        examples=[4],
    )
    layers: LayersDone | None = Field(description="While its pass is under way.")


class HealthAnswer(Schema):
    """Whether the server can answer."""

    state: Literal["loading", "ready", "failed"] = Field(examples=["ready"])
    ready: bool = Field(examples=[True])
    version: str = Field(examples=["0.1.0"])
