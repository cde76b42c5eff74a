"""The families of published checkpoints, as data: one row of names and switches a family.

A row says how the family's `config.json` calls our config fields, what is the same in all its checkpoints, what the
file means where it is silent, and how its weights are called. To add a family, add a row here and a small config to the
parity test.
Sources: each family's `config.json` files and its modelling file in transformers 5.
"""

from collections.abc import Mapping
from types import MappingProxyType

from model.families.family import Family, Packing
from model.families.names import (
    ATTENTION_BIAS,
    CAUSAL_ONLY,
    GEMMA_SWITCHES,
    GPT_SWITCHES,
    LLAMA_FIELDS,
    LLAMA_MODULES,
    LLAMA_SILENT,
    PACKED_QKV,
    QK_NORMS,
    QWEN_SILENT,
    SANDWICH_NORMS,
)

GPT2 = Family(
    name="gpt2",
    fields={
        "vocab_size": "vocab_size",
        "d_model": "n_embd",
        "n_layers": "n_layer",
        "n_heads": "n_head",
        "d_ff": "n_inner",
        "n_ctx": "n_positions",
        "norm_eps": "layer_norm_epsilon",
        "activation": "activation_function",
        "tied": "tie_word_embeddings",
    },
    switches={**GPT_SWITCHES, "position": "learned"},
    silent={"tie_word_embeddings": True, "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new"},
    demands={
        "scale_attn_weights": (None, True),
        "scale_attn_by_inverse_layer_idx": (None, False),
        "add_cross_attention": (None, False),
    },
    modules={
        "w_e": "wte",
        "w_pos": "wpe",
        "blocks.{}.norm1": "h.{}.ln_1",
        "blocks.{}.attn.w_q": "h.{}.attn.c_attn",
        "blocks.{}.attn.w_k": "h.{}.attn.c_attn",
        "blocks.{}.attn.w_v": "h.{}.attn.c_attn",
        "blocks.{}.attn.w_o": "h.{}.attn.c_proj",
        "blocks.{}.norm2": "h.{}.ln_2",
        "blocks.{}.mlp.w_up": "h.{}.mlp.c_fc",
        "blocks.{}.mlp.w_down": "h.{}.mlp.c_proj",
        "norm_final": "ln_f",
        "w_u": "lm_head",
    },
    prefix="transformer.",
    transposed=True,
    packing=Packing("gpt2", modules=PACKED_QKV),
)

LLAMA = Family(
    name="llama",
    fields={**LLAMA_FIELDS, **ATTENTION_BIAS, "mlp_bias": "mlp_bias"},
    switches={},
    silent={**LLAMA_SILENT, "mlp_bias": False},
    modules=LLAMA_MODULES,
    packing=Packing("llama", permuted=True),
)

MISTRAL = Family(
    name="mistral",
    fields=LLAMA_FIELDS,
    switches={},
    silent={**LLAMA_SILENT, "sliding_window": 4096},
    modules=LLAMA_MODULES,
    windows="all",
)

QWEN2 = Family(
    name="qwen2",
    fields=LLAMA_FIELDS,
    switches={"qkv_bias": True},
    silent=QWEN_SILENT,
    modules=LLAMA_MODULES,
    windows="late",
    packing=Packing("qwen2"),
)

QWEN3 = Family(
    name="qwen3",
    fields={**LLAMA_FIELDS, **ATTENTION_BIAS},
    switches={"qk_norm": True},
    silent={**QWEN_SILENT, "head_dim": 128},
    modules={**LLAMA_MODULES, **QK_NORMS},
    windows="late",
    packing=Packing("qwen3"),
)

PHI = Family(
    name="phi",
    fields={**LLAMA_FIELDS, "norm_eps": "layer_norm_eps", "qk_norm": "qk_layernorm"},
    switches={**GPT_SWITCHES, "parallel": True, "shared_norm": True, "unembed_bias": True},
    silent={**LLAMA_SILENT, "qk_layernorm": False, "partial_rotary_factor": 0.5, "hidden_act": "gelu_new"},
    modules={
        **LLAMA_MODULES,
        "blocks.{}.attn.q_norm": "layers.{}.self_attn.q_layernorm",
        "blocks.{}.attn.k_norm": "layers.{}.self_attn.k_layernorm",
        "blocks.{}.attn.w_o": "layers.{}.self_attn.dense",
        "blocks.{}.mlp.w_up": "layers.{}.mlp.fc1",
        "blocks.{}.mlp.w_down": "layers.{}.mlp.fc2",
        "norm_final": "final_layernorm",
    },
    packing=Packing("phi2"),
)

