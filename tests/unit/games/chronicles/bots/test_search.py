"""The search of the Chronicles' bots."""

import random
from fractions import Fraction
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped]

from ewala.core.compiled import twin
from ewala.core.machines import COMPILED, INTERPRETED
from ewala.core.rng import seeded
from ewala.core.state import State
from ewala.games.chronicles.bots import quick_play, search_budget, turn_search
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.network import Network, blank_network
from ewala.games.chronicles.bots.payoffs import MIDDLE, PAYOFFS, Utility
from ewala.games.chronicles.bots.public import Bidding, bidding
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import PRICES, Search
from ewala.games.chronicles.bots.search_budget import SearchBudget
from ewala.games.chronicles.bots.slot_game import SlotGame
from ewala.games.chronicles.bots.workspace import new_workspace
from ewala.games.chronicles.rules.codes import BID_MADE
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import SLOTS
from ewala.games.chronicles.rules.state import State as Record

BACKENDS = ("interpreted", "compiled")
CHRONICLES = Chronicles.from_options({})


def search(state: State, backend: str, utility: Utility = "power", network: Network | None = None) -> Search:
    game: Any = state.game.from_options({"layout": state.game.values["layout"]}, backend)
    return Search(game, utility, network or blank_network())


def value_by_linear_program(state: State, utility: Utility) -> float:
    """Order's value of a position at the start of a turn or in its effects, from the rules alone.

    The first bidder mixes runes and slots at will; behind each slot the second bidder mixes answers. The program has
    the probability of every first bid, and for every slot (under Clairvoyance every bid) what its worst answer leaves.
    """
    seat = state.to_act
    if seat is None:
        scores = state.scores()
        return PAYOFFS[utility][MIDDLE + scores["O"] - scores["C"]]
    sign = 1 if seat == "O" else -1
    moves = state.moves()
    if ">" not in moves[-1] or moves[-1].startswith(">"):
        return sign * max(sign * value_by_linear_program(state.play(move), utility) for move in moves)
    assert isinstance(seat, str)
    other = "C" if seat == "O" else "O"
    behind: dict[str, list[tuple[int, State]]] = {}
    for n, move in enumerate(moves):
        after = state.play(move)
        behind.setdefault(after.view(other).text, []).append((n, after))
    limits = []
    for nth, bids in enumerate(behind.values()):
        for answer in bids[0][1].moves():
            row = np.zeros(len(moves) + len(behind))
            row[len(moves) + nth] = 1
            for n, after in bids:
                row[n] = -sign * value_by_linear_program(after.play(answer), utility)
            limits.append(row)
    program = linprog(
        c=[*[0] * len(moves), *[-1] * len(behind)],
        A_ub=np.array(limits),
        b_ub=np.zeros(len(limits)),
        A_eq=[[*[1] * len(moves), *[0] * len(behind)]],
        b_eq=[1],
        bounds=[*[(0, 1)] * len(moves), *[(None, None)] * len(behind)],
    )
    return -sign * float(program.fun)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("utility", ["win", "power"])
@pytest.mark.parametrize("seed", range(8))
def test_the_last_turn_is_worth_what_a_linear_program_says(seed: int, utility: Utility, backend: str) -> None:
    state = public_position(9, seed, layout=("block", "ring", "line")[seed % 3])
    value = search(state, backend, utility).worth(Record.unpack(state.data), 1)
    assert value == pytest.approx(value_by_linear_program(state, utility), abs=1e-9)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_last_two_turns_are_worth_what_linear_programs_say(backend: str) -> None:
    state = public_position(8, 3)
    value = search(state, backend).worth(Record.unpack(state.data), 2)
    assert value == pytest.approx(value_by_linear_program(state, "power"), abs=1e-8)


def foreseen(turn: int) -> State:
    """A position whose first bid is made face up."""
    for seed in range(1000):
        state = public_position(turn, seed)
        record = Record.unpack(state.data)
        if record.foreseen[record.initiative]:
            return state
    raise AssertionError("Clairvoyance is not that rare")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_first_bid_under_clairvoyance_is_an_open_one(backend: str) -> None:
    state = foreseen(9)
    value = search(state, backend).worth(Record.unpack(state.data), 1)
    assert value == pytest.approx(value_by_linear_program(state, "power"), abs=1e-9)


@pytest.mark.parametrize("turn", [8, 9])
def test_the_compiled_search_agrees_with_the_interpreted_one(turn: int) -> None:
    for seed in range(2):
        state = public_position(turn, seed, layout="ring")
        record = Record.unpack(state.data)
        values = [search(state, backend).worth(record, 2) for backend in BACKENDS]
        assert values[0] == pytest.approx(values[1], abs=1e-12)


