"""The example in examples/bot.py, as a reader would try it: two of them play whole games at a real server."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_server import Spawned, spawned
from waiting import PATIENCE

from ewala.games.records import read_record

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    """One for each test: with its usual limits, a second game would be slowed down."""
    with spawned(tmp_path) as server:
        yield server


def sit(server: Spawned, table: str, seat: str) -> "subprocess.Popen[str]":
    words = [sys.executable, str(BOT), f"http://127.0.0.1:{server.port}", table, seat, f"Bot {seat}"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("confirm", [False, True], ids=["", "confirming"])
@pytest.mark.parametrize(("game", "seats"), [("kingdom-run", "KS"), ("chronicles-of-run", "OC")])
def test_two_example_bots_play_a_whole_game(server: Spawned, game: str, seats: str, confirm: bool) -> None:
    table = server.table(game, confirm=confirm)
    if game == "kingdom-run":
        table.close("F")
        table.close("G")
    with table.device(host=True) as host:
        bots = [sit(server, table.id, seat) for seat in seats]
        for _ in bots:
            host.happened("sat-down")
    table.start()
    heard = [bot.communicate(timeout=PATIENCE) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], heard
    results = [json.loads(said) for said, _ in heard]
    assert results[0] == results[1]
    record = read_record(table.record(table.watch))
    rolls = record.verify()
    assert sorted(record.entropy) == sorted(seats)
    assert [words for _, words in heard] == [f"The dice were honest: {rolls} rolls computed again.\n"] * 2
    assert record.secret == results[0]["secret"]
    assert results[0]["scores"] == record.state.scores()


def test_example_bots_come_back_when_the_server_is_started_anew(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    table = server.table("kingdom-run")
    table.close("F")
    table.close("G")
    with table.device(host=True) as host:
        bots = [sit(server, table.id, seat) for seat in "KS"]
        for _ in bots:
            host.happened("sat-down")
        table.start()
        for _ in range(5):
            host.happened("moved")
    assert server.stop() == 0
    assert [bot.poll() for bot in bots] == [None, None], "the game is not over"
    table.server = server = Spawned(tmp_path, server.port)
    try:
        heard = [bot.communicate(timeout=PATIENCE) for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0], heard
        read_record(table.record(table.watch)).verify()
    finally:
        server.stop()


def test_a_refusal_is_said_and_is_no_traceback(server: Spawned) -> None:
    table = server.table()
    bot = sit(server, table.id, "X")
    _, complaint = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 1
    assert json.loads(complaint)["code"] == "setup/seat"


def test_without_the_package_it_plays_with_the_dice_as_they_come(server: Spawned) -> None:
    table = server.table("chronicles-of-run")
    table.seat_bot("C")
    with table.device(host=True) as host:
        words = ["-S", "-E", str(BOT), f"http://127.0.0.1:{server.port}", table.id, "O", "Bare"]
        bot = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=BOT.parent
        )
        host.happened("sat-down")
    table.start()
    said, complaint = bot.communicate(timeout=PATIENCE)
    assert (bot.returncode, complaint) == (0, "")
    assert json.loads(said)["winners"]
    assert read_record(table.record(table.watch)).promises == {}


def test_it_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 80
