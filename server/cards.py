"""The cards of the models: Markdown, shown as a part of a page whose policy lets no style or script of a card pass."""

from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

CARD = "CARD.md"
DEEPER = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6", "h6": "h6"}
"""The headings of a card stand below those of the page."""
# HTML in a card is text, and a picture would have to come from elsewhere.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def read_cards(folder: Path, *, first: str) -> dict[str, Markup]:
    """The cards of the models in `folder` by the models' names, that of the model `first` before the others."""
    cards = {path.parent.name: path for path in folder.glob(f"*/{CARD}")}
    names = sorted(cards, key=lambda name: (name != first, name))
    return {name: show_markdown(cards[name].read_text(encoding="utf-8")) for name in names}


def show_markdown(text: str) -> Markup:
    """`text` as HTML: headings, paragraphs, lists, tables, quotes, code and links. Everything else in it is escaped."""
    tokens = MARKDOWN.parse(text)
    for token in tokens:
        token.tag = DEEPER.get(token.tag, token.tag)
        token.attrs.pop("style", None)  # how a column is aligned
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))  # noqa: S704
