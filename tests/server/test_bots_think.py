"""Bots at a real server: named, refused, thinking off the loop from what their seat may know, standing in."""

import itertools
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from table_server import Server, served
from waiting import PATIENCE

from ewala.core.state import View
from ewala.games.registry import GAMES
from ewala.games.roster import roster, stand_in, strongest
from ewala.kit.bot import Assessment, Budget

SERVED = {"absent_seconds": 0}


class OnlyChooses:
    """A bot of the test's, which nobody asks what it thinks of a position."""

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        raise AssertionError("nobody asks a bot that only chooses")


class Ponderer(OnlyChooses):
    """Thinks until the test lets it, and keeps what it was given."""

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.may_answer = threading.Event()
        self.asked: list[tuple[View, Budget, random.Random]] = []

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        self.asked.append((view, budget, rng))
        self.thinks.set()
        assert self.may_answer.wait(PATIENCE)
        return view.moves()[0]


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ponderer]:
    """Sits where the strongest bots would."""
    bot = Ponderer()
    for game in GAMES:
        entry = strongest(game)
        monkeypatch.setitem(roster(game), entry.name, replace(entry, load=lambda: bot))
    yield bot
    bot.may_answer.set()


class Stumbler(OnlyChooses):
    """Fails at these times that it is asked, counted from 1."""

    def __init__(self, *fails: int) -> None:
        self.fails = fails
        self.asked_at: list[float] = []

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        self.asked_at.append(time.monotonic())
        if len(self.asked_at) in self.fails:
            raise ZeroDivisionError("a bot of the test's")
        return view.moves()[0]


def test_a_bot_that_fails_again_and_again_is_asked_ever_less_often_until_it_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It was asked four times a second, with a traceback each."""
    bot = Stumbler(1, 2, 3, 4, 7)
    plain = roster("chronicles-of-run")["random"]
    monkeypatch.setitem(roster("chronicles-of-run"), "random", replace(plain, load=lambda: bot))
    with served(tmp_path, complaints=("has failed",)) as server:
        table = server.table("chronicles-of-run")
        for seat in ("O", "C"):
            table.seat_bot(seat, "random")
        with table.device() as spectator:
            table.start()
            for _ in range(3):  # the fifth, sixth and eighth time
                spectator.happened("moved")
    waits = [later - sooner for sooner, later in itertools.pairwise(bot.asked_at[:5])]
    assert [wait >= least for wait, least in zip(waits, (0.25, 0.5, 1.0, 2.0), strict=True)] == [True] * 4
    said = [(entry.getMessage(), bool(entry.exc_info)) for entry in caplog.records if entry.name == "ewala.server"]
    assert [with_its_cause for _, with_its_cause in said] == [True, False, False, False, True]
    assert all(f"the bot random at table {table.id} has failed" in line for line, _ in said)


def test_while_a_bot_thinks_the_server_answers_and_other_tables_go_on(server: Server, ponderer: Ponderer) -> None:
    table = server.table("chronicles-of-run")
    table.seat_bot("O", "oracle")
    table.seat_bot("C", "oracle")
    table.start()
    assert ponderer.thinks.wait(PATIENCE)
    assert server.call("GET", "/api/health").json()["status"] == "ok"
    other = server.table("chronicles-of-run")
    other.seat_bot("O", "random")
    other.seat_bot("C", "random")
    with other.device() as spectator:
        other.start()
        spectator.until(lambda frame: bool(frame.get("result")))
    assert len(ponderer.asked) == 1, "it still thinks about its first bid"
    with table.device() as spectator:
        ponderer.may_answer.set()
        spectator.until(lambda frame: bool(frame.get("result")))


def test_a_bot_sees_its_seats_view_has_its_budget_and_keeps_its_source_of_chance(
    server: Server, ponderer: Ponderer
) -> None:
    ponderer.may_answer.set()
    table = server.table("chronicles-of-run")
    table.seat_bot("O", "oracle")
    table.seat_bot("C", "oracle")
    with table.device() as spectator:
        table.start()
        spectator.until(lambda frame: bool(frame.get("result")))
    assert {budget for _, budget, _ in ponderer.asked} == {strongest("chronicles-of-run").budget}
    assert all(isinstance(view, View) and view.viewer == view.to_act for view, _, _ in ponderer.asked)
    sources = {seat: {id(rng) for view, _, rng in ponderer.asked if view.viewer == seat} for seat in "OC"}
    assert [len(found) for found in sources.values()] == [1, 1]
    assert sources["O"] != sources["C"]


@pytest.mark.parametrize(
    ("game", "bot", "right"),
    [
        ("kingdom-run", "kasparov", "dormouse"),
        ("kingdom-run", "oracle", "champion"),
        ("chronicles-of-run", "champion", "oracle"),
    ],
)
def test_a_bot_that_does_not_play_the_game_is_refused_with_those_that_do(
    server: Server, game: str, bot: str, right: str
) -> None:
    table = server.table(game)
    seat = table.look(table.host)["table"]["seats"][0]["seat"]
    answer = table.call("POST", f"/seats/{seat}/bot", table.host, body={"bot": bot})
    assert (answer.status_code, answer.json()["code"]) == (400, "setup/bot")
    assert bot in answer.json()["sentence"]
    assert right in answer.json()["sentence"]


def test_who_is_away_is_replaced_by_the_middle_level_by_its_title(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    with table.joined(language="en") as spectator:
        table.do("POST", f"/seats/{seat}/bot", table.host, body={})
        replaced = spectator.happened("replaced")
    assert replaced["event"]["bot"] == stand_in("kingdom-run")
    assert "The Ranger plays for" in replaced["words"]


@pytest.mark.parametrize(("game", "seats"), [("kingdom-run", "KS"), ("chronicles-of-run", "OC")])
def test_the_strongest_level_makes_its_move_at_a_table(server: Server, game: str, seats: str) -> None:
    table = server.table(game)
    for seat in "KSFG" if game == "kingdom-run" else "OC":
        if seat in seats:
            table.seat_bot(seat, strongest(game).name)
        else:
            table.close(seat)
    with table.device() as spectator:
        table.start()
        moved = spectator.happened("moved")
    assert strongest(game).title.template in moved["words"]


def test_a_replay_calls_bots_by_their_titles(server: Server) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O", "Ana")
    table.seat_bot("C", "greedy")
    table.start()
    replay = server.call("POST", "/api/records", body={"text": table.record(table.keys["O"])}).json()
    assert replay["seats"] == {"O": "Ana", "C": "Plain Greed"}


@pytest.mark.parametrize(("game", "seats"), [("kingdom-run", "KSFG"), ("chronicles-of-run", "OC")])
def test_where_turns_are_ended_by_word_a_bot_ends_its_turn_with_its_last_move(
    server: Server, game: str, seats: str
) -> None:
    table = server.table(game, confirm=True)
    for seat in seats:
        table.seat_bot(seat)
    with table.device() as spectator:
        table.start()
        spectator.until(lambda frame: bool(frame.get("result")))
    ended = [frame for frame in spectator.frames if frame.get("event", {}).get("type") == "confirmed"]
    assert ended
    assert all("words" not in frame for frame in ended), "nobody needs to be told"
