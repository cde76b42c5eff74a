"""The OpenAPI document, completed: the schema of problems, and an example of every answer, made of its fields."""

from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from server.problems import Problem
from server.streams import MEDIA_TYPE as STREAM

Json = dict[str, Any]
REFERENCE = "#/components/schemas/"
DEFAULT_DESCRIPTION = "Successful Response"


def describe_api(app: FastAPI) -> Json:
    """The OpenAPI document of `app`, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = made["components"]["schemas"]
        problem = Problem.model_json_schema(ref_template=f"{REFERENCE}{{model}}")
        schemas |= problem.pop("$defs", {}) | {"Problem": problem}
        for item in made["paths"].values():
            responses = item["get"]["responses"]
            item["get"]["responses"] = dict(sorted(responses.items()))
            for answer in responses.values():
                if STREAM in answer.get("content", {}):  # FastAPI describes JSON besides, which never comes
                    answer["content"] = {STREAM: answer["content"][STREAM]}
                describe_answer(answer, schemas)
        app.openapi_schema = made
    return app.openapi_schema


def describe_answer(answer: Json, schemas: Json) -> None:
    """Say what `answer` is and give an example, where it is made from one of the `schemas`."""
    for content in answer.get("content", {}).values():
        reference = content.get("schema", {}).get("$ref")
        if reference is not None and "examples" not in content:
            content["example"] = example_of(content["schema"], schemas)
            if answer["description"] == DEFAULT_DESCRIPTION:
                answer["description"] = resolve(content["schema"], schemas)["description"]


def resolve(schema: Json, schemas: Json) -> Json:
    """The schema itself, where `schema` only names it."""
    found: Json = schemas[schema["$ref"].removeprefix(REFERENCE)] if "$ref" in schema else schema
    return found


def example_of(schema: Json, schemas: Json) -> Any:  # noqa: ANN401 (it is whatever the schema says)
    """An example of a JSON schema: its own, its default, or one made of the examples of its parts."""
    schema = {**resolve(schema, schemas), **schema}
    if "properties" in schema and "examples" not in schema:
        return {name: example_of(part, schemas) for name, part in schema["properties"].items()}
    if schema.get("type") == "array" and "examples" not in schema:
        return [example_of(schema["items"], schemas)]
    if "anyOf" in schema and "examples" not in schema:
        return example_of(schema["anyOf"][0], schemas)
    known = [schema[key] for key in ("const", "default", "minimum") if key in schema]
    return [*schema.get("examples", []), *schema.get("enum", []), *known, None][0]


def type_of(schema: Json) -> str:
    """What a JSON schema asks for in a few words, such as “list of string” or “integer or null”."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    if "anyOf" in schema:
        return " or ".join(type_of(choice) for choice in schema["anyOf"])
    if "const" in schema or "enum" in schema:
        choices = schema.get("enum", [schema.get("const")])
        return " or ".join(f"“{choice}”" if isinstance(choice, str) else str(choice) for choice in choices)
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        return ", ".join(map(type_of, parts)) if parts else f"list of {type_of(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {type_of(schema['additionalProperties'])}"
    return str(schema.get("type", "anything"))


def example_address(path: str, operation: Json) -> str:
    """The address of an example: `path` with the examples of all parameters that it needs."""
    parameters = operation.get("parameters", [])
    needed = {each["name"]: each["schema"]["examples"][0] for each in parameters if each["required"]}
    return f"{path}?{urlencode(needed)}" if needed else path


def example_answer(operation: Json) -> Any:  # noqa: ANN401 (it is whatever the address answers)
    """The example of what is answered when all is well."""
    contents = operation["responses"]["200"]["content"].values()
    return next(content["example"] for content in contents if "example" in content)
