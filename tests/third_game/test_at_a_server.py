"""The third game over real sockets: played to the end, its record verified, and the nut told to nobody."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from devices import Device, Player
from table_server import Clock, Server, Table, served, spawned
from waiting import PATIENCE

import ewala


@pytest.fixture
def server(third_game: str, tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as server:
        yield server


def two_sit_down(server: Server, **settings: Any) -> Table:
    table = server.table("race-of-pebbles", options={"players": "AB"}, **settings)
    table.sit("A", part="chance of A")
    table.sit("B", part="chance of B")
    table.start()
    return table


def test_two_devices_play_it_to_the_end_and_the_record_is_true(third_game: str, tmp_path: Path) -> None:
    """`ewala serve` in its own process, with its usual dice."""
    with spawned(tmp_path) as server:
        table = two_sit_down(server, confirm=True)
        with table.device("A") as a, table.device("B") as b, table.device() as watching, ThreadPoolExecutor(3) as pool:
            results = list(pool.map(Player.play, [Player(device, 5) for device in (a, b, watching)]))
        assert results[0] == results[1] == results[2]
        record = ewala.read_record(table.record(table.watch))
    assert record.verify() >= 2
    assert record.state.scores() == results[0]["scores"]
    assert record.state.to_act is None
    assert 6 <= len(record.moves) <= 90


def test_a_bot_plays_along_and_a_seat_may_stay_empty(server: Server) -> None:
    table = server.table("race-of-pebbles")
    table.sit("A")
    table.close("B")
    table.seat_bot("C", "greedy")
    with table.device("A") as device:
        table.start()
        assert Player(device, 3).play()["winners"]
        closed = next(f for f in device.frames if f["type"] == "happened" and f["event"]["type"] == "started")
        assert closed["event"]["parameters"]["players"] == "AC"


def test_events_are_said_in_words(server: Server) -> None:
    table = server.table("race-of-pebbles")
    with table.device(host=True) as host:
        table.close("C")
        assert host.happened("closed")["words"] == "Nobody plays this seat: chalk."
        table.sit("A", "Ana")
        table.sit("B", "Bo")
        table.start()
        with table.device("A") as a:
            assert a.move("A", "hide:L", 0)["type"] == "done"
            assert a.happened("moved")["words"] == "Ana (amber) plays hide:L."
        assert host.happened("moved")["words"] == "Ana (amber) plays ?hide."


def test_the_games_are_listed_with_it(server: Server) -> None:
    found = {game["name"]: game for game in server.http.get("/api/games").json()}
    pebbles = found["race-of-pebbles"]
    assert [bot["name"] for bot in pebbles["bots"]] == ["random", "greedy"]
    assert pebbles["refusals"]["rp/not-time-to-guess"] == "a hand is guessed when the nut is hidden"


def test_a_server_s_workers_know_it_too(server: Server) -> None:
    """They are processes of their own: a record is replayed there, and a coach is asked for in vain."""
    table = two_sit_down(server)
    with table.device("A", "B") as device:
        Player(device, 1).play()
    text = table.record(table.watch)
    replayed = server.http.post("/api/records", json={"text": text})
    assert replayed.is_success, replayed.text
    analysis = server.http.post("/api/analyses", json={"text": text}).json()
    given_up = time.monotonic() + PATIENCE
    while analysis["status"] not in ("done", "failed"):
        assert time.monotonic() < given_up, analysis
        analysis = server.http.get(f"/api/analyses/{analysis['id']}").json()
    assert analysis["problem"]["code"] == "coach/none"


def test_there_are_no_hints(server: Server) -> None:
    table = server.table("race-of-pebbles", options={"players": "AB"})
    table.sit("A")
    table.seat_bot("B")
    table.start()
    answer = table.call("POST", "/hint", table.keys["A"], body={})
    assert (answer.status_code, answer.json()["code"]) == (400, "coach/none")


# --- What others may know


@pytest.fixture
def same_keys(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the next server draw the same keys and names as the last one; its dice are the same anyway."""

    def begin() -> None:
        luck = random.Random(11)
        keys = SimpleNamespace(token_urlsafe=lambda n: luck.randbytes(n).hex(), choice=luck.choice)
        monkeypatch.setattr("ewala.tables.keys.secrets", keys)

    return begin


def all_bytes(folder: Path, hand: str) -> dict[str, list[str]]:
    """All that each viewer is sent while the nut is hidden in a hand: live, in a snapshot, as a record."""
    with served(folder, clock=Clock()) as server:
        table = two_sit_down(server)
        with ExitStack() as open_:
            devices: dict[str, Device] = {}
            for who in ("A", "B", "spectator", "host"):  # one after another, so that all hear of each at the same point
                coming = table.device(who) if who in "AB" else table.device(host=who == "host")
                devices[who] = open_.enter_context(coming)
                for device in devices.values():
                    device.expect("presence")
            assert devices["A"].move("A", f"hide:{hand}", 0)["type"] == "done"
            for device in devices.values():
                device.caught_up()
            keys = {"A": table.keys["A"], "B": table.keys["B"], "spectator": table.watch, "host": table.host}
            return {
                who: [*device.texts, table.call("GET", "", keys[who]).text, table.record(keys[who])]
                for who, device in devices.items()
            }


def test_in_nobody_else_s_bytes_is_the_hand(third_game: str, tmp_path: Path, same_keys: Callable[[], None]) -> None:
    """Two runs differ in nothing but the hand."""
    same_keys()
    left = all_bytes(tmp_path / "left", "L")
    same_keys()
    right = all_bytes(tmp_path / "right", "R")
    for other in ("B", "spectator", "host"):
        assert left[other] == right[other]
    assert left["A"] != right["A"]
    assert any("hide:L" in text for text in left["A"])
