"""Capturing every tensor, against the plain forward pass of the same weights in the reference library.

Same weights, one process, one thread, in turn; medians, so that a machine whose speed drifts does both alike.
"""

import statistics
import time
from collections.abc import Callable

import torch
import transformers

from model.families import convert_weights, from_hugging_face
from model.shelf.library import Library
from model.taps import Run, attach_hooks, recording
from model.transformer import Transformer
from tests.bench.row import Row

N_TOKENS, ROUNDS = 32, 300


def make_pair(attention: str) -> tuple[Transformer, transformers.LlamaForCausalLM]:
    """Our model and the reference library's, in the shape of the story model, with the same random weights."""
    c = Library().describe("story").file.config
    config = transformers.LlamaConfig(
        vocab_size=c.vocab_size,
        hidden_size=c.d_model,
        intermediate_size=c.d_ff,
        num_hidden_layers=c.n_layers,
        num_attention_heads=c.n_heads,
        num_key_value_heads=c.n_kv_heads,
        max_position_embeddings=c.n_ctx,
        rms_norm_eps=c.norm_eps,
        tie_word_embeddings=True,
        attn_implementation=attention,
    )
    torch.manual_seed(0)
    reference = transformers.LlamaForCausalLM(config).eval()
    ours = Transformer(from_hugging_face(config.to_dict()))
    ours.load_state_dict(convert_weights(config.to_dict(), reference.state_dict()))
    attach_hooks(ours)
    return ours.eval(), reference


def medians(*passes: Callable[[], object], rounds: int) -> list[float]:
    """The median time of each pass in seconds, run in turn."""
    times: list[list[float]] = [[] for _ in passes]
    for _ in range(rounds):
        for i, run in enumerate(passes):
            began = time.perf_counter()
            run()
            times[i].append(time.perf_counter() - began)
    return [statistics.median(each[rounds // 10 :]) for each in times]


def measure_passes() -> list[Row]:
    """The cost of capturing, as a ratio to the reference's default attention and to its explicit one."""
    torch.set_num_threads(1)
    ids = torch.arange(N_TOKENS)
    rows = []
    for attention in ("sdpa", "eager"):
        ours, reference = make_pair(attention)

        def capture(ours: Transformer = ours) -> None:
            with recording(Run()):
                ours(ids)

        def plain(reference: transformers.LlamaForCausalLM = reference) -> None:
            reference(ids[None], use_cache=False)

        with torch.inference_mode():
            ours_seconds, reference_seconds = medians(capture, plain, rounds=ROUNDS)
        note = f"{ours_seconds * 1e3:.2f} ms and {reference_seconds * 1e3:.2f} ms, medians of {ROUNDS} in turn"
        what = f"capturing every tensor ÷ the reference's plain pass ({attention}), {N_TOKENS} tokens"
        rows.append(Row(what, ours_seconds / reference_seconds, 1.05, "×", note))
    return rows
