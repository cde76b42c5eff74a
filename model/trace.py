"""A trace: one forward pass over one text, of which everything can be asked, and little is kept.

Kept are the stream at every layer boundary and a summary. The inside of a layer is made again from its `resid_pre` when
someone looks at it: one block, bit for bit what it was. Of a large model's logits only the rows are made that are asked
for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import torch
from torch import Tensor

from model.anatomy import sizes
from model.errors import EmptyTextError, UnknownNameError
from model.lens import Best, lens, stream_norms
from model.memory import ByteLRU
from model.ops.op import TensorSpec
from model.passes import TOP, Position, Prefixes, Progress, run_pass
from model.sampling import Candidate, Guesses, least_likely, most_likely
from model.shelf.loaded import LoadedModel
from model.slices import Slice, cut, within
from model.taps import Run, recording
from model.tokenizers import Token

Tensors = dict[str, Tensor]
ROWS_ALONE = 16_000_000
"""Bytes of all logits of a text past which those of one token are made alone."""
LENS_AT_ONCE = 50_000_000
"""Multiplications of the logit lens for one token, up to which it is part of the summary."""


def nbytes(tensors: Tensors) -> int:
    """The memory that `tensors` take, in bytes."""
    return sum(tensor.nbytes for tensor in tensors.values())


@dataclass(frozen=True)
class Boundary:
    """The stream at one layer boundary: the name of its tensor, the logit lens and the norms, token by token.

    The lens is empty in a large model, where it would take longer than the pass; `model.studies.lens_grid` has it.
    """

    tensor: str
    best: list[Best]
    norms: list[float]


class Trace:
    """One forward pass over `text`, made by `make_trace`."""

    def __init__(
        self,
        model: LoadedModel,
        text: str,
        tokens: list[Token],
        insides: ByteLRU[object, Tensors],
        *,
        bos: bool | None = None,
        prefixes: Prefixes | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.model, self.text, self.tokens, self.bos = model, text, tokens, bos
        self._insides = insides
        ids = [token.id for token in tokens]
        self.ids = torch.tensor(ids, dtype=torch.int64, device=model.device)
        self.streams: Tensors = {}
        self.positions: list[Position] = []
        if tokens:
            done = run_pass(model, ids, self._stream_names, prefixes=prefixes, progress=progress)
            self.streams, self.positions = done.streams, done.positions
        self.boundaries = self._boundaries() if tokens else []

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory this trace keeps."""
        lens = 120 * len(self.streams) if self.boundaries and self.boundaries[0].best else 32 * len(self.streams)
        return nbytes(self.streams) + len(self.tokens) * (300 + 150 * TOP + lens)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The length of every named axis."""
        return sizes(self.model.config, len(self.tokens))

    def shape(self, spec: TensorSpec) -> tuple[int, ...]:
        """The shape that the tensor of `spec` has in this trace."""
        return tuple(self.sizes[axis] for axis in spec.axes)

    def tensor(self, name: str) -> Tensor:
        """The whole tensor `name`, in float32 whatever it was computed in.

        Raises `UnknownNameError`, and `EmptyTextError` where there are no tokens.
        """
        if name not in self.model.tensors:
            raise UnknownNameError("tensor", name, list(self.model.tensors))
        if not self.tokens:
            raise EmptyTextError
        if name == "tokens":
            return self.ids.cpu()
        if name in self.streams:
            return as_read(self.streams[name])
        segment = segment_of(name)
        return as_read(self._insides.get_or_make((self.key, segment), lambda: self._make(segment))[name])

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
        at = index[0] if index else token
        if at is None or not self._makes_rows_alone(name):
            whole = self.tensor(name)
            spec = self.model.tensors[name]
            return cut(spec, whole, head=head, token=token, index=index, average=average, side=side)
        row = as_read(self._row(self.place(at, "index" if index else "token"))[name])
        token, index = (None, (0, *index[1:])) if index else (0, None)
        spec = self.model.tensors[name]
        return cut(spec, row, head=head, token=token, index=index, average=average, side=side)

    def pick(self, name: str, *, head: int | None = None, token: int | None = None) -> Tensor:
        """The numbers that `select` picks."""
        return torch.from_numpy(self.select(name, head=head, token=token).values)

    def place(self, token: int, parameter: str = "token") -> int:
        """Where `token` stands, counted from 0; −1 is the last. Raises `OutOfRangeError` and `EmptyTextError`."""
        if not self.tokens:
            raise EmptyTextError
        return within(parameter, token, len(self.tokens))

    def remember(self, name: str, make: Callable[[], Tensors]) -> Tensors:
        """What a study of this trace works out once for all tokens, remembered like the inside of a layer."""
        return self._insides.get_or_make((self.key, name), make)

    def next_tokens(self, *, token: int = -1, temperature: float = 1.0, top: int = 20) -> Guesses:
        """The most likely tokens after `token`. Raises `OutOfRangeError` and `EmptyTextError`."""
        return most_likely(self.pick("logits", token=token)[None], top=top, temperature=temperature)[0]

    def last_tokens(self, *, token: int = -1, temperature: float = 1.0, least: int = 10) -> list[Candidate]:
        """The least likely tokens after `token`, the very least last. Raises `OutOfRangeError` and `EmptyTextError`."""
        return least_likely(self.pick("logits", token=token), least=least, temperature=temperature)

    @property
    def key(self) -> tuple[str, str, bool | None]:
        """What this trace is remembered by: the model's digest, the text, and what was asked to stand before it."""
        return self.model.description.digest, self.text, self.bos

    @cached_property
    def _stream_names(self) -> list[str]:
        """The stream as each layer gets it, and as the last one leaves it."""
        last = next(op for op in self.model.ops if op.part == "head").reads[0]
        return [f"blocks.{layer}.resid_pre" for layer in range(self.model.config.n_layers)] + [last]

    @torch.inference_mode()
    def _boundaries(self) -> list[Boundary]:
        config = self.model.config
        best: list[list[Best]] = [[] for _ in self.streams]
        if config.n_layers * config.d_model * config.vocab_size <= LENS_AT_ONCE:
            *before, _ = self.streams.values()
            answers = [Best(position.guesses.top[0].id, position.guesses.top[0].p) for position in self.positions]
            best = [*lens(self.model.transformer, before), answers]  # the last one is the model's own answer
        return [
            Boundary(name, guesses, stream_norms(as_read(stream)))
            for (name, stream), guesses in zip(self.streams.items(), best, strict=True)
        ]

    @torch.inference_mode()
    def _make(self, segment: str) -> Tensors:
        transformer = self.model.transformer
        with recording(Run()) as run:
            places = transformer.places(len(self.ids))
            if segment == "entrance":
                transformer.embed_tokens(self.ids, places)
            elif segment == "exit":
                self._unembed(self.streams[self._stream_names[-1]])
            else:
                layer = int(segment)
                x = self.streams[self._stream_names[layer]]
                transformer.blocks[layer](x, places)
        return run.tensors

    def _makes_rows_alone(self, name: str) -> bool:
        """Whether what is asked of `name` for one token is made for that token: all of it would be too much."""
        is_large = 4 * len(self.tokens) * self.model.config.vocab_size > ROWS_ALONE
        return is_large and name in self.model.tensors and segment_of(name) == "exit" and name not in self.streams

    def _row(self, token: int) -> Tensors:
        """The end of the pass for one `token` alone: each tensor is (1, …)."""

        @torch.inference_mode()
        def make() -> Tensors:
            with recording(Run()) as run:
                self._unembed(self.streams[self._stream_names[-1]][token : token + 1])
            return run.tensors

        return self._insides.get_or_make((self.key, "exit", token), make)

    def _unembed(self, stream: Tensor) -> None:
        transformer = self.model.transformer
        transformer.probs(torch.softmax(transformer.unembed(stream), dim=-1))


