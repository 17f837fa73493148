"""A command waits until its turn comes, and much may happen until then: what counts is how things are by then."""

import asyncio
import logging
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import Disk
from small_world import Answer, SmallWorld
from table_server import same_luck
from waiting import PATIENCE

from ewala.core.errors import EwalaError
from ewala.games.registry import game_class
from ewala.server.platform.storage.removal import DAY, clean
from ewala.tables.events import Settings
from ewala.tables.kept import Kept, Stored


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallWorld]:
    with same_luck():
        world = SmallWorld(tmp_path, Disk(monkeypatch))
        yield world
        world.close()


class Table:
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


def test_a_command_by_a_seat_that_changes_hands_before_its_turn_comes_is_refused(world: SmallWorld) -> None:
    """Anna's seat is freed and taken by Bram while her command to stand up waits: it would have freed his."""
    table = Table(world)
    annas = table.sit("O", "Anna")
    freed, taken, late = world.piled_up(
        [
            table.asked("DELETE", "/seats/O", table.host),
            table.asked("POST", "/seats/O", body={"name": "Bram"}),
            table.asked("DELETE", "/seats/O", annas),
        ],
        well=True,
    )
    assert (freed[0], taken[0]) == (200, 201)
    assert (late[0], late[1]["code"]) == (403, "seat/freed")
    assert table.sitters() == ["Bram", ""]


def test_nobody_gives_up_a_game_that_somebody_else_has_begun_on_their_seat(world: SmallWorld) -> None:
    table = Table(world)
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
    table = Table(world)
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


def test_a_command_that_fails_halfway_leaves_nothing_behind(world: SmallWorld) -> None:
    """Whatever it has changed before it failed, also if no event says so."""
    table = Table(world)
    table.sit("O", "Anna")

    def breaks(draft: Any, now: int) -> Any:
        draft.sitters["O"].name = "Nobody"
        raise ZeroDivisionError

    async def command() -> None:
        room = await world.registry.room(table.id)
        logging.disable(logging.CRITICAL)
        try:
            with pytest.raises(EwalaError, match="could not do this"):
                await room.submit(breaks)
        finally:
            logging.disable(logging.NOTSET)
        assert room._draft.sitters["O"].name == "Anna"

    world.run(command())


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
    Table(world)  # a later one is told of after it
    assert "failed" not in caplog.text


# --- Tables that are removed


def remove(world: SmallWorld) -> list[str]:
    """All that are open, by whoever looks after the house."""
    long: dict[str, Any] = {"open_days": -1.0, "over_days": -1.0, "grace_days": 1.0, "in_use": set()}
    clean(world.registry.store.engine, 2**62, 0, **long)
    return clean(world.registry.store.engine, 2**62, DAY, **long).removed


def test_a_table_that_is_removed_while_somebody_opens_it_is_gone_for_them_too(world: SmallWorld) -> None:
    table = Table(world)
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
    table = Table(world)
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
