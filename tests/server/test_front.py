"""The token before a text: one switch, the same tokens everywhere, and never twice. must 19"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.shelf.loaded import TokenizerFile
from model.shelf.names import BUNDLED
from model.shelf.opening import VOCABULARY
from model.tokenizers import GPT2_PATTERN
from tests.server.shelf import PIECES, Client, put_model

NAME, ID = "<|endoftext|>", 4095
TEXT = f"{NAME}the cat"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, shelf: Path) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("front")
    tokenizer = TokenizerFile(pattern=GPT2_PATTERN, special_tokens={NAME: ID})
    put_model(folder / "pieces", PIECES, tokenizer, example="the cat")
    shutil.copy(BUNDLED / "story" / VOCABULARY, folder / "pieces" / VOCABULARY)
    shutil.copytree(shelf / "words", folder / "words")
    with Client(folder) as made:
        yield made


def test_it_is_a_token_without_characters_whose_name_is_said(client: Client) -> None:
    without, with_it = (client.read("/api/tokenize", text=TEXT, bos=bos) for bos in ("false", "true"))
    first, *others = with_it["tokens"]
    assert first["id"] == ID
    assert (first["control"], first["bytes"], first["text"], first["start"], first["end"]) == (NAME, "", "", 0, 0)
    assert others == without["tokens"] == client.read("/api/tokenize", text=TEXT)["tokens"]
    assert with_it["count"] == without["count"] + 1
    assert ID not in [token["id"] for token in others]
    assert with_it["front"] == {"id": ID, "name": NAME, "default": False}


@pytest.mark.parametrize("bos", [True, False])
def test_everything_that_is_asked_of_a_text_sees_the_same_tokens(client: Client, bos: bool) -> None:
    query = {"text": TEXT, "bos": str(bos).lower()}
    tokens = client.read("/api/tokenize", **query)["tokens"]
    ids = [token["id"] for token in tokens]
    trace = client.read("/api/trace", **query)
    assert (trace["tokens"], trace["bos"]) == (tokens, bos)
    assert client.read("/api/tensor", tensor="tokens", **query)["values"] == ids
    assert client.read("/api/next", **query)["token"] == len(ids) - 1
    told = client.read("/api/explain", tensor="tokens", index="0", **query)
    assert told["value"] == ids[0]
    written = client.get("/api/generate", limit=1, temperature=0, **query).text
    assert f'"place":{len(ids)}' in written.replace(" ", "")
    best = client.read("/api/continue", id=trace["guesses"][-1]["top"][0]["id"], **query)
    assert best["count"] in (0, len(ids) + 1)


def test_answers_with_and_without_it_are_different_ones(client: Client) -> None:
    tags = {client.get("/api/trace", text="the", bos=bos).headers["etag"] for bos in ("true", "false")}
    assert len(tags) == 2
    assert client.read("/api/trace", text="", bos="true")["tokens"][0]["control"] == NAME
    assert client.read("/api/trace", text="")["tokens"] == []


def test_it_counts_among_the_tokens_that_are_the_limit(client: Client) -> None:
    """must 17"""
    limit = client.read("/api/tokenize", text="")["limit"]
    text = "the" + " the" * (limit - 1)
    assert client.get("/api/trace", text=text).status_code == 200
    problem = client.refusal("/api/trace", text=text, bos="true")
    assert (problem["count"], problem["limit"]) == (limit + 1, limit)


def test_a_model_without_one_refuses_it_by_name(client: Client) -> None:
    assert client.read("/api/tokenize", model="words", text="the cat")["front"] is None
    client.read("/api/trace", model="words", text="the cat", bos="false")
    problem = client.refusal("/api/trace", model="words", text="the cat", bos="true")
    assert (problem["status"], problem["parameter"], problem["allowed"]) == (422, "bos", ["false"])
    problem = client.refusal("/api/trace", text="the cat", bos="maybe")
    assert (problem["status"], problem["parameter"], problem["allowed"]) == (422, "bos", ["true", "false"])


def test_a_guess_that_is_a_control_token_is_known_as_one(client: Client) -> None:
    least = client.read("/api/next", text="the", top=1000, least=100)
    control = [each for each in [*least["candidates"], *least["least"]] if each["id"] == ID]
    assert all(each["control"] == NAME for each in control)
