"""What can be set from outside, with the defaults. Each is an environment variable too, such as LANEWISE_QUEUE."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ByteSize, ConfigDict, Field, field_validator

PREFIX = "LANEWISE_"


class Settings(BaseModel):
    """The settings of one application."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    default_model: str | None = None
    """The model of a request that names none; None means the library's own default."""
    models: Path | None = None
    """The folder of the models; None means those that are bundled, and those that were fetched."""
    open: tuple[Path, ...] = ()
    """Models elsewhere, each a folder or a file; more than one with the separator of search paths between them."""
    memory: ByteSize = Field(default="2GiB", validate_default=True)
    """How many bytes of weights are loaded at once; past that the model that was used least recently is put away."""
    dtype: Literal["float32", "bfloat16"] = "float32"
    """What is computed in; norms and angles are float32 in any case."""
    device: Literal["cpu", "cuda", "mps"] = "cpu"
    """Where is computed."""
    threads: Annotated[int, Field(ge=1, le=256)] = 1
    """How many threads one forward pass uses."""
    tokens: Annotated[int, Field(ge=1, le=1_000_000)] = 1024
    """How many tokens of a text are read at most, whatever the model's context holds."""
    traces: ByteSize = Field(default="64MiB", validate_default=True)
    """How many bytes of traces are remembered."""
    prefixes: ByteSize = Field(default="64MiB", validate_default=True)
    """How many bytes of passes of large models are remembered with keys and values, from which longer texts go on."""
    insides: ByteSize = Field(default="96MiB", validate_default=True)
    """How many bytes of the insides of layers are remembered, which can be made again from the traces."""
    workers: Annotated[int, Field(ge=1, le=64)] = 2
    """How many forward passes run at once, each with one thread: two of one are twice as fast as one of two."""
    queue: Annotated[int, Field(ge=0, le=10_000)] = 64
    """How many pieces of work may wait; past that the answer is 503."""
    retry_after: Annotated[int, Field(ge=1, le=3600)] = 2
    """After how many seconds one that was turned away may ask again."""
    query_limit: ByteSize = Field(default="128KiB", validate_default=True)
    """How long the query of a request may be."""
    hosts: frozenset[str] = frozenset()
    """Names, beside localhost, by which a browser may reach a server that listens on the loopback interface."""

    @field_validator("hosts", mode="before")
    @classmethod
    def _split(cls, hosts: object) -> object:
        return hosts.replace(",", " ").split() if isinstance(hosts, str) else hosts

    @field_validator("open", mode="before")
    @classmethod
    def _split_paths(cls, paths: object) -> object:
        return list(filter(None, paths.split(os.pathsep))) if isinstance(paths, str) else paths

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the variables that are set. A value that is wrong raises `pydantic.ValidationError`."""
        names = {field: f"{PREFIX}{field.upper()}" for field in cls.model_fields}
        return cls.model_validate({field: environment[name] for field, name in names.items() if name in environment})
