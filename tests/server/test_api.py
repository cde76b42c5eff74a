"""What the API answers to good questions."""

import pytest

from model.anatomy import anatomy, catalogue
from tests.server.shelf import N_CTX, PIECES, WORDS, Client

TEXT = "the cat saw the hat"


def test_the_models_are_listed_with_their_shape(client: Client) -> None:
    answer = client.read("/api/models")
    assert answer["default"] == "pieces"
    assert [model["name"] for model in answer["models"]] == ["pieces", "words"]
    first = answer["models"][0]
    assert first["config"] == PIECES.model_dump(mode="json")
    assert (first["vocab_size"], first["n_ctx"]) == (PIECES.vocab_size, N_CTX)
    assert len(first["digest"]) == 64


def test_the_anatomy_lists_the_steps_in_walking_order_and_every_tensor(client: Client) -> None:
    answer = client.read("/api/anatomy", model="pieces")
    assert [step["name"] for step in answer["steps"]] == [op.name for op in anatomy(PIECES) if op.shown]
    assert [spec["name"] for spec in answer["tensors"]] == list(catalogue(PIECES))
    assert all(set(step["writes"]) <= set(catalogue(PIECES)) for step in answer["steps"])


def test_the_cat_saw_the_hat_is_five_tokens(client: Client) -> None:
    tokens = client.read("/api/tokenize", text=TEXT)["tokens"]
    assert [token["text"] for token in tokens] == ["the", " cat", " saw", " the", " hat"]
    assert tokens[0]["id"] != tokens[3]["id"]
    assert [(token["start"], token["end"]) for token in tokens][:2] == [(0, 3), (3, 7)]


def test_a_trace_is_a_summary_of_the_pass(client: Client) -> None:
    answer = client.read("/api/trace", text=TEXT)
    assert answer["text"] == TEXT
    assert answer["tokens"] == client.read("/api/tokenize", text=TEXT)["tokens"]
    assert answer["sizes"] | {"token": 5, "d_model": 16, "kv_head": 2, "vocab": 4097} == answer["sizes"]
    assert {tensor["name"]: tensor["shape"] for tensor in answer["tensors"]}["blocks.1.attn.pattern"] == [4, 5, 5]
    assert [len(row["best"]) for row in answer["lens"]] == [5] * 3
    assert [len(row["values"]) for row in answer["norms"]] == [5] * 3
    assert [len(guess["top"]) for guess in answer["guesses"]] == [10] * 5


def test_each_guess_tells_how_the_true_next_token_was_judged(client: Client) -> None:
    answer = client.read("/api/trace", text=TEXT)
    ids = [token["id"] for token in answer["tokens"]]
    assert [guess["next"] and guess["next"]["id"] for guess in answer["guesses"]] == [*ids[1:], None]


def test_the_lens_at_the_last_boundary_is_the_models_own_guess(client: Client) -> None:
    """Must 9: the last layer's row equals the logits."""
    answer = client.read("/api/trace", text=TEXT)
    assert [best["id"] for best in answer["lens"][-1]["best"]] == [guess["top"][0]["id"] for guess in answer["guesses"]]


@pytest.mark.parametrize("temperature", [0, 0.2, 1, 5, 100])
def test_the_candidates_and_the_rest_sum_to_one(client: Client, temperature: float) -> None:
    """Must 2: the softmax runs over the whole vocabulary, also when twenty are listed."""
    answer = client.read("/api/next", text=TEXT, temperature=temperature, top=20)
    assert len(answer["candidates"]) == 20
    assert answer["rest"]["count"] == PIECES.vocab_size - 20
    assert sum(each["p"] for each in answer["candidates"]) + answer["rest"]["p"] == pytest.approx(1, abs=1e-6)


def test_temperature_zero_takes_the_best_alone_and_leaves_the_logits(client: Client) -> None:
    """Must 5: T = 0 is the argmax; raw logits never change."""
    warm, cold = (client.read("/api/next", text=TEXT, temperature=t)["candidates"] for t in (1, 0))
    assert cold[0]["p"] == 1
    assert [each["logit"] for each in cold] == [each["logit"] for each in warm]


def test_the_next_token_after_the_last_is_asked_for_by_minus_one(client: Client) -> None:
    last, fourth = (client.read("/api/next", text=TEXT, token=token) for token in (-1, 4))
    assert last == fourth
    assert last["token"] == 4


def test_a_small_vocabulary_is_listed_whole(client: Client) -> None:
    answer = client.read("/api/next", model="words", text="the cat sat", top=20)
    assert sorted(each["text"] for each in answer["candidates"]) == sorted(WORDS)
    assert answer["rest"] == {"count": 0, "p": 0}


def test_the_least_likely_are_listed_on_request(client: Client) -> None:
    answer = client.read("/api/next", text=TEXT, top=1, least=3)
    assert len(answer["least"]) == 3
    assert answer["least"][-1]["logit"] <= answer["least"][0]["logit"] < answer["candidates"][0]["logit"]
    assert client.read("/api/next", text=TEXT)["least"] == []
    assert len(client.read("/api/next", model="words", text="the cat sat", least=100)["least"]) == len(WORDS)


@pytest.mark.parametrize("least", [-1, 101])
def test_a_count_of_the_least_likely_out_of_range_is_refused(client: Client, least: int) -> None:
    assert client.get("/api/next", text=TEXT, least=least).status_code == 422


def test_the_queue_tells_that_nobody_waits(client: Client) -> None:
    answer = client.read("/api/queue", text="never asked for")
    assert answer == {"workers": 2, "running": 0, "waiting": 0, "limit": 64, "ahead": None, "layers": None}


def test_an_empty_text_has_an_empty_trace(client: Client) -> None:
    """Must 20: no view is ever blank, so an empty text is an answer."""
    answer = client.read("/api/trace", text="")
    assert (answer["tokens"], answer["guesses"], answer["lens"]) == ([], [], [])


def test_the_metrics_count_answers_by_route_and_never_by_text(client: Client) -> None:
    client.read("/api/tokenize", text="secret words")
    text = client.get("/metrics").text
    assert 'lanewise_requests_total{route="/api/tokenize",status="200"}' in text
    assert "secret" not in text


def test_the_page_is_served_whatever_its_state_says(client: Client) -> None:
    for path in ("/", "/?text=%FF&model=nothing&step=x", "/?text=" + "a" * 5000):
        response = client.get(path)
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "/static/js/main.js" in response.text
