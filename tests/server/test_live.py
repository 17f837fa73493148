"""The live channel, frame by frame: snapshots, resuming, moves, refusals, and what a page asks for besides."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from devices import Device, Frame, events_of, greeted
from table_server import GENEROUS, Server, Table, anna_and_bram, opponent, served

BACKLOG = 40
SERVED = {"limits": replace(GENEROUS, watcher_backlog=BACKLOG)}
NUMBER = "9" * 4300  # the longest that Python reads; one more would be a digit too many to write
UNREADABLE: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "no JSON",
    "a list": "[]",
    "no type": "{}",
    "an unknown type": '{"type":"dance"}',
    "a move without its fields": '{"type":"move","id":"1"}',
    "a field too many": '{"type":"ping","x":1}',
    "nested without end": '{"a":' * 1500,
    "an endless number": f'{{"type":"move","id":"1","seat":"K","move":"r:-","ply":{NUMBER}}}',
    "binary": b"\xff\x00",
}


@pytest.fixture
def table(server: Server) -> Table:
    return anna_and_bram(server)


# --- The first frame


def test_the_snapshot_comes_first_and_says_who_one_is(table: Table) -> None:
    with table.device("K") as device:
        snapshot = greeted(device)
    assert snapshot["you"] == ["K"]
    assert not snapshot["host"]
    assert snapshot["seq"] == table.look(table.watch)["seq"]
    assert snapshot["position"]["to_act"] == "K"
    assert "r:-" in snapshot["position"]["moves"]
    assert snapshot["table"]["status"] == "playing"
    assert snapshot["log"] == table.look(table.watch)["log"]
    assert snapshot["result"] is None


def test_a_table_that_does_not_exist_looks_like_one_that_may_not_be_seen(table: Table) -> None:
    closings = []
    for table_id in (table.id, "2222222222", "x"):
        with Device(table.server.port, table_id, {"type": "hello", "keys": ["wrong"]}) as device:
            closings.append((device.expect("closing"), device.closed()))
    assert closings[0] == closings[1] == closings[2]


def test_hello_is_said_once(table: Table) -> None:
    with table.device("K") as device:
        device.send({"type": "hello", "keys": []})
        assert device.expect("refused")["code"] == "live/hello-again"
        assert device.ask("ping")["type"] == "pong"


# --- Coming back


def test_coming_back_gives_exactly_what_was_missed(table: Table) -> None:
    with table.device("K") as device, table.device() as spectator:
        seq, ply = greeted(device)["seq"], device.frames[0]["position"]["ply"]
        device.move("K", "r:-", ply)
        device.ask("say", seat="K", text="your turn soon")
        device.caught_up()
        spectator.caught_up()
        all_that_came = events_of(spectator)
    for since in range(seq, seq + len(all_that_came) + 1):
        with table.device(since=since) as again:
            again.ask("ping")
            missed = events_of(again)
            assert not any(frame["type"] == "snapshot" for frame in again.frames)
            assert [frame["seq"] for frame in missed] == [
                frame["seq"] for frame in all_that_came if frame["seq"] > since
            ]
            assert [frame["event"] for frame in missed] == [
                frame["event"] for frame in all_that_came if frame["seq"] > since
            ]
            assert all(frame["position"] == spectator_position(table) for frame in missed[-1:])


def spectator_position(table: Table) -> Frame:
    position: Frame = table.look(table.watch)["position"]
    return {name: value for name, value in position.items() if value not in (None, {})}


@pytest.mark.parametrize("since", [0, 10**6])
def test_from_a_time_that_never_was_one_gets_a_snapshot(table: Table, since: int) -> None:
    with table.device("K", since=since) as device:
        assert greeted(device)["seq"] == table.look(table.watch)["seq"]


def test_after_too_long_one_gets_a_snapshot(table: Table) -> None:
    with table.device("K", "S") as device:
        while table.look(table.watch)["seq"] <= BACKLOG + 1:
            position = table.look(*table.keys.values())["position"]
            device.move(position["to_act"], position["moves"][0], position["ply"])
    seq = table.look(table.watch)["seq"]
    with table.device(since=seq - BACKLOG - 1) as late:
        assert greeted(late)["seq"] == seq
    with table.device(since=seq - BACKLOG) as just_in_time:
        just_in_time.ask("ping")
        assert len(events_of(just_in_time)) == BACKLOG


# --- Moves


def test_a_move_is_acknowledged_and_everybody_hears_of_it(table: Table) -> None:
    with table.device("K") as mover, table.device("S") as other, table.device() as spectator:
        position = greeted(mover)["position"]
        answer = mover.move("K", "r:-", position["ply"])
        assert answer["type"] == "done"
        moved = [device.happened("moved") for device in (mover, other, spectator)]
    assert [frame["seq"] for frame in moved] == [answer["seq"]] * 3
    assert {frame["event"]["move"] for frame in moved} == {"r:-"}
    assert ["moves" in frame["position"] for frame in moved] == [True, False, False]
    assert "client" not in moved[1]["event"]


def test_the_same_submission_twice_has_the_effect_of_one(table: Table) -> None:
    with table.device("K") as device:
        ply = greeted(device)["position"]["ply"]
        first = device.move("K", "r:-", ply, id="once")
        log = table.look(table.watch)["log"]
        assert device.move("K", "r:-", ply, id="once") == first
    with table.device("K") as again:
        assert again.move("K", "r:-", ply, id="once") == first
    answer = table.do("POST", "/moves", table.keys["K"], body={"move": "r:-", "ply": ply, "id": "once"})
    assert answer["seq"] == first["seq"]
    assert table.look(table.watch)["log"] == log


def test_two_devices_that_send_the_same_move_make_it_once(table: Table) -> None:
    """Each under its own name: the second is late."""
    with table.device("K") as one, table.device("K") as two:
        ply = greeted(one)["position"]["ply"]
        greeted(two)
        command = {"type": "move", "seat": "K", "move": "r:-", "ply": ply}
        one.send({**command, "id": "from one"})
        two.send({**command, "id": "from two"})
        answers = [device.until(lambda frame: "id" in frame) for device in (one, two)]
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    assert table.look(table.watch)["position"]["ply"] == ply + 1


def test_a_move_for_another_position_is_stale_and_answered_with_one_line(table: Table) -> None:
    """The position was told already, as an event; who has lost count asks with a ping."""
    with table.device("K") as device:
        ply = greeted(device)["position"]["ply"]
        device.move("K", "r:-", ply)
        assert device.happened("moved")["position"]["ply"] == ply + 1
        device.caught_up()
        before = len(device.frames)
        for stale in (ply, ply + 2):
            assert device.move("K", "r:-", stale)["code"] == "move/stale"
        assert device.ask("ping")["type"] == "pong"
        assert [frame["type"] for frame in device.frames[before:]] == ["refused", "refused", "pong"]


def test_out_of_turn_is_refused_and_changes_nothing(table: Table) -> None:
    with table.device("S") as device:
        snapshot = greeted(device)
        assert device.move("S", "r:-", snapshot["position"]["ply"])["code"] == "move/not-your-turn"
    assert table.look(table.watch)["seq"] == snapshot["seq"]


def test_an_illegal_move_is_refused_with_its_clause(table: Table) -> None:
    with table.device("K") as device:
        refused = device.move("K", "end", greeted(device)["position"]["ply"])
    assert (refused["type"], refused["clause"]) == ("refused", "KR-4.4")
    assert "KR-4.4" in refused["sentence"]


@pytest.mark.parametrize("move", ["castle", "R:-", "r:DDDDD", "é", "!DDDD"])
def test_what_is_no_move_is_refused(table: Table, move: str) -> None:
    with table.device("K") as device:
        ply = greeted(device)["position"]["ply"]
        assert device.move("K", move, ply)["type"] == "refused"
    assert table.look(table.watch)["position"]["ply"] == ply


def test_a_seat_that_is_not_ones_own_is_refused(table: Table) -> None:
    with table.device("S") as device, table.device() as spectator:
        for someone in (device, spectator):
            ply = greeted(someone)["position"]["ply"]
            assert someone.move("K", "r:-", ply)["code"] == "seat/not-yours"
            assert someone.ask("resign", seat="K")["code"] == "seat/not-yours"


def test_why_answers_with_the_clause_or_with_nothing_for_a_legal_move(table: Table) -> None:
    with table.device("K") as device:
        legal = device.ask("why", move="r:-")
        assert (legal["type"], legal["move"]) == ("because", "r:-")
        assert "code" not in legal
        illegal = device.ask("why", move="end")
        assert illegal["clause"] == "KR-4.4"
        assert device.ask("why", move="castle")["code"] == "text/unreadable"


def test_sentences_come_in_the_language_of_the_device(table: Table) -> None:
    with table.device("K") as english, table.device("K", language="nl") as dutch:
        ply = greeted(english)["position"]["ply"]
        said = [device.move("K", "end", ply) for device in (english, dutch)]
    assert said[0]["code"] == said[1]["code"]
    assert "KR-4.4" in said[1]["sentence"]


def test_ping_is_answered_with_the_sequence_number(table: Table) -> None:
    with table.device() as device:
        seq = greeted(device)["seq"]
        assert device.ask("ping", id="are you there") == {"type": "pong", "id": "are you there", "seq": seq}


# --- One frame for what happens together


def test_a_move_its_roll_and_its_acknowledgement_are_one_frame_to_the_mover(table: Table) -> None:
    with table.device("K") as mover, table.device("S") as other, table.device() as spectator:
        for device in (mover, other, spectator):
            greeted(device)
            device.until(lambda line: line == {"type": "presence", "online": ["K", "S"], "watching": 1})
        before = {device: len(device.sizes) for device in (mover, other, spectator)}
        ply = mover.frames[0]["position"]["ply"]
        reroll = max(mover.frames[0]["position"]["moves"], key=len)
        mover.send({"type": "move", "id": "m", "seat": "K", "move": reroll, "ply": ply})
        done = mover.expect("done")
        for device in (other, spectator):
            device.happened("rolled")
        assert [line["type"] for line in mover.frames[-3:]] == ["happened", "happened", "done"]
        for device in (mover, other, spectator):
            moved, rolled = events_of(device)[-2:]
            assert (moved["event"]["type"], rolled["event"]["type"]) == ("moved", "rolled")
            assert (moved["seq"], rolled["seq"]) == (done["seq"] - 1, done["seq"])
        assert mover.sizes[before[mover] :] == [3]
        assert other.sizes[before[other] :] == [2]
        assert spectator.sizes[before[spectator] :] == [2]


# --- Many frames


def test_a_burst_of_frames_arrives_in_order_and_whole(tmp_path: Path) -> None:
    """The start, ten tiles and the initiative come at once."""
    with served(tmp_path, limits=replace(GENEROUS, watcher_backlog=12)) as server:
        table = server.table("chronicles-of-run")
        table.sit("O")
        table.sit("C")
        with table.device("O") as device:
            seq = greeted(device)["seq"]
            table.start()
            device.until(lambda frame: bool((frame.get("position") or {}).get("to_act")))
            assert [frame["seq"] for frame in events_of(device)] == list(range(seq + 1, seq + 12))


def test_who_falls_behind_more_than_is_kept_is_shown_the_table_anew(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, watcher_backlog=5)) as server:
        table = server.table("chronicles-of-run")
        table.sit("O")
        table.sit("C")
        with table.device("O") as device:
            seq = greeted(device)["seq"]
            table.start()
            assert device.caught_up() == seq + 11
            heard = seq
            for frame in device.frames[1:]:
                if frame["type"] == "happened":
                    assert frame["seq"] == heard + 1
                heard = max(heard, frame.get("seq", 0))
            assert device.frames[0]["position"] is None
            shown = [frame for frame in device.frames if frame.get("position")]
            assert shown[-1]["position"]["ply"] == 10


def test_whoever_sends_very_much_is_read_more_slowly_and_loses_nothing(table: Table) -> None:
    with table.device("K") as device:
        for n in range(300):
            device.send({"type": "ping", "id": f"{n}"})
        answered = [device.until(lambda frame: frame["type"] == "pong")["id"] for _ in range(300)]
    assert answered == [f"{n}" for n in range(300)]


def snapshot_for(table: Table, *seats: str, language: str = "en", explained: bool = True) -> Frame:
    hello: Frame = {"type": "hello", "keys": [table.keys[seat] for seat in seats], "language": language}
    with Device(table.server.port, table.id, {**hello, "watch": table.watch, "explained": explained}) as device:
        return device.expect("snapshot")


def test_events_so_far_are_told_in_the_readers_language(server: Server) -> None:
    table = server.kingdom_run("KS")
    told = snapshot_for(table, "K")["told"]
    assert "Player K (knights) sits down." in [line["words"] for line in told]
    assert [line["seq"] for line in told] == sorted(line["seq"] for line in told)
    french = [line["words"] for line in snapshot_for(table, "K", language="fr")["told"]]
    assert "La partie commence." in french
    assert len(french) == len(told)


def test_who_does_not_ask_is_not_told(server: Server) -> None:
    table = server.kingdom_run("KS")
    snapshot = snapshot_for(table, "K", explained=False)
    assert "told" not in snapshot
    assert "explained" not in snapshot["position"]
    assert snapshot_for(table, "K")["position"]["explained"]["tally"]["K"]


def test_who_explains_positions_gets_only_the_snapshot_explained(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    hello: Frame = {"type": "hello", "keys": [table.keys[first]], "explained": "snapshot"}
    with Device(table.server.port, table.id, hello) as device:
        snapshot = device.expect("snapshot")
        assert snapshot["told"]
        assert snapshot["position"]["explained"]["tally"][first]
        assert device.move(first, snapshot["position"]["moves"][0], snapshot["position"]["ply"])["type"] == "done"
        moved = device.happened("moved")
    assert moved["position"].keys().isdisjoint({"explained"})
    assert "more" not in moved


def test_a_sealed_rune_is_told_to_its_own_device_alone(server: Server) -> None:
    """CR-3.2; a device of both sides is looked at by both."""
    table = server.chronicles()
    first = table.seat_to_act()
    second = opponent(first)
    with table.device(first) as device, table.device("O", "C") as both:
        assert device.move(first, "7>3a", greeted(device)["position"]["ply"])["type"] == "done"
        moved = both.happened("moved")
    assert moved["event"]["move"] == "?>3a"
    assert "Lisbeth" not in moved["words"]
    assert "Lisbeth" in snapshot_for(table, first)["told"][-1]["words"]
    for seats in ((second,), (first, second), ()):
        assert "Lisbeth" not in snapshot_for(table, *seats)["told"][-1]["words"]


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "ping", "id": "1"}, "live/no-hello"),
        ({"type": "hello", "keys": "K"}, "live/unreadable"),
        *(({"type": "hello", "keys": [key]}, "table/unknown") for key in ("", "wrong", "é", "x" * 64)),
    ],
)
def test_who_does_not_say_hello_as_one_should_is_told_why_the_door_closes(
    table: Table, hello: Frame, code: str
) -> None:
    with Device(table.server.port, table.id, hello) as device:
        assert device.expect("closing")["code"] == code
        assert device.closed() == 1008


def test_an_unreadable_frame_is_refused_and_the_connection_lives(table: Table) -> None:
    with table.device("K") as device:
        for what, frame in UNREADABLE.items():
            device.socket.send(frame)
            assert device.expect("refused")["code"] == "live/unreadable", what
            assert device.ask("ping")["type"] == "pong"


@pytest.mark.parametrize(
    ("frame", "code"), [(b"\xff\xfe", 1007), (b"x" * (GENEROUS.frame_bytes + 1), 1009)], ids=["no-utf-8", "too-long"]
)
def test_a_frame_beyond_repair_closes_the_connection_and_logs_nothing(table: Table, frame: bytes, code: int) -> None:
    with table.joined("K") as device:
        for n in range(20):
            device.send({"type": "ping", "id": str(n)})
        device.socket.send(frame, text=True)
        assert device.closed() == code


def test_a_stream_ends_with_the_result(server: Server) -> None:
    table = server.chronicles()
    headers = {"authorization": f"Bearer {table.keys['C']}"}
    with server.http.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "snapshot"
        table.resign("O")
        heard = [json.loads(line) for line in lines if line]
    assert heard[-1]["result"]["winners"] == ["C"]
    seqs = [frame["seq"] for frame in heard if frame["type"] == "happened"]
    assert seqs == sorted(set(seqs))
