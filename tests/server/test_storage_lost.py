"""When the disk refuses: whoever asked is told, nothing half-done stays, and the table can be played on."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from devices import Device
from faults import Disk
from sqlalchemy.exc import OperationalError
from table_server import Server

from ewala.server.platform.storage.store import Store

pytest_plugins = ["fault_fixtures"]


def test_a_move_that_could_not_be_stored_was_not_made(server: Server, disk: Disk) -> None:
    table = server.chronicles()
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
    server: Server, disk: Disk
) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        seq = device.expect("snapshot")["seq"]
        disk.fault = "fails after storing"
        assert device.move(first, "4>3a", 10, id="bid") == {"type": "done", "id": "bid", "seq": seq + 1}
        disk.fault = ""
    assert table.look(table.watch)["seq"] == seq + 1


def test_commands_behind_one_that_was_lost_are_decided_by_what_is_on_disk(server: Server, disk: Disk) -> None:
    """A bid is on its way when its bidder sends a word and resigns; it is lost, the others are not."""
    table = server.chronicles()
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


def test_a_request_that_could_not_be_stored_is_answered_so(server: Server, disk: Disk) -> None:
    table = server.table()
    disk.fault = "fails"
    answer = table.call("POST", "/seats/K", body={"name": "Anna"})
    assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
    disk.fault = ""
    table.sit("K", "Bram")
    assert table.look(table.watch)["table"]["seats"][0]["name"] == "Bram"


def test_a_table_that_could_not_be_stored_was_not_made(server: Server, disk: Disk) -> None:
    disk.fault = "fails"
    answer = server.call("POST", "/api/tables", body={"game": "kingdom-run"})
    assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
    disk.fault = ""


@pytest.mark.parametrize("well", [True, False])
def test_a_rematch_is_stored_with_its_offer_or_not_at_all(server: Server, disk: Disk, well: bool) -> None:
    """The table was there without the offer when the disk refused that: nobody had its keys."""
    table = server.kingdom_run("KS")
    table.do("POST", "/resign", table.keys["K"], body={})
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
        assert server.call("GET", f"/api/tables/{offered}", table.host).json()["host"]
    else:
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        assert table.call("POST", "/rematch", table.keys["S"]).status_code == 201, "it can be asked for again"


def test_whoever_has_a_table_stored_is_told_its_keys_though_nothing_can_be_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read again before its keys were told: where that failed, it was there and nobody's."""

    def load(store: Store, table_id: str) -> None:
        raise OperationalError("SELECT", {}, Exception("the line was cut"))

    monkeypatch.setattr(Store, "load", load)
    table = server.table(listed=True)
    assert table.look(table.host)["host"]
    assert [waiting["id"] for waiting in server.call("GET", "/api/tables").json()] == [table.id]


def test_a_bot_whose_move_could_not_be_stored_hands_it_in_again(server: Server, disk: Disk) -> None:
    table = server.table("chronicles-of-run")
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
    server: Server, disk: Disk
) -> None:
    table = server.chronicles()
    assert server.call("GET", "/api/ready").status_code == 200
    with table.device("O", language="fr") as device:
        device.expect("snapshot")
        disk.fault = "fails"
        notice = device.expect("storage")  # a sign of life could not be written: nobody has to move for that
        assert notice["state"] == "failing"
        assert notice["sentence"]
        health = server.call("GET", "/api/health").json()
        assert (health["status"], health["storage"]) == ("degraded", "failing")
        assert server.call("GET", "/api/ready").status_code == 503
        assert server.call("GET", "/api/live").status_code == 200
        with table.device("C") as late:
            assert late.expect("storage")["state"] == "failing"
        disk.fault = ""
        assert device.expect("storage")["state"] == "ok"
        health = server.call("GET", "/api/health").json()
        assert (health["status"], health["storage"]) == ("ok", "ok")
        assert server.call("GET", "/api/ready").status_code == 200


def test_a_disk_that_has_stopped_keeps_nobody_waiting_but_the_one_whose_command_it_has(
    server: Server, disk: Disk
) -> None:
    table = server.chronicles()
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
