"""The devices at a table: who of them is there, and that each group is told what it may know."""

from typing import Any

import msgspec
from on_disk import on_disk, seated

from ewala.core.dice import Dice
from ewala.server.platform.config import Config
from ewala.server.platform.wire.outbox import Outbox
from ewala.server.tables.audience import Audience
from ewala.server.tables.context import ServerContext
from ewala.tables.broadcast import Group, happenings_of
from ewala.tables.problems import Unavailable
from ewala.tables.table import Table

DICE = Dice(bytes(range(32)))
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
