"""The search's values are the game's: against a linear program that knows only the rules, and between backends."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped]

from ewala.core.machines import INTERPRETED
from ewala.core.state import State
from ewala.games.chronicles.bots import turn_search
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.network import Network, blank_network
from ewala.games.chronicles.bots.payoffs import MIDDLE, PAYOFFS, Utility
from ewala.games.chronicles.bots.public import Bidding, bidding
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import Search
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
