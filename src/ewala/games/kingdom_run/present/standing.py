"""How a position of Kingdom Run stands, as people read it from the table: runners, dice, and where points come from."""

from dataclasses import dataclass

from ewala.core.state import Seat, State, View
from ewala.games.kingdom_run.rules import dice
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.notation import CLANS, RaceMove


@dataclass(frozen=True)
class Points:
    """Where a player's points come from (KR-8.3)."""

    podium: list[int]  # the value of each runner across the line
    zones: list[int]  # of each runner still on the circuit
    tokens: int  # how many
    total: int

    @property
    def from_tokens(self) -> int:
        return self.tokens * st.TOKEN_VALUE


def game_of(view: View) -> KingdomRun:
    assert isinstance(view.game, KingdomRun)
    return view.game


def runners_on(s: st.State, space: int) -> str:
    """The runners on a space as its text lists them, "" if there are none."""
    runners = ""
    for clan, letter in enumerate(CLANS):
        runners += letter * count(s.ground[space], clan) + letter.lower() * count(s.ground[space], clan + st.CLANS)
    return runners


def dice_left(s: st.State) -> str:
    """The faces of the dice on the table."""
    return dice.HANDFULS[s.dice]


def points_of(view: View, seat: Seat) -> Points:
    s, circuit = st.State.unpack(view.data), game_of(view).circuit
    podium = [circuit.podium[place] for place in range(s.arrived) if CLANS[s.podium[place]] == seat]
    zones = [
        value for space, value in enumerate(circuit.values) for runner in runners_on(s, space) if runner.upper() == seat
    ]
    return Points(podium, zones, s.tokens[view.game.seats.index(seat)], view.scores()[seat])


def goal_of(view: View, move: RaceMove) -> int | None:
    """The space, from 1, to which a legal move takes its runner; None if that is across the line.

    Nothing is hidden in this game, so a view can be played on.
    """
    after = State(view.game, view.data).play(move)
    return landed_on(st.State.unpack(view.data), move, st.State.unpack(after.data))


def landed_on(before: st.State, move: RaceMove, after: st.State) -> int | None:
    """The same of a move that was made."""
    clan = CLANS.index(move.clan)
    for space, (was, now) in enumerate(zip(before.ground, after.ground, strict=True), 1):
        if was != now and count(now, clan) > count(was, clan):
            return space
    return None
