"""The tensors that are sent are the model's: every one, in every form, against PyTorch and a plain pass."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load
from torch.nn import functional as F

from model.anatomy import catalogue
from model.shelf.library import Library
from model.taps import Run, recording
from tests.server.shelf import PIECES, Client

TEXT = "the cat saw the hat"
MASKED = "blocks.0.attn.masked"


@cache
def all_tensors(shelf: Path) -> dict[str, np.ndarray]:
    """Every tensor of one plain pass that keeps everything: no layer is made again, nothing is cut."""
    model = Library(shelf, default="pieces").get("pieces")
    ids = torch.tensor([token.id for token in model.tokenizer.encode(TEXT)])
    with torch.inference_mode(), recording(Run()) as run:
        model.transformer.predict(ids)
    return {name: value.numpy() for name, value in run.tensors.items()} | {"tokens": ids.numpy()}


def sent(client: Client, **query: object) -> np.ndarray:
    response = client.get("/api/tensor", text=TEXT, format="f32", **query)
    assert response.status_code == 200, response.text
    shape = response.headers["x-tensor-shape"]
    return np.frombuffer(response.content, "<f4").reshape([int(n) for n in shape.split(",")] if shape else []).copy()


@pytest.mark.parametrize("name", list(catalogue(PIECES)))
def test_every_tensor_is_that_of_a_plain_pass(client: Client, shelf: Path, name: str) -> None:
    """Must 1: every value that is drawn is an element of a named tensor."""
    np.testing.assert_allclose(sent(client, tensor=name), all_tensors(shelf)[name], rtol=1e-5, atol=1e-6)


def test_the_attention_of_a_head_is_what_pytorch_computes_in_float64(client: Client) -> None:
    """Must 6: scores, scaled, masked and softmax are four tensors, and each follows from the one before."""
    q, k, v = (torch.from_numpy(sent(client, tensor=f"blocks.0.attn.{n}")).double() for n in ("rot_q", "rot_k", "v"))
    k, v = (t.repeat_interleave(2, dim=0) for t in (k, v))
    scores = q @ k.transpose(-1, -2)
    causal = torch.ones(5, 5).tril() == 0
    masked = (scores / math.sqrt(PIECES.d_head)).masked_fill(causal, -torch.inf)
    expected = {"scores": scores, "scaled": scores / 2, "masked": masked, "pattern": masked.softmax(-1)}
    expected["z"] = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    for name, values in expected.items():
        np.testing.assert_allclose(sent(client, tensor=f"blocks.0.attn.{name}"), values, rtol=1e-4, atol=1e-5)


def test_what_is_added_and_what_the_stream_is_are_two_tensors(client: Client) -> None:
    """Must 10: before + attention + MLP = after."""
    pre, attention, mlp, post = (
        sent(client, tensor=f"blocks.1.{name}") for name in ("resid_pre", "attn.out", "mlp.out", "resid_post")
    )
    np.testing.assert_allclose(pre + attention + mlp, post, atol=1e-5)


def test_json_holds_the_same_numbers_and_says_what_null_means(client: Client) -> None:
    answer = client.read("/api/tensor", text=TEXT, tensor=MASKED)
    values = np.array(answer["values"], dtype=np.float32)
    assert answer["null_means"] == "-inf"
    assert (answer["axes"], answer["shape"], answer["dtype"]) == (["head", "query", "key"], [4, 5, 5], "float32")
    np.testing.assert_array_equal(np.where(np.isnan(values), -np.inf, values), sent(client, tensor=MASKED))


def test_json_is_strict(client: Client) -> None:
    body = client.get("/api/tensor", text=TEXT, tensor=MASKED).text
    assert "NaN" not in body
    assert "Infinity" not in body


def test_the_range_is_that_of_the_finite_values(client: Client) -> None:
    """Must 6: the legend comes from the tensor."""
    answer = client.read("/api/tensor", text=TEXT, tensor=MASKED)
    finite = sent(client, tensor=MASKED)
    finite = finite[np.isfinite(finite)]
    assert (answer["range"]["min"], answer["range"]["max"]) == (finite.min(), finite.max())
    weights = client.read("/api/tensor", text=TEXT, tensor="blocks.0.attn.pattern")
    assert 0 <= weights["range"]["low"] <= weights["range"]["high"] <= 1


def test_a_head_a_token_and_an_element_are_parts_of_the_whole(client: Client) -> None:
    whole = sent(client, tensor="blocks.1.attn.pattern")
    np.testing.assert_array_equal(sent(client, tensor="blocks.1.attn.pattern", head=2), whole[2])
    np.testing.assert_array_equal(sent(client, tensor="blocks.1.attn.pattern", head=2, token=-1), whole[2, 4])
    np.testing.assert_array_equal(sent(client, tensor="blocks.1.attn.pattern", token=3), whole[:, 3])
    assert sent(client, tensor="blocks.1.attn.pattern", index="2,4,3").item() == whole[2, 4, 3]


def test_picked_axes_are_gone(client: Client) -> None:
    answer = client.read("/api/tensor", text=TEXT, tensor="blocks.1.attn.k", head=1)
    assert (answer["axes"], answer["shape"]) == (["token", "d_head"], [5, 4])
    element = client.read("/api/tensor", text=TEXT, tensor="blocks.1.attn.k", index="1,2,3")
    assert (element["axes"], element["shape"]) == ([], [])
    assert isinstance(element["values"], float)
    hidden = client.read("/api/tensor", text=TEXT, tensor=MASKED, index="0,0,1")
    assert (hidden["values"], hidden["null_means"]) == (None, "-inf")


def test_float16_is_half_as_long_and_close(client: Client) -> None:
    response = client.get("/api/tensor", text=TEXT, tensor="blocks.0.attn.pattern", format="f16")
    assert response.headers["x-tensor-dtype"] == "float16"
    values = np.frombuffer(response.content, "<f2").reshape(4, 5, 5)
    np.testing.assert_allclose(values, sent(client, tensor="blocks.0.attn.pattern"), atol=5e-4)


def test_a_safetensors_file_is_one_that_others_read(client: Client) -> None:
    response = client.get("/api/tensor", text=TEXT, tensor="blocks.0.mlp.hidden", format="safetensors")
    (name, values), *others = load(response.content).items()
    assert (name, others) == ("blocks.0.mlp.hidden", [])
    np.testing.assert_array_equal(values, sent(client, tensor="blocks.0.mlp.hidden"))
    assert 'filename="blocks.0.mlp.hidden.safetensors"' in response.headers["content-disposition"]


def test_raw_answers_tell_their_range_in_a_header(client: Client) -> None:
    response = client.get("/api/tensor", text=TEXT, tensor="embed", format="f32")
    said = response.headers["x-tensor-range"]
    assert said == client.get("/api/tensor", text=TEXT, tensor="embed").text.partition('"range":')[2][:-1]


def test_the_tokens_are_a_tensor_of_whole_numbers(client: Client) -> None:
    answer = client.read("/api/tensor", text=TEXT, tensor="tokens")
    assert answer["dtype"] == "int64"
    assert answer["values"] == [token["id"] for token in client.read("/api/tokenize", text=TEXT)["tokens"]]
