"""Who is at a table, what they say to each other, and when a bot may play for somebody."""

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from devices import Device, events_of, greeted
from table_server import GENEROUS, Clock, Server, Table, anna_and_bram, refused, served

BURST = 4
SERVED = {
    "clock": ...,
    "limits": replace(
        GENEROUS, chat_length=30, chat_burst=BURST, chat_per_minute=1e-6, toggles_burst=3, toggles_per_minute=1e-6
    ),
}


@pytest.fixture
def table(server: Server) -> Table:
    return anna_and_bram(server)


# --- Who is there


def test_presence_says_who_is_there_and_how_many_watch(table: Table) -> None:
    def saw(device: Device, online: list[str], watching: int) -> None:
        device.until(
            lambda frame: frame["type"] == "presence" and (frame["online"], frame["watching"]) == (online, watching)
        )

    with table.device("S") as device:
        saw(device, ["S"], 0)
        with table.device("K"):
            saw(device, ["K", "S"], 0)
            with table.device(), table.device():
                saw(device, ["K", "S"], 2)
        saw(device, ["S"], 0)
        assert [seat["online"] for seat in table.look(table.watch)["table"]["seats"]] == [False, True, False, False]


def test_a_seat_is_there_as_long_as_one_of_its_devices_is(table: Table) -> None:
    with table.device("S") as witness:
        with table.joined("K"):
            table.joined("K").close()
            with table.device():  # its coming shows who is there after the other has left
                witness.until(lambda frame: frame["type"] == "presence" and frame["watching"] == 1)
                assert witness.frames[-1]["online"] == ["K", "S"]
        witness.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["S"])


# --- Words


def test_words_reach_everybody_and_stay(table: Table) -> None:
    with table.device("K") as speaker, table.device() as spectator:
        assert speaker.ask("say", seat="K", text="  good   luck ")["type"] == "done"
        said = spectator.happened("said")["event"]
    assert (said["seat"], said["name"], said["text"]) == ("K", "Anna", "good luck")
    assert [words["text"] for words in table.look(table.keys["S"])["chat"]] == ["good luck"]


@pytest.mark.parametrize("text", [" ", "a\u202eb", "a\x07b", "x" * 31])
def test_words_are_printable_and_not_too_many(table: Table, text: str) -> None:
    with table.device("K") as device:
        assert device.ask("say", seat="K", text=text)["code"] == "chat/text"
        assert device.ask("say", seat="K", text="x" * 30)["type"] == "done"
    assert len(table.look(table.watch)["chat"]) == 1


def test_spectators_do_not_speak_and_nobody_speaks_for_others(table: Table) -> None:
    with table.device() as spectator, table.device("K") as device, table.device(host=True) as host:
        assert spectator.ask("say", text="hello")["code"] == "chat/seats-only"
        assert device.ask("say", text="hello")["code"] == "chat/seats-only"
        assert device.ask("say", seat="S", text="I give up")["code"] == "seat/not-yours"
        assert host.ask("say", text="welcome")["type"] == "done"


def test_who_has_muted_hears_moves_but_no_words(table: Table) -> None:
    with table.device("K") as speaker, table.device() as muted:
        ply = greeted(speaker)["position"]["ply"]
        greeted(muted)
        muted.send({"type": "mute", "muted": True})
        muted.ask("ping")
        speaker.ask("say", seat="K", text="can you hear me?")
        speaker.move("K", "r:-", ply)
        moved = muted.happened("moved")
        assert moved["position"]["ply"] == ply + 1
        assert not any(frame["event"]["type"] == "said" for frame in events_of(muted))
        muted.send({"type": "mute", "muted": False})
        muted.ask("ping")
        speaker.ask("say", seat="K", text="and now?")
        assert muted.happened("said")["event"]["text"] == "and now?"


def once_left(table: Table, seat: str) -> None:
    """A device has closed its connection a moment before the server knows."""
    while any(shown["online"] for shown in table.look(table.watch)["table"]["seats"] if shown["seat"] == seat):
        pass


def test_a_seat_says_only_so_much_however_often_it_connects(table: Table) -> None:
    said = []
    for n in range(BURST + 2):
        with table.device("K") as device:
            said.append(device.ask("say", seat="K", text=f"message {n}"))
    assert [answer.get("code", "done") for answer in said] == ["done"] * BURST + ["chat/too-many"] * 2
    with table.device("S") as silent, table.device("K") as talker:
        assert silent.ask("say", seat="S", text="quiet, please")["type"] == "done"
        assert talker.move("K", "r:-", greeted(talker)["position"]["ply"])["type"] == "done"


def test_a_seat_changes_its_mind_only_so_often_over_whatever_channel(server: Server) -> None:
    table = server.kingdom_run("KS")
    with table.device("K") as device:
        for n in range(2):
            assert device.ask("allow-hints", seat="K", allow=n % 2 == 0)["type"] == "done"
    table.do("POST", "/hints", table.keys["K"], body={"allow": True})
    refused(table.call("POST", "/hints", table.keys["K"], body={"allow": False}), 429, "hints/too-many")
    with table.device("K") as device:
        assert device.ask("allow-hints", seat="K", allow=False)["code"] == "hints/too-many"
    table.do("POST", "/hints", table.keys["S"], body={"allow": True})


# --- A bot plays for the absent


def a_bot_plays(table: Table, seat: str, *keys: str) -> httpx.Response:
    return table.call("POST", f"/seats/{seat}/bot", table.host, *keys, body={"bot": "random"})


def test_who_is_there_is_not_replaced_however_long_they_think(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS")
    with table.joined("K") as device:
        clock.advance(3600)
        refused(a_bot_plays(table, "K"), 409, "seat/present")
        assert device.ask("ping")["type"] == "pong"


def test_a_line_that_broke_a_moment_ago_is_no_absence_and_a_minute_is(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS")
    clock.advance(3600)
    table.joined("K").close()
    once_left(table, "K")
    clock.advance(59)
    refused(a_bot_plays(table, "K"), 409, "seat/present")
    clock.advance(1)
    assert a_bot_plays(table, "K").is_success


def test_a_program_that_only_asks_over_http_is_there_while_it_asks(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS")
    clock.advance(3600)
    table.look(table.keys["K"])
    refused(a_bot_plays(table, "K"), 409, "seat/present")


def test_a_restart_of_the_server_is_nobodys_absence(tmp_path: Path, clock: Clock) -> None:
    with served(tmp_path, clock=clock) as server:
        table = server.kingdom_run("KS")
    clock.advance(3600)
    with served(tmp_path, clock=clock) as server:
        refused(a_bot_plays(table.at(server), "K"), 409, "seat/present")


def test_who_hosts_may_let_a_bot_play_for_themselves(server: Server) -> None:
    table = server.kingdom_run("KS")
    with table.joined("K"):
        assert a_bot_plays(table, "K", table.keys["K"]).is_success
