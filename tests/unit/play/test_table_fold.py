"""A table is the fold of its events, in cases; test_table_alone.py looks for others."""

import pytest
from modelled_table import kept

from ewala import load
from ewala.core.dice import Dice
from ewala.core.engine import Interpreted
from ewala.core.errors import MatchOver
from ewala.tables.clock import ClockRule
from ewala.tables.events import (
    BotSat,
    Closed,
    Created,
    Event,
    HintsAllowed,
    Moved,
    Returned,
    Rolled,
    Said,
    SatDown,
    Settings,
    TakenBack,
    decode_event,
    encode_event,
)
from ewala.tables.fold import DamagedLog
from ewala.tables.table import MOST, NotPossible, Table

SECRET = bytes(range(32))


def new_table(game: str, chosen: Settings | None = None, **options: str) -> Table:
    rules = load(game, **options)
    created = Created(
        game=game,
        parameters=rules.parameters(),
        settings=chosen or Settings(),
        commitment=Dice(SECRET).commitment,
        at=1000,
    )
    return Table(created, SECRET)


def started(game: str = "kingdom-run", seats: str = "KS", confirm: bool = False) -> Table:
    table = new_table(game, Settings(confirm=confirm))
    for seat in table.sitters:
        if seat in seats:
            table.sit_down(seat, f"Player {seat}", "", 1000)
        else:
            table.close(seat, 1000)
    table.start(1000)
    return table


def again(table: Table) -> Table:
    """The same table, from what would be stored of it."""
    return Table.fold([decode_event(encode_event(event)) for event in table.events], SECRET)


def test_a_submission_is_taken_once_also_after_folding_and_after_the_end() -> None:
    table = started()
    seat, ply = str(table.to_act), table.ply
    assert table.move(seat, "r:-", ply, "mine", 1000)
    for same in (table, again(table)):
        assert same.made(seat, "mine") == "r:-"
        assert same.move(seat, "r:-", ply, "mine", 2000) == []
    table.resign(seat, "random", 3000)
    assert table.move(seat, "r:-", ply, "mine", 4000) == []
    with pytest.raises(MatchOver):
        table.move(seat, "r:-", table.ply, "another", 4000)


def test_a_move_of_a_game_that_hides_something_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, why_not, checked = started("chronicles-of-run", "OC"), Interpreted.why_not, []

    def noted(engine: Interpreted, state: bytes, move: int) -> int:
        checked.append(move)
        return why_not(engine, state, move)

    seat = str(table.to_act)
    assert table.match is not None
    bid = table.match.view(seat).moves()[0]
    monkeypatch.setattr(Interpreted, "why_not", noted)
    (moved,) = table.move(seat, bid, table.ply, "", 1000)
    assert isinstance(moved, Moved)
    assert (moved.move, moved.seen) == (bid, f"?>{bid.partition('>')[2]}"), "of a bid face down the others see less"
    assert len(checked) == 1


@pytest.mark.parametrize("kind", MOST, ids=lambda kind: kind.__name__)
def test_what_is_done_again_and_again_has_an_end(kind: type[Event]) -> None:
    """So a table's log has an end, too, whatever its people do."""
    table = started(confirm=True) if kind in (TakenBack, Returned) else new_table("kingdom-run")
    seat = str(table.to_act) if table.match else "K"
    if kind is HintsAllowed:
        table.sit_down("K", "Anna", "", 1000)

    def once(n: int) -> None:
        if kind is Said:
            table.say("K", "Anna", "words", 1000)
        elif kind is TakenBack:
            table.move(seat, "r:-", table.ply, "", 1000)
            table.take_back(seat, 1000)
        elif kind is SatDown:
            table.sit_down("K", "Anna", "", 1000)
            table.stand_up("K", 1000)
        elif kind is BotSat:
            table.seat_bot("K", "random", 1000)
            table.stand_up("K", 1000)
        elif kind is Closed:
            table.close("K", 1000)
            table.stand_up("K", 1000)
        elif kind is Returned:
            table.replace(seat, "random", "host", 1000)
            table.come_back(seat, 1000)
        else:
            table.allow_hints("K", n % 2 == 0, 1000)

    for n in range(MOST[kind]):
        once(n)
    with pytest.raises(NotPossible) as refused:
        once(MOST[kind])
    assert refused.value.code == "table/too-often"


def test_a_copy_goes_its_own_way() -> None:
    table = started(confirm=True)
    copy, before = Table.copy_of(table), kept(table, 1000)
    seat = str(table.to_act)
    copy.move(seat, "r:-", copy.ply, "mine", 2000)
    copy.say(seat, "Anna", "words", 2000)
    copy.allow_hints("K", True, 2000)
    assert kept(table, 1000) == before
    assert table.made(seat, "mine") is None
    assert kept(again(copy), 3000) == kept(copy, 3000)


def test_a_roll_that_the_dice_do_not_give_is_no_part_of_a_table() -> None:
    events = list(started().events)
    at = next(n for n, event in enumerate(events) if isinstance(event, Rolled))
    events[at] = Rolled(move="!DDDD", at=1000)
    with pytest.raises(DamagedLog) as damaged:
        Table.fold(events, SECRET)
    assert damaged.value.code == "table/wrong-dice"


def test_submissions_of_two_seats_may_have_the_same_name() -> None:
    table = started("chronicles-of-run", "OC")
    first = str(table.to_act)
    second = "C" if first == "O" else "O"
    table.move(first, "4>3a", table.ply, "1", 1000)
    assert isinstance(table.move(second, "4>3d", table.ply, "1", 1000)[0], Moved)


def test_submissions_without_a_name_are_all_taken() -> None:
    table = started()
    seat = str(table.to_act)
    assert table.move(seat, "r:-", table.ply, "", 1000)
    assert table.match is not None
    assert table.move(seat, table.match.view(seat).moves()[0], table.ply, "", 1000)


def test_a_roll_within_a_turn_does_not_stop_the_clock() -> None:
    """A reroll is no end of a turn: no increment for it."""
    table = new_table("kingdom-run", Settings(clock=ClockRule("real-time", 60, 5)), players="KS")
    for seat in table.sitters:
        table.sit_down(seat, seat, "", 0)
    table.start(0)
    seat = str(table.to_act)
    assert table.match is not None
    reroll = next(move for move in table.match.view(seat).moves() if move != "r:-")
    table.move(seat, reroll, table.ply, "", 10_000)
    assert table.to_act == seat
    assert table.clocks.left(seat, 12_000) == 48_000
