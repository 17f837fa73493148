"""A table's row: its outcome, its fingerprint, who may do what, who listens."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from on_disk import made, on_disk, seated

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import GAMES, game_class, load
from ewala.server.platform.config import Config
from ewala.server.platform.wire.outbox import Outbox
from ewala.server.tables.audience import Audience
from ewala.server.tables.context import ServerContext
from ewala.tables.broadcast import Group, happenings_of
from ewala.tables.events import Moved, SatDown, StoodUp, encode_event
from ewala.tables.fingerprints import (
    NOT_PLAYED,
    Draw,
    GameFingerprint,
    draws_of,
    fingerprint_after,
    fingerprint_of_table,
    opening_of,
)
from ewala.tables.kept import Kept, Stored
from ewala.tables.keys import digest_of
from ewala.tables.match import Match
from ewala.tables.outcomes import NO_PLACE, outcome_of
from ewala.tables.problems import Unavailable
from ewala.tables.rights import Rights, SeatFreed, key_changes
from ewala.tables.table import Table

DICE = Dice(bytes(range(32)))


def begun(players: str, first: str) -> Table:
    """A table of Kingdom Run at which these seats play."""
    game = game_class("kingdom-run").for_people({"first": first})
    table = made(game, DICE, at=1)
    for seat in game.seats:
        if seat in players:
            table.sit_down(seat, f"Player {seat}", "", 2)
        else:
            table.close(seat, 2)
    table.start(3)
    return table


@cache
def played() -> Table:
    """A whole game of three, in which the second seat begins."""
    table, rng = begun("KSF", "S"), random.Random(5)
    while table.status == "playing":
        assert table.match is not None
        assert table.match.to_act is not CHANCE
        seat = table.to_act
        assert seat is not None
        table.move(seat, rng.choice(table.match.state.moves()), table.ply, "", 9)
    return table


def test_seats_are_counted_in_the_order_of_play() -> None:
    assert [(one.number, one.seat) for one in outcome_of(played()).seats] == [(1, "S"), (2, "F"), (3, "K")]


def test_winners_come_first_and_the_others_by_their_scores() -> None:
    outcome, match = outcome_of(played()), played().match
    assert match is not None
    assert {one.seat for one in outcome.seats if one.place == 1} == set(match.state.winners())
    ahead = sorted(outcome.seats, key=lambda one: one.place)
    assert [one.points for one in ahead] == sorted((one.points for one in ahead), reverse=True)
    assert {one.seat: one.points for one in outcome.seats} == match.state.scores()
    for one in outcome.seats:
        assert one.place == 1 + sum(other.place < one.place for other in outcome.seats)
    assert (outcome.started_at, outcome.ended_at) == (3, 9)


def test_of_two_who_resigns_is_second() -> None:
    table = begun("KS", "K")
    table.resign("K", "squire", 9)
    assert {one.seat: one.place for one in outcome_of(table).seats} == {"S": 1, "K": 2}


def test_who_never_came_to_act_stands_behind_the_others() -> None:
    table = begun("KSFG", "F")
    table.break_off("", 9)
    assert [one.seat for one in outcome_of(table).seats] == ["F", "G", "K", "S"]
    assert {one.place for one in outcome_of(table).seats} == {NO_PLACE}


def test_who_has_left_has_what_the_stand_in_made_of_it() -> None:
    table = begun("KS", "K")
    table.replace("K", "ranger", "host", 5)
    table.resign("S", "squire", 9)
    assert [(one.seat, one.bot, one.place) for one in outcome_of(table).seats] == [("K", "", 1), ("S", "", 2)]


@pytest.mark.parametrize(
    ("people", "counts"),
    [({"K": "ada", "S": "bo"}, True), ({"K": "ada"}, False), ({"K": "ada", "S": "ada"}, False), ({}, False)],
)
def test_a_rated_game_counts_where_everybody_is_known(people: dict[str, str], counts: bool) -> None:
    table = begun("KS", "K")
    table.resign("K", "squire", 9)
    assert replace(outcome_of(table), agreed=True).counts(people) is counts
    assert not outcome_of(table).counts(people)


def tossed(faces: str) -> Iterator[Draw]:
    return (Draw(f"!{face}", 1.0) for face in faces)


def test_an_opening_ends_with_the_draw_that_is_beyond_coincidence() -> None:
    opening = opening_of("toss", tossed("HT" * 8))
    assert len(opening) == 64
    assert opening_of("toss", tossed("HT" * 7 + "H")) == ""
    assert opening_of("toss", tossed("HT" * 8 + "HHH")) == opening
    assert opening_of("toss", tossed("HT" * 7 + "HH")) != opening
    assert opening_of("another", tossed("HT" * 8)) != opening


@pytest.mark.parametrize("name", GAMES)
def test_how_surprising_a_draw_is_follows_from_the_draws_before_it(name: str) -> None:
    """Whatever is decided between them: on this rests that one digest is enough."""
    bits: dict[tuple[str, ...], float] = {}
    met_again = 0
    for seed in range(60):
        match, luck = Match.begin(load(name), dice=Dice(bytes([seed % 3]) * 32)), random.Random(seed)
        while match.to_act is not None and len(match.record.moves) < 40:
            if match.to_act is CHANCE:
                match.roll()
            else:
                match.submit(luck.choice(match.state.moves()), match.to_act)
        moves = match.record.moves
        drawn: tuple[str, ...] = ()
        draws = list(draws_of(map(match.state_at, range(len(moves))), moves))
        assert len(draws) == sum(match.state_at(ply).to_act is CHANCE for ply in range(len(moves)))
        for draw in draws:
            drawn += (draw.move,)
            met_again += drawn in bits
            assert bits.setdefault(drawn, draw.bits) == draw.bits
    assert met_again > 60


def test_a_game_has_a_seal_while_it_is_played_and_an_opening_once_enough_is_drawn() -> None:
    table = seated(DICE)
    assert fingerprint_of_table(table) == NOT_PLAYED
    marks = fingerprint_after(table, table.start(0), NOT_PLAYED)
    assert marks == GameFingerprint(DICE.commitment, None)
    openings: list[str | None] = []
    for _ in range(60):
        match = table.playing()
        assert isinstance(match.to_act, str)
        events = table.move(match.to_act, match.state.moves()[0], table.ply, "", 0)
        marks = fingerprint_after(table, events, marks)
        assert marks == fingerprint_of_table(table), "what is remembered is what would be found anew"
        openings.append(marks.opening)
    assert openings[0] is None
    assert openings[-1] is not None
    assert len(set(openings)) == 2
    assert fingerprint_after(table, table.resign("K", "random", 0), marks) == fingerprint_of_table(table) == NOT_PLAYED


def test_a_record_without_seal_and_opening_fits_no_game() -> None:
    assert not NOT_PLAYED.fit("", "")
    assert not GameFingerprint("5ea1", None).fit("", "")
    assert GameFingerprint("5ea1", None).fit("5ea1", "")
    assert GameFingerprint("5ea1", "0b").fit("", "0b")


ANNA, BRAM, HOST, WATCHER = "anna's key", "bram's key", "the host's key", "a watcher's key"


def rights() -> Rights:
    """At a table where Bram came first, and Anna has the seat before his."""
    created = made(load("kingdom-run"), DICE).created
    held = {"S": digest_of(BRAM), "K": digest_of(ANNA)}
    stored = Stored("t", digest_of(HOST), digest_of(WATCHER), DICE.secret, held, [encode_event(created)])
    return Rights(stored, Kept(stored))


def test_keys_hold_their_seats_in_the_games_order() -> None:
    assert rights().seats_of([BRAM, ANNA]) == ("K", "S")
    assert rights().seats_of([BRAM]) == ("S",)
    assert rights().seats_of([HOST, WATCHER, ""]) == ()


def test_the_host_has_the_hosts_key_alone() -> None:
    assert rights().is_host([ANNA, HOST])
    assert not rights().is_host([ANNA, BRAM, WATCHER])


def test_a_seat_that_changes_hands_is_its_former_holders_no_more() -> None:
    here = rights()
    assert here.why_leave([ANNA], ("K",)) is None
    here.change(key_changes([StoodUp(seat="K", at=1), SatDown(seat="K", name="Bram", at=2)], digest_of(BRAM)))
    assert isinstance(here.why_leave([ANNA], ("K",)), SeatFreed)
    assert here.seats_of([BRAM]) == ("K", "S")
    assert here.changes == 1


def test_who_stands_up_leaves_the_seat_without_a_key() -> None:
    here = rights()
    here.change(key_changes([StoodUp(seat="S", at=1)], ""))
    assert here.seats_of([ANNA, BRAM]) == ("K",)


def test_moves_change_no_keys() -> None:
    assert key_changes([Moved(seat="K", move="r:-", at=1)], "") == {}


KNIGHTS, GUESTS = Group(("K",), "en"), Group((), "en")


class Clock:
    """Milliseconds, as a test says."""

    now = 1000

    def __call__(self) -> int:
        return self.now


def started() -> Table:
    table = seated(DICE)
    table.start(0)
    return table


def audience(clock: Clock, table: Table) -> Audience:
    return Audience(ServerContext(Config(absent_seconds=60), clock), "t", on_disk(table))


def lines(outbox: Outbox) -> list[dict[str, Any]]:
    taken = [entry if isinstance(entry, bytes) else entry.lines for entry in outbox.taken()]
    return [msgspec.json.decode(line) for entry in taken for line in entry.splitlines()]


def test_whoever_comes_and_goes_is_seen_by_all() -> None:
    here, player, guest = audience(Clock(), started()), Outbox(9), Outbox(9)
    here.enter(KNIGHTS, player)
    here.enter(GUESTS, guest)
    here.leave(KNIGHTS, player)
    assert [(line["online"], line["watching"]) for line in lines(guest)] == [(["K"], 1), ([], 1)]
    assert (here.online, here.devices) == ([], 1)


def test_only_who_must_act_is_told_the_moves() -> None:
    table = started()
    here, player, guest = audience(Clock(), table), Outbox(9), Outbox(9)
    here.enter(KNIGHTS, player)
    here.enter(GUESTS, guest)
    here.tell(happenings_of(on_disk(table), table.events[-1:], 1000))
    assert "moves" in lines(player)[-1]["position"]
    assert "moves" not in lines(guest)[-1]["position"]


def test_a_device_in_another_group_stays_where_it_is() -> None:
    here, device = audience(Clock(), started()), Outbox(9)
    here.enter(KNIGHTS, device)
    here.regroup(KNIGHTS, Group(("K",), "en", muted=True), device)
    assert (len(here.groups), here.devices, here.online) == (1, 1, ["K"])


def test_nobody_is_missed_before_they_have_been_away_for_a_minute() -> None:
    clock, device = Clock(), Outbox(9)
    here = audience(clock, started())
    clock.now += 59_999
    assert not here.is_absent("K"), "the server has just begun: nobody can be missed yet"
    here.enter(KNIGHTS, device)
    clock.now += 600_000
    assert not here.is_absent("K")
    assert here.is_absent("S")
    here.leave(KNIGHTS, device)
    clock.now += 59_999
    assert not here.is_absent("K"), "a line that breaks is no absence"
    clock.now += 1
    assert here.is_absent("K")


def test_a_goodbye_is_the_last_line_of_every_device() -> None:
    here, player, guest = audience(Clock(), started()), Outbox(9), Outbox(9)
    here.enter(KNIGHTS, player)
    here.enter(GUESTS, guest)
    here.say_goodbye(Unavailable("server/restarting", "the server stops"))
    assert [lines(outbox)[-1]["type"] for outbox in (player, guest)] == ["closing", "closing"]
    assert (player.closing, guest.closing) == ("server/restarting", "server/restarting")


def test_whoever_comes_after_the_goodbye_is_let_go_too() -> None:
    here, early, late = audience(Clock(), started()), Outbox(9), Outbox(9)
    here.enter(GUESTS, early)
    here.say_goodbye(Unavailable("server/restarting", "the server stops"))
    here.enter(KNIGHTS, late)
    assert [outbox.closing for outbox in (early, late)] == ["server/restarting"] * 2
    assert lines(late)[-1]["type"] == "closing"
