"""A rune that lies face down reaches nobody but its owner (CR-3.2), on no channel.

Two runs differ in nothing but the rune: dice, keys, names and time are the same. Whatever anybody else is sent must be
the same, byte for byte; and the owner's own traffic must differ, or the test would see nothing at all.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from devices import Device, Frame
from faults import COMPLAINTS, Disk
from hosts import Host
from people_at import OwnDevice, become, claimed
from table_server import Clock, Server, Table, opponent, served
from waiting import PATIENCE

Traffic = dict[str, list[str]]  # viewer and channel -> what they got

SLOT = "5a"
TRIES = [
    *(f"{rune}>{zone}{slot}" for rune in range(1, 12) for zone in (1, 5, 9) for slot in "ad"),
    *("-", ">5d", "x9", "<O3", "<C3", "?>5a", "nonsense"),
]


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the next server draw the same keys and the same names as the last one; its dice are the same anyway."""

    def begin() -> None:
        luck = random.Random(11)
        keys = SimpleNamespace(token_urlsafe=lambda n: luck.randbytes(n).hex(), choice=luck.choice)
        monkeypatch.setattr("ewala.tables.keys.secrets", keys)

    return begin


class Audience:
    """The owner of the rune and everybody else, each on every channel."""

    def __init__(self, table: Table, owner: str, open_: ExitStack) -> None:
        self.table = table
        self.owner = owner
        self.other = opponent(owner)
        self.keys = {
            "owner": table.keys[owner],
            "opponent": table.keys[self.other],
            "spectator": table.watch,
            "host": table.host,
        }
        self.devices = {
            "owner": open_.enter_context(table.device(owner)),
            "opponent": open_.enter_context(table.device(self.other)),
            "spectator": open_.enter_context(table.device()),
            "host": open_.enter_context(table.device(host=True)),
        }
        for device in self.devices.values():
            device.caught_up()
        self.streams: dict[str, Iterator[str]] = {}
        for viewer, key in self.keys.items():
            answer = open_.enter_context(
                table.server.http.stream(
                    "GET", f"/api/tables/{table.id}/stream", headers={"authorization": f"Bearer {key}"}
                )
            )
            self.streams[viewer] = answer.iter_lines()
        self.answers: Traffic = {viewer: [] for viewer in self.keys}
        self.person = become(table.server, OwnDevice())  # the opponent has a lasting place, too
        claimed(table.server, self.person, table, self.other)

    def owner_does(self, kind: str, **fields: object) -> None:
        assert self.devices["owner"].ask(kind, seat=self.owner, **fields)["type"] == "done"
        self.look_around()

    def other_does(self, kind: str, **fields: object) -> None:
        assert self.devices["opponent"].ask(kind, seat=self.other, **fields)["type"] == "done"
        self.look_around()

    def read(self) -> None:
        """Everybody reads whatever they can."""
        for viewer, device in self.devices.items():
            device.caught_up()
            for path in ("", "/record"):
                self.answers[viewer].append(as_sent(self.table.call("GET", path, self.keys[viewer])))

        for path in ("/api/me/games", "/api/me/record"):
            self.answers["opponent"].append(as_sent(self.table.server.call("GET", path, self.person)))

    def look_around(self) -> None:
        """Everybody reads, asks and tries whatever they can."""
        self.read()
        for device in self.devices.values():
            for move in TRIES:
                device.ask("why", move=move)
        opponent = self.devices["opponent"]
        for move in ("?>5a", f"1>{SLOT}", "nonsense", "<C1"):
            assert opponent.move(self.other, move, self.ply())["type"] == "refused"
        for path in ("/take-back", "/confirm"):
            refusal = self.table.call("POST", path, self.keys["opponent"], body={})
            assert refusal.status_code == 409
            self.answers["opponent"].append(as_sent(refusal))

    def resume(self) -> None:
        """Everybody comes again and asks for all that was missed since the table was made."""
        for viewer, seats in (("opponent", [self.other]), ("spectator", []), ("owner", [self.owner])):
            with self.table.device(*seats, since=1) as again:
                again.caught_up()
                self.answers[viewer] += [text for text in again.texts if '"happened"' in text]

    def ply(self) -> int:
        ply: int = self.table.look(self.table.watch)["position"]["ply"]
        return ply

    def traffic(self) -> Traffic:
        seq = self.table.look(self.table.watch)["seq"]
        found: Traffic = {}
        for viewer, device in self.devices.items():
            device.caught_up()
            for text, frame in zip(device.texts, device.frames, strict=True):
                # Kinds apart: whether a presence comes before or after an answer is up to the network, and so is how
                # many there are while devices come and go. They are held to what they may say instead.
                if frame["type"] == "presence":
                    says_who_is_there_and_no_more(frame)
                elif frame["type"] == "storage":  # when somebody looks after the house is up to the clock, too
                    assert frame.keys() == {"type", "state", "sentence"}
                else:
                    found.setdefault(f"{viewer}, live, {frame['type']}", []).append(text)
            found[f"{viewer}, requests"] = self.answers[viewer]
            found[f"{viewer}, stream"] = [line for line in lines_up_to(self.streams[viewer], seq) if "happened" in line]
        return found


