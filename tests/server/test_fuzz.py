"""Requests that nobody would think of, made from the OpenAPI document: none is answered by a fault."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks

from model.anatomy import catalogue
from server import api
from server.app import create_app
from server.reads import ROUTERS
from server.settings import Settings
from tests.server.shelf import PIECES, Client

# A text that is too long, or an index that is too large, fits the schema and is refused all the same: the tokens tell.
# What is acceptable is therefore not checked; what is unacceptable is.
UNCHECKED = [checks.positive_data_acceptance]
BUSY = 503
PATHS = [route.path for router in (api.router, *ROUTERS) for route in router.routes if route.include_in_schema]
TAKE_NOTHING = {"/api/models", "/api/offers"}


@pytest.fixture(scope="module")
def openapi(shelf: Path) -> Iterator[Any]:
    app = create_app(settings=Settings(default_model="pieces", models=shelf))
    yield schemathesis.openapi.from_asgi("/openapi.json", app)
    app.state.house.work.close()


@pytest.mark.parametrize(
    ("path", "mode"),
    [
        *((path, GenerationMode.POSITIVE) for path in (*PATHS, "/healthz", "/metrics")),
        *((path, GenerationMode.NEGATIVE) for path in PATHS if path not in TAKE_NOTHING),
    ],
)
def test_no_request_is_answered_by_a_fault(openapi: Any, path: str, mode: GenerationMode) -> None:
    operation = openapi[path]["GET"]

    @settings(
        max_examples=30,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case) -> None:
        response = case.call()
        assert response.status_code < 500 or response.status_code == BUSY
        case.validate_response(response, excluded_checks=UNCHECKED)

    ask()


places = st.none() | st.integers(-7, 7)


@settings(max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    tensor=st.sampled_from(list(catalogue(PIECES))),
    text=st.text(max_size=5),
    head=places,
    token=places,
    index=st.none() | st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda given: ",".join(map(str, given))),
    form=st.sampled_from(["json", "f32", "f16", "safetensors"]),
)
def test_any_cut_of_any_tensor_is_answered_or_refused(client: Client, form: str, **query: Any) -> None:
    asked = {name: value for name, value in query.items() if value is not None}
    response = client.get("/api/tensor", **asked, format=form)
    assert response.status_code in {200, 422}
    if response.status_code == 422:
        assert response.json()["parameter"] in {"text", "head", "token", "index"}
