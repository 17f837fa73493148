"""A table is decided alike whoever hosts it, a server or a page on its own device; and a command that waits is decided
by how things are when its turn comes."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import Disk
from small_world import Answer, SmallWorld
from table_server import same_luck
from two_hosts import APage, AServer, Host
from waiting import PATIENCE

from ewala.games.registry import game_class
from ewala.server.platform.storage.removal import DAY, clean
from ewala.tables.events import Event, Settings
from ewala.tables.kept import Kept, Stored
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


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallWorld]:
    with same_luck():
        world = SmallWorld(tmp_path, Disk(monkeypatch))
        yield world
        world.close()


class SmallTable:
    """A table of the Chronicles in a small world."""

    def __init__(self, world: SmallWorld) -> None:
        self.world = world
        status, made = world.ask("POST", "/api/tables", body={"game": "chronicles-of-run"})
        assert status == 201
        self.id, self.host, self.watch = made["table"]["id"], made["host_key"], made["watch_key"]

    def asked(self, method: str, path: str, *keys: str, body: object = None) -> Coroutine[Any, Any, Answer]:
        return self.world.asked(method, f"/api/tables/{self.id}{path}", keys, body)

    def do(self, method: str, path: str, *keys: str, body: object = None) -> Any:
        status, answer = self.world.run(self.asked(method, path, *keys, body=body))
        assert status < 300, answer
        return answer

    def sit(self, seat: str, name: str) -> str:
        key: str = self.do("POST", f"/seats/{seat}", body={"name": name})["key"]
        return key

    def sitters(self) -> list[str]:
        return [seat["name"] for seat in self.do("GET", "", self.watch)["table"]["seats"]]


def test_nobody_gives_up_a_game_that_somebody_else_has_begun_on_their_seat(world: SmallWorld) -> None:
    table = SmallTable(world)
    annas = table.sit("O", "Anna")
    table.sit("C", "Cleo")
    answers = world.piled_up(
        [
            table.asked("DELETE", "/seats/O", table.host),
            table.asked("POST", "/seats/O", body={"name": "Bram"}),
            table.asked("POST", "/start", table.host),
            table.asked("POST", "/resign", annas, body={"seat": "O"}),
        ],
        well=True,
    )
    assert [status for status, _ in answers] == [200, 201, 200, 403]
    assert table.do("GET", "", table.watch)["table"]["status"] == "playing"


def test_a_bot_whose_person_is_just_coming_back_does_not_move_for_them(
    world: SmallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ewala.server.tables.bot_turns.TRY_AGAIN", PATIENCE)
    table = SmallTable(world)
    keys = {"O": table.sit("O", "Anna"), "C": table.sit("C", "Bram")}
    table.do("POST", "/start", table.host)
    before = table.do("GET", "", *keys.values())["position"]
    seat = before["to_act"]

    async def come_back_while_the_bot_has_decided() -> None:
        room = await world.registry.room(table.id)
        world.disk.stop()
        replaced = room.submit(lambda draft, now: draft.replace(seat, "random", "host", now))
        await met(world.disk)
        world.disk.go_on(well=True, then="fails")  # the bot's move is lost, and it rests
        await replaced
        while room.busy or not world.disk.met.is_set():
            await asyncio.sleep(0.001)
        world.disk.stop()
        back = room.submit(lambda draft, now: draft.come_back(seat, now), by=seat)
        await met(world.disk)
        decided = asyncio.create_task(world.registry._bots._one_decision(room, seat))
        while not room._asked:
            await asyncio.sleep(0.001)
        world.disk.go_on(well=True)
        await back
        await decided

    world.run(come_back_while_the_bot_has_decided())
    after = table.do("GET", "", *keys.values())
    assert after["position"]["ply"] == before["ply"], "nobody has moved"
    assert not any(sitter["bot"] for sitter in after["table"]["seats"])


async def met(disk: Disk) -> None:
    while not disk.met.is_set():
        await asyncio.sleep(0.001)


def test_a_maker_who_does_not_wait_any_longer_leaves_no_trace_in_the_log(
    world: SmallWorld, caplog: pytest.LogCaptureFixture
) -> None:
    async def give_up() -> None:
        world.disk.stop()
        making = asyncio.create_task(world.registry.create(game_class("kingdom-run").from_options({}), Settings()))
        await met(world.disk)
        making.cancel()
        world.disk.go_on(well=True)
        with pytest.raises(asyncio.CancelledError):
            await making
        world.disk.met.clear()

    world.run(give_up())
    SmallTable(world)  # a later one is told of after it
    assert "failed" not in caplog.text


# --- Tables that are removed


def remove(world: SmallWorld) -> list[str]:
    """All that are open, by whoever looks after the house."""
    long: dict[str, Any] = {"open_days": -1.0, "over_days": -1.0, "grace_days": 1.0, "in_use": set()}
    clean(world.registry.store.engine, 2**62, 0, **long)
    return clean(world.registry.store.engine, 2**62, DAY, **long).removed


def test_a_table_that_is_removed_while_somebody_opens_it_is_gone_for_them_too(world: SmallWorld) -> None:
    table = SmallTable(world)
    world.watch(table.id)
    removed = remove(world)
    assert removed == [table.id]
    world.registry.have_gone(removed)
    assert world.told(table.id)[-1]["code"] == "table/unknown"
    status, answer = world.run(table.asked("GET", "", table.host))
    assert (status, answer["code"]) == (404, "table/unknown")


def test_a_table_that_is_removed_while_it_is_being_read_is_not_there_afterwards(
    world: SmallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SmallTable(world)
    world.leave(table.id)
    has_read, goes_on = threading.Event(), threading.Event()

    def unfolded(stored: Stored) -> tuple[Kept | None, str]:
        has_read.set()
        assert goes_on.wait(PATIENCE)
        return Kept(stored), ""

    monkeypatch.setattr("ewala.server.tables.registry._unfolded", unfolded)

    async def open_it() -> Answer:
        opening = asyncio.create_task(table.asked("GET", "", table.host))
        while not has_read.is_set():
            await asyncio.sleep(0.001)
        world.registry.have_gone(remove(world))
        goes_on.set()
        return await opening

    status, answer = world.run(open_it())
    assert (status, answer["code"]) == (404, "table/unknown")
    assert world.registry.rooms() == []