@pytest.mark.parametrize("turn", [1, 5, 8])
def test_every_open_slot_is_tried(turn: int) -> None:
    state = public_position(turn, 4)
    slots = {move.split(">")[1] for move in state.moves()}
    assert len(search(state, "interpreted").slots(found_turn(state))) == len(slots)


@pytest.mark.parametrize("seed", range(6))
def test_a_turn_is_worth_its_best_slots_whole_game(seed: int) -> None:
    """Games are filled in only as far as their solution asks for; nothing of their value is lost by that."""
    state = public_position(3 + seed, seed, layout=("block", "ring", "line")[seed % 3])
    found, turn = search(state, "compiled", "win", fitted_network()), found_turn(state)
    whole = max(found.slot_game(turn, slot, 1).value for slot in found.slots(turn))
    sign = 1 - 2 * turn.start.initiative
    assert sign * found.worth(turn.start, 1) == pytest.approx(whole, abs=1e-8)


def test_a_turn_is_worth_the_same_whatever_was_asked_before() -> None:
    positions = [Record.unpack(public_position(6, seed).data) for seed in range(3)]
    found = search(public_position(6, 0), "compiled", "win", fitted_network())
    values = [found.worth(position, 1) for position in positions]
    assert [found.worth(position, 1) for position in reversed(positions)] == values[::-1]


def test_a_slots_game_has_the_turns_value_if_it_is_the_best() -> None:
    state = public_position(9, 4)
    found, turn = search(state, "interpreted"), found_turn(state)
    values = [found.slot_game(turn, slot, 1).value for slot in found.slots(turn)]
    sign = 1 - 2 * turn.start.initiative
    assert sign * max(values) == pytest.approx(value_by_linear_program(state, "power"), abs=1e-9)


def found_turn(state: State) -> Bidding:
    return bidding(Record.unpack(state.data))


def test_a_pair_of_bids_is_worth_what_the_position_after_it_is() -> None:
    state = public_position(9, 2, backend="interpreted")
    work = new_workspace(INTERPRETED, CHRONICLES.rules, "power", blank_network())
    work.stack[0] = Record.unpack(state.data)
    first = state.moves()[0]
    answer = state.play(first).moves()[0]
    codes = [divmod(state.game.move_code(move) - BID_MADE, SLOTS) for move in (first, answer)]
    expected = value_by_linear_program(state.play(first).play(answer), "power")
    assert turn_search.pair_worth(work, 0, *codes[0], *codes[1], 1) == expected


def test_payoffs_make_a_draw_half_a_win() -> None:
    win, power = PAYOFFS["win"], PAYOFFS["power"]
    assert win[MIDDLE] == power[MIDDLE] == 0
    assert [win[MIDDLE + lead] > 0.9 for lead in (1, 5, 17)] == [True] * 3
    assert all(win[MIDDLE + lead] == -win[MIDDLE - lead] for lead in range(MIDDLE))
    assert max(win) <= 1
    assert Fraction(power[MIDDLE + 3]) == 3


SEARCH = Search(Chronicles.from_options({}, "compiled"), "win", fitted_network())


def looked_at(game: SlotGame) -> int:
    """How many entries had a deeper look."""
    return sum(map(sum, game.deep))


@pytest.mark.parametrize("seed", range(3))
def test_deeper_looks_find_the_value_of_the_deeper_search(seed: int) -> None:
    record = Record.unpack(public_position(8, seed).data)
    turn = bidding(record)
    games = [SEARCH.slot_game(turn, slot, 2) for slot in SEARCH.slots(turn)]
    for game in games:
        game.matrix = [[value * 0.5 for value in row] for row in game.matrix]  # a first look that is wrong everywhere
        SEARCH.solve(game)
    SEARCH.deepen(turn, games, 2, lambda price: True)
    sign = 1 - 2 * record.initiative
    assert sign * max(game.value for game in games) == pytest.approx(SEARCH.worth(record, 2), abs=0.02)


@pytest.mark.parametrize("turn", [7, 8])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_settled_is_exact_and_was_not_looked_at_everywhere(turn: int, seed: int) -> None:
    record = Record.unpack(public_position(turn, seed).data)
    bids = bidding(record)
    games = [SEARCH.slot_game(bids, slot, 1) for slot in SEARCH.slots(bids)]
    SEARCH.settle(bids, games)
    sign = 1 - 2 * record.initiative
    assert sign * max(game.value for game in games) == pytest.approx(SEARCH.worth(record, 3), abs=1e-8)
    assert sum(map(looked_at, games)) < sum(len(game.runes) * len(game.answers) for game in games)


