"""When the disk refuses: what is not on it is not seen, by no road, by nobody, its author included; whoever asked is
told, nothing half-done stays, and the table can be played on."""

import ast
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from devices import Device
from faults import Disk
from sqlalchemy.exc import OperationalError
from table_server import Server, Table, opponent, refused

import ewala.server
import ewala.tables
from ewala.server.platform.storage.store import Store


def test_a_move_that_could_not_be_stored_was_not_made(faulty: Server, disk: Disk) -> None:
    table = faulty.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device, table.device() as spectator:
        seq = device.expect("snapshot")["seq"]
        spectator.expect("snapshot")
        disk.fault = "fails"
        assert device.move(first, "4>3a", 10, id="bid")["code"] == "server/storage"
        disk.fault = ""
        for someone in (device, spectator):  # nobody has seen anything: nobody has to leave
            assert someone.ask("ping")["seq"] == seq
            assert not any(frame["type"] == "happened" for frame in someone.frames)
        assert table.look(table.watch)["seq"] == seq
        assert device.move(first, "7>3a", 10, id="another bid")["type"] == "done"
        assert device.happened("moved")["event"]["move"] == "7>3a"
        assert spectator.happened("moved")["seq"] == seq + 1


def test_a_move_whose_storing_was_not_confirmed_is_looked_up_before_anything_is_said(
    faulty: Server, disk: Disk
) -> None:
    table = faulty.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        seq = device.expect("snapshot")["seq"]
        disk.fault = "fails after storing"
        assert device.move(first, "4>3a", 10, id="bid") == {"type": "done", "id": "bid", "seq": seq + 1}
        disk.fault = ""
    assert table.look(table.watch)["seq"] == seq + 1


def test_commands_behind_one_that_was_lost_are_decided_by_what_is_on_disk(faulty: Server, disk: Disk) -> None:
    """A bid is on its way when its bidder sends a word and resigns; it is lost, the others are not."""
    table = faulty.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        seq = device.expect("snapshot")["seq"]
        disk.stop()
        device.send({"type": "move", "id": "bid", "seat": first, "move": "4>3a", "ply": 10})
        assert disk.met.wait(60)
        device.send({"type": "say", "id": "word", "seat": first, "text": "so"})
        device.send({"type": "move", "id": "again", "seat": first, "move": "7>3a", "ply": 10})
        device.ask("ping")  # whatever was sent before has been read
        disk.go_on(well=False)
        answers = {frame["id"]: frame for frame in (answer_to(device, name) for name in ("bid", "word", "again"))}
    assert answers["bid"]["code"] == "server/storage"
    assert (answers["word"]["type"], answers["word"]["seq"]) == ("done", seq + 1)
    assert (answers["again"]["type"], answers["again"]["seq"]) == ("done", seq + 2)
    assert table.look(table.keys[first])["log"][-1] == "7>3a"


def answer_to(device: Device, name: str) -> dict[str, object]:
    return device.until(lambda frame: frame.get("id") == name)


def test_a_request_that_could_not_be_stored_is_answered_so(faulty: Server, disk: Disk) -> None:
    table = faulty.table()
    disk.fault = "fails"
    refused(table.call("POST", "/seats/K", body={"name": "Anna"}), 503, "server/storage")
    disk.fault = ""
    table.sit("K", "Bram")
    assert table.look(table.watch)["table"]["seats"][0]["name"] == "Bram"


def test_a_table_that_could_not_be_stored_was_not_made(faulty: Server, disk: Disk) -> None:
    disk.fault = "fails"
    refused(faulty.call("POST", "/api/tables", body={"game": "kingdom-run"}), 503, "server/storage")
    disk.fault = ""


@pytest.mark.parametrize("well", [True, False])
def test_a_rematch_is_stored_with_its_offer_or_not_at_all(faulty: Server, disk: Disk, well: bool) -> None:
    """The table was there without the offer when the disk refused that: nobody had its keys."""
    table = faulty.kingdom_run("KS")
    table.resign("K")
    disk.spares_signs = True
    with ThreadPoolExecutor(1) as hand:
        disk.stop()
        asked = hand.submit(table.call, "POST", "/rematch", table.keys["S"])
        assert disk.met.wait(60)
        disk.go_on(well=well, then="fails")
        answer = asked.result()
    disk.fault = ""
    offered = table.look(table.watch)["table"]["rematch"]
    if well:
        made = answer.json()
        assert made["table"]["id"] == offered
        assert faulty.call("GET", f"/api/tables/{offered}", table.host).json()["host"]
    else:
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        assert table.call("POST", "/rematch", table.keys["S"]).status_code == 201, "it can be asked for again"


