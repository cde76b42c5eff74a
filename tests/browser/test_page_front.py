"""The token before a text is drawn as the token that it is, and one switch puts it there. must 19"""

from playwright.sync_api import Page, expect

from tests.browser.lanewise_page import expect_lanes, open_at, state_of

NAME = "<|endoftext|>"


def test_the_switch_puts_a_lane_before_the_text_and_takes_it_away(page: Page) -> None:
    open_at(page, text=f"{NAME} the cat", step="tokens")
    without = page.locator("lw-lanes .name").count()
    switch = page.get_by_role("switch", name=f"{NAME} before the text")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator("lw-lanes .name")).to_have_count(without + 1)
    expect(page.locator("lw-lanes .name .label").first.locator(".control")).to_have_text(NAME)
    expect(page.locator("header .counter")).to_contain_text(f"{without + 1} of 512 tokens")
    expect(page.locator("lw-step .chips > *")).to_have_count(without + 1)
    assert state_of(page, "bos") == "1"
    page.go_back()
    expect(page.locator("lw-lanes .name")).to_have_count(without)
    assert state_of(page, "bos") is None


def test_a_link_opens_with_the_token_before_the_text_and_a_step_counts_it(page: Page) -> None:
    open_at(page, text="the cat", bos=1, step="blocks.1.attn.pattern", bytes=1)
    expect_lanes(page, [NAME, "the", "␣cat"])
    expect(page.locator("lw-token-tray .chip").first).to_contain_text("id 4,095")
    expect(page.locator("lw-text-field textarea")).to_have_value("the cat")
    expect(page.locator("lw-step")).to_contain_text("[0, 2, 2]")


def test_a_model_of_words_has_no_such_switch(page: Page) -> None:
    open_at(page, model="toy", text="the cat sat")
    expect(page.get_by_role("switch")).to_have_count(0)
