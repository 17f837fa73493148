"""What somebody does who wants a place at the host."""

from playwright.sync_api import Locator, Page, expect


def called(page: Page) -> Locator:
    return page.locator("main").get_by_label("Your name")


def call_oneself(page: Page, name: str) -> None:
    called(page).fill(name)
    called(page).blur()


def keep_place(page: Page) -> None:
    page.get_by_role("button", name="Keep a place at this host").click()
    expect(page.get_by_role("heading", name="Your place at this host")).to_be_visible()
    expect(page.get_by_role("list", name="Your devices")).to_contain_text("this device")
