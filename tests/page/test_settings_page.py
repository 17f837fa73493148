"""What a reader has chosen is still so when they come again."""

import json
import re

import pytest
from browsers import Visit
from playwright.sync_api import Locator, Page, expect

GROUND = "() => getComputedStyle(document.body).backgroundColor"


def sheet(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    opened = page.get_by_role("dialog", name="Settings")
    expect(opened).to_be_visible()
    return opened


@pytest.mark.smoke
def test_light_sound_and_movement_are_remembered(visit: Visit) -> None:
    page = visit().open()
    day = page.evaluate(GROUND)
    chosen = sheet(page)
    chosen.get_by_role("radio", name="Dark").check()
    chosen.get_by_role("radio", name="Calm").check()
    chosen.get_by_role("slider", name="Sound").fill("0.2")
    expect(chosen).to_contain_text(re.compile(r"20\s?%"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function(f"day => ({GROUND})() !== day", arg=day)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    again = sheet(page)
    expect(again.get_by_role("radio", name="Dark")).to_be_checked()
    expect(again.get_by_role("radio", name="Calm")).to_be_checked()
    expect(again.get_by_role("slider", name="Sound")).to_have_value("0.2")


def test_the_device_decides_between_day_and_night_unless_the_reader_does(visit: Visit) -> None:
    by_day, by_night = visit(scheme="light"), visit(scheme="dark")
    grounds = []
    for person in (by_day, by_night):
        person.open()
        grounds.append(person.page.evaluate(GROUND))
    assert grounds[0] != grounds[1]
    sheet(by_night.page).get_by_role("radio", name="Light").check()
    expect(by_night.page.locator("html")).to_have_attribute("data-theme", "light")
    by_night.page.wait_for_function(f"ground => ({GROUND})() === ground", arg=grounds[0])


@pytest.mark.smoke
def test_what_is_stored_but_cannot_be_read_does_no_harm(visit: Visit) -> None:
    person = visit()
    person.context.add_init_script(f"localStorage['ewala.settings'] = {json.dumps('{not JSON')}")
    person.open()
    expect(sheet(person.page).get_by_role("radio", name="Same as device")).to_be_checked()
