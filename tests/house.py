"""Reads the project's own sources for tests/test_house.py; everything found is told as `file:line: what`."""

import ast
import re
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAVY_OPERATORS = (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
UNDOCUMENTED_BY_DESIGN = {"overload", "override"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def files(folder: str, *suffixes: str) -> list[Path]:
    """Our own files under a folder: what is third-party or made by a tool is left out."""
    found = (path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if not {"vendor", "__pycache__"} & set(path.relative_to(ROOT).parts))


def at(path: Path, line: int, what: str) -> str:
    """Name a place so that an editor can jump to it."""
    return f"{path.relative_to(ROOT)}:{line}: {what}"


def nodes(*folders: str) -> Iterator[tuple[Path, ast.AST]]:
    """Every syntax node of every Python file under the folders."""
    for folder in folders:
        for path in files(folder, ".py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield path, node


def imports_of(names: set[str], *, under: str) -> list[str]:
    """Find imports, wherever they stand, whose first part is one of the names."""
    found = []
    for path, node in nodes(under):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""] if not node.level else []
        else:
            continue
        found += [at(path, node.lineno, f"imports {name}") for name in modules if name.split(".")[0] in names]
    return found


def arithmetic(*, under: str) -> list[str]:
    """Find every product, quotient, remainder and power, and the old % formatting with them."""
    return [
        at(path, node.lineno, f"{type(node.op).__name__} in {ast.unparse(node)!r}")
        for path, node in nodes(under)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, HEAVY_OPERATORS) and not is_path(node)
    ]


def is_path(node: ast.BinOp | ast.AugAssign) -> bool:
    """Tell a path and a literal name, joined by a slash, from a quotient."""
    name = node.right if isinstance(node, ast.BinOp) else node.value
    return isinstance(node.op, ast.Div) and isinstance(name, ast.Constant) and isinstance(name.value, str)


def calls_of(names: set[str], *, under: str) -> list[str]:
    """Find calls by their written name, such as `torch.load` or `eval`."""
    return [
        at(path, node.lineno, f"calls {ast.unparse(node.func)}")
        for path, node in nodes(under)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names
    ]


def lines_that_match(pattern: str, paths: list[Path]) -> list[str]:
    """Find lines by a regular expression."""
    expression = re.compile(pattern)
    return [
        at(path, number, match.group())
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (match := expression.search(line))
    ]


def longer_than(limit: int, paths: list[Path]) -> list[str]:
    """Find files with more lines than the limit."""
    counts = ((path, len(path.read_text(encoding="utf-8").splitlines())) for path in paths)
    return [at(path, count, f"{count} lines, {limit} allowed") for path, count in counts if count > limit]


def public_parts(tree: ast.Module) -> Iterator[Function | ast.ClassDef]:
    """Yield public classes and functions of a module, and the public methods of those classes with their `__init__`."""
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                methods = (part for part in node.body if isinstance(part, Function))
                yield from (part for part in methods if not part.name.startswith("_") or part.name == "__init__")


def undocumented(*, under: str) -> list[str]:
    """Find modules, public classes and public functions without a docstring."""
    found = []
    for path in files(under, ".py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if tree.body and ast.get_docstring(tree) is None:
            found.append(at(path, 1, "the module has no docstring"))
        for part in public_parts(tree):
            excused = part.name == "__init__" or UNDOCUMENTED_BY_DESIGN & set(map(ast.unparse, part.decorator_list))
            if not excused and ast.get_docstring(part) is None:
                found.append(at(path, part.lineno, f"{part.name} has no docstring"))
    return found


def untyped(*, under: str) -> list[str]:
    """Find public functions with a parameter or a result whose type is not said."""
    found = []
    for path in files(under, ".py"):
        for part in public_parts(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.ClassDef):
                continue
            found += [at(path, part.lineno, f"{part.name}: no type for {name}") for name in untyped_names(part)]
    return found


def untyped_names(function: Function) -> list[str]:
    """List the parameters without a type, and `return` where the result has none."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    missing = [argument.arg for argument in named + extra if argument.annotation is None]
    missing += ["return"] if function.returns is None else []
    return [name for name in missing if name not in {"self", "cls"}]


def tracked(*paths: str) -> list[str]:
    """List the files under the paths that git keeps."""
    command = ["git", "-C", str(ROOT), "ls-files", "--", *paths]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


class InlineCode(HTMLParser):
    """Collects what a strict Content-Security-Policy refuses, and what loads from elsewhere, in one template."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.found = path, list[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        values = {name: value or "" for name, value in attrs}
        # An import map cannot be a file of its own; the policy lets it in by its hash. JSON is not run.
        if tag == "script" and "src" not in values and values.get("type") not in {"importmap", "application/json"}:
            self.note("inline script")
        if tag == "style" or "style" in values:
            self.note("inline style")
        for name, value in values.items():
            if name.startswith("on") or value.strip().lower().startswith("javascript:"):
                self.note(f"inline handler {name}")
            loads = name in {"src", "srcset", "poster", "data", "action"} or (tag == "link" and name == "href")
            if loads and re.match(r"\s*([a-z]+:)?//", value):
                self.note(f"{tag} loads {value}")

    def note(self, what: str) -> None:
        """Remember an offence at the line that is being read."""
        self.found.append(at(self.path, self.getpos()[0], what))
