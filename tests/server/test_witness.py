"""The witness finds nothing where all is well, and each kind of lie where bytes are doctored."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from devices import Player
from table_server import Table, served
from witness import Heard, Hearer, Witness

from ewala.core.dice import commitment_of


@dataclass
class Told:
    """A game of the Chronicles with a bid that lies face down, and what a seat, a watcher and a stream were told."""

    witness: Witness
    table: Table
    secret: str
    player: Hearer
    watcher: Hearer
    stream: Hearer
    owner: str


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("witnessed")
    with served(folder) as server:
        witness = Witness(folder / "ewala.db")
        table = server.chronicles()
        plain = server.http
        hello = {"type": "hello", "keys": list(table.keys.values())}
        with (
            witness.http(server.port) as http,
            witness.device(server.port, table.id, hello) as device,
            witness.device(server.port, table.id, {"type": "hello", "watch": table.watch}) as watcher,
            http.stream(
                "GET", f"/api/tables/{table.id}/stream", headers={"authorization": f"Bearer {table.keys['O']}"}
            ) as stream,
        ):
            server.http = http
            lines = stream.iter_lines()
            next(lines)
            player = Player(device, 3)
            while device.frames[-1:] == [] or len(player.made) < 3:
                player.answer(device.next())
            last = device.caught_up()
            watcher.caught_up()
            while last > json.loads(next(line for line in lines if line)).get("seq", 0):
                pass
            table.look(table.watch)
            table.record(*table.keys.values())
            table.do("POST", "/hints", table.keys["O"], body={"allow": True})
            server.http = plain
            owner = device.frames[0]["position"]["to_act"]
            yield Told(witness, table, _secret(witness), device.hearer, watcher.hearer, _stream(witness), owner)


def _secret(witness: Witness) -> str:
    with closing(sqlite3.connect(witness.database)) as connection:
        secret: bytes = connection.execute("SELECT secret FROM tables").fetchone()[0]
    return secret.hex()


def _stream(witness: Witness) -> Hearer:
    return next(hearer for hearer in witness.hearers if hearer.road == "stream")


def doctored(told: Told, hearer: Hearer, *lines: dict[str, Any] | str, on_disk: int | None = None) -> list[str]:
    """What is found in some lines that somebody could have heard."""
    witness = Witness(told.witness.database)
    other = witness.hearer(hearer.road, hearer.table, hearer.keys, hearer.since)
    other.commands = hearer.commands
    other.heard = [Heard(line if isinstance(line, str) else json.dumps(line), 0.0, on_disk) for line in lines]
    return witness.findings()


def lines_of(hearer: Hearer, kind: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = [json.loads(heard.text) for heard in hearer.heard]
    return [line for line in lines if line["type"] == kind]


def test_an_honest_server_is_borne_out_on_every_road(told: Told) -> None:
    assert told.witness.findings() == []
    assert {hearer.road for hearer in told.witness.hearers} == {"live", "stream", "http"}
    for hearer in (told.player, told.watcher, told.stream):
        assert len(lines_of(hearer, "happened")) >= 3
    assert all(heard.on_disk is not None for heard in told.player.heard)


def test_what_was_acknowledged_must_be_there(told: Told) -> None:
    done = lines_of(told.player, "done")[0]
    assert doctored(told, told.player, done) == []
    assert "acknowledged and is missing" in doctored(told, told.player, {**done, "seq": 999})[0]
    assert "event 999 was acknowledged" in doctored(told, told.player, {"seq": 999})[0]
    command = dict(told.player.commands[done["id"]], move="nothing")
    told.player.commands["lost"] = {**command, "id": "lost"}
    try:
        assert "the move 'lost' was acknowledged" in doctored(told, told.player, {**done, "id": "lost"})[0]
    finally:
        del told.player.commands["lost"]


def test_events_must_be_those_on_disk(told: Told) -> None:
    happened = lines_of(told.watcher, "happened")[0]
    snapshot = lines_of(told.watcher, "snapshot")[0]
    assert doctored(told, told.watcher, snapshot, happened) == []
    changed = {**happened, "event": {**happened["event"], "at": 1}}
    assert "is not the stored one" in doctored(told, told.watcher, snapshot, changed)[0]
    assert "is not on disk" in doctored(told, told.watcher, snapshot, {**happened, "seq": 999})[0]


def test_events_must_have_been_on_disk_when_they_were_heard_of(told: Told) -> None:
    snapshot, happened = lines_of(told.watcher, "snapshot")[0], lines_of(told.watcher, "happened")[0]
    seq = happened["seq"]
    assert doctored(told, told.watcher, snapshot, happened, on_disk=seq) == []
    (found,) = doctored(told, told.watcher, snapshot, happened, on_disk=seq - 1)
    assert f"event {seq} was heard of when {seq - 1} was the last on disk" in found


def test_gaps_and_doubles_are_found(told: Told) -> None:
    snapshot, happened = lines_of(told.watcher, "snapshot")[0], lines_of(told.watcher, "happened")
    assert "a gap: event" in doctored(told, told.watcher, snapshot, happened[1])[0]
    assert "a second time" in doctored(told, told.watcher, snapshot, happened[0], happened[0])[0]
    later = {**snapshot, "seq": snapshot["seq"] - 1}
    found = doctored(told, told.watcher, snapshot, happened[0], later)
    assert any("goes back" in what for what in found)


def test_whoever_came_back_hears_what_follows(told: Told) -> None:
    happened = lines_of(told.watcher, "happened")
    back = Hearer("back", "live", told.table.id, [told.table.watch], since=happened[0]["seq"])
    assert doctored(told, back, happened[1]) == []
    assert "a gap" in doctored(told, back, happened[2])[0]


def test_a_log_and_a_position_must_be_the_stored_ones(told: Told) -> None:
    snapshot = lines_of(told.stream, "snapshot")[0]
    assert doctored(told, told.stream, snapshot) == []
    longer = {**snapshot, "log": [*snapshot["log"], "1>1a"]}
    assert "a log that is not the stored one" in doctored(told, told.stream, longer)[0]
    elsewhere = {**snapshot, "position": {**snapshot["position"], "text": "elsewhere"}}
    assert "a position that is not the stored one" in doctored(told, told.stream, elsewhere)[0]


def test_a_rune_that_lies_face_down_is_for_its_owner_alone(told: Told) -> None:
    happened = next(line for line in lines_of(told.watcher, "happened") if "?" in line["event"].get("move", ""))
    command = next(w for w in told.player.commands.values() if w["move"].endswith(happened["event"]["move"][1:]))
    shown = {**happened, "event": {**happened["event"], "move": command["move"]}}
    watcher = Hearer("w", "live", told.table.id, [told.table.watch], since=happened["seq"] - 1)
    assert doctored(told, watcher, happened) == []
    assert "is not the stored one" in doctored(told, watcher, shown)[0]


def test_a_seat_needs_its_key(told: Told) -> None:
    snapshot = lines_of(told.watcher, "snapshot")[0]
    found = doctored(told, told.watcher, {**snapshot, "you": [told.owner]})
    assert f"the seat {told.owner} without its key" in found[0]


def test_a_secret_is_for_after_the_ending(told: Told) -> None:
    assert commitment_of(bytes.fromhex(told.secret)) in json.dumps(lines_of(told.watcher, "snapshot")[0])
    happened = lines_of(told.watcher, "happened")[0]
    snapshot = lines_of(told.watcher, "snapshot")[0]
    found = doctored(told, told.watcher, snapshot, {**happened, "result": {"secret": told.secret}})
    assert "the dice's secret before the ending" in found[0]
    assert "the dice's secret" in doctored(told, told.watcher, {"type": "presence", "online": [told.secret]})[0]


def test_a_record_must_be_of_the_stored_game(told: Told) -> None:
    record = next(h for h in told.witness.hearers if h.name.endswith("/record"))
    text = record.heard[0].text
    assert doctored(told, record, text) == []
    assert "a record whose moves" in doctored(told, record, text.rstrip() + " 1>1a\n")[0]


def test_a_table_must_be_on_disk(told: Told) -> None:
    elsewhere = Hearer("h", "http", "", [])
    assert doctored(told, elsewhere, {"table": {"id": told.table.id}}) == []
    assert "a table that is not on disk" in doctored(told, elsewhere, {"table": {"id": "abcdefghjk"}})[0]


def test_lines_must_be_readable(told: Told) -> None:
    assert "cannot be read" in doctored(told, told.watcher, '{"type":')[0]
