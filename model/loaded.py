"""What a model is once it is known: what its description says, and what is loaded of it."""

from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from model.anatomy import anatomy, catalogue
from model.config import Config
from model.ops.op import Op, TensorSpec
from model.tokenizer import Tokenizer
from model.transformer import Transformer


class TokenizerFile(BaseModel):
    """How a model's text is cut: a list of words, or a pattern with the ranks of `vocabulary.tiktoken`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...] | None = None
    pattern: str = ""
    special_tokens: dict[str, int] = {}


class ModelFile(BaseModel):
    """What `model.json` holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    description: str
    examples: tuple[str, ...]
    tokenizer: TokenizerFile = TokenizerFile()
    """Empty where the weights come with a tokenizer of their own."""
    config: Config


@dataclass(frozen=True)
class Description:
    """What can be said of a model without loading its weights."""

    name: str
    file: ModelFile
    parameters: int
    dtype: str
    digest: str


@dataclass(frozen=True)
class LoadedModel:
    """A model ready to run: hooks are attached, weights are float32, the transformer is in eval mode."""

    description: Description
    tokenizer: Tokenizer
    transformer: Transformer

    @property
    def name(self) -> str:
        """The name under which the model is opened."""
        return self.description.name

    @property
    def config(self) -> Config:
        """The shape and the variant of the model."""
        return self.description.file.config

    @cached_property
    def ops(self) -> tuple[Op, ...]:
        """All operations of the model."""
        return anatomy(self.config)

    @cached_property
    def steps(self) -> tuple[Op, ...]:
        """The operations that are steps of the walk."""
        return tuple(op for op in self.ops if op.shown)

    @cached_property
    def tensors(self) -> dict[str, TensorSpec]:
        """The tensor catalogue."""
        return catalogue(self.config)
