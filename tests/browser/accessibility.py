"""What axe finds wrong with a part of the page, for those who do not see it or use no mouse."""

from pathlib import Path

from playwright.sync_api import Page

PICTURE = {"fromShadowDom": ["lw-step", ".picture"]}
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (part) => {
    const { violations } = await axe.run(part);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target.flat().join(' '), html]));
}"""


def expect_no_faults(page: Page, part: object = "lw-step", *, about: str = "") -> None:
    """Fail with all faults within `part`, which is a selector or another context of `axe.run`."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN, part)
    assert not found, (about, found)
