"""Models that come and go: one that cannot be opened is told apart, and what a model put away has left is let go."""

import shutil
from pathlib import Path

from tests.server.shelf import Client


def test_a_model_that_cannot_be_opened_is_listed_with_the_reason(shelf: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(shelf, tmp_path / "models"))
    (folder / "broken").mkdir()
    (folder / "broken" / "config.json").write_text('{"model_type": "mamba"}', encoding="utf-8")
    with Client(folder) as client:
        answer = client.read("/api/models")
        assert [card["name"] for card in answer["models"]] == ["pieces", "words"]
        (refused,) = answer["refused"]
        assert refused["name"] == "broken"
        assert "'mamba' are not supported" in refused["reason"]
        assert client.refusal("/api/trace", model="broken", text="a")["status"] == 503
        client.read("/api/trace", text="a")


def test_a_model_that_is_put_there_later_is_found(shelf: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(shelf, tmp_path / "models"))
    with Client(folder) as client:
        assert client.refusal("/api/trace", model="later", text="the cat")["status"] == 404
        shutil.copytree(folder / "words", folder / "later")
        assert client.read("/api/trace", model="later", text="the cat")["model"] == "later"


def test_a_model_that_is_put_away_leaves_nothing_behind(shelf: Path) -> None:
    with Client(shelf, memory=1, insides="1MiB") as client:
        traces = client.house.traces
        client.read("/api/tensor", text="the cat", tensor="blocks.0.attn.q")
        assert (len(traces.kept), len(traces.insides)) == (1, 1)
        client.read("/api/trace", model="words", text="the cat")
        assert [trace.model.name for _, trace in traces.kept.newest(9)] == ["words"]
        assert len(traces.insides) == 0
        before = client.passes()
        client.read("/api/tensor", text="the cat", tensor="blocks.0.attn.q")
        assert client.passes() == before + 1


def test_the_settings_say_how_many_tokens_are_read(shelf: Path) -> None:
    """must 17"""
    with Client(shelf, tokens=5) as client:
        assert client.read("/api/models")["models"][0]["limit"] == 5
        client.read("/api/trace", text="a b c d e")
        problem = client.refusal("/api/trace", text="a b c d e f")
        assert (problem["count"], problem["limit"]) == (6, 5)
        assert "at most 5 are read here" in problem["detail"]


def test_in_bfloat16_answers_are_float32_and_say_so(shelf: Path) -> None:
    with Client(shelf, dtype="bfloat16") as client:
        assert client.read("/api/models")["models"][0]["computed"] == "bfloat16"
        for tensor in ("blocks.0.attn.pattern", "logits", "rope.angle"):
            assert client.read("/api/tensor", text="the cat", tensor=tensor)["dtype"] == "float32"
        for path in ("/api/next", "/api/lens"):
            client.read(path, text="the cat")
        client.read("/api/explain", text="the cat", tensor="probs", index="1,3")
        assert "event: end" in client.get("/api/generate", text="the cat", limit=2).text