PHI3 = Family(
    name="phi3",
    fields=LLAMA_FIELDS,
    switches={},
    silent=LLAMA_SILENT,
    modules={
        **LLAMA_MODULES,
        "blocks.{}.attn.w_q": "layers.{}.self_attn.qkv_proj",
        "blocks.{}.attn.w_k": "layers.{}.self_attn.qkv_proj",
        "blocks.{}.attn.w_v": "layers.{}.self_attn.qkv_proj",
        "blocks.{}.mlp.w_gate": "layers.{}.mlp.gate_up_proj",
        "blocks.{}.mlp.w_up": "layers.{}.mlp.gate_up_proj",
    },
    windows="all",
    packing=Packing("phi3", modules={**PACKED_QKV, "blocks.{}.mlp.w_gate": "blk.{}.ffn_up"}),
)

GPT_NEOX = Family(
    name="gpt_neox",
    fields={**LLAMA_FIELDS, **ATTENTION_BIAS, "norm_eps": "layer_norm_eps", "parallel": "use_parallel_residual"},
    switches={**GPT_SWITCHES},
    silent={
        "tie_word_embeddings": False,
        "attention_bias": True,
        "use_parallel_residual": True,
        "rotary_pct": 0.25,
        "hidden_act": "gelu",
    },
    modules={
        "w_e": "embed_in",
        "blocks.{}.norm1": "layers.{}.input_layernorm",
        "blocks.{}.attn.w_q": "layers.{}.attention.query_key_value",
        "blocks.{}.attn.w_k": "layers.{}.attention.query_key_value",
        "blocks.{}.attn.w_v": "layers.{}.attention.query_key_value",
        "blocks.{}.attn.w_o": "layers.{}.attention.dense",
        "blocks.{}.norm2": "layers.{}.post_attention_layernorm",
        "blocks.{}.mlp.w_up": "layers.{}.mlp.dense_h_to_4h",
        "blocks.{}.mlp.w_down": "layers.{}.mlp.dense_4h_to_h",
        "norm_final": "final_layer_norm",
        "w_u": "embed_out",
    },
    prefix="gpt_neox.",
    joined="heads",
    theta="rotary_emb_base",
    part="rotary_pct",
    packing=Packing("gptneox", modules=PACKED_QKV),
)

GEMMA = Family(
    name="gemma",
    fields={**LLAMA_FIELDS, **ATTENTION_BIAS},
    switches={**GEMMA_SWITCHES, "activation": "gelu_tanh"},
    silent={"tie_word_embeddings": True, "attention_bias": False, "head_dim": 256},
    # Its first files say "gelu" and mean the tanh form (huggingface/transformers#29402).
    demands={**CAUSAL_ONLY, "hidden_act": (None, "gelu", "gelu_pytorch_tanh")},
    modules=LLAMA_MODULES,
    scales_embedding=True,
    packing=Packing("gemma", switches={"norm_gain_offset": 0}),
)

GEMMA2 = Family(
    name="gemma2",
    fields={
        **LLAMA_FIELDS,
        **ATTENTION_BIAS,
        "activation": "hidden_activation",
        "attn_softcap": "attn_logit_softcapping",
        "logit_softcap": "final_logit_softcapping",
    },
    switches={**GEMMA_SWITCHES, "norm_place": "sandwich"},
    silent={
        "tie_word_embeddings": True,
        "attention_bias": False,
        "head_dim": 256,
        "hidden_activation": "gelu_pytorch_tanh",
        "sliding_window": 4096,
        "query_pre_attn_scalar": 256,
        "attn_logit_softcapping": 50.0,
        "final_logit_softcapping": 30.0,
    },
    demands=CAUSAL_ONLY,
    modules={**LLAMA_MODULES, **SANDWICH_NORMS},
    windows="even",
    scales_embedding=True,
    packing=Packing("gemma2", switches={"norm_gain_offset": 0}, wide_scale=46),
)

GEMMA3 = Family(
    name="gemma3_text",
    fields=GEMMA2.fields,
    switches={**GEMMA2.switches, "qk_norm": True},
    silent={
        **GEMMA2.silent,
        "attn_logit_softcapping": None,
        "final_logit_softcapping": None,
        "rope_theta": 1_000_000.0,
    },
    demands=CAUSAL_ONLY,
    modules={**LLAMA_MODULES, **SANDWICH_NORMS, **QK_NORMS},
    windows="five",
    local_theta="rope_local_base_freq",
    scales_embedding=True,
    packing=Packing("gemma3", switches={"norm_gain_offset": 0}, wide_scale=62),
)

OLMO = Family(
    name="olmo",
    fields={**LLAMA_FIELDS, **ATTENTION_BIAS},
    switches={"norm": "layer", "norm_gain": False, "norm_eps": 1e-5},
    silent=LLAMA_SILENT,
    demands={"clip_qkv": (None,)},
    modules=LLAMA_MODULES,
    packing=Packing("olmo", permuted=True),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({
    row.name: row for row in (GPT2, LLAMA, MISTRAL, QWEN2, QWEN3, PHI, PHI3, GPT_NEOX, GEMMA, GEMMA2, GEMMA3, OLMO)
})  # fmt: skip
