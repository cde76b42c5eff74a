"""The OpenAPI document and the page that is made from it."""

import html
import re
from typing import Any

import jsonschema_rs
import pytest

from server.pages import mark_code
from tests.server.shelf import Client


@pytest.fixture(scope="module")
def document(client: Client) -> Any:
    return client.read("/openapi.json")


def operations(document: Any) -> dict[str, Any]:
    return {path: item["get"] for path, item in document["paths"].items()}


def test_every_address_is_read_with_get_alone(document: Any) -> None:
    assert {method for item in document["paths"].values() for method in item} == {"get"}


def test_every_parameter_is_described_and_has_an_example(document: Any) -> None:
    for path, operation in operations(document).items():
        for parameter in operation.get("parameters", []):
            assert parameter["description"], path
            schema = parameter["schema"]
            assert jsonschema_rs.is_valid(schema, schema["examples"][0]), (path, parameter["name"])


def test_every_answer_has_an_example_that_fits_its_schema(document: Any) -> None:
    for path, operation in operations(document).items():
        for status, answer in operation["responses"].items():
            for kind, content in answer.get("content", {}).items():
                if kind == "application/octet-stream":
                    continue
                examples = [one["value"] for one in content.get("examples", {}).values()] or [content["example"]]
                for example in examples:
                    schema = {**content["schema"], "components": document["components"]}
                    assert jsonschema_rs.is_valid(schema, example), (path, status, example)


def test_what_is_answered_fits_the_schema(client: Client, document: Any) -> None:
    text = "the cat 👩‍👩‍👧"
    special: dict[str, dict[str, object]] = {
        "/api/tensor": {"tensor": "blocks.0.attn.masked"},
        "/api/next": {"temperature": 0},
    }
    for path, operation in operations(document).items():
        if path in {"/metrics", "/api/generate"}:  # no JSON
            continue
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        parameters = {each["name"]: each for each in operation.get("parameters", [])}
        needed = {name: each["schema"]["examples"][0] for name, each in parameters.items() if each["required"]}
        asked = {**needed, **special.get(path, {}), **({"text": text} if "text" in parameters else {})}
        answer = client.read(path, **asked)
        jsonschema_rs.validate({**schema, "components": document["components"]}, answer)


def test_the_reference_tells_of_every_address_parameter_and_schema(client: Client, document: Any) -> None:
    page = client.get("/docs").text
    for path, operation in operations(document).items():
        assert f'id="{path}"' in page
        for parameter in operation.get("parameters", []):
            assert f'name="{parameter["name"]}"' in page
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in page


def test_the_about_page_lists_every_licence(client: Client) -> None:
    page = client.get("/about").text
    for name in ("lit", "katex", "@preact/signals-core"):
        assert name in page
    assert "Permission is hereby granted" in page


def test_words_between_backticks_are_code_and_all_else_is_text() -> None:
    assert mark_code("a `b<` <i>") == "a <code>b&lt;</code> &lt;i&gt;"


def test_every_address_has_a_line_for_a_command_line_that_works_and_an_example_answer(
    client: Client, document: Any
) -> None:
    page = client.get("/docs").text
    lines = re.findall(r'curl "http://127\.0\.0\.1:8000([^"]+)"', html.unescape(page))
    assert len(lines) == len(document["paths"])
    for line in lines:
        assert client.get(line.replace("model=story&", "")).status_code == 200, line
    assert page.count("An answer, for example") == len(lines)


def test_the_reference_says_the_type_of_every_field(client: Client) -> None:
    page = html.unescape(client.get("/docs").text)
    for field, type_name in (
        ("tokens", 'list of <a href="#Token">Token</a>'),
        ("part", "integer, integer or null"),
        ("sizes", "object of integer"),
        ("norm", "“rms” or “layer”"),
        ("norm_gain_offset", "0 or 1"),
        ("config", '<a href="#Config">Config</a>'),
    ):
        assert f'<code>{field}</code> <span class="aside">{type_name}</span>' in page


def test_every_field_of_a_config_is_described_in_words_for_people(client: Client, document: Any) -> None:
    fields = document["components"]["schemas"]["Config"]["properties"]
    assert not [name for name, field in fields.items() if not field.get("description")]
    assert "pydantic" not in client.get("/docs").text.lower()