def says_who_is_there_and_no_more(presence: Frame) -> None:
    assert presence.keys() == {"type", "online", "watching"}
    assert [seat for seat in "OC" if seat in presence["online"]] == presence["online"]
    assert presence["watching"] in range(10)


def as_sent(answer: httpx.Response) -> str:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{answer.status_code} {headers} {answer.text}"


def lines_up_to(lines: Iterator[str], seq: int) -> Iterator[str]:
    for line in lines:
        if line:
            yield line
            frame: Frame = json.loads(line)
            if frame["type"] in ("snapshot", "happened") and frame["seq"] >= seq:
                return


def first_legal_turns(table: Table, turns: int) -> None:
    """Play whole turns, the same in every run."""
    begun = table.look(table.watch)["position"]["text"].split()[4]
    while int(begun[0]) <= turns:
        position = table.look(*table.keys.values())["position"]
        seat = position["to_act"]
        if position.get("confirm"):
            table.do("POST", "/confirm", table.keys[seat], body={})
        else:
            away = [move for move in position["moves"] if f">{SLOT[0]}" not in move]
            table.do("POST", "/moves", table.keys[seat], body={"move": away[0], "ply": position["ply"]})
        begun = table.look(table.watch)["position"]["text"].split()[4]


def runs(
    folder: Path,
    same_luck: Callable[[], None],
    runes: tuple[int, int],
    scene: Callable[[Server, int], Traffic],
    complaints: Sequence[str] = (),
) -> list[Traffic]:
    found = []
    for rune in runes:
        same_luck()
        (folder / str(rune)).mkdir()
        with served(folder / str(rune), clock=Clock(), complaints=complaints) as server:
            host = Host(server)
            found.append(scene(server, rune) | {"desk, requests": seen_at_the_desk(host)})
    return found


def seen_at_the_desk(host: Host) -> list[str]:
    """What whoever runs the server sees of tables and people, but for who is there at the moment: devices come and go
    as the network likes."""
    tables = host.do("GET", "/tables")
    for table in tables["tables"]:
        table["watching"] = 0
        for seat in table["seats"]:
            seat["online"] = False
    return [json.dumps(tables), json.dumps(host.do("GET", "/people")), json.dumps(host.do("GET", "/acts"))]


def nobody_else_can_tell(first: Traffic, second: Traffic) -> None:
    assert first.keys() == second.keys()
    others = [channel for channel in first if not channel.startswith("owner")]
    assert len(others) > 12
    for channel in others:
        assert first[channel] == second[channel], channel
        assert first[channel]
    for channel in ("owner, live, happened", "owner, requests", "owner, stream"):
        assert first[channel] != second[channel], channel


@pytest.mark.parametrize(("runes", "turns"), [((4, 11), 0), ((7, 10), 2)])
def test_before_the_reveal_nobody_can_tell_which_rune_was_bid(
    tmp_path: Path, same_luck: Callable[[], None], runes: tuple[int, int], turns: int
) -> None:
    def scene(server: Server, rune: int) -> Traffic:
        table = server.chronicles()
        first_legal_turns(table, turns)
        with ExitStack() as open_:
            audience = Audience(table, table.seat_to_act(), open_)
            audience.owner_does("move", move=f"{rune}>{SLOT}", ply=audience.ply())
            audience.resume()
            return audience.traffic()

    nobody_else_can_tell(*runs(tmp_path, same_luck, runes, scene))


