"""Names and switches that several rows of the table of families share."""

from types import MappingProxyType

from model.families.family import Names, Values

LLAMA_FIELDS: Names = MappingProxyType({
    "vocab_size": "vocab_size",
    "d_model": "hidden_size",
    "n_layers": "num_hidden_layers",
    "n_heads": "num_attention_heads",
    "n_kv_heads": "num_key_value_heads",
    "d_head": "head_dim",
    "d_ff": "intermediate_size",
    "n_ctx": "max_position_embeddings",
    "norm_eps": "rms_norm_eps",
    "activation": "hidden_act",
    "tied": "tie_word_embeddings",
})  # fmt: skip
ATTENTION_BIAS: Names = MappingProxyType({"qkv_bias": "attention_bias", "out_bias": "attention_bias"})

LLAMA_MODULES: Names = MappingProxyType({
    "w_e": "embed_tokens",
    "blocks.{}.norm1": "layers.{}.input_layernorm",
    "blocks.{}.attn.w_q": "layers.{}.self_attn.q_proj",
    "blocks.{}.attn.w_k": "layers.{}.self_attn.k_proj",
    "blocks.{}.attn.w_v": "layers.{}.self_attn.v_proj",
    "blocks.{}.attn.w_o": "layers.{}.self_attn.o_proj",
    "blocks.{}.norm2": "layers.{}.post_attention_layernorm",
    "blocks.{}.mlp.w_gate": "layers.{}.mlp.gate_proj",
    "blocks.{}.mlp.w_up": "layers.{}.mlp.up_proj",
    "blocks.{}.mlp.w_down": "layers.{}.mlp.down_proj",
    "norm_final": "norm",
    "w_u": "lm_head",
})  # fmt: skip
SANDWICH_NORMS: Names = MappingProxyType({
    "blocks.{}.norm1_branch": "layers.{}.post_attention_layernorm",
    "blocks.{}.norm2": "layers.{}.pre_feedforward_layernorm",
    "blocks.{}.norm2_branch": "layers.{}.post_feedforward_layernorm",
})  # fmt: skip
QK_NORMS: Names = MappingProxyType({
    "blocks.{}.attn.q_norm": "layers.{}.self_attn.q_norm",
    "blocks.{}.attn.k_norm": "layers.{}.self_attn.k_norm",
})  # fmt: skip
PACKED_QKV: Names = MappingProxyType({f"blocks.{{}}.attn.w_{part}": "blk.{}.attn_qkv" for part in "qkv"})
GPT_SWITCHES: Values = MappingProxyType({
    "norm": "layer", "norm_bias": True, "gated": False, "qkv_bias": True, "out_bias": True, "mlp_bias": True,
})  # fmt: skip
GEMMA_SWITCHES: Values = MappingProxyType({"norm_gain_offset": 1, "gated": True})
LLAMA_SILENT: Values = MappingProxyType({"tie_word_embeddings": False, "hidden_act": "silu", "attention_bias": False})
QWEN_SILENT: Values = MappingProxyType({
    **LLAMA_SILENT, "use_sliding_window": False, "sliding_window": 4096, "max_window_layers": 28,
})  # fmt: skip
CAUSAL_ONLY: Values = MappingProxyType({"use_bidirectional_attention": (None, False)})
