"""What a browser opens: the page, the reference, what it is made of, and the files that these need."""

import json
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from server.caching import HOUSE, digest, has_tag, make_tag, not_modified, tag_headers
from server.cards import read_cards
from server.house import house_of
from server.modules import modules_of
from server.problems import KINDS
from server.reference import example_address, example_answer, type_of
from server.security import content_policy, hash_source
from server.version import VERSION

STATIC, TEMPLATES = HOUSE / "static", HOUSE / "templates"
BUNDLED, DEFAULT = HOUSE / "model" / "bundled", "story"
VENDOR = STATIC / "vendor"
router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)


def mark_code(text: str) -> Markup:
    """`text` with what stands between backticks as code; everything in it is escaped."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704


def show_json(value: object) -> str:
    """`value` as JSON for a person; a text, such as the metrics, as it is."""
    return value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False)


templates.filters |= {"mark_code": mark_code, "show_json": show_json, "type_of": type_of}
templates.globals |= {"example_address": example_address, "example_answer": example_answer}


@router.get("/")
async def show_page(request: Request) -> Response:
    """The page. Its whole state is in the query, which only the page itself reads."""
    first = modules_of(STATIC, "/static/js/main.js")
    steps = [address for address in modules_of(STATIC, "/static/js/views/step.js") if address not in first]
    default_model = house_of(request).settings.default_model or ""
    return render(request, "page.html", default_model=default_model, first_modules=first, step_modules=steps)


@router.get("/docs")
async def show_reference(request: Request) -> Response:
    """The reference: every address, every parameter, every answer, made from the OpenAPI document."""
    origin = str(request.base_url).rstrip("/")
    return render(request, "docs.html", document=request.app.openapi(), kinds=KINDS, origin=origin)


@router.get("/about")
async def show_about(request: Request) -> Response:
    """What Lanewise is made of, and under which licences."""
    settings = house_of(request).settings
    cards = read_cards(settings.models or BUNDLED, first=settings.default_model or DEFAULT)
    return render(request, "about.html", cards=cards, licences=read_json(VENDOR / "licenses.json", []))


def render(request: Request, template: str, **context: object) -> Response:
    """Fill in a template; the policy of the answer lets in its import map, which cannot be a file of its own."""
    imports = json.dumps(read_json(VENDOR / "importmap.json", {"imports": {}}), separators=(",", ":"))
    body = templates.get_template(template).render(version=VERSION, importmap=Markup(imports), **context)  # noqa: S704
    tag = make_tag(template, digest([body]))
    policy = {"Content-Security-Policy": content_policy(script=hash_source(imports))}
    if has_tag(request, tag):
        response = not_modified(tag)
        response.headers.update(policy)
        return response
    return Response(body, media_type="text/html", headers={**tag_headers(tag), **policy})


def read_json(path: Path, missing: object) -> Any:  # noqa: ANN401 (it is whatever the file holds)
    """What the file at `path` holds, or `missing` where it is not."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else missing
