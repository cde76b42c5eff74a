"""The limit counts tokens, and is told before it is met."""

from pathlib import Path

import pytest

from tests.server.shelf import N_CTX, Client


def of_length(count: int) -> str:
    return "the" + " the" * (count - 1)


@pytest.mark.parametrize("count", [N_CTX - 1, N_CTX, N_CTX + 1])
def test_the_limit_counts_tokens(client: Client, count: int) -> None:
    """Must 17: limits count tokens, are said before sending, and are tested at n−1, n, n+1."""
    text = of_length(count)
    tokenized = client.read("/api/tokenize", text=text)
    assert (tokenized["count"], tokenized["limit"]) == (count, N_CTX)
    if count <= N_CTX:
        assert len(client.read("/api/trace", text=text)["tokens"]) == count
        assert client.read("/api/next", text=text)["token"] == count - 1
        return
    for path in ("/api/trace", "/api/next", "/api/tensor"):
        problem = client.refusal(path, text=text, **({"tensor": "embed"} if path == "/api/tensor" else {}))
        assert (problem["status"], problem["parameter"]) == (422, "text")
        assert (problem["count"], problem["limit"]) == (count, N_CTX)


def test_many_characters_may_be_few_tokens_and_few_characters_many(client: Client) -> None:
    assert client.read("/api/tokenize", text=" the" * N_CTX)["count"] == N_CTX
    assert client.read("/api/tokenize", text="👩‍👩‍👧‍👦" * 5)["count"] > N_CTX


def test_the_limit_is_said_with_every_trace_and_model(client: Client) -> None:
    assert client.read("/api/trace", text="a")["limit"] == N_CTX
    assert client.read("/api/models")["models"][0]["n_ctx"] == N_CTX


def test_a_query_without_end_is_refused(shelf: Path) -> None:
    with Client(shelf, query_limit=1000) as client:
        assert client.get("/api/tokenize", text="a" * 995).status_code == 200
        problem = client.refusal("/api/tokenize", text="a" * 996)
    assert problem["status"] == 414
    assert "1001 bytes" in problem["detail"]
