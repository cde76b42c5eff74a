"""What a model is once it is known: what its description says, and what is loaded of it."""

from dataclasses import dataclass
from functools import cached_property

import torch
from pydantic import BaseModel, ConfigDict

from model.anatomy import anatomy, catalogue
from model.config import Config
from model.errors import TooLongError
from model.ops.op import Op, TensorSpec
from model.tokenizers import Token, Tokenizer, put_in_front
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
    """How its weights are stored."""
    digest: str
    """Changes with anything that its numbers depend on."""
    origin: str = ""
    """Where its numbers come from, in a sentence, where that is not plain."""
    computed: str = "float32"
    """What its numbers are computed in."""
    limit: int = 0
    """How many tokens are read at most, where that is fewer than its context holds; 0 where it is not."""

    @property
    def most_tokens(self) -> int:
        """How many tokens are read at most."""
        return min(self.limit or self.file.config.n_ctx, self.file.config.n_ctx)


@dataclass(frozen=True)
class LoadedModel:
    """A model ready to run: hooks are attached, the transformer is in eval mode."""

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

    @property
    def limit(self) -> int:
        """How many tokens of a text are read at most."""
        return self.description.most_tokens

    @property
    def device(self) -> torch.device:
        """Where the weights lie."""
        return self.transformer.w_e.weight.device

    @property
    def nbytes(self) -> int:
        """The bytes of its weights."""
        return sum(weight.nbytes for weight in self.transformer.parameters())

    def encode(self, text: str, *, bos: bool | None = None) -> list[Token]:
        """The tokens that the model reads for `text`, the beginning-of-text token included where `bos` says so.

        None means what the model does by default. Raises `TextRefusedError` and `NoFrontError`.
        """
        return put_in_front(self.tokenizer, text, bos=bos)

    def read(self, text: str, *, bos: bool | None = None) -> list[Token]:
        """The same. Raises `TooLongError` besides, where they are more than the model reads."""
        tokens = self.encode(text, bos=bos)
        if len(tokens) > self.limit:
            raise TooLongError(len(tokens), self.limit, context=self.config.n_ctx)
        return tokens

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
