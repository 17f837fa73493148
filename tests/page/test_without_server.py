"""What needs no server is asked of none: lessons, figures of the rulebooks, records from files."""

from pathlib import Path

import pytest
from actions import finished, turn_bar
from browsers import Visit, Visitor
from local_tables import OF_THIS_DEVICE, without_server
from playwright.sync_api import Request, expect
from table_server import Server
from test_lessons import walk

GAMES = ("kingdom-run", "chronicles-of-run")
ANSWERED_HERE = ("/api/positions", "/api/records")


def asked_of_server(person: Visitor) -> list[str]:
    """The paths that the server is asked for, from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.removeprefix(person.address))

    person.page.on("request", note)
    return asked


@pytest.mark.parametrize(("game", "language"), [(GAMES[0], "nl"), (GAMES[1], "es")])
def test_a_lesson_goes_on_to_its_end_when_the_network_is_gone(visit: Visit, game: str, language: str) -> None:
    person = visit(language=language)
    page = person.open(f"#/learn/{game}")
    expect(page.locator("section p.said")).to_be_visible()
    expect(page.locator("[data-ply]").first).to_be_visible()  # the worker has answered
    page.wait_for_load_state("networkidle")  # whatever the board is drawn with
    asked = asked_of_server(person)
    person.context.set_offline(True)
    walk(page, game, language)
    expect(page.locator("#learnt")).to_be_focused()
    assert asked == []


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_a_file_is_replayed_here(visit: Visit, server: Server, tmp_path: Path, game: str) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, game).record())
    person = visit(language="fr")
    page = person.open("#/replay")
    asked = asked_of_server(person)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("list").filter(has=page.locator("[aria-current]")).first).to_be_visible()
    assert [path for path in asked if path in ANSWERED_HERE] == []


def test_a_game_is_gone_on_with_from_a_position_of_a_record(visit: Visit, server: Server, tmp_path: Path) -> None:
    """Against the computer, which thinks here as well."""
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, GAMES[0]).record())
    person = visit()
    page = person.open("#/replay")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    without_server(person)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(OF_THIS_DEVICE)
    expect(turn_bar(page)).to_contain_text("Your turn")


@pytest.mark.smoke
def test_where_there_are_no_workers_the_server_answers(visit: Visit) -> None:
    person = visit()
    person.page.add_init_script("delete globalThis.Worker")
    asked = asked_of_server(person)
    person.open(f"#/learn/{GAMES[0]}")
    expect(person.page.locator("section p.said")).to_be_visible()
    expect(person.page.locator("[data-ply]").first).to_be_visible()
    assert "/api/positions" in asked
