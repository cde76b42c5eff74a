"""What norms, rotations and MLPs answer beyond tensors, for models of several kinds, against the tensors."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel

from model.config import Config
from model.shelf.loaded import TokenizerFile
from server.reads.activation_curve import CurveAnswer
from server.reads.mlp_units import UnitsAnswer
from server.reads.norm_scaling import NormAnswer
from server.reads.rope_slide import SlideAnswer
from server.reads.rope_turns import RopeAnswer
from tests.model.reference import ACTIVATIONS
from tests.server.shelf import WORDS, Client, put_model

TEXT = "the cat sat on the mat"
PLAIN = Config(vocab_size=len(WORDS), d_model=8, n_layers=2, n_heads=4, n_kv_heads=2, d_head=6, d_ff=10, n_ctx=12)
MODELS = {
    "llama": PLAIN,
    "neox": PLAIN.model_copy(
        update={"norm": "layer", "norm_bias": True, "rope_dims": 4, "rope_pairing": "interleaved", "gated": False,
                "activation": "gelu", "mlp_bias": True, "parallel": True, "norm_eps": 1e-2}
    ),
    "qwen": PLAIN.model_copy(update={"qk_norm": True, "tied": False, "n_kv_heads": 1}),
    "gemma": PLAIN.model_copy(
        update={"norm_gain_offset": 1, "norm_place": "sandwich", "activation": "gelu_tanh", "logit_softcap": 5.0}
    ),
    "first": PLAIN.model_copy(
        update={"norm": "layer", "norm_place": "post", "position": "sinusoidal", "gated": False, "activation": "relu",
                "norm_final": False}
    ),
}  # fmt: skip
TURNING = [name for name, config in MODELS.items() if config.position == "rope"]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("kinds")
    for name, config in MODELS.items():
        put_model(folder / name, config, TokenizerFile(words=WORDS), example=TEXT)
    with Client(folder, default_model="llama") as made:
        yield made


def tensor(client: Client, model: str, name: str, **query: object) -> Any:
    return np.array(client.read("/api/tensor", model=model, text=TEXT, tensor=name, **query)["values"], dtype=float)


def steps(client: Client, model: str, *kinds_of_step: str) -> list[Any]:
    return [step for step in client.read("/api/anatomy", model=model)["steps"] if step["kind"] in kinds_of_step]


@pytest.mark.parametrize("model", MODELS)
def test_every_norm_gives_out_what_it_gave_when_its_input_is_ten_times_as_large(kinds: Client, model: str) -> None:
    for step in steps(kinds, model, "norm", "qk_norm"):
        head = {"head": 0} if step["kind"] == "qk_norm" else {}
        asked = {"model": model, "text": TEXT, "tensor": step["name"], "token": 2, **head}
        found = kinds.read("/api/norm", **asked, factor=10)
        np.testing.assert_allclose(found["usual"], tensor(kinds, model, step["name"], token=2, **head), rtol=1e-6)
        assert found["difference"] < 0.1 * found["largest"]  # ε = 0.01 is no trifle beside these small numbers
        assert found["rounding"] < 1e-5
        assert found["stages"][-1]["values"] == pytest.approx(found["out"], rel=1e-6)
        source = tensor(kinds, model, step["reads"][0], token=2, **head)
        assert found["stages"][0]["values"] == pytest.approx(10 * source, rel=1e-6)


def test_the_norm_is_called_by_its_name(kinds: Client) -> None:
    """must 7: RMSNorm is not called LayerNorm."""
    for model, name in (("llama", "rms"), ("neox", "layer")):
        found = kinds.read("/api/norm", model=model, text=TEXT, tensor="blocks.0.norm1.out")
        assert (found["norm"], found["epsilon"]) == (name, MODELS[model].norm_eps)
        assert (found["mean"] is None) == (name == "rms")


@pytest.mark.parametrize("model", TURNING)
def test_the_score_stays_when_both_slide_and_moves_when_one_does(kinds: Client, model: str) -> None:
    name = steps(kinds, model, "rope")[1]["name"]
    scores = tensor(kinds, model, name.replace("rot_q", "scores"))
    for head, query, key in ((0, 5, 1), (3, 2, 2), (2, -1, 0)):
        asked = {"model": model, "text": TEXT, "tensor": name, "head": head, "query": query, "key": key}
        found = kinds.read("/api/slide", **asked, shift=3)
        assert found["score"] == pytest.approx(scores[head, query, key], rel=1e-6)
        assert found["together"] == pytest.approx([found["score"]] * len(found["shifts"]), abs=1e-6)
        assert found["largest"] == pytest.approx(max(abs(score - found["score"]) for score in found["together"]))
        assert max(abs(score - found["score"]) for score in found["alone"]) > 1e-4
        total = sum(pair["term"] for pair in found["pairs"]) + (found["kept"] or 0)
        assert total == pytest.approx(found["score"], abs=1e-6)


@pytest.mark.parametrize("model", TURNING)
@pytest.mark.parametrize("which", ["rot_q", "rot_k"])
def test_the_dials_are_the_tensors(kinds: Client, model: str, which: str) -> None:
    config, name = MODELS[model], f"blocks.1.attn.{which}"
    found = kinds.read("/api/rope", model=model, text=TEXT, tensor=name, head=0, token=3, pair=1)
    after, angles = tensor(kinds, model, name, head=0, token=3), tensor(kinds, model, "rope.angle", token=3)
    assert [pair["angle"] for pair in found["pairs"]] == pytest.approx(angles)
    for pair in found["pairs"]:
        assert pair["after"] == pytest.approx(after[pair["dimensions"]])
        assert math.hypot(*pair["before"]) == pytest.approx(math.hypot(*pair["after"]), rel=1e-5)
        assert pair["frequency"] * pair["period"] == pytest.approx(2 * math.pi)
    assert len(found["trail"]["points"]) == config.n_ctx
    assert found["trail"]["points"][3] == pytest.approx(found["pairs"][1]["after"], abs=1e-6)


def test_a_model_without_rotations_has_none_to_study(kinds: Client) -> None:
    """must 8: positions are shown as the model has them."""
    for path in ("/api/rope", "/api/slide"):
        problem = kinds.refusal(path, model="first", text=TEXT, tensor="blocks.0.attn.rot_q")
        assert (problem["status"], problem["allowed"]) == (404, [])
        assert problem["detail"] == "There is no rotation “blocks.0.attn.rot_q” here."


@pytest.mark.parametrize("model", MODELS)
def test_the_curve_goes_through_every_unit(kinds: Client, model: str) -> None:
    step = steps(kinds, model, "activation")[0]
    found = kinds.read("/api/curve", model=model, text=TEXT, tensor=step["name"])
    before, after = (tensor(kinds, model, name).ravel() for name in (step["reads"][0], step["name"]))
    assert found["before"][0] == pytest.approx(min(0, before.min()))
    assert found["before"][-1] == pytest.approx(max(0, before.max()))
    curve = ACTIVATIONS[MODELS[model].activation](np.array(found["before"]))
    np.testing.assert_allclose(found["after"], curve, atol=1e-6)
    np.testing.assert_allclose(np.interp(before, found["before"], found["after"]), after, atol=1e-3)


@pytest.mark.parametrize("model", MODELS)
def test_the_largest_units_are_listed_with_the_pieces_they_raise(kinds: Client, model: str) -> None:
    found = kinds.read("/api/units", model=model, text=TEXT, tensor="blocks.1.mlp.out", token=4, top=3, pieces=4)
    hidden = tensor(kinds, model, "blocks.1.mlp.hidden", token=4)
    assert [unit["hidden"] for unit in found["units"]] == pytest.approx([hidden[u["unit"]] for u in found["units"]])
    lengths = [unit["written"] for unit in found["units"]]
    assert lengths == sorted(lengths, reverse=True)
    for unit in found["units"]:
        assert unit["written"] == pytest.approx(abs(unit["hidden"]) * unit["column"], rel=1e-5)
        assert (unit["gate"] is None, unit["pre"] is None) == (not MODELS[model].gated, MODELS[model].gated)
        if MODELS[model].gated:
            assert unit["act"] * unit["up"] == pytest.approx(unit["hidden"], rel=1e-5, abs=1e-9)
        changes = [piece["change"] for piece in unit["raises"]]
        assert changes == sorted(changes, reverse=True)
        assert {piece["text"] for piece in unit["raises"]} <= set(WORDS)
    total = float(np.linalg.norm(tensor(kinds, model, "blocks.1.mlp.out", token=4)))
    assert found["total"] == pytest.approx(total, rel=1e-5)
    assert found["rest_count"] == MODELS[model].d_ff - 3
    ahead = {"gemma": ["blocks.1.norm2_branch.out", "norm_final.out"], "first": ["blocks.1.norm2_post.out"]}
    assert [norm["tensor"] for norm in found["norms"]] == ahead.get(model, ["norm_final.out"])


@pytest.mark.parametrize(
    ("path", "schema", "query"),
    [
        ("norm", NormAnswer, {"tensor": "blocks.0.norm1.out", "shift": 1.5}),
        ("rope", RopeAnswer, {"tensor": "blocks.0.attn.rot_k"}),
        ("slide", SlideAnswer, {"tensor": "blocks.0.attn.rot_q"}),
        ("curve", CurveAnswer, {"tensor": "blocks.0.mlp.act"}),
        ("units", UnitsAnswer, {"tensor": "blocks.0.mlp.out"}),
    ],
)
def test_an_answer_is_what_its_schema_says_for_one_token_too(
    kinds: Client, path: str, schema: type[BaseModel], query: dict[str, object]
) -> None:
    for text in (TEXT, "the"):
        schema.model_validate_json(kinds.get(f"/api/{path}", text=text, **query).content, strict=True)


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("norm", {"tensor": "blocks.0.norm1.out", "factor": 0}, "factor"),
        ("norm", {"tensor": "blocks.0.norm1.out", "shift": "nan"}, "shift"),
        ("norm", {"tensor": "blocks.0.norm1.out", "head": 0}, "head"),
        ("norm", {"tensor": "blocks.0.norm1.out", "token": 6}, "token"),
        ("norm", {"tensor": "blocks.0.mlp.out"}, "tensor"),
        ("rope", {"tensor": "blocks.0.attn.rot_q", "pair": 3}, "pair"),
        ("rope", {"tensor": "blocks.0.attn.rot_k", "head": 2}, "head"),
        ("slide", {"tensor": "blocks.0.attn.rot_q", "key": 6}, "key"),
        ("slide", {"tensor": "blocks.0.attn.rot_q", "shift": 7}, "shift"),
        ("units", {"tensor": "blocks.0.mlp.out", "top": 65}, "top"),
        ("units", {"tensor": "blocks.0.attn.out"}, "tensor"),
        ("curve", {"tensor": "blocks.0.mlp.up"}, "tensor"),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(
    kinds: Client, path: str, query: dict[str, object], parameter: str
) -> None:
    problem = kinds.refusal(f"/api/{path}", text=TEXT, **query)
    assert (problem["parameter"], problem["status"]) == (parameter, 404 if parameter == "tensor" else 422)
    assert problem["allowed"]
