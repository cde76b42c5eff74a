"""The cards of the models on the about page: Markdown becomes simple HTML, and nothing in it gets past the policy."""

from pathlib import Path

from server.cards import read_cards, show_markdown
from server.pages import BUNDLED
from tests.server.shelf import Client


def test_headings_paragraphs_tables_quotes_and_code_are_shown() -> None:
    html = show_markdown("# A\n\nb *c* `d`\n\n> e\n\n| f |\n| --- |\n| g |\n\n```\nh\n```\n")
    for part in ("<h3>A</h3>", "<p>b <em>c</em> <code>d</code></p>", "<blockquote>", "<td>g</td>", "<pre><code>h\n"):
        assert part in html


def test_html_styles_pictures_and_dangerous_links_of_a_card_do_not_pass() -> None:
    card = "<script>a</script> <b onclick=b>\n\n| c |\n| ---: |\n| d |\n\n![e](https://f.example/g.png)\n\n[h](javascript:i)"
    html = show_markdown(card)
    for part in ("<script", "<b ", "style=", "<img", 'href="javascript'):
        assert part not in html
    assert "&lt;script&gt;" in html


def test_the_card_of_the_default_model_is_first(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "CARD.md").write_text(f"# {name}\n", encoding="utf-8")
    assert list(read_cards(tmp_path, first="b")) == ["b", "a", "c"]


def test_the_about_page_shows_the_cards_of_the_models_that_are_served() -> None:
    with Client(BUNDLED, default_model="toy") as client:
        page = client.get("/about").text
    assert "<h3>toy</h3>" in page
    assert "# toy" not in page
