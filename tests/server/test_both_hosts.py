"""A table is decided alike whoever hosts it: a server, or a page on its own device."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import Disk
from two_hosts import APage, AServer, Host

from ewala.tables.events import Event
from ewala.tables.table import Table


@pytest.fixture(params=["server", "page"])
def host(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    if request.param == "page":
        yield APage()
        return
    server = AServer(tmp_path, Disk(monkeypatch))
    yield server
    server.close()


def begun(host: Host, *, confirm: bool = False) -> tuple[str, str, dict[str, str]]:
    """A race of two, of whom S begins: the table, its host's key, the keys of both seats."""
    table, key = host.make(options={"first": "S"}, settings={"confirm": confirm})
    keys = {seat: host.sit(table, seat) for seat in "KS"}
    for seat in "FG":
        host.ask("POST", f"/api/tables/{table}/seats/{seat}/close", [key])
    assert host.ask("POST", f"/api/tables/{table}/start", [key])[0] == 200
    return table, key, keys


def test_a_command_is_refused_if_its_seat_has_changed_hands_while_it_waited(host: Host) -> None:
    table, key = host.make()
    kay = host.sit(table, "K")
    path = f"/api/tables/{table}/seats/K"
    freed, taken, late = host.all_at_once(
        [
            ("DELETE", path, [key], None),
            ("POST", path, [], {"name": "Eve"}),
            ("LIVE", table, [kay], {"type": "allow-hints", "id": "1", "seat": "K"}),
        ]
    )
    assert (freed[0], taken[0]) == (200, 201)
    assert late[1]["code"] == "seat/freed"
    [sitter] = [one for one in host.look(table)["table"]["seats"] if one["seat"] == "K"]
    assert (sitter["name"], sitter["hints"]) == ("Eve", False)


def test_a_command_that_fails_unexpectedly_is_answered_and_leaves_nothing_behind(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = host.make()
    kay, before = host.sit(table, "K"), host.look(table)["seq"]
    allow_hints = Table.allow_hints

    def failing(self: Table, *given: Any) -> list[Event]:
        allow_hints(self, *given)
        raise KeyError("nobody expects it")

    monkeypatch.setattr(Table, "allow_hints", failing)
    _, answer = host.live(table, [kay], type="allow-hints", id="1", seat="K")
    assert answer["code"] in ("server/error", "page/error")
    monkeypatch.undo()
    assert host.look(table)["seq"] == before
    _, answer = host.live(table, [kay], type="allow-hints", id="2", seat="K")
    assert answer["seq"] == before + 1


@pytest.mark.parametrize("text", ["x" * 401, "ring\x07"], ids=["too long", "unprintable"])
def test_what_is_said_has_some_printable_characters(host: Host, text: str) -> None:
    table, _ = host.make()
    kay, before = host.sit(table, "K"), host.look(table)["seq"]
    _, answer = host.live(table, [kay], type="say", id="1", seat="K", text=text)
    assert answer["code"] == "chat/text"
    assert host.look(table)["seq"] == before
    _, answer = host.live(table, [kay], type="say", id="2", seat="K", text="x" * 400)
    assert answer["seq"] == before + 1


def test_a_bot_plays_for_somebody_who_is_away_or_whose_key_is_shown(host: Host) -> None:
    table, key, keys = begun(host)
    path = f"/api/tables/{table}/seats/%s/bot"
    status, answer = host.ask("POST", path % "K", [key], {"bot": "random"})
    assert (status, answer["code"]) == (409, "seat/present")
    assert host.ask("POST", path % "K", [key, keys["K"]], {"bot": "random"})[0] == 200
    host.now += 61_000
    assert host.ask("POST", path % "S", [key], {"bot": "random"})[0] == 200


def test_a_bot_ends_its_turn_with_its_last_move_and_takes_nothing_back(host: Host) -> None:
    table, key, keys = begun(host, confirm=True)
    assert host.ask("POST", f"/api/tables/{table}/seats/S/bot", [key, keys["S"]], {"bot": "random"})[0] == 200
    host.settle()
    position = host.look(table, keys["K"])["position"]
    assert position["to_act"] == "K"
    assert "confirm" not in position
    _, answer = host.live(table, [keys["S"]], type="take-back", id="1", seat="S")
    assert answer["code"] == "match/cannot-undo"


def test_whoever_comes_along_to_a_rematch_keeps_the_key(host: Host) -> None:
    table, _, keys = begun(host)
    assert host.live(table, [keys["K"]], type="resign", id="1", seat="K")[0] == 200
    status, again = host.ask("POST", f"/api/tables/{table}/rematch", [keys["K"]])
    assert status == 201
    moved = again["seats"]["K"]
    path, body = f"/api/tables/{again['table']['id']}/seats/{moved}", {"name": "Ada", "rematch_of": table}
    for stranger in ([], [keys["S"]], ["nobody's"]):
        status, answer = host.ask("POST", path, stranger, body)
        assert (status, answer["code"]) == (403, "seat/no-key")
    status, answer = host.ask("POST", path, [keys["K"]], body)
    assert (status, answer["key"]) == (201, keys["K"])
