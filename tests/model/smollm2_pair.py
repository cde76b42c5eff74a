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
from model.taps import attach_hooks
from model.tokenizers import Tokenizer
from model.transformer import Transformer
from tests.smollm2 import smollm2_file, smollm2_home

PARIS = "The capital of France is"


class Both(NamedTuple):
    """The same weights in our model and in that of transformers."""

    ours: Transformer
    theirs: PreTrainedModel
    tokenizer: Tokenizer


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
