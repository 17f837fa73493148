"""A server that is killed in the middle of its work loses nothing that it has acknowledged, and does nothing twice."""

import random
import threading
from pathlib import Path

import pytest
from devices import Frame, heard
from stored_games import stored_games
from table_server import Server, Spawned, Table
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from witness import Witness, WitnessedDevice

import ewala
from ewala.tables.events import Moved

pytestmark = pytest.mark.long  # kills a server again and again

CRASHES = 20
AT_ONCE = 4  # games that go on at any time
SEED = 2024
LONGEST = 2 * PATIENCE  # seconds until somebody who still waits has waited in vain


class Load:
    """Counts what clients were told is done, and says when it is enough."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left = self._players = 0
        self.enough = threading.Event()

    def expect(self, moves: int, players: int) -> None:
        self._left, self._players = moves, players
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
    """A player who comes back after every crash, and says again what was not answered; a witness hears it all."""

    def __init__(self, table: Table, seat: str, seed: int, load: Load, witness: Witness) -> None:
        self.table, self.seat, self.load, self.witness = table, seat, load, witness
        self.random = random.Random(seed)
        self.seq = self.snapshots = 0
        self.position: Frame = {}
        self.sent: set[str] = set()
        self.unanswered: dict[str, Frame] = {}
        self.result: Frame | None = None
        self.failure: Exception | None = None

    @property
    def content(self) -> bool:
        return self.result is not None and not self.unanswered

    def attend(self) -> None:
        """Play until the game is over or the server is gone."""
        hello = {"type": "hello", "keys": [self.table.keys[self.seat]], "since": self.seq or None}
        try:
            with self.witness.device(self.table.server.port, self.table.id, hello) as device:
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
        assert frame["type"] != "refused", frame
        self.snapshots += frame["type"] == "snapshot"
        if frame["type"] == "done":
            del self.unanswered[frame["id"]]
            self.load.one_more()
        self.seq = max(self.seq, heard(frame))
        self.position = frame.get("position") or self.position
        self.result = frame.get("result") or self.result

    def _act(self, device: WitnessedDevice) -> None:
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

    def __init__(self, server: Server, number: int, load: Load, witness: Witness) -> None:
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
            Client(self.table, seat, SEED + 100 * number + n, load, witness) for n, seat in enumerate(self.table.keys)
        ]

    @property
    def over(self) -> bool:
        return all(client.content for client in self.clients)

    def check_result(self) -> None:
        assert self.over
        assert all(client.result == self.clients[0].result for client in self.clients)
        record = ewala.read_record(self.table.record(self.table.watch))
        record.verify()
        assert record.moves == self.table.look(self.table.watch)["log"]
        assert all(client.snapshots == 1 for client in self.clients), "resuming needed a new snapshot"


def play(games: list[Played]) -> list[threading.Thread]:
    threads = [threading.Thread(target=client.attend) for game in games for client in game.clients]
    for thread in threads:
        thread.start()
    return threads


def wait_for(threads: list[threading.Thread], games: list[Played]) -> None:
    for thread in threads:
        thread.join(LONGEST)
        assert not thread.is_alive()
    for failure in (client.failure for game in games for client in game.clients):
        if failure:
            raise failure


def check(witness: Witness) -> None:
    """What is on disk has every acknowledged move once, and all that anybody was told, as it was told."""
    assert witness.findings() == []
    for table, game in stored_games(witness.database).items():
        made = [event.client for event in game.events if isinstance(event, Moved) and event.client]
        assert len(made) == len(set(made)), f"table {table}: a move was made twice"


def test_acknowledged_moves_survive_being_killed_twenty_times(tmp_path: Path) -> None:
    choose, load, witness = random.Random(SEED), Load(), Witness(tmp_path / "ewala.db")
    server = Spawned(tmp_path)
    games: list[Played] = []
    try:
        for _ in range(CRASHES):
            while sum(not game.over for game in games) < AT_ONCE:
                games.append(Played(server, len(games), load, witness))
            going_on = [game for game in games if not game.over]
            load.expect(choose.randint(1, 60), sum(len(game.clients) for game in going_on))
            threads = play(going_on)
            assert load.enough.wait(LONGEST), [vars(client) for game in going_on for client in game.clients]
            server.kill()
            wait_for(threads, going_on)
            check(witness)
            server = Spawned(tmp_path)
            for game in games:
                game.table.server = server
        going_on = [game for game in games if not game.over]
        wait_for(play(going_on), going_on)
        for game in games:
            game.check_result()
        check(witness)
    finally:
        server.kill()
    assert len(games) > AT_ONCE, "whole games were played meanwhile, not only begun"
    assert (tmp_path / "complaints.txt").read_text() == ""
