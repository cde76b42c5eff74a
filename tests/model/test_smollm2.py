"""SmolLM2 from its GGUF file is what transformers computes with the same dequantised weights, and knows Paris."""

from typing import NamedTuple

import gguf
import numpy as np
import pytest
import torch
import transformers
from torch import Tensor
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedModel
from transformers.modeling_gguf_pytorch_utils import LlamaTensorProcessor

from model.cache import Cache
from model.checkpoints import open_checkpoint
from model.checkpoints.gguf_file import read_gguf
from model.shelf.outline import make_outline
from model.taps import Run, attach_hooks, recording
from model.tokenizers import Tokenizer
from model.transformer import Transformer
from tests.smollm2 import smollm2_file, smollm2_home

PARIS = "The capital of France is"


class Both(NamedTuple):
    """The same weights in our model and in that of transformers."""

    ours: Transformer
    theirs: PreTrainedModel
    tokenizer: Tokenizer


@pytest.fixture(scope="module")
def both() -> Both:
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


@pytest.mark.parametrize("text", ["The", PARIS, "2 + 2 = 4. 🤗 日本語 " * 4], ids=["1 token", "5 tokens", "80 tokens"])
def test_everything_is_what_transformers_computes_with_the_same_weights(both: Both, text: str) -> None:
    ids = encode(both, text)
    with torch.inference_mode():
        theirs = both.theirs(ids[None], output_hidden_states=True, output_attentions=True, use_cache=False)
        with recording(Run(keep=lambda name: name.endswith(("pattern", "resid_pre", "norm_final.out")))) as run:
            logits = both.ours(ids)
    assert (logits - theirs.logits[0]).abs().max() <= 5e-4  # 30 layers, a stream that reaches 22,552
    for layer, weights in enumerate(theirs.attentions):
        assert (run.tensors[f"blocks.{layer}.attn.pattern"] - weights[0]).abs().max() <= 1e-4
        stream = theirs.hidden_states[layer][0]
        apart = (run.tensors[f"blocks.{layer}.resid_pre"] - stream).abs().max()
        assert apart <= 1e-4 * max(1.0, float(stream.abs().max()))
    assert torch.allclose(logits.softmax(-1), theirs.logits[0].softmax(-1), atol=1e-4)


def test_the_capital_of_france_is_paris(both: Both) -> None:
    with torch.inference_mode():
        best = both.ours.predict(encode(both, PARIS))[-1].topk(5)
    words = [both.tokenizer.piece(int(i)).decode() for i in best.indices]
    assert words == [" Paris", " the", " London", " Le", " New"]
    assert best.values.tolist() == pytest.approx([0.773, 0.065, 0.013, 0.010, 0.009], abs=1e-3)


def test_twenty_greedy_tokens_are_those_of_transformers(both: Both) -> None:
    ids = encode(both, "Once upon a time, there was a little")
    expected = both.theirs.generate(ids[None], do_sample=False, max_new_tokens=20, eos_token_id=None, pad_token_id=0)
    written, cache, new = ids.tolist(), Cache(), ids
    with torch.inference_mode():
        for _ in range(20):
            new = both.ours(new, cache)[-1].argmax()[None]
            written.append(int(new))
    assert written == expected[0].tolist()
