"""HEAD is answered as GET is, without the body."""

import pytest

from tests.server.shelf import Client

PATHS = ["/", "/docs", "/healthz", "/metrics", "/api/models", "/api/trace?text=the", "/api/tensor?text=a&tensor=x"]


@pytest.mark.parametrize("path", PATHS)
def test_the_head_of_an_answer_is_that_of_get(client: Client, path: str) -> None:
    whole, head = client.get(path), client.together(client.http.head(path))
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "etag", "cache-control", "content-security-policy"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_the_head_of_a_raw_tensor_tells_its_shape(client: Client) -> None:
    head = client.together(client.http.head("/api/tensor?text=the&tensor=embed&format=f32"))
    assert (head.headers["x-tensor-axes"], head.content) == ("token,d_model", b"")


def test_what_may_be_asked_is_told_to_other_methods(client: Client) -> None:
    assert client.together(client.http.delete("/api/models")).headers["allow"] == "GET, HEAD"