def test_whoever_has_a_table_stored_is_told_its_keys_though_nothing_can_be_read(
    faulty: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read again before its keys were told: where that failed, it was there and nobody's."""

    def load(store: Store, table_id: str) -> None:
        raise OperationalError("SELECT", {}, Exception("the line was cut"))

    monkeypatch.setattr(Store, "load", load)
    table = faulty.table(listed=True)
    assert table.look(table.host)["host"]
    assert [waiting["id"] for waiting in faulty.call("GET", "/api/tables").json()] == [table.id]


def test_a_bot_whose_move_could_not_be_stored_hands_it_in_again(faulty: Server, disk: Disk) -> None:
    table = faulty.table("chronicles-of-run")
    table.seat_bot("O", "random")
    table.seat_bot("C", "random")
    with table.device() as spectator, ThreadPoolExecutor(1) as host:
        disk.spares_signs = True
        disk.stop()
        starting = host.submit(table.start)
        assert disk.met.wait(60)
        disk.go_on(well=True, then="fails")
        starting.result()
        assert disk.failed.wait(60), "the first bot's move, which follows the start"
        disk.fault = ""
        spectator.happened("moved")


def test_health_and_players_are_told_that_nothing_can_be_stored_and_that_it_can_again(
    faulty: Server, disk: Disk
) -> None:
    table = faulty.chronicles()
    assert faulty.call("GET", "/api/ready").status_code == 200
    with table.joined("O", language="fr") as device:
        disk.fault = "fails"
        notice = device.expect("storage")  # a sign of life could not be written: nobody has to move for that
        assert notice["state"] == "failing"
        assert notice["sentence"]
        health = faulty.call("GET", "/api/health").json()
        assert (health["status"], health["storage"]) == ("degraded", "failing")
        assert faulty.call("GET", "/api/ready").status_code == 503
        assert faulty.call("GET", "/api/live").status_code == 200
        with table.device("C") as late:
            assert late.expect("storage")["state"] == "failing"
        disk.fault = ""
        assert device.expect("storage")["state"] == "ok"
        health = faulty.call("GET", "/api/health").json()
        assert (health["status"], health["storage"]) == ("ok", "ok")
        assert faulty.call("GET", "/api/ready").status_code == 200


def test_a_disk_that_has_stopped_keeps_nobody_waiting_but_the_one_whose_command_it_has(
    faulty: Server, disk: Disk
) -> None:
    table = faulty.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        seq = device.expect("snapshot")["seq"]
        disk.stop()
        device.send({"type": "move", "id": "bid", "seat": first, "move": "4>3a", "ply": 10})
        assert disk.met.wait(60)
        device.send({"type": "say", "id": "word", "seat": first, "text": "so"})
        assert answer_to(device, "word")["code"] == "server/storage"
        assert device.expect("storage")["state"] == "slow"
        assert table.look(table.watch)["seq"] == seq
        disk.go_on(well=True)
        assert answer_to(device, "bid")["type"] == "done"


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


def test_a_resignation_that_is_being_written_shows_no_secret_by_any_road(faulty: Server, disk: Disk) -> None:
    """The dice's secret came out with a resignation that the disk refused, and the rolls to come were known."""
    table = faulty.kingdom_run("KS", listed=True)
    before = by_all_roads(table)
    with table.joined("K") as device:
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


def test_a_bid_that_is_being_written_shows_no_rune_by_any_road(faulty: Server, disk: Disk) -> None:
    """Who bid second read the first one's rune when the disk refused the bid, and could bid again."""
    table = faulty.chronicles(listed=True)
    first = table.seat_to_act()
    second = opponent(first)
    table.do("POST", "/moves", table.keys[first], body={"move": "9>3a", "ply": 10})
    before = by_all_roads(table)
    with table.joined(second) as device, table.joined() as spectator:
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


def test_a_refusal_tells_nothing_of_what_is_being_written(faulty: Server, disk: Disk) -> None:
    """A command that comes meanwhile is decided when it is known what became of the one before."""
    table = faulty.chronicles()
    first = table.seat_to_act()
    second = opponent(first)
    with table.joined(first) as one, table.joined(second) as other:
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


def test_a_seat_that_is_being_taken_is_still_free_and_its_key_holds_nothing(faulty: Server, disk: Disk) -> None:
    table = faulty.table()
    with table.joined() as witness:
        disk.stop()
        with pytest.raises(Exception, match="timed out"):
            faulty.http.post(f"/api/tables/{table.id}/seats/K", json={"name": "Anna"}, timeout=1.0)
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
