"""A folder of small random models, and a client that asks an application in this process."""

import asyncio
import shutil
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import torch
from safetensors.torch import save_file

from model.config import Config
from model.shelf.loaded import ModelFile, TokenizerFile
from model.shelf.names import BUNDLED, DESCRIPTION
from model.shelf.opening import VOCABULARY, WEIGHTS
from model.tokenizers import GPT2_PATTERN
from model.transformer import Transformer
from server.app import create_app
from server.settings import Settings

N_CTX = 48
WORDS = ("the", "cat", "dog", "sat", "on", "by", "mat", "door", ".")
URL = "http://127.0.0.1:8000"
PIECES = Config(
    vocab_size=4097, d_model=16, n_layers=2, n_heads=4, n_kv_heads=2, d_head=4, d_ff=24, n_ctx=N_CTX, tied=False
)
WHOLE_WORDS = Config(
    vocab_size=len(WORDS),
    d_model=4,
    n_layers=1,
    n_heads=2,
    n_kv_heads=2,
    d_head=2,
    d_ff=8,
    n_ctx=8,
    norm="layer",
    position="learned",
    gated=False,
    activation="gelu_tanh",
)


def fill_shelf(folder: Path) -> None:
    """Put the models `pieces` (byte-level BPE, one id more than it has pieces) and `words` into `folder`."""
    ranks = TokenizerFile(pattern=GPT2_PATTERN)
    put_model(folder / "pieces", PIECES, ranks, example="the cat saw the hat")
    shutil.copy(BUNDLED / "story" / VOCABULARY, folder / "pieces" / VOCABULARY)
    put_model(folder / "words", WHOLE_WORDS, TokenizerFile(words=WORDS), example="the cat sat")


def put_model(folder: Path, config: Config, tokenizer: TokenizerFile, *, example: str) -> None:
    """Write one random model."""
    folder.mkdir()
    torch.manual_seed(0)
    save_file(Transformer(config).state_dict(), folder / WEIGHTS)
    file = ModelFile(title=folder.name, description="Random.", examples=(example,), tokenizer=tokenizer, config=config)
    (folder / DESCRIPTION).write_text(file.model_dump_json(), encoding="utf-8")


class Client:
    """Asks an application in this process, one request after the other; `together` asks many at once."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.app = create_app(settings=Settings(**{"default_model": "pieces", "models": folder, **settings}))
        self.house = self.app.state.house
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url=URL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.run(self.http.aclose())
        self._runner.close()
        self.house.work.close()

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask `path`; a `headers` among the query is the request's headers."""
        headers = query.pop("headers", {})
        return self._runner.run(self.http.get(path, params=query or None, headers=headers))

    def read(self, path: str, **query: Any) -> Any:
        """What the answer holds, which has to be a success."""
        response = self.get(path, **query)
        assert response.status_code == 200, response.text
        return response.json()

    def refusal(self, path: str, **query: Any) -> Any:
        """The problem that is answered, which has to be one."""
        response = self.get(path, **query)
        problem = response.json()
        assert response.headers["content-type"] == "application/problem+json"
        assert problem["status"] == response.status_code >= 400
        return problem

    def together(self, coroutine: Any) -> Any:
        """Run a coroutine in the loop of the application."""
        return self._runner.run(coroutine)

    def passes(self) -> float:
        """How many forward passes there have been."""
        passes = self.house.metrics.registry.get_sample_value("lanewise_passes_total")
        assert passes is not None
        return passes
