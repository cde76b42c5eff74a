"""The rules of the house: who imports whom, where numbers are made, what the page may contain, what is documented."""

import json
import re
from itertools import chain

import pytest

from tests.house import (
    ROOT,
    InlineCode,
    arithmetic,
    calls_of,
    files,
    imports_of,
    lines_that_match,
    longer_than,
    tracked,
    undocumented,
    untyped,
)

PACKAGES = ("model", "server")
THIRD_PARTY_FOLDERS = (".venv", "node_modules", "static/vendor", "model/vocabularies/*.json")
TOP_LEVEL = {"README.md", "pyproject.toml", "model", "server", "static", "templates", "tests"}
TOP_LEVEL_FOR_TOOLS = {
    *(".ci", ".gitattributes", ".gitignore", ".npmrc", "CHANGELOG.md", "LICENSE", "Makefile", "constraints.txt"),
    *("hatch_build.py", "package-lock.json", "package.json", "tsconfig.json"),
}
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "handler", "handlers", "misc", "common", "data", "info"}
OTHER_HOST = r"""(?:https?|wss?)://(?!www\.w3\.org/)[A-Za-z0-9\[]|["'(]//[A-Za-z0-9]"""


def expect_none(offenders: list[str], rule: str) -> None:
    """Fail with the rule as a sentence, and every place that breaks it."""
    if offenders:
        pytest.fail(f"{rule}\n  " + "\n  ".join(offenders), pytrace=False)


def test_the_model_knows_nothing_of_the_server() -> None:
    expect_none(imports_of({"server"}, under="model"), "model/ imports nothing of server/.")


def test_the_model_knows_nothing_of_http() -> None:
    web = {"aiohttp", "fastapi", "http", "httpx", "jinja2", "requests", "socket", "starlette", "urllib", "uvicorn"}
    expect_none(imports_of(web, under="model"), "There is no HTTP in model/.")


def test_the_server_imports_nothing_that_makes_numbers() -> None:
    makers = {"cmath", "decimal", "fractions", "math", "numpy", "random", "scipy", "secrets", "statistics", "torch"}
    expect_none(imports_of(makers, under="server"), "server/ leaves all numbers to model/.")


def test_the_server_does_no_arithmetic() -> None:
    expect_none(arithmetic(under="server"), "server/ multiplies, divides and raises nothing; model/ does.")


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_that_is_read_from_a_file_is_run(package: str) -> None:
    formats = {"cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}
    calls = {"torch.load", "np.load", "numpy.load", "eval", "exec", "compile"}
    offenders = imports_of(formats, under=package) + calls_of(calls, under=package)
    expect_none(offenders, "Weights are safetensors; no pickle is opened and no text is run as code.")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_function_and_class_is_documented(package: str) -> None:
    expect_none(undocumented(under=package), f"Everything public in {package}/ says what it is.")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_function_is_typed(package: str) -> None:
    expect_none(untyped(under=package), f"Everything public in {package}/ says its types.")


@pytest.mark.parametrize(
    ("folder", "suffix", "limit"), [*((name, ".py", 250) for name in (*PACKAGES, "tests")), ("static", ".js", 200)]
)
def test_no_file_is_long(folder: str, suffix: str, limit: int) -> None:
    expect_none(longer_than(limit, files(folder, suffix)), "A file that grows long holds more than one thing.")


def test_no_file_is_named_after_nothing() -> None:
    paths = chain(*(files(folder, ".py", ".js") for folder in (*PACKAGES, "static", "tests")))
    offenders = [str(path.relative_to(ROOT)) for path in paths if path.stem in VAGUE_NAMES]
    expect_none(offenders, "A file is named for what is in it.")


def test_the_page_has_no_random_source() -> None:
    offenders = lines_that_match(r"Math\.random|getRandomValues|randomUUID", files("static", ".js", ".html"))
    expect_none(offenders, "Every number that the page shows comes from the model, so nothing in it is random.")


def test_the_page_names_no_other_host() -> None:
    offenders = lines_that_match(OTHER_HOST, files("static", ".js", ".css", ".html", ".svg", ".json", ".webmanifest"))
    expect_none(offenders, "The page asks its own server only, so no other address stands in it.")


def test_the_page_imports_only_what_is_listed_in_the_import_map() -> None:
    known = json.loads((ROOT / "static" / "vendor" / "importmap.json").read_text(encoding="utf-8"))["imports"]
    bare = r"""^(?:import|export .*\bfrom|\}.*\bfrom)\b.*["'](?!\.{0,2}/)([^"'`$]+)["'];?$"""
    found = lines_that_match(bare, files("static", ".js"))
    offenders = [place for place in found if re.split("[\"']", place)[1] not in known]
    expect_none(offenders, "A page module imports a path or a library of the import map.")


def test_no_template_has_inline_code_or_loads_from_elsewhere() -> None:
    offenders = [offence for path in files("templates", ".html", ".jinja", ".j2") for offence in InlineCode(path).found]
    expect_none(offenders, "The Content-Security-Policy lets no inline script, style or handler run.")


def test_the_lock_file_names_no_host() -> None:
    offenders = lines_that_match(r"\"resolved\"|[a-z]+://", [ROOT / "package-lock.json", ROOT / "constraints.txt"])
    rule = "A lock file says what, not from where: take its `resolved` and `funding` entries out."
    expect_none(offenders, rule)


def test_nothing_third_party_is_kept_in_git() -> None:
    expect_none(tracked(*THIRD_PARTY_FOLDERS), "Third-party code is installed, not kept.")


def test_the_top_level_holds_only_the_house_and_what_tools_need_there() -> None:
    found = {path.split("/")[0] for path in tracked()}
    expect_none(sorted(found - TOP_LEVEL - TOP_LEVEL_FOR_TOOLS), "Everything has its place in a folder.")
