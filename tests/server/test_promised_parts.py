"""A start at which devices add to the dice, over real sockets: promised, asked for, shown, or missed."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from devices import Device, Frame, greeted
from table_server import Clock, Server, Table, refused, served
from waiting import PATIENCE

from ewala import read_record
from ewala.core.witness import Witness

SEATS = "KSFG"


class Player:
    """Somebody's device: it keeps what it was shown first, as a page does."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.witness = Witness(seat, table.look()["table"]["commitment"])
        body = {"name": f"Player {seat}", "promise": self.witness.promise}
        table.keys[seat] = table.do("POST", f"/seats/{seat}", body=body)["key"]
        self.device = table.device(seat)

    def show(self) -> Frame:
        """Show the part when it is asked for."""
        told = self.device.happened("parts-asked")["table"]
        assert self.seat in told["to_show"]
        return self.device.ask(
            "show-part", seat=self.seat, part=self.witness.show(told["commitment"], told["promises"])
        )


def seated(server: Server, seats: str = SEATS) -> tuple[Table, list[Player]]:
    table = server.table(options={"first": "lot"})
    players = [Player(table, seat) for seat in seats]
    for seat in SEATS:
        if seat not in seats:
            table.close(seat)
    return table, players


def resigned(table: Table, seats: str) -> str:
    """The record, once all but one have given up."""
    for seat in seats:
        table.call("POST", "/resign", table.keys[seat], body={})
    return table.record(table.watch)


def started(device: Device) -> list[str]:
    """What happened up to the start, as a device was told."""
    device.happened("started")
    return [frame["event"]["type"] for frame in device.frames if frame["type"] == "happened"]


def test_four_devices_add_to_the_dice_and_the_game_begins_with_the_last(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, players = seated(server)
        with table.device() as spectator:
            assert greeted(spectator)["table"]["promises"] == {p.seat: p.witness.promise for p in players}
            table.ask_for_parts()
            assert [player.show()["type"] for player in players] == ["done"] * 4
            told = started(spectator)
            assert told[:6] == ["parts-asked", *["part-shown"] * 4, "started"]
            assert spectator.happened("rolled")["position"]["ply"] == 1
        for player in players:
            assert "started" in started(player.device)
            player.device.close()


def test_each_player_can_check_a_whole_game_afterwards(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, players = seated(server, "KS")
        table.ask_for_parts()
        for player in players:
            player.show()
            player.device.close()
        record = read_record(resigned(table, "K"))
        assert record.by_lot
        assert [player.witness.check(record) for player in players] == [1, 1]


def test_no_byte_of_a_part_leaves_the_server_before_all_have_promised(tmp_path: Path) -> None:
    """Whoever sits down last knows nothing that the others will add: there is nothing to try against."""
    with served(tmp_path) as server:
        table = server.table()
        ana = Player(table, "K")
        early = ana.device.ask("show-part", seat="K", part=ana.witness.part)
        assert (early["type"], early["code"]) == ("refused", "table/part-early")
        over_http = table.call("POST", "/seats/K/part", table.keys["K"], body={"part": ana.witness.part})
        assert over_http.json()["code"] == "table/part-early"
        with table.device() as spectator:
            spectator.caught_up()
            ana.device.caught_up()
            heard = [*spectator.texts, *ana.device.texts, over_http.text, json.dumps(table.look(table.host))]
        assert ana.witness.promise in heard[0]
        assert [text for text in heard if ana.witness.part in text] == []
        ana.device.close()


def test_a_seat_that_never_shows_its_part_adds_none_and_everybody_is_told(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock, parts_seconds=10) as server:
        table, (ana, bram) = seated(server, "KS")
        with table.device() as spectator:
            table.ask_for_parts()
            ana.show()
            spectator.happened("part-shown")
            clock.advance(9.9)
            assert table.look(table.watch)["table"]["to_show"] == ["S"]
            clock.advance(0.2)
            for device in (spectator, ana.device, bram.device):
                missed = device.happened("part-missed")
                assert missed["event"]["seat"] == "S"
                assert "Player S (sorcerers)" in missed["words"]
                device.happened("started")
        late = bram.device.ask("show-part", seat="S", part=bram.witness.part)
        assert (late["type"], late["code"]) == ("refused", "table/started")
        record = read_record(resigned(table, "K"))
        assert ana.witness.check(record) == 1
        assert list(record.entropy) == ["K"]
        assert list(record.promises) == ["K", "S"]
        ana.device.close()
        bram.device.close()


def test_a_restart_in_the_middle_keeps_what_was_shown_and_gives_the_others_their_time_anew(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock, parts_seconds=10) as server:
        table, (ana, bram) = seated(server, "KS")
        table.ask_for_parts()
        ana.show()
        ana.device.close()
        bram.device.close()
    clock.advance(3600)
    with served(tmp_path, clock=clock, parts_seconds=10) as server:
        overdue = [waiting(server, clock) for _ in range(2)]
        clock.advance(5)
        again = table.at(server)
        with again.device("S") as device:
            told = greeted(device)["table"]
            assert (told["status"], told["to_show"], list(told["entropy"])) == ("open", ["S"], ["K"])
            clock.advance(3)
            for other in overdue:  # when the second has begun, all tables have been looked after since the first had
                other.device.happened("started")
                other.device.close()
                clock.advance(1)
            part = bram.witness.show(told["commitment"], told["promises"])
            assert device.ask("show-part", seat="S", part=part)["type"] == "done"
            device.happened("started")
        record = read_record(resigned(again, "K"))
        assert [player.witness.check(record) for player in (ana, bram)] == [1, 1]


def waiting(server: Server, clock: Clock) -> Player:
    """Somebody whose part was asked for a second ago, and who never shows it; a bot has the other seat."""
    table = server.table("chronicles-of-run")
    player = Player(table, "O")
    table.seat_bot("C")
    table.ask_for_parts()
    clock.advance(1)
    return player


def test_after_a_restart_the_game_begins_though_nobody_comes_back(tmp_path: Path) -> None:
    """It waited until somebody came."""
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table, players = seated(server, "KS")
        table.ask_for_parts()
        for player in players:
            player.device.close()
    with served(tmp_path, clock=clock), closing(sqlite3.connect(tmp_path / "ewala.db")) as database:
        status, deadline = "open", time.monotonic() + PATIENCE
        while status != "playing":  # the table is found to be due, and then its time is over
            assert time.monotonic() < deadline
            clock.advance(1)
            time.sleep(0.05)
            ((status,),) = database.execute("select status from tables where id = ?", (table.id,)).fetchall()
        bodies = database.execute("select body from events where table_id = ? order by seq", (table.id,)).fetchall()
    kinds = [json.loads(body)["type"] for (body,) in bodies]
    assert kinds[kinds.index("parts-asked") + 1 :][:3] == ["part-missed", "part-missed", "started"]


def test_another_part_and_another_seats_part_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, (ana, bram) = seated(server, "KS")
        table.ask_for_parts()
        wrong = ana.device.ask("show-part", seat="K", part="something else")
        assert (wrong["type"], wrong["code"]) == ("refused", "table/other-part")
        foreign = ana.device.ask("show-part", seat="S", part=bram.witness.part)
        assert (foreign["type"], foreign["code"]) == ("refused", "seat/not-yours")
        refused(
            table.call("POST", "/seats/S/part", table.keys["K"], body={"part": bram.witness.part}),
            403,
            "seat/not-yours",
        )
        assert table.look(table.host)["table"]["to_show"] == ["K", "S"]
        ana.device.close()
        bram.device.close()
