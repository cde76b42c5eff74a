"""Small random checkpoints of every family, made and saved by transformers itself, and how far our model is from it.

The reference runs with its eager attention, the only one that hands out the weights. Norm gains and biases are drawn
away from 1 and 0, so that a gain that is not applied is seen.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import torch
import transformers
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import PreTrainedModel

from model.checkpoints import open_checkpoint
from model.shelf.outline import make_outline
from model.taps import Run, attach_hooks, recording
from model.transformer import Transformer

transformers.utils.logging.disable_progress_bar()

WINDOW = 5
LENGTHS = (1, 2, 17, 40)
"""One token, the least with a past, many, and far past the sliding window."""

LLAMA: dict[str, Any] = {
    "vocab_size": 61,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
}
LONGER = {"rope_type": "llama3", "rope_theta": 5_000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}  # fmt: skip
GROUPED = {"num_key_value_heads": 2}
ROPE = {"rope_type": "default", "rope_theta": 5_000.0}
PUBLISHED: dict[str, dict[str, Any]] = {
    "GPT-2": {"model_type": "gpt2", "vocab_size": 61, "n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 64},
    "Llama": {"model_type": "llama", **LLAMA},
    "Llama, grouped heads": {"model_type": "llama", **LLAMA, **GROUPED, "head_dim": 10, "rope_parameters": ROPE},
    "Llama, one key head, biases, tied": {
        "model_type": "llama",
        **LLAMA,
        "num_key_value_heads": 1,
        "tie_word_embeddings": True,
        "attention_bias": True,
        "mlp_bias": True,
        "rms_norm_eps": 1e-3,
    },
    "Llama 3.1, stretched": {"model_type": "llama", **LLAMA, **GROUPED, "head_dim": 16, "rope_parameters": LONGER},
    "Llama, linearly stretched": {
        "model_type": "llama",
        **LLAMA,
        "rope_parameters": {"rope_type": "linear", "factor": 4.0, "rope_theta": 100.0},
    },
    "Mistral, window": {"model_type": "mistral", **LLAMA, **GROUPED, "sliding_window": WINDOW},
    "Mistral, no window": {"model_type": "mistral", **LLAMA, **GROUPED, "sliding_window": None},
    "Qwen2": {"model_type": "qwen2", **LLAMA, **GROUPED},
    "Qwen2, window in late layers": {
        "model_type": "qwen2",
        **LLAMA,
        **GROUPED,
        "use_sliding_window": True,
        "sliding_window": WINDOW,
        "max_window_layers": 1,
    },
    "Qwen3": {"model_type": "qwen3", **LLAMA, **GROUPED, "head_dim": 12},
    "Phi": {"model_type": "phi", **LLAMA},
    "Phi, norms of q and k": {
        "model_type": "phi",
        **LLAMA,
        **GROUPED,
        "qk_layernorm": True,
        "rope_parameters": {**ROPE, "partial_rotary_factor": 0.25},
    },
    "Phi-3": {"model_type": "phi3", **LLAMA, **GROUPED, "sliding_window": WINDOW},
    "GPT-NeoX": {"model_type": "gpt_neox", **LLAMA, "rotary_pct": 0.25},
    "GPT-NeoX, serial": {"model_type": "gpt_neox", **LLAMA, "use_parallel_residual": False, "rotary_pct": 0.5},
    "Gemma": {"model_type": "gemma", **LLAMA, "num_key_value_heads": 1, "head_dim": 16},
    "Gemma 2": {
        "model_type": "gemma2",
        **LLAMA,
        **GROUPED,
        "head_dim": 16,
        "sliding_window": WINDOW,
        "query_pre_attn_scalar": 7,
        "attn_logit_softcapping": 2.0,
        "final_logit_softcapping": 1.5,
    },
    "Gemma 3": {
        "model_type": "gemma3_text",
        **LLAMA,
        **GROUPED,
        "num_hidden_layers": 7,
        "head_dim": 16,
        "sliding_window": WINDOW,
        "query_pre_attn_scalar": 16,
        "rope_parameters": {
            "sliding_attention": {"rope_type": "default", "rope_theta": 50.0},
            "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 5_000.0},
        },
    },
    "OLMo": {"model_type": "olmo", **LLAMA},
}
"""One small config for each family, and for each of its switches that changes the arithmetic."""


@dataclass(frozen=True)
class Pair:
    """The same random checkpoint in transformers and in our model, its `config.json` and its tensors on disk."""

    published: dict[str, Any]
    tensors: dict[str, Tensor]
    reference: PreTrainedModel
    ours: Transformer


@dataclass(frozen=True)
class Difference:
    """The largest absolute difference in logits, in the hidden states and in the attention weights."""

    logits: float
    hidden: float
    attention: float

    def worst(self, other: "Difference") -> "Difference":
        """The larger of two differences, each by itself."""
        return Difference(*(max(pair) for pair in zip(self.values, other.values, strict=True)))

    @property
    def values(self) -> tuple[float, float, float]:
        """Logits, hidden states, attention weights."""
        return self.logits, self.hidden, self.attention


@contextmanager
def precision(dtype: torch.dtype) -> Iterator[None]:
    """Make and run models in `dtype`.

    The reference rounds to float32 inside its norms, softmax and angles whatever its weights are. For float64 it is
    told that float32 is called float64, so that what is left of a difference is a difference of formulas.
    """
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with mock.patch.multiple(torch, float32=dtype, float=dtype), mock.patch.object(Tensor, "float", _to(dtype)):
            yield
    finally:
        torch.set_default_dtype(before)


def _to(dtype: torch.dtype) -> Any:
    return lambda tensor: tensor.to(dtype)


def make_pair(name: str, *, seed: int = 0) -> Pair:
    """A random checkpoint of `PUBLISHED[name]`, saved by transformers and opened by us. Call it inside `precision`."""
    reference = make_reference(name, seed=seed)
    with TemporaryDirectory() as folder:
        published, tensors = save_and_read(reference, Path(folder))
        checkpoint = open_checkpoint(Path(folder))
        ours = make_outline(checkpoint.card.config).eval()
        ours.load_state_dict(checkpoint.weights(), assign=True)
    ours.requires_grad_(requires_grad=False)
    attach_hooks(ours)
    return Pair(published, tensors, reference, ours)


def make_reference(name: str, *, seed: int = 0, **changes: Any) -> PreTrainedModel:
    """A random model of `PUBLISHED[name]`, with `changes` to its config, as transformers has it."""
    torch.manual_seed(seed)
    ends = {"bos_token_id": 0, "eos_token_id": 0, "pad_token_id": None}  # the usual ones are past our vocabulary
    fields = {**PUBLISHED[name], **ends, **changes}
    config = transformers.AutoConfig.for_model(fields.pop("model_type"), **fields)
    dtype = torch.get_default_dtype()
    reference = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager", dtype=dtype).eval()
    scatter(reference)
    return reference


def save_and_read(reference: PreTrainedModel, folder: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Save a checkpoint, and read its `config.json` and its tensors: names on disk are not those in memory."""
    reference.save_pretrained(folder)
    published = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return published, load_file(folder / "model.safetensors")


