"""Who is at a table, and what they say to each other."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from devices import Device, events_of, greeted
from table_server import GENEROUS, Server, Table, anna_and_bram, served

LIMITS = replace(GENEROUS, chat_length=30, chat_burst=4, chat_per_minute=1e-6)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("company"), limits=LIMITS) as server:
        yield server


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
        with table.device("K") as staying:
            greeted(staying)
            with table.device("K") as leaving:
                greeted(leaving)
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


def test_who_talks_too_much_must_wait(table: Table) -> None:
    with table.device("K") as talker, table.device("S") as other:
        answers = [talker.ask("say", seat="K", text=f"word {n}")["type"] for n in range(LIMITS.chat_burst)]
        assert answers == ["done"] * LIMITS.chat_burst
        assert talker.ask("say", seat="K", text="one more")["code"] == "chat/too-many"
        assert other.ask("say", seat="S", text="quiet, please")["type"] == "done"
        assert talker.move("K", "r:-", greeted(talker)["position"]["ply"])["type"] == "done"


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
