"""A game once more: forwards, backwards, by itself; sent on, kept as a file, opened from one or from a link."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from actions import finished
from browsers import PHONE, Visit
from local_tables import without_server
from playwright.sync_api import Locator, Page, expect
from random_games import played
from table_server import Server, Table


def count(page: Page) -> Locator:
    return page.locator(".controls .count")


def at(page: Page, ply: int, last: int) -> None:
    expect(count(page)).to_have_text(f"Move {ply} of {last}")


def last_of(page: Page) -> int:
    expect(count(page)).to_have_text(re.compile(r"Move \d+ of \d+"))
    return int(count(page).inner_text().split()[-1])


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.smoke
@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_one_goes_through_a_game_by_buttons_slider_moves_and_keys(visit: Visit, server: Server, game: str) -> None:
    page = visit().open(f"#/replay/{finished(server, game).id}")
    last = last_of(page)
    at(page, 0, last)
    press(page, "Next move")
    at(page, 1, last)
    press(page, "Last move")
    at(page, last, last)
    expect(page.get_by_role("heading", name=re.compile("wins!|victory|draw"))).to_be_visible()
    press(page, "Previous move")
    at(page, last - 1, last)
    press(page, "First move")
    at(page, 0, last)
    page.get_by_role("slider", name="Position").fill("7")
    at(page, 7, last)
    page.get_by_role("region", name="The moves").get_by_role("button").nth(3).click()
    at(page, 3, last)
    expect(page.get_by_role("region", name="The moves").locator("[aria-current=step]")).to_have_count(1)
    page.locator("body").press("ArrowRight")
    at(page, 4, last)
    page.locator("body").press("ArrowLeft")
    at(page, 3, last)
    page.locator("body").press("End")
    at(page, last, last)
    page.locator("body").press("Home")
    at(page, 0, last)


def test_a_replay_runs_by_itself_until_it_is_stopped(visit: Visit, server: Server) -> None:
    person = visit(moving=True)
    page = person.page
    page.clock.install(time=0)
    person.open(f"#/replay/{finished(server, 'chronicles-of-run').id}")
    last = last_of(page)
    page.clock.pause_at(3600)  # seconds; from here on time stands until it is moved
    press(page, "Play")
    page.clock.fast_forward(10_000)
    expect(count(page)).not_to_have_text(f"Move 0 of {last}")
    press(page, "Pause")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stopped = count(page).inner_text()
    page.clock.fast_forward(10_000)
    expect(count(page)).to_have_text(stopped)
    page.locator("body").press("End")
    at(page, last, last)
    press(page, "Play")  # from the end it begins anew
    expect(count(page)).not_to_have_text(f"Move {last} of {last}")


def test_the_address_follows_without_the_game_being_loaded_anew_and_leads_others_there(
    visit: Visit, server: Server
) -> None:
    table = finished(server)
    person, other = visit(), visit(language="nl")
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person.open(f"#/replay/{table.id}")
    last = last_of(page)
    asked.clear()
    on = page.get_by_role("button", name="Next move")
    on.press("Enter")
    page.wait_for_url(f"**/#/replay/{table.id}/1")
    at(page, 1, last)
    expect(on).to_be_focused()
    assert not [url for url in asked if "/api/" in url]
    page.evaluate("location.hash = location.hash.replace(/1$/, '12')")
    at(page, 12, last)
    page.get_by_role("slider", name="Position").fill("9")
    page.wait_for_url(f"**/#/replay/{table.id}/9")
    other.page.goto(page.url)
    expect(count(other.page)).to_contain_text("9")
    expect(other.page.locator("[data-ply='9']")).to_be_visible()
    expect(other.page.get_by_role("slider")).to_have_attribute("max", str(last))


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        press(page, "Save the record")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def verified(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ewala", "verify", str(path)], capture_output=True, text=True, check=False, timeout=300
    )


def open_file(page: Page, path: Path) -> None:
    page.locator("input[type=file]").set_input_files(path)


def test_a_record_is_kept_verified_and_opened_again(visit: Visit, server: Server, tmp_path: Path) -> None:
    table = finished(server)
    page = visit().open(f"#/replay/{table.id}")
    last = last_of(page)
    expect(page.get_by_text("All dice of this record have been checked against their seal.")).to_be_visible()
    path = saved(page, tmp_path)
    assert path.name == f"{table.id}.ewala"
    done = verified(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "all legal" in done.stdout
    assert "all as the committed dice give them" in done.stdout
    page.get_by_role("link", name="Open another record").click()
    open_file(page, path)
    at(page, 0, last)
    press(page, "Last move")
    expect(page.get_by_role("heading", name=re.compile("wins!|victory"))).to_be_visible()


def damaged(table: Table, folder: Path) -> tuple[Path, int]:
    """The record with its tenth move put out of joint; and how many moves stand before it."""
    lines = table.record().split("\n")
    moves = [n for n, line in enumerate(lines) if line and not line.startswith(("[", "{", ";")) and n > 5]
    where = moves[len(moves) // 2]
    lines[where] = f"zzz {lines[where]}"
    path = folder / "damaged.ewala"
    path.write_text("\n".join(lines))
    return path, where


def test_of_a_damaged_record_is_shown_what_stands_before_the_damage(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    table = finished(server, "chronicles-of-run")
    path, _ = damaged(table, tmp_path)
    assert verified(path).returncode != 0
    whole = len(table.look()["log"])
    page = visit().open("#/replay")
    open_file(page, path)
    sign = page.get_by_role("alert").filter(has_text="This record is damaged.")
    expect(sign).to_be_visible()
    last = last_of(page)
    assert 0 < last < whole
    press(page, "Last move")
    at(page, last, last)


@pytest.mark.smoke
def test_what_is_no_record_is_refused_in_words(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "shopping.ewala"
    path.write_text("bread, milk, dice")
    person = visit()
    person.forgiven.append("400")
    person.open("#/replay")
    open_file(person.page, path)
    expect(person.page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()
    expect(person.page.get_by_role("heading", name="Replay a game")).to_be_visible()


# --- Games in links: sent, opened elsewhere, and damaged on the way

LINK = re.compile(r"/replay/[a-z-]+/[a-z]{2}#/record/([\w-]+)(?:/(\d+))?$")
COPIES = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def opened(visit: Visit, tmp_path: Path) -> Callable[[str], Page]:
    """A record from a file, on the page of somebody who may copy."""

    def of(game: str) -> Page:
        path = tmp_path / "game.ewala"
        path.write_text(played(game, {}).text())
        page = visit(permissions=COPIES).open("#/replay")
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("[data-ply='0']")).to_be_visible()
        return page

    return of


def copied(page: Page) -> str:
    """The link to the position that is shown."""
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert LINK.search(link)
    return link


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_record_from_a_file_is_sent_by_a_link_and_seen_at_the_same_position(
    opened: Callable[[str], Page], visit: Visit, game: str
) -> None:
    page = opened(game)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ply='2']")).to_be_visible()
    link = copied(page)
    assert len(link) < 1500
    other = visit(language="nl", size=PHONE)
    other.open("#/")
    without_server(other)
    other.page.goto(link)
    expect(other.page.locator("[data-ply='2']")).to_be_visible()
    other.page.keyboard.press("Home")
    expect(other.page.locator("[data-ply='0']")).to_be_visible()
    other.page.wait_for_url(re.compile(r"#/record/[\w-]+$"))


def test_a_damaged_link_says_so_and_a_file_may_be_opened_instead(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(played("chronicles-of-run", {}).text())
    page = visit(permissions=COPIES).open("#/record/%25")
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ply='1']")).to_be_visible()
    expect(page.get_by_role("button", name="Open another record")).to_be_visible()  # the address is not this game's
    assert "/record/%25/" not in copied(page)


@pytest.mark.smoke
def test_a_link_that_lost_its_end_says_so(opened: Callable[[str], Page]) -> None:
    page = opened("chronicles-of-run")
    link = copied(page)
    page.goto("about:blank")
    page.goto(link[:-20])
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")
