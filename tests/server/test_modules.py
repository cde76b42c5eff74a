"""Which modules the page is told to fetch early: every one that an entry needs, and no other."""

from pathlib import Path

from server.modules import modules_of
from server.pages import STATIC
from tests.server.shelf import Client


def test_every_module_that_is_needed_is_found_once(tmp_path: Path) -> None:
    (tmp_path / "js" / "views").mkdir(parents=True)
    (tmp_path / "js" / "main.js").write_text(
        "import { a } from './views/a.js';\nimport './gone.js';\nimport('./late.js');\n"
    )
    (tmp_path / "js" / "views" / "a.js").write_text(
        "import {\n  b,\n} from '../b.js';\nexport { c } from '/static/js/b.js';\n"
    )
    (tmp_path / "js" / "b.js").write_text("import './main.js';\n")
    (tmp_path / "js" / "late.js").write_text("")
    found = modules_of(tmp_path, "/static/js/main.js")
    assert found == ("/static/js/main.js", "/static/js/views/a.js", "/static/js/b.js")


def test_the_page_fetches_the_pictures_of_the_steps_in_one_go(client: Client) -> None:
    page = client.get("/").text
    for address in modules_of(STATIC, "/static/js/views/step.js"):
        if "/vendor/" not in address:
            assert page.count(f'href="{address}"') == 1, address