def test_no_more_looks_are_taken_than_allowed() -> None:
    turn = bidding(Record.unpack(public_position(6, 1).data))
    games = [SEARCH.slot_game(turn, slot, 1) for slot in SEARCH.slots(turn)]
    allowed = iter([True] * 11 + [False])
    assert SEARCH.deepen(turn, games, 2, lambda price: next(allowed)) == 11
    assert sum(map(looked_at, games)) == 11


def test_looks_cost_less_towards_the_end() -> None:
    assert list(PRICES[1:]) == sorted(PRICES[1:], reverse=True)


def test_errors_have_their_size_and_come_of_the_seed_alone() -> None:
    plain = Search(Chronicles.from_options({}, "interpreted"), "win", fitted_network())
    values = [[0.25] * 40 for _ in range(10)]
    found = SEARCH.blurred(values, 0.1, 5)
    errors = [value - 0.25 for row in found for value in row]
    assert fmean(errors) == pytest.approx(0, abs=0.015)
    assert pstdev(errors) == pytest.approx(0.1, rel=0.1)
    assert found == plain.blurred(values, 0.1, 5)
    assert found != SEARCH.blurred(values, 0.1, 6)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


def test_it_counts_iterations() -> None:
    counted = SearchBudget(7, None)
    assert [counted.go_on(price) for price in (3, 3, 3, 1, 1)] == [True, True, False, True, False]


def test_it_stops_before_a_look_that_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(search_budget, "time", clock)
    timed = SearchBudget(None, 1.0)
    clock.now = 0.3  # a first, broad look, which says nothing about those to come
    looks = 0
    while timed.go_on(1):
        clock.now += 0.2
        looks += 1
    assert looks == 3
    assert clock.now <= 1.0


def test_without_limits_it_goes_on() -> None:
    assert SearchBudget(None, None).go_on(1)


def test_it_says_when_part_of_the_time_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(search_budget, "time", clock)
    timed, counted = SearchBudget(None, 2.0), SearchBudget(5, None)
    clock.now = 1.4
    assert (timed.late(0.75), timed.late(0.5), counted.late(0.0)) == (False, True, False)


@pytest.mark.parametrize("seed", range(10))
def test_a_bid_is_taken_back(seed: int) -> None:
    start = public_position(1 + seed % 9, seed)
    assert bidding(Record.unpack(start.data)).slot is None
    move = random.Random(seed).choice(start.moves())
    rune, _ = move.split(">")
    after = start.play(move)
    first, other = str(start.to_act), str(after.to_act)
    before = Record.unpack(start.data)
    for viewer in (first, other):
        turn = bidding(Record.unpack(after.view(viewer).data))
        assert turn.start.pack() == start.data
        assert turn.face_up == bool(before.foreseen[before.initiative])
        assert turn.rune == (int(rune) if viewer == first or turn.face_up else None)


GAME = Chronicles.from_options({})


def check(data: bytes, turn: int) -> None:
    """The position is read back from its text, which refuses what could not stand."""
    state = State(GAME, data)
    assert GAME.parse(state.text) == state
    record = Record.unpack(data)
    assert (record.turn, record.pending) == (turn, 0)


@pytest.mark.parametrize("whim", [0, 50, 100])
def test_it_plays_to_a_turn(whim: int) -> None:
    work = new_workspace(INTERPRETED, GAME.rules, "win", fitted_network())
    rng = [seeded(whim)]
    quick_play.deal(work, rng)
    for _ in range(2):
        quick_play.play_turn(work, whim, rng)
    check(work.stack[0].pack(), 3)


@pytest.mark.parametrize("turn", [2, 5, 8])
def test_it_plays_to_a_turn_compiled(turn: int) -> None:
    work = new_workspace(COMPILED, GAME.rules, "win", fitted_network())
    module: Any = twin(quick_play.__name__)
    rng = np.array([seeded(turn)])
    module.deal(work, rng)
    for _ in range(turn - 2):
        module.play_turn(work, 30, rng)
    module.wander(work, rng)
    check(work.stack[:1].tobytes(), turn)


def test_choices_are_drawn_with_their_probabilities() -> None:
    rng = [seeded(1)]
    drawn = [quick_play.drawn([0.25, 0.0, 0.75], 3, rng) for _ in range(2000)]
    assert 1 not in drawn
    assert 400 < drawn.count(0) < 600
    assert quick_play.drawn([0.0, 1e-9, 0.0], 3, rng) == 1, "the likeliest, where rounding leaves something over"
