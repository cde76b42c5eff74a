"""The same text continued by two implementations, always with the token that each thinks most likely."""

import torch
from torch import Tensor
from transformers import PreTrainedModel

from model.cache import Cache
from model.transformer import Transformer

MORE = 20


def write_on(reference: PreTrainedModel, ids: Tensor) -> list[int]:
    """`ids` (token) and `MORE` tokens after them, by transformers' own generation."""
    written = reference.generate(
        ids[None], do_sample=False, max_new_tokens=MORE, min_new_tokens=MORE, pad_token_id=0, eos_token_id=None
    )
    return written[0].tolist()


@torch.inference_mode()
def continue_greedily(model: Transformer, ids: Tensor, *, cached: bool) -> list[int]:
    """`ids` (token) and `MORE` tokens after them; with the KV cache, only new tokens go through the model."""
    cache = Cache() if cached else None
    written, new = ids.tolist(), ids
    for _ in range(MORE):
        best = int(model(new, cache)[-1].argmax())
        written.append(best)
        new = torch.tensor([best] if cached else written)
    return written
