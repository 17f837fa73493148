"""Kingdom Run in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from ewala.core.state import Seat, State, View
from ewala.games.kingdom_run.rules import dice
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import State as Ground
from ewala.kit.phrases import a_list, capital, numbers

__all__ = ["FACES", "RUNNERS", "WORDS", "Points", "dice_left", "game_of", "points_of", "runners_on"]

SEATS = {"K": "knights", "S": "sorcerers", "F": "foresters", "G": "gnomes"}
RUNNERS = {"K": "knight", "S": "sorcerer", "F": "forester", "G": "gnome"}
FACES = {"D": "disband", "C": "catch up", "B": "bathe", "V": "steal", "L": "lull", "X": "copy"}


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


def runners_on(s: Ground, space: int) -> str:
    """The runners on a space as its text lists them, "" if there are none."""
    runners = ""
    for clan, letter in enumerate(CLANS):
        runners += letter * count(s.ground[space], clan) + letter.lower() * count(s.ground[space], clan + st.CLANS)
    return runners


def dice_left(s: Ground) -> str:
    """The faces of the dice on the table."""
    return dice.HANDFULS[s.dice]


def points_of(view: View, seat: Seat) -> Points:
    s, circuit = Ground.unpack(view.data), game_of(view).circuit
    podium = [circuit.podium[place] for place in range(s.arrived) if CLANS[s.podium[place]] == seat]
    zones = [
        value for space, value in enumerate(circuit.values) for runner in runners_on(s, space) if runner.upper() == seat
    ]
    return Points(podium, zones, s.tokens[view.game.seats.index(seat)], view.scores()[seat])


class KingdomRunWords:
    seat_names: Mapping[Seat, str] = SEATS
    help: list[str] = [  # noqa: RUF012
        "r:- keeps all dice, r:DL rolls one D and one L again.",
        "D4K disbands space 4, a knight first; +S takes a sorcerer next, a dot stops.",
        "C4K and B4K move the awake knight of space 4: catch up, bathe.",
        "L4K lulls an awake knight on space 4, L4k awakens a sleeping one.",
        "V:G steals from the gnomes. Where the rules allow it, end ends the turn.",
        "Faces: " + ", ".join(f"{letter} {face}" for letter, face in FACES.items()) + ".",
        "Clans: " + ", ".join(f"{letter} {clan}" for letter, clan in SEATS.items()) + ".",
    ]

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[str]:
        s, circuit = Ground.unpack(view.data), game_of(view).circuit
        lines = [f"Lakes: spaces {a_list([str(n) for n, kind in enumerate(circuit.track, 1) if kind == '~'])}."]
        occupied = [space for space in range(len(circuit.track)) if runners_on(s, space)]
        for space in occupied:
            lake = ", lake" if circuit.track[space] == "~" else ""
            lines.append(
                f"Space {space + 1}{lake}, worth {circuit.values[space]}: {_runners_in_words(runners_on(s, space))}."
            )
        empty = [space + 1 for space in range(len(circuit.track)) if space not in occupied]
        if empty:
            lines.append(f"Empty: {'spaces' if len(empty) > 1 else 'space'} {numbers(empty)}.")
        lines.append(_podium_in_words(view))
        for seat in view.game.seats:
            points = points_of(view, seat)
            who = f", {seats[seat]}" if seats.get(seat) else ""
            tokens = f"{points.tokens} token{'' if points.tokens == 1 else 's'}"
            lines.append(f"{capital(SEATS[seat])}{who}: {tokens}, score {points.total}.")
        if s.phase in (st.KEEP, st.ACT, st.SOW) and s.dice:
            lines.append(f"Dice: {a_list([FACES[face] for face in dice_left(s)])}.")
        if s.phase == st.SOW:
            lines.append(f"Space {s.origin + 1} is being disbanded.")
        return lines

    def move(self, view: View, move: str) -> str:
        kind, runner = move[0], RUNNERS.get(move[-1].upper(), "")
        if move == "end":
            return "end the turn"
        if move == ".":
            return "stop disbanding"
        if move == "r:-":
            return "keep all dice"
        if kind == "r":
            return f"roll {' '.join(move[2:])} again"
        if kind == "V":
            return f"steal from {SEATS[move[-1]]}"
        if kind == "L":
            return f"{'lull' if move[-1].isupper() else 'awaken'} {runner} on {move[1:-1]}"
        goal = _goal(view, move)
        if kind == "+":
            return f"then {runner} {goal}"
        if kind == "D":
            return f"disband {move[1:-1]}, {runner} {goal}"
        return f"{FACES[kind]}, {runner} {move[1:-1]} {goal}"

    def menu(self, view: View, moves: list[str]) -> list[str] | None:
        return None

    def happened(self, before: View, move: str, after: View) -> list[str]:
        was, now = Ground.unpack(before.data), Ground.unpack(after.data)
        who = capital(SEATS[before.game.seats[was.seat]])
        if move.startswith("!"):
            again = " again" if was.phase == st.AGAIN else ""
            happened = f"{who} roll{again}: {', '.join(FACES[face] for face in move[1:])}."
        else:
            happened = f"{who} play {move}: {self.move(before, move)}."
        lost = now.phase == st.ROLL and was.phase != st.ROLL and move != "end" and _unspent(was, move)
        if lost:
            happened += " Nothing more can be done with the dice."
        return [happened]

    def account(self, view: View) -> list[str]:
        lines = []
        for seat in view.game.seats:
            points = points_of(view, seat)
            lines.append(
                f"{capital(SEATS[seat])}: podium {_sum(points.podium)}, zones {_sum(points.zones)}, "
                f"tokens {points.tokens} × {st.TOKEN_VALUE} = {points.from_tokens}; {points.total} in all."
            )
        return lines


WORDS = KingdomRunWords()


def _unspent(was: Ground, move: str) -> bool:
    """Whether dice stay on the table after a move that pays with one of them, or with none."""
    pays = 1 if move[0] in "DCBLV" else 0
    return len(dice_left(was)) > pays


def _goal(view: View, move: str) -> str:
    """Where a move takes its runner; nothing is hidden in this game, so a view can be played on."""
    clan = CLANS.index(move[-1])
    before = Ground.unpack(view.data)
    after = Ground.unpack(State(view.game, view.data).play(move).data)
    for space in range(len(game_of(view).circuit.track)):
        if count(after.ground[space], clan) > count(before.ground[space], clan):
            return f"to {space + 1}"
    return "over the line"


def _runners_in_words(runners: str) -> str:
    groups = []
    for runner, alike in groupby(runners):
        many = len(list(alike))
        name = RUNNERS[runner.upper()]
        state = "awake" if runner.isupper() else "asleep"
        groups.append(f"{name} {state}" if many == 1 else f"{many} {name}s {state}")
    return ", ".join(groups)


def _podium_in_words(view: View) -> str:
    s, values = Ground.unpack(view.data), game_of(view).circuit.podium
    taken = [f"{RUNNERS[CLANS[s.podium[place]]]} {values[place]}" for place in range(s.arrived)]
    left = values[s.arrived :]
    free = f"the next place is worth {left[0]}, {len(left)} of {len(values)} free" if left else "it is full"
    return f"Podium: {', '.join(taken) or 'nobody yet'}; {free}."


def _sum(parts: list[int]) -> str:
    if len(parts) < 2:
        return str(sum(parts))
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"
