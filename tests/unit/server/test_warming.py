"""Machine code is made beside the server: once, not for ever, and if it fails the server goes on."""

import asyncio
import logging
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from on_disk import on_disk

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.games.roster import roster
from ewala.kit.random_bot import RandomBot
from ewala.server.tables.thinking import Thinking
from ewala.server.tables.warming import Warming
from ewala.tables.events import Created, Settings
from ewala.tables.table import Table

DICE = Dice(bytes(32))


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-c", code


def until_there(file: Path) -> tuple[str, ...]:
    return python(f"import pathlib, time\nwhile not pathlib.Path({str(file)!r}).exists(): time.sleep(0.01)")


def never() -> bool:
    return False


def playing(**bots: str) -> Table:
    """A game of the Chronicles between bots, which nobody moves on."""
    game = load("chronicles-of-run")
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=DICE.commitment, at=0
    )
    table = Table(created, DICE.secret)
    for seat, bot in bots.items():
        table.seat_bot(seat, bot, 0)
    table.start(0)
    return table


def test_what_is_compiled_already_is_not_compiled_again(caplog: pytest.LogCaptureFixture) -> None:
    async def use() -> None:
        warming = Warming(("no such program",), done_before=lambda: True)
        warming.start()
        await warming.ready()
        await warming.stop()

    asyncio.run(use())
    assert caplog.records == []


def test_it_is_stopped_with_the_server_without_complaint(caplog: pytest.LogCaptureFixture) -> None:
    async def use() -> None:
        warming = Warming(python("import time; time.sleep(1000)"), never)
        warming.start()
        waiting = asyncio.create_task(warming.ready())
        await asyncio.sleep(0)
        assert not waiting.done()
        await warming.stop()
        await waiting

    asyncio.run(use())
    assert caplog.records == []


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (python("raise SystemExit('no room on the disk')"), "no room on the disk"),
        (("/no/such/program",), "No such file"),
    ],
)
def test_its_failure_is_logged_and_nobody_waits_for_ever(
    command: tuple[str, ...], complaint: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        warming = Warming(command, never)
        warming.start()
        await warming.ready()
        await warming.stop()

    asyncio.run(use())
    (entry,) = caplog.records
    assert entry.levelno == logging.WARNING
    assert complaint in entry.getMessage()


def test_who_gives_up_waiting_does_not_stop_it_for_the_others(tmp_path: Path) -> None:
    async def use() -> None:
        warming = Warming(until_there(tmp_path / "done"), never)
        warming.start()
        impatient, patient = (asyncio.create_task(warming.ready()) for _ in range(2))
        await asyncio.sleep(0)
        impatient.cancel()
        (tmp_path / "done").touch()
        await patient
        assert impatient.cancelled()

    asyncio.run(use())


def test_a_level_waits_for_its_machine_code_and_others_play_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What it would play with is not the point here, and would have to be compiled.
    bots = roster("chronicles-of-run")
    monkeypatch.setitem(bots, "novice", replace(bots["novice"], load=RandomBot))

    async def use() -> None:
        thinking = Thinking(Warming(until_there(tmp_path / "done"), never))
        thinking.start()
        searching, plain = playing(O="novice", C="novice"), playing(O="random", C="random")
        move = asyncio.create_task(thinking.choose(on_disk(searching), str(searching.to_act)))
        for _ in range(5):
            assert await thinking.choose(on_disk(plain), str(plain.to_act))
        assert not move.done()
        (tmp_path / "done").touch()
        assert searching.match is not None
        assert await move in searching.match.state.moves()
        await thinking.stop()

    asyncio.run(use())
