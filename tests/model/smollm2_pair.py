"""SmolLM2 twice: our model from its GGUF file, and that of transformers with the same dequantised weights."""

from typing import NamedTuple

import gguf
import numpy as np
import torch
import transformers
from torch import Tensor
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedModel
from transformers.modeling_gguf_pytorch_utils import LlamaTensorProcessor

from model.checkpoints import open_checkpoint
from model.checkpoints.gguf_file import read_gguf
from model.shelf.outline import make_outline
from model.taps import Run, attach_hooks, recording
from model.tokenizers import Tokenizer
from model.transformer import Transformer
from tests.model.published import Difference, apart, largest
from tests.smollm2 import smollm2_file, smollm2_home

KEPT = ("pattern", "resid_pre", "norm_final.out")
PARIS = "The capital of France is"


class Both(NamedTuple):
    """The same weights in our model and in that of transformers."""

    ours: Transformer
    theirs: PreTrainedModel
    tokenizer: Tokenizer

    def difference(self, ids: Tensor) -> tuple[Difference, Difference]:
        """How far both are apart on `ids` (token), and how large the largest numbers of each kind are."""
        with torch.inference_mode():
            theirs = self.theirs(ids[None], output_hidden_states=True, output_attentions=True, use_cache=False)
            with recording(Run(keep=lambda name: name.endswith(KEPT))) as run:
                logits = self.ours(ids)
        layers = range(self.ours.config.n_layers)
        stream = [*(run.tensors[f"blocks.{i}.resid_pre"] for i in layers), run.tensors["norm_final.out"]]
        pattern = [run.tensors[f"blocks.{i}.attn.pattern"] for i in layers]
        pairs = [
            ([logits], [theirs.logits[0]]),
            (stream, [state[0] for state in theirs.hidden_states]),
            (pattern, [weights[0] for weights in theirs.attentions]),
        ]
        return Difference(*(apart(*each) for each in pairs)), Difference(*(largest(theirs) for _, theirs in pairs))


def make_both() -> Both:
    """Open the file, and give its weights to transformers; skips the test where the file cannot be had."""
    path = smollm2_file()
    with smollm2_home():
        checkpoint = open_checkpoint(path)
        ours = make_outline(checkpoint.card.config)
        ours.load_state_dict(checkpoint.weights(), assign=True)
    ours.requires_grad_(requires_grad=False).eval()
    attach_hooks(ours)
    return Both(ours, make_reference(), checkpoint.tokenizer())


def make_reference() -> PreTrainedModel:
    """The Llama of transformers, given the file's weights as transformers' own reader orders them."""
    file = read_gguf(smollm2_file())
    config = LlamaConfig(
        vocab_size=49152,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=30,
        num_attention_heads=9,
        num_key_value_heads=3,
        max_position_embeddings=8192,
        rms_norm_eps=1e-5,
        rope_parameters={"rope_type": "default", "rope_theta": 100_000.0},
        tie_word_embeddings=True,
        attn_implementation="eager",
    )
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    order = LlamaTensorProcessor(config=config.to_dict())
    with transformers.initialization.no_init_weights():
        model = LlamaForCausalLM(config).eval()
    state: dict[str, Tensor] = {}
    for theirs in model.state_dict():
        name = names.get_name(theirs, try_suffixes=(".weight",))
        assert name is not None
        if name == "output.weight":
            continue
        packed = file.tensors[name]
        raw = np.fromfile(file.path, np.uint8, packed.nbytes, offset=packed.start)
        weight = gguf.dequantize(raw.reshape(*packed.shape[:-1], -1), packed.kind).reshape(packed.shape)
        state[theirs] = torch.from_numpy(order.process(weight, name).weights.copy())
    model.load_state_dict(state, strict=False, assign=True)
    model.tie_weights()
    return model


def encode(both: Both, text: str) -> Tensor:
    """The ids (token) of `text`."""
    return torch.tensor([token.id for token in both.tokenizer.encode(text)])
