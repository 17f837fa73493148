"""What is not on disk is not seen: by no road, by nobody, its author included; and what failed has never been."""

import ast
import json
from pathlib import Path

import pytest
from devices import Device
from faults import Disk
from table_server import Server, Table

import ewala.server
import ewala.tables

pytest_plugins = ["fault_fixtures"]

SERVER, TABLES = Path(ewala.server.__file__).parent, Path(ewala.tables.__file__).parent


def by_all_roads(table: Table) -> list[str]:
    """Everything that anybody can learn of a table now: over HTTP, live and as a stream, with every key and none."""
    learnt = []
    for keys in (
        (),
        (table.host,),
        (table.watch,),
        *((key,) for key in table.keys.values()),
        tuple(table.keys.values()),
    ):
        for path in ("", "/record"):
            answer = table.call("GET", path, *keys)
            learnt.append(f"{answer.status_code} {answer.text}")
        if keys:
            learnt.append(first_line(table, *keys))
    for seats in ((), *((seat,) for seat in table.keys), tuple(table.keys)):
        with table.device(*seats) as device:
            learnt.append(json.dumps(device.expect("snapshot")))
            learnt.append(json.dumps(device.ask("why", move="4>3a", id="why")))
            learnt.append(json.dumps(device.ask("ping", id="ping")))
    for listing in ("/api/tables", "/api/tables?playing=true"):
        learnt.append(table.server.call("GET", listing).text)
    learnt.append(table.server.call("POST", "/api/analyses", table.host, body={"table": table.id}).text)
    return learnt


def first_line(table: Table, *keys: str) -> str:
    """What a stream begins with."""
    headers = {"authorization": f"Bearer {','.join(keys)}"}
    with table.server.http.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as answer:
        return next(answer.iter_lines())


def without_presence(learnt: list[str]) -> list[str]:
    """Who is there at a moment is no matter of the disk."""
    return [
        text.replace('"online": true', '"online": false').replace('"online":true', '"online":false') for text in learnt
    ]


def test_a_resignation_that_is_being_written_shows_no_secret_by_any_road(server: Server, disk: Disk) -> None:
    """The dice's secret came out with a resignation that the disk refused, and the rolls to come were known."""
    table = server.kingdom_run("KS", listed=True)
    before = by_all_roads(table)
    with table.device("K") as device:
        device.expect("snapshot")
        disk.stop()
        device.send({"type": "resign", "id": "gives up", "seat": "K"})
        assert disk.met.wait(60)
        meanwhile = by_all_roads(table)
        disk.go_on(well=False)
        assert device.until(lambda frame: frame.get("id") == "gives up")["code"] == "server/storage"
        assert not any(frame["type"] == "happened" for frame in device.frames)
    assert without_presence(meanwhile) == without_presence(before)
    assert without_presence(by_all_roads(table)) == without_presence(before)
    assert "secret" not in "".join(meanwhile)


def test_a_bid_that_is_being_written_shows_no_rune_by_any_road(server: Server, disk: Disk) -> None:
    """Who bid second read the first one's rune when the disk refused the bid, and could bid again."""
    table = server.chronicles(listed=True)
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    table.do("POST", "/moves", table.keys[first], body={"move": "9>3a", "ply": 10})
    before = by_all_roads(table)
    with table.device(second) as device, table.device() as spectator:
        device.expect("snapshot")
        spectator.expect("snapshot")
        disk.stop()
        device.send({"type": "move", "id": "bid", "seat": second, "move": "4>3d", "ply": 11})
        assert disk.met.wait(60)
        meanwhile = by_all_roads(table)
        disk.go_on(well=False)
        assert device.until(lambda frame: frame.get("id") == "bid")["code"] == "server/storage"
        for someone in (device, spectator):
            assert someone.ask("ping")["seq"] == json.loads(before[0].partition(" ")[2])["seq"]
            assert not any(frame["type"] == "happened" for frame in someone.frames)
            assert not any("9>3a" in text for text in someone.texts), "the rune lies face down"
    assert without_presence(meanwhile) == without_presence(before)
    assert without_presence(by_all_roads(table)) == without_presence(before)


def test_a_refusal_tells_nothing_of_what_is_being_written(server: Server, disk: Disk) -> None:
    """A command that comes meanwhile is decided when it is known what became of the one before."""
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    with table.device(first) as one, table.device(second) as other:
        one.expect("snapshot")
        other.expect("snapshot")
        disk.stop()
        one.send({"type": "resign", "id": "gives up", "seat": first})
        assert disk.met.wait(60)
        other.send({"type": "move", "id": "early", "seat": second, "move": "4>3d", "ply": 10})
        assert not answered(other, "early")
        disk.go_on(well=False)
        refused = other.until(lambda frame: frame.get("id") == "early")
        assert refused["code"] == "move/not-your-turn", "the game is not over, and never was"


def answered(device: Device, name: str) -> bool:
    """Whether a command has been answered by the time that a later question is."""
    device.ask("ping")
    return any(frame.get("id") == name for frame in device.frames)


def test_a_seat_that_is_being_taken_is_still_free_and_its_key_holds_nothing(server: Server, disk: Disk) -> None:
    table = server.table()
    with table.device() as witness:
        witness.expect("snapshot")
        disk.stop()
        with pytest.raises(Exception, match="timed out"):
            server.http.post(f"/api/tables/{table.id}/seats/K", json={"name": "Anna"}, timeout=1.0)
        seats = table.look(table.watch)["table"]["seats"]
        assert [seat["kind"] for seat in seats] == ["open"] * 4
        disk.go_on(well=True)
        assert witness.happened("sat-down")["event"]["name"] == "Anna"


# --- The gate itself


def made_in(name: str) -> set[str]:
    """The server's modules that make one of these."""
    found = set()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                found.add(path.stem)
    return found


def test_what_is_on_disk_is_said_by_the_writer_and_the_store_alone() -> None:
    assert made_in("Receipt") == {"writer"}
    assert made_in("Stored") == {"store"}


def test_a_draft_is_in_nobodys_hands_but_the_rooms() -> None:
    """Whoever gives a command is handed it for as long as it takes to decide."""
    texts = {path: path.read_text() for folder in (SERVER, TABLES) for path in folder.rglob("*.py")}
    assert {path.stem for path, text in texts.items() if "._draft" in text} == {"room"}
    assert {path.stem for path, text in texts.items() if ".draft()" in text} == {"room"}
