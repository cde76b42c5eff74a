"""GGUF files of the small random checkpoints, made as llama.cpp's converter makes them.

Names come from the table in the `gguf` package, figures and orders of rows from what convert_hf_to_gguf.py does: a
second account of the format, which shares no line with the reader.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gguf
import numpy as np
import torch
from gguf import MODEL_ARCH, GGMLQuantizationType
from torch import Tensor
from transformers import PreTrainedModel
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from model.checkpoints import open_checkpoint
from model.shelf.outline import make_outline
from model.transformer import Transformer
from tests.model.published import PUBLISHED, make_reference, precision, save_and_read

ARCHITECTURES = {
    "gpt2": MODEL_ARCH.GPT2,
    "llama": MODEL_ARCH.LLAMA,
    "mistral": MODEL_ARCH.LLAMA,
    "qwen2": MODEL_ARCH.QWEN2,
    "qwen3": MODEL_ARCH.QWEN3,
    "phi": MODEL_ARCH.PHI2,
    "phi3": MODEL_ARCH.PHI3,
    "gpt_neox": MODEL_ARCH.GPTNEOX,
    "gemma": MODEL_ARCH.GEMMA,
    "gemma2": MODEL_ARCH.GEMMA2,
    "gemma3_text": MODEL_ARCH.GEMMA3,
    "olmo": MODEL_ARCH.OLMO,
}
NOT_SAID = ("Mistral, window", "Qwen2, window in late layers", "Phi, norms of q and k")
CHANGED = {"Gemma 2": {"query_pre_attn_scalar": 16}}
"""Of these the file says less: the scale of its scores follows from the size of a head."""
PERMUTED = ("llama", "mistral", "olmo")
TRANSPOSED = (".c_attn.weight", ".c_proj.weight", ".c_fc.weight")


def pack(
    reference: PreTrainedModel,
    tensors: dict[str, Tensor],
    path: Path,
    kind: GGMLQuantizationType = GGMLQuantizationType.F32,
    **more: Any,
) -> Path:
    """Write the `tensors` of a checkpoint to the GGUF file `path`; matrices are packed as `kind`."""
    config = reference.config
    architecture = ARCHITECTURES[config.model_type]
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[architecture])
    add_figures(writer, config)
    for key, value in more.items():
        writer.add_string(key, value)
    if config.model_type == "llama" and config.rope_parameters["rope_type"] == "llama3":
        plain = 1 / config.rope_parameters["rope_theta"] ** (np.arange(0, config.head_dim, 2) / config.head_dim)
        stretched, _ = ROPE_INIT_FUNCTIONS["llama3"](config, "cpu")
        writer.add_tensor("rope_freqs.weight", (plain / stretched.numpy()).astype(np.float32))
    names = gguf.get_tensor_name_map(architecture, config.num_hidden_layers)
    for theirs, tensor in tensors.items():
        name = names.get_name(theirs, try_suffixes=(".weight", ".bias"))
        assert name is not None, theirs
        numbers = arrange(theirs, tensor, config).float().numpy()
        packing = GGMLQuantizationType.F32 if numbers.ndim == 1 else kind
        if numbers.shape[-1] % gguf.GGML_QUANT_SIZES[packing][0]:
            packing = GGMLQuantizationType.F16  # as llama.cpp does where rows are no whole number of blocks
        writer.add_tensor(name, gguf.quantize(np.ascontiguousarray(numbers), packing), raw_dtype=packing)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def packable() -> list[str]:
    """The small checkpoints that GGUF has keys for: all but those with windows and norms of their own."""
    return [name for name in PUBLISHED if name not in NOT_SAID]


def pack_pair(name: str, folder: Path) -> tuple[Transformer, PreTrainedModel]:
    """Our model from a GGUF file in `folder`, and the reference that was packed. Call it inside `precision`."""
    reference = make_reference(name, **CHANGED.get(name, {}))
    _, tensors = save_and_read(reference, folder)
    return open_model(pack(reference, tensors, folder / "model.gguf")), reference


def open_model(path: Path) -> Transformer:
    """The model in the file at `path`."""
    checkpoint = open_checkpoint(path)
    model = make_outline(checkpoint.card.config).eval()
    model.load_state_dict(checkpoint.weights(), assign=True)
    return model


@cache
def packed_llama() -> bytes:
    """A small Llama in a GGUF file."""
    with TemporaryDirectory() as folder, precision(torch.float32):
        reference = make_reference("Llama")
        _, tensors = save_and_read(reference, Path(folder))
        return pack(reference, tensors, Path(folder, "model.gguf")).read_bytes()


def add_figures(writer: gguf.GGUFWriter, config: Any) -> None:
    """The metadata that describe the model."""
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(getattr(config, "intermediate_size", 4 * config.hidden_size))
    writer.add_head_count(config.num_attention_heads)
    eps = [getattr(config, name, None) for name in ("layer_norm_eps", "layer_norm_epsilon")]
    if hasattr(config, "rms_norm_eps"):
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    else:
        writer.add_layer_norm_eps(next((each for each in eps if each is not None), 1e-5))
    if config.model_type == "gpt2":
        return
    writer.add_head_count_kv(getattr(config, "num_key_value_heads", config.num_attention_heads))
    d_head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    rope = config.rope_parameters
    if config.model_type == "gemma3_text":
        writer.add_float32("gemma3.rope.freq_base_swa", rope["sliding_attention"]["rope_theta"])
        rope = rope["full_attention"]
    if rope["rope_type"] == "linear":
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope["factor"])
    writer.add_rope_freq_base(rope["rope_theta"])
    writer.add_rope_dimension_count(int(d_head * rope.get("partial_rotary_factor", 1.0)))
    if d_head * config.num_attention_heads != config.hidden_size:
        writer.add_key_length(d_head)
        writer.add_value_length(d_head)
    if config.model_type == "gpt_neox":
        writer.add_parallel_residual(config.use_parallel_residual)
    if config.model_type in ("phi3", "gemma2", "gemma3_text"):
        writer.add_sliding_window(config.sliding_window)
    if config.model_type == "gemma2":
        writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
        writer.add_final_logit_softcapping(config.final_logit_softcapping)


def arrange(name: str, tensor: Tensor, config: Any) -> Tensor:
    """The numbers of a tensor in the order in which llama.cpp wants them."""
    kind, n_heads = config.model_type, config.num_attention_heads
    if kind in PERMUTED and ".q_proj." in name:
        return permute(tensor, n_heads)
    if kind in PERMUTED and ".k_proj." in name:
        return permute(tensor, getattr(config, "num_key_value_heads", n_heads))
    if kind == "gpt2" and name.endswith(TRANSPOSED):
        return tensor.T
    if kind == "gpt_neox" and "query_key_value" in name:
        by_head = tensor.reshape(n_heads, 3, -1, *tensor.shape[1:])
        return torch.cat([by_head[:, part].reshape(-1, *tensor.shape[1:]) for part in range(3)])
    if kind.startswith("gemma") and name.endswith("norm.weight"):
        return tensor + 1
    return tensor


def permute(tensor: Tensor, n_heads: int) -> Tensor:
    """Halves of a head side by side, so that neighbours are what turns together."""
    halves = tensor.reshape(n_heads, 2, -1, *tensor.shape[1:])
    return halves.transpose(1, 2).reshape(tensor.shape)
