"""A trace: one forward pass over one text, of which everything can be asked, and little is kept.

Kept are the stream at every layer boundary and a summary. The inside of a layer is made again from its `resid_pre` when
someone looks at it: one block, bit for bit what it was.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import torch
from torch import Tensor

from model.anatomy import sizes
from model.errors import EmptyTextError, TooLongError, UnknownNameError
from model.lens import Best, best_guesses, lens, stream_norms
from model.loaded import LoadedModel
from model.memory import ByteLRU
from model.ops.op import TensorSpec
from model.sampling import Candidate, Guesses, TrueNext, least_likely, most_likely, true_next
from model.slices import Slice, cut
from model.taps import Run, recording
from model.tokenizer import Token

TOP = 10
Tensors = dict[str, Tensor]


def nbytes(tensors: Tensors) -> int:
    """The memory that `tensors` take, in bytes."""
    return sum(tensor.nbytes for tensor in tensors.values())


@dataclass(frozen=True)
class Position:
    """What the model says after one token."""

    guesses: Guesses
    next: TrueNext | None


@dataclass(frozen=True)
class Boundary:
    """The stream at one layer boundary: the name of its tensor, the logit lens and the norms, token by token."""

    tensor: str
    best: list[Best]
    norms: list[float]


class Trace:
    """One forward pass over `text`, made by `make_trace`."""

    def __init__(self, model: LoadedModel, text: str, tokens: list[Token], insides: ByteLRU[object, Tensors]) -> None:
        self.model, self.text, self.tokens = model, text, tokens
        self._insides = insides
        self.ids = torch.tensor([token.id for token in tokens])
        self.streams, self.positions, self.boundaries = self._run() if tokens else ({}, [], [])

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory this trace keeps."""
        return nbytes(self.streams) + len(self.tokens) * (300 + 150 * TOP + 120 * len(self.streams))

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The length of every named axis."""
        return sizes(self.model.config, len(self.tokens))

    def shape(self, spec: TensorSpec) -> tuple[int, ...]:
        """The shape that the tensor of `spec` has in this trace."""
        return tuple(self.sizes[axis] for axis in spec.axes)

    def tensor(self, name: str) -> Tensor:
        """The whole tensor `name`. Raises `UnknownNameError`, and `EmptyTextError` where there are no tokens."""
        if name not in self.model.tensors:
            raise UnknownNameError("tensor", name, list(self.model.tensors))
        if not self.tokens:
            raise EmptyTextError
        if name == "tokens":
            return self.ids
        if name in self.streams:
            return self.streams[name]
        segment = segment_of(name)
        return self._insides.get_or_make((self.key, segment), lambda: self._make(segment))[name]

    def select(
        self,
        name: str,
        *,
        head: int | None = None,
        token: int | None = None,
        index: tuple[int, ...] | None = None,
        average: Literal["head"] | None = None,
        side: int | None = None,
    ) -> Slice:
        """A part of the tensor `name`. Raises what `tensor` and `model.slices.cut` raise."""
        tensor = self.tensor(name)
        return cut(self.model.tensors[name], tensor, head=head, token=token, index=index, average=average, side=side)

    def remember(self, name: str, make: Callable[[], Tensors]) -> Tensors:
        """What a study of this trace works out once for all tokens, remembered like the inside of a layer."""
        return self._insides.get_or_make((self.key, name), make)

    def next_tokens(self, *, token: int = -1, temperature: float = 1.0, top: int = 20) -> Guesses:
        """The most likely tokens after `token`. Raises `OutOfRangeError` and `EmptyTextError`."""
        return most_likely(self._logits(token)[None], top=top, temperature=temperature)[0]

    def last_tokens(self, *, token: int = -1, temperature: float = 1.0, least: int = 10) -> list[Candidate]:
        """The least likely tokens after `token`, the very least last. Raises `OutOfRangeError` and `EmptyTextError`."""
        return least_likely(self._logits(token), least=least, temperature=temperature)

    def _logits(self, token: int) -> Tensor:
        """The logits (vocab) after `token`."""
        return torch.from_numpy(self.select("logits", token=token).values)

    @property
    def key(self) -> tuple[str, str]:
        """What this trace is remembered by: the model's digest and the text."""
        return self.model.description.digest, self.text

    @cached_property
    def _stream_names(self) -> list[str]:
        """The stream as each layer gets it, and as the last one leaves it."""
        last = next(op for op in self.model.ops if op.part == "head").reads[0]
        return [f"blocks.{layer}.resid_pre" for layer in range(self.model.config.n_layers)] + [last]

    @torch.inference_mode()
    def _run(self) -> tuple[Tensors, list[Position], list[Boundary]]:
        wanted = {*self._stream_names, "logits"}
        with recording(Run(keep=wanted.__contains__)) as run:
            logits = self.model.transformer(self.ids)
        streams = {name: run.tensors[name] for name in self._stream_names}
        likely = most_likely(logits, top=min(TOP, logits.shape[-1]))
        nexts = [*true_next(logits[:-1], self.ids[1:]), None]
        positions = [Position(*pair) for pair in zip(likely, nexts, strict=True)]
        *before, _ = streams.values()
        best = [*lens(self.model.transformer, before), best_guesses(logits)]  # the last one is the model's own answer
        boundaries = [
            Boundary(name, guesses, stream_norms(stream))
            for (name, stream), guesses in zip(streams.items(), best, strict=True)
        ]
        return streams, positions, boundaries

    @torch.inference_mode()
    def _make(self, segment: str) -> Tensors:
        transformer = self.model.transformer
        with recording(Run()) as run:
            places = transformer.places(len(self.ids))
            if segment == "entrance":
                transformer.embed_tokens(self.ids, places)
            elif segment == "exit":
                logits = transformer.unembed(self.streams[self._stream_names[-1]])
                transformer.probs(torch.softmax(logits, dim=-1))
            else:
                layer = int(segment)
                x = self.streams[self._stream_names[layer]]
                transformer.blocks[layer](x, places)
        return run.tensors


def segment_of(name: str) -> str:
    """The part of the pass that makes the tensor `name`: "entrance", the number of a layer, or "exit"."""
    if name.startswith("blocks."):
        return name.split(".")[1]
    return "entrance" if name in ("embed", "pos_embed", "rope.angle") else "exit"


def make_trace(model: LoadedModel, text: str, *, insides: ByteLRU[object, Tensors]) -> Trace:
    """Run `model` over `text`; `insides` remembers the insides of layers for all traces.

    Raises `TextRefusedError` and `TooLongError`. An empty text gives an empty trace.
    """
    tokens = model.tokenizer.encode(text)
    if len(tokens) > model.config.n_ctx:
        raise TooLongError(len(tokens), model.config.n_ctx)
    return Trace(model, text, tokens, insides)