def test_a_bid_that_was_taken_back_stays_unknown_also_after_the_reveal(
    tmp_path: Path, same_luck: Callable[[], None]
) -> None:
    def scene(server: Server, rune: int) -> Traffic:
        table = server.chronicles(confirm=True)
        with ExitStack() as open_:
            audience = Audience(table, table.seat_to_act(), open_)
            before = audience.ply()
            audience.owner_does("move", move=f"{rune}>{SLOT}", ply=before)
            audience.owner_does("take-back")
            audience.owner_does("move", move=f"1>{SLOT}", ply=before)
            audience.owner_does("confirm")
            audience.other_does("move", move="1>1d", ply=before + 1)
            assert "(" not in table.look(table.watch)["position"]["text"]
            audience.resume()
            return audience.traffic()

    first, second = runs(tmp_path, same_luck, (4, 11), scene)
    nobody_else_can_tell(first, second)
    assert any("1>5a" in text for text in first["spectator, requests"]), "the rune that stayed was revealed"


@pytest.mark.parametrize("seed", [1, 2])
def test_faults_of_the_disk_tell_nobody_which_rune_was_bid(
    tmp_path: Path, same_luck: Callable[[], None], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """A bid is lost again and again, before the disk or behind it, until it is stored and not even said so."""
    disk = Disk(monkeypatch)

    def scene(server: Server, rune: int) -> Traffic:
        chance, table = random.Random(seed), server.chronicles()
        with ExitStack() as open_:
            audience = Audience(table, table.seat_to_act(), open_)
            owner, ply = audience.devices["owner"], audience.ply()
            bid: Frame = {"type": "move", "seat": audience.owner, "move": f"{rune}>{SLOT}", "ply": ply, "id": "bid"}
            for fault in chance.choices(["fails", "stops"], k=6):
                disk.stop()
                disk.fault = "fails" if fault == "fails" else "stops"
                owner.send(bid)
                assert disk.met.wait(PATIENCE)
                audience.read()
                disk.go_on(well=False)
                assert owner.until(lambda frame: frame.get("id") == "bid")["code"] == "server/storage"
                audience.look_around()
            disk.fault = "fails after storing"
            owner.send(bid)
            assert owner.until(lambda frame: frame.get("id") == "bid")["type"] == "done"
            disk.fault = "slow"
            audience.look_around()
            disk.fault = ""
            audience.resume()
            return audience.traffic()

    nobody_else_can_tell(*runs(tmp_path, same_luck, (4, 11), scene, COMPLAINTS))


def test_the_same_run_twice_gives_the_same_traffic_to_everybody(tmp_path: Path, same_luck: Callable[[], None]) -> None:
    """What the other tests compare is not moved by anything but the rune."""
    traffic = []
    for n in range(2):
        same_luck()
        (tmp_path / str(n)).mkdir()
        with served(tmp_path / str(n), clock=Clock()) as server, ExitStack() as open_:
            table = server.chronicles()
            audience = Audience(table, table.seat_to_act(), open_)
            audience.owner_does("move", move=f"3>{SLOT}", ply=audience.ply())
            traffic.append(audience.traffic())
    assert traffic[0] == traffic[1]


def test_a_device_that_holds_both_sides_sees_with_the_eyes_of_who_must_act(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.chronicles()
        with table.device("O", "C") as device:
            position = device.expect("snapshot")["position"]
            owner, ply = position["to_act"], position["ply"]
            device.move(owner, f"9>{SLOT}", ply)
            moved = device.happened("moved")
            assert moved["event"]["move"] == f"?>{SLOT}"
            assert f"({owner}?)" in moved["position"]["text"]
            assert moved["position"]["moves"]
            assert not any("9>" in text for text in texts_of(table, device))


def texts_of(table: Table, device: Device) -> list[str]:
    """What the device was sent, and what it gets if it asks anew: by request, by coming again, as a record."""
    keys = list(table.keys.values())
    with table.device(*table.keys) as again, table.device(*table.keys, since=2) as resumed:
        again.caught_up()
        resumed.caught_up()
        sent = [*device.texts, *again.texts, *resumed.texts]
    frames = [*map(json.loads, sent), table.look(*keys)]
    for frame in frames:
        if frame.get("position"):
            frame["position"].pop("moves", None)  # its own legal moves are no news of the other side
    return [*map(json.dumps, frames), table.record(*keys)]
