"""A server that is killed in the middle of its work loses nothing that it has acknowledged, and does nothing twice."""

import json
import random
import sqlite3
import threading
from pathlib import Path

import pytest
from devices import Device, Frame, heard
from table_server import Server, Spawned, Table
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

import ewala

pytestmark = pytest.mark.long  # kills a server again and again

CRASHES = 20
AT_ONCE = 4  # games that go on at any time
SEED = 2024
LONGEST = 2 * PATIENCE  # seconds until somebody who still waits has waited in vain


class Load:
    """Counts what clients were told is done, and says when it is enough."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left = 0
        self._players = 0
        self.enough = threading.Event()

    def expect(self, moves: int, players: int) -> None:
        self._left = moves
        self._players = players
        self.enough.clear()

    def somebody_left(self, failure: Exception | None) -> None:
        """Who fails, or is the last to go, ends it as well."""
        with self._lock:
            self._players -= 1
            if failure or self._players == 0:
                self.enough.set()

    def one_more(self) -> None:
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self.enough.set()


class Client:
    """A player who remembers what was heard and what was promised, and comes back after every crash."""

    def __init__(self, table: Table, seat: str, seed: int, load: Load) -> None:
        self.table = table
        self.seat = seat
        self.random = random.Random(seed)
        self.load = load
        self.events: dict[int, Frame] = {}
        self.seq = 0
        self.snapshots = 0
        self.position: Frame = {}
        self.sent: set[str] = set()
        self.unanswered: dict[str, Frame] = {}
        self.acknowledged: dict[str, int] = {}
        self.result: Frame | None = None
        self.failure: Exception | None = None

    @property
    def content(self) -> bool:
        return self.result is not None and not self.unanswered

    def as_left(self) -> str:
        return f"{self.table.id} {self.seat}: {self.seq} {self.position} unanswered {self.unanswered}"

    def attend(self) -> None:
        """Play until the game is over or the server is gone."""
        try:
            with self.table.device(self.seat, since=self.seq or None) as device:
                for command in list(self.unanswered.values()):
                    device.send(command)
                self._act(device)
                while not self.content:
                    self._hear(device.next())
                    self._act(device)
        except TimeoutError as error:
            self.failure = error
        except (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError):
            pass
        except Exception as error:
            self.failure = error
        finally:
            self.load.somebody_left(self.failure)

    def _hear(self, frame: Frame) -> None:
        if frame["type"] == "snapshot":
            self.snapshots += 1
        elif frame["type"] == "happened":
            assert frame["seq"] == self.seq + 1, "an event is missing, or came twice"
            self.events[frame["seq"]] = frame["event"]
        elif frame["type"] == "done":
            del self.unanswered[frame["id"]]
            self.acknowledged[frame["id"]] = frame["seq"]
            self.load.one_more()
        assert frame["type"] != "refused", frame
        self.seq = max(self.seq, heard(frame))
        self.position = frame.get("position") or self.position
        self.result = frame.get("result") or self.result

    def _act(self, device: Device) -> None:
        moves, ply = self.position.get("moves"), self.position.get("ply")
        name = f"{self.seat}{ply}"
        if moves and name not in self.sent:
            move = self.random.choice(moves)
            command = {"type": "move", "id": name, "seat": self.seat, "move": move, "ply": ply}
            self.sent.add(name)
            self.unanswered[name] = command
            device.send(command)


class Played:
    """A table with its players."""

    def __init__(self, server: Server, number: int, load: Load) -> None:
        if number % 3 == 2:
            self.table = server.chronicles()
        elif number % 3 == 1:
            self.table = server.table()
            self.table.sit("K")
            self.table.sit("F")
            self.table.seat_bot("S")
            self.table.close("G")
            self.table.start()
        else:
            self.table = server.kingdom_run("KSFG")
        self.clients = [
            Client(self.table, seat, SEED + 100 * number + n, load) for n, seat in enumerate(self.table.keys)
        ]

    @property
    def over(self) -> bool:
        return all(client.content for client in self.clients)

    def check_against(self, database: Path) -> None:
        """What is on disk has every acknowledged move once, and all that anybody was told, as it was told."""
        connection = sqlite3.connect(database)
        query = "select seq, body from events where table_id = ? order by seq"
        stored = {seq: json.loads(body) for seq, body in connection.execute(query, (self.table.id,))}
        connection.close()
        assert list(stored) == list(range(1, len(stored) + 1))
        made = [event["client"] for event in stored.values() if event["type"] == "moved" and event["client"]]
        assert len(made) == len(set(made)), "a move was made twice"
        at = {event["client"]: seq for seq, event in stored.items() if event["type"] == "moved"}
        for client in self.clients:
            for name, seq in client.acknowledged.items():
                assert name in at, "an acknowledged move is lost"
                assert at[name] <= seq
            for seq, event in client.events.items():
                assert self.as_told(stored[seq], client.seat) == event

    def as_told(self, event: Frame, seat: str) -> Frame:
        """A stored event as a seat hears of it."""
        told = dict(event)
        if event["type"] == "moved":
            del told["client"]
            if told.pop("seen") and event["seat"] != seat:
                told["move"] = event["seen"]
        return told

    def check_result(self) -> None:
        results = [client.result for client in self.clients]
        assert all(result == results[0] for result in results)
        record = ewala.read_record(self.table.record(self.table.watch))
        record.verify()
        assert record.moves == self.table.look(self.table.watch)["log"]
        moves = [event["move"] for _, event in sorted(self.clients[0].events.items()) if "move" in event]
        last = record.moves[-len(moves) :]  # the first ones were in the snapshot
        assert [move.partition(">")[2] or move for move in moves] == [move.partition(">")[2] or move for move in last]


def play(games: list[Played]) -> list[threading.Thread]:
    threads = [threading.Thread(target=client.attend) for game in games for client in game.clients]
    for thread in threads:
        thread.start()
    return threads


def wait_for(threads: list[threading.Thread], games: list[Played]) -> None:
    for thread in threads:
        thread.join(LONGEST)
        assert not thread.is_alive()
    for game in games:
        for client in game.clients:
            if client.failure:
                raise client.failure


def test_acknowledged_moves_survive_being_killed_twenty_times(tmp_path: Path) -> None:
    choose, load = random.Random(SEED), Load()
    server = Spawned(tmp_path)
    games: list[Played] = []
    try:
        for _ in range(CRASHES):
            while sum(not game.over for game in games) < AT_ONCE:
                games.append(Played(server, len(games), load))
            going_on = [game for game in games if not game.over]
            load.expect(choose.randint(1, 60), sum(len(game.clients) for game in going_on))
            threads = play(going_on)
            assert load.enough.wait(LONGEST), [client.as_left() for game in going_on for client in game.clients]
            server.kill()
            wait_for(threads, going_on)
            for game in games:
                game.check_against(tmp_path / "ewala.db")
            server = Spawned(tmp_path)
            for game in games:
                game.table.server = server
        going_on = [game for game in games if not game.over]
        wait_for(play(going_on), going_on)
        for game in games:
            assert game.over
            game.check_against(tmp_path / "ewala.db")
            game.check_result()
            assert all(client.snapshots == 1 for client in game.clients), "resuming needed a new snapshot"
    finally:
        server.kill()
    assert len(games) > AT_ONCE, "whole games were played meanwhile, not only begun"
    assert (tmp_path / "complaints.txt").read_text() == ""
