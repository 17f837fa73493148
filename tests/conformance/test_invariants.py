"""What no sequence of moves can break, read off the texts: whatever moves are chosen, from whatever start."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ewala
from ewala.core.game import Game
from ewala.core.state import State

KR_OPTIONS: list[dict[str, Any]] = [
    {"players": "KSFG", "edition": "en"},
    {"players": "GK", "edition": "fr", "may_pass": True},
    {"players": "FGS", "edition": "nl", "circuit": "oooo|~o~oo~ 2:1,3:4,9:1 9,8,7,6,6,6,5,5,4,4,3,2,1,0"},
    {"players": "SGKF", "edition": "es", "circuit": "oooo|~~~ 2:3 3,2"},
]
CR_OPTIONS: list[dict[str, Any]] = [{}, {"layout": "line"}, {"layout": "ring"}]
CHOICES = st.lists(st.integers(0, 2**20), min_size=1, max_size=250)
CLANS = "KSFG"


def play(game: Game, choices: list[int]) -> list[tuple[State, str]]:
    """The positions to which the choices lead, each with the move made there."""
    state, passed = game.start(), []
    for choice in choices:
        moves = state.moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        passed.append((state, move))
        state = state.play(move)
    return [*passed, (state, "")]


class Race:
    """A position of Kingdom Run as its text has it."""

    def __init__(self, state: State) -> None:
        spaces, podium, tokens, self.players, self.seat, self.phase = state.text.split()
        self.spaces = ["" if space == "-" else space for space in spaces.split("/")]
        self.podium = "" if podium == "-" else podium
        self.tokens = [int(number) for number in tokens.split(",")]

    def places(self, clan: str) -> list[int]:
        """Where a clan's runners are, the last first; those past the line stand beyond every space."""
        there = [n for n, space in enumerate(self.spaces) for runner in space.upper() if runner == clan]
        return there + [len(self.spaces)] * self.podium.count(clan)

    def awake(self, clan: str) -> int:
        return "".join(self.spaces).count(clan)


@pytest.mark.parametrize("options", KR_OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
@given(choices=CHOICES)
@settings(max_examples=25)
def test_kingdom_run_keeps_its_pieces_and_runs_forward(options: dict[str, Any], choices: list[int]) -> None:
    game = ewala.load("kingdom-run", backend="interpreted", **options)
    prizes = str(game.values["circuit"]).split()[2].split(",")
    before = Race(game.start())
    last_move = ""
    for state, move in play(game, choices):
        now = Race(state)
        for clan in CLANS:
            assert len(now.places(clan)) == 4, "KR-1.1"
            pairs = zip(before.places(clan), now.places(clan), strict=True)
            assert all(earlier <= later for earlier, later in pairs), "KR-5.1"
        assert max(map(len, now.spaces)) <= 4, "KR-5.3"
        assert sum(now.tokens) == 12, "KR-1.2"
        assert min(now.tokens) >= 0, "KR-6.4"
        assert len(now.podium) <= len(prizes), "KR-8.1"
        assert now.podium.startswith(before.podium), "KR-5.4"
        assert (now.phase == "over") == race_is_over(now, len(prizes)), "KR-8.1, KR-8.2"
        if now.phase != "over":
            assert now.podium.count(now.seat) < 4, "KR-8.4"
        if now.phase.startswith("act"):
            assert set(state.moves()) - {"end"}, "KR-4.4"
        if last_move.startswith("L"):
            clan = last_move[-1].upper()
            assert clan not in now.players or now.awake(clan) > 0, "KR-6.5"
        before, last_move = now, move


def race_is_over(race: Race, places: int) -> bool:
    finished = sum(race.podium.count(clan) == 4 for clan in race.players)
    return len(race.podium) == places or finished == len(race.players) or (finished == 1 and len(race.players) == 2)


@pytest.mark.parametrize("options", CR_OPTIONS, ids=lambda options: options.get("layout", "block"))
@given(choices=CHOICES)
@settings(max_examples=40)
def test_the_chronicles_keep_their_runes_and_alternate(options: dict[str, Any], choices: list[int]) -> None:
    game = ewala.load("chronicles-of-run", backend="interpreted", **options)
    initiatives: dict[int, str] = {}
    for state, _ in play(game, choices):
        _, zones, slots, hands, turn, phase = state.text.split()
        zone_slots = [zone.split("|") for zone in slots.split("/")]
        on_board = [slot.strip("()[]") for zone in zone_slots for slot in zone if slot != "."]
        assert len(set(on_board)) == len(on_board), "CR-1.1"
        for side, hand in zip("OC", hands.split(":"), strict=True):
            runes = [f"{side}{rune}" for rune in hand[1:].split(",")]
            played = [character for character in on_board if character.startswith(side)]
            assert sorted(runes + played) == sorted(f"{side}{rune}" for rune in range(1, 12)), "CR-3.3"
            for zone in zone_slots:
                assert sum(slot.strip("([").startswith(side) for slot in zone) <= 1, "CR-4.1"
        assert sum(slot[0] in "([" for zone in zone_slots for slot in zone) <= 1, "CR-3.1"
        if phase != "deal":
            assert sorted(zones) == list("123456789"), "CR-2.1"
            assert initiatives.setdefault(int(turn[0]), turn[1]) == turn[1], "CR-3.5"
        if phase.startswith("bid"):
            assert len(on_board) == 2 * int(turn[0]) - 2 + ("(" in slots or "[" in slots), "CR-3.1"
        if phase.startswith("effect"):
            assert state.moves()[0] == "-", "CR-3.4"
            assert len(state.moves()) > 1, "CR-3.4"
        if phase == "over":
            assert turn[0] == "9", "CR-3.5"
            assert len(on_board) == 18, "CR-3.5"
    in_order = [initiatives[number] for number in sorted(initiatives)]
    assert all(one != other for one, other in pairwise(in_order)), "CR-3.5"