def segment_of(name: str) -> str:
    """The part of the pass that makes the tensor `name`: "entrance", the number of a layer, or "exit"."""
    if name.startswith("blocks."):
        return name.split(".")[1]
    return "entrance" if name in ("tokens", "embed", "pos_embed", "rope.angle", "rope_window.angle") else "exit"


def as_read(tensor: Tensor) -> Tensor:
    """A captured tensor as it is read: float32 in the memory of the processor, or the whole numbers that it holds."""
    return (tensor.float() if tensor.is_floating_point() and tensor.dtype != torch.float64 else tensor).cpu()


def make_trace(
    model: LoadedModel,
    text: str,
    *,
    insides: ByteLRU[object, Tensors],
    bos: bool | None = None,
    prefixes: Prefixes | None = None,
    progress: Progress | None = None,
) -> Trace:
    """Run `model` over `text`; `insides` remembers the insides of layers for all traces.

    `bos` says whether the beginning-of-text token stands in front, None what the model does by default. With
    `prefixes`, a text that begins like an earlier one costs only its new tokens. `progress` is told of every layer.

    Raises `TextRefusedError`, `NoFrontError` and `TooLongError`. An empty text gives an empty trace, unless something
    stands in front of it.
    """
    tokens = model.read(text, bos=bos)
    return Trace(model, text, tokens, insides, bos=bos, prefixes=prefixes, progress=progress)
