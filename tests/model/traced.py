"""A trace of a random case, as the server would make it, and the same pass by the second implementation."""

from model.memory import ByteLRU
from model.shelf.loaded import Description, LoadedModel, ModelFile, TokenizerFile
from model.tokenizers import WordTokenizer
from model.trace import Trace, make_trace, nbytes
from tests.model import reference
from tests.model.configs import Case


def trace_of(case: Case) -> Trace:
    """The trace of the text of `case`, whose pieces are the words w0, w1 …"""
    words = tuple(f"w{i}" for i in range(case.config.vocab_size))
    file = ModelFile(
        title="case", description="", examples=(), tokenizer=TokenizerFile(words=words), config=case.config
    )
    model = LoadedModel(Description("case", file, 0, "F32", "case"), WordTokenizer(words), case.model())
    return make_trace(model, " ".join(words[i] for i in case.ids), insides=ByteLRU(10_000_000, size=nbytes))


def reference_of(case: Case) -> tuple[reference.Tensors, reference.Tensors]:
    """Every tensor of the pass and every weight, in float64, from the second implementation."""
    weights = {name: weight.numpy().astype(float) for name, weight in case.model().state_dict().items()}
    return reference.forward(case.config, weights, case.ids), weights
