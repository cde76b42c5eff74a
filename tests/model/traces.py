"""Traces of random models of every variant, and of the bundled ones, for the tests of what is computed from a trace."""

from functools import cache

from model.library import Library
from model.loaded import Description, LoadedModel, ModelFile
from model.memory import ByteLRU
from model.tokenizer import WordTokenizer
from model.trace import Trace, make_trace, nbytes
from tests.model.configs import Case
from tests.model.reference import Tensors, forward


def trace_of_case(case: Case) -> Trace:
    """The trace of a random case; each id of its vocabulary is a word of one letter."""
    words = tuple(chr(ord("a") + i) for i in range(case.config.vocab_size))
    file = ModelFile(title="", description="", examples=(), config=case.config)
    description = Description("random", file, 0, "F32", f"{case.config}{case.seed}")
    transformer = case.model().requires_grad_(requires_grad=False)
    loaded = LoadedModel(description, WordTokenizer(words), transformer)
    return _trace(loaded, " ".join(words[i] for i in case.ids))


def reference_of_case(case: Case) -> Tensors:
    """Every tensor of the case as the independent implementation works it out in float64."""
    weights = {name: weight.numpy() for name, weight in case.model().state_dict().items()}
    return forward(case.config, weights, case.ids)


@cache
def bundled_trace(name: str, text: str) -> Trace:
    """The trace of `text` in the bundled model `name`."""
    return _trace(Library().get(name), text)


def _trace(model: LoadedModel, text: str) -> Trace:
    return make_trace(model, text, insides=ByteLRU(50_000_000, size=nbytes))
