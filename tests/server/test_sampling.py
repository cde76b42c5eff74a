"""/api/sample: the columns over the whole vocabulary, the draw and the tally, and what is refused."""

from typing import Any

import pytest

from tests.server.shelf import PIECES, Client

TEXT = "the cat saw the hat"


def sample(client: Client, **query: Any) -> Any:
    return client.read("/api/sample", **{"text": TEXT, **query})


def test_the_windows_together_are_the_whole_vocabulary(client: Client) -> None:
    """must 2: nothing is cut, whatever part of it is seen."""
    windows = [sample(client, offset=offset, limit=500)["rows"] for offset in range(0, PIECES.vocab_size, 500)]
    rows = [row for window in windows for row in window]
    assert [row["rank"] for row in rows] == list(range(PIECES.vocab_size))
    assert {row["id"] for row in rows} == set(range(PIECES.vocab_size))
    assert sum(row["p"] for row in rows) == pytest.approx(1, abs=1e-6)
    assert sum(row["q"] for row in rows) == pytest.approx(1, abs=1e-6)
    assert rows[-1]["mass"] == pytest.approx(1, abs=1e-6)
    some = sample(client, limit=10, top_k=300)
    assert some["rest"]["count"] == PIECES.vocab_size - 10
    assert sum(row["q"] for row in some["rows"]) + some["rest"]["p"] == pytest.approx(1, abs=1e-6)


def test_no_rows_at_all_leave_all_of_it_to_the_rest(client: Client) -> None:
    found = sample(client, limit=0, offset=3)
    assert found["rows"] == []
    assert [stage["kept_p"] for stage in found["stages"]] == [1.0] * 4
    assert found["rest"]["count"] == PIECES.vocab_size - 3
    assert found["throw"] == sample(client)["throw"]


def test_the_probabilities_are_those_of_the_next_token_and_the_logits_never_change(client: Client) -> None:
    """must 5"""
    rows = sample(client, temperature=0.5, limit=10)["rows"]
    nexts = client.read("/api/next", text=TEXT, temperature=0.5, top=10)["candidates"]
    assert [(row["id"], row["text"]) for row in rows] == [(each["id"], each["text"]) for each in nexts]
    assert [row["p"] for row in rows] == pytest.approx([each["p"] for each in nexts])
    assert [row["logit"] for row in rows] == [row["logit"] for row in sample(client, limit=10)["rows"]]
    assert [row["scaled"] for row in rows] == pytest.approx([row["logit"] / 0.5 for row in rows])


def test_each_stage_says_what_it_removed_and_why(client: Client) -> None:
    found = sample(client, temperature=0.05, top_k=50, top_p=0.9, min_p=0.2, limit=200)
    assert [stage["name"] for stage in found["stages"]] == ["temperature", "top-k", "top-p", "min-p"]
    assert sum(stage["removed"] for stage in found["stages"]) + found["kept"] == found["total"]
    removed_p = sum(stage["removed_p"] for stage in found["stages"])
    assert removed_p + found["stages"][-1]["kept_p"] == pytest.approx(1, abs=1e-6)
    for row in found["rows"]:
        assert (row["fate"] == "kept") == (row["rank"] < found["kept"]) == (row["q"] > 0)


def test_the_draw_is_the_same_each_time_and_its_dice_falls_on_its_stretch(client: Client, fresh: Client) -> None:
    throw = sample(client, seed=7)["throw"]
    assert throw == sample(fresh, seed=7, top_p=1.0)["throw"]
    assert throw["place"] == 5
    assert throw["low"] <= throw["dice"] < throw["high"]
    assert throw != sample(client, seed=8)["throw"]


def test_at_temperature_zero_there_are_no_dice(client: Client) -> None:
    found = sample(client, temperature=0, draws=100)
    assert (found["throw"]["dice"], found["throw"]["rank"], found["kept"]) == (None, 0, 1)
    assert [bar["seen"] for bar in found["tally"]["bars"]] == [100]


def test_the_tally_is_counted_by_the_server(client: Client) -> None:
    tally = sample(client, top_k=20, temperature=0.1, draws=100, seed=3)["tally"]
    assert (tally["count"], len(tally["bars"]), tally["rest"]["count"]) == (100, 12, 8)
    assert sum(bar["seen"] for bar in tally["bars"]) + tally["rest"]["seen"] == 100
    for bar in tally["bars"]:
        assert bar["expected"] == pytest.approx(100 * bar["q"])


def test_one_token_and_a_small_vocabulary_are_enough(client: Client) -> None:
    found = sample(client, model="words", text="the", top_k=40, draws=10)
    assert (found["total"], found["kept"], len(found["rows"])) == (9, 9, 9)


@pytest.mark.parametrize(
    ("parameter", "value", "low", "high"),
    [
        *(("temperature", value, 0, 100) for value in (-1, "nan", "inf", 101)),
        *(("top_p", value, 1e-6, 1) for value in (0, 1.1, "nan")),
        *(("top_k", value, 1, 1_000_000) for value in (0, -1, 2.5)),
        *(("min_p", value, 0, 1) for value in (2, -0.1)),
        ("seed", -1, 0, 4_294_967_295),
        ("draws", 10_001, 0, 10_000),
        ("offset", 4097, 0, 4096),
        ("token", 5, -5, 4),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(
    client: Client, parameter: str, value: object, low: float, high: float
) -> None:
    problem = client.refusal("/api/sample", text=TEXT, **{parameter: value})
    assert (problem["status"], problem["parameter"]) == (422, parameter)
    assert problem["allowed"] == {"low": low, "high": high}


def test_an_empty_text_is_refused(client: Client) -> None:
    assert client.refusal("/api/sample", text="")["parameter"] == "text"


def test_the_cache_of_a_step_is_told_with_its_bytes_and_the_proof(client: Client) -> None:
    found = client.read("/api/kv", text=TEXT, token=3)
    assert found["whole"]["nbytes"] == found["measured"] == 2 * 2 * 2 * 4 * 4 * 4
    assert found["reused"]["tokens"], found["new"]["tokens"] == (3, 1)
    assert found["unshared"]["nbytes"] == 2 * found["whole"]["nbytes"]
    assert found["agreement"]["difference"] < 1e-4
    assert client.refusal("/api/kv", text=TEXT, token=5)["allowed"] == {"low": -5, "high": 4}