def scatter(model: nn.Module) -> None:
    """Draw every weight anew: matrices large enough to make attention sharp, gains and biases away from 1 and 0."""
    with torch.no_grad():
        for weight in model.parameters():
            weight.copy_(torch.randn_like(weight) * (0.25 if weight.ndim == 2 else 0.4) + (weight.ndim == 1) * 0.3)


def random_ids(pair: Pair, n_tokens: int) -> Tensor:
    """Ids (token) of `n_tokens` random tokens, the same ones each time."""
    return random_ids_below(pair.ours.config.vocab_size, n_tokens)


def random_ids_below(vocab_size: int, n_tokens: int) -> Tensor:
    """Ids (token) of `n_tokens` random tokens of a vocabulary, the same ones each time."""
    return torch.randint(0, vocab_size, (n_tokens,), generator=torch.Generator().manual_seed(n_tokens))


def difference(pair: Pair, n_tokens: int) -> Difference:
    """How far the two implementations are apart on `n_tokens` random tokens."""
    ids = random_ids(pair, n_tokens)
    with torch.inference_mode():
        theirs = pair.reference(ids[None], output_hidden_states=True, output_attentions=True, use_cache=False)
        with recording(Run()) as run:
            logits = pair.ours(ids)
    n_layers = pair.ours.config.n_layers
    assert len(theirs.attentions) == n_layers, "the reference hands out no attention weights unless it is eager"
    assert len(theirs.hidden_states) == n_layers + 1
    stream = [run.tensors[f"blocks.{i}.resid_pre"] for i in range(n_layers)]
    stream.append(run.tensors["norm_final.out"])  # the last hidden state of transformers is after the final norm
    pattern = [run.tensors[f"blocks.{i}.attn.pattern"] for i in range(n_layers)]
    return Difference(
        logits=apart([logits], [theirs.logits[0]]),
        hidden=apart(stream, [state[0] for state in theirs.hidden_states]),
        attention=apart(pattern, [weights[0] for weights in theirs.attentions]),
    )


def apart(ours: list[Tensor], theirs: list[Tensor]) -> float:
    """The largest absolute difference of any two numbers."""
    assert [t.shape for t in ours] == [t.shape for t in theirs]
    return max((a - b).abs().max().item() for a, b in zip(ours, theirs, strict=True))


def largest(tensors: list[Tensor]) -> float:
    """The largest absolute value."""
    return max(tensor.abs().max().item() for tensor in tensors)
