"""Best responses in the Chronicles: never worse than what they respond to, exact where a value is taken as known."""

import random
from itertools import islice

import pytest

from ewala.core.state import State
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.perfection.best_response import BestResponse, gain
from ewala.games.chronicles.perfection.responder import Responder
from ewala.games.chronicles.perfection.strategies import Strategies
from ewala.games.chronicles.perfection.yardsticks import YARDSTICKS, known_from, own_position
from ewala.games.chronicles.rules.game import Chronicles
from ewala.kit.bot import Budget
from ewala.kit.plain_bots import RandomBot
from ewala.kit.yardstick import Contender, Sampling

pytestmark = pytest.mark.long  # solves the game's end

ONE = Budget(iterations=1)
ORACLE = Contender("oracle", ChroniclesBot(), Budget(iterations=5))
CHANCE = Contender("random", RandomBot(), ONE)


def strategies(contender: Contender, state: State) -> Strategies:
    assert isinstance(state.game, Chronicles)
    return Strategies(contender, state.game, 1)


def test_a_best_response_never_loses_to_what_it_responds_to() -> None:
    state = public_position(9, 3)
    gains = [gain(strategies(CHANCE, state), state, seat, "result") for seat in state.game.seats]
    assert min(gains) >= 0
    assert max(gains) > 0


def test_what_nobody_can_change_any_more_is_what_trying_everything_finds() -> None:
    """From the last turn but one on, a bot that solves it leaves nothing to gain: so its value may be taken."""
    state = public_position(8, 41)
    for seat in state.game.seats:
        tried = BestResponse(strategies(ORACLE, state), state, seat, "win").best(state.data)
        taken = BestResponse(strategies(ORACLE, state), state, seat, "win", known_from(8, state, "win"))
        assert taken.best(state.data) == pytest.approx(tried, abs=1e-9)


@pytest.mark.parametrize(("turns_exact", "gained"), [(2, True), (3, False)])
def test_over_the_last_three_turns_somebody_gains_unless_they_are_solved(turns_exact: int, gained: bool) -> None:
    state = own_position(ORACLE, 7, "2")
    bot = strategies(Contender("it", ChroniclesBot(turns_exact=turns_exact), ONE), state)
    known = known_from(8, state, "win")
    gains = [gain(bot, state, seat, "win", known) for seat in state.game.seats]
    assert min(gains) >= -1e-9
    assert (max(gains) > 1e-6) is gained


# Slots that seem equal as long as only some answers were looked at, and runes that nobody should have bid face up.
TEMPTING = [
    "block 438765192 C9|O9/O11|C11/C10|O3/O7|C4/O10|C6/.|./.|O6/.|./.|C7 O1,2,4,5,8:C1,2,3,5,8 7O*C bid:O",
    "block 281354769 O9|C9/C11|O11/C10|O6/.|C6/.|./O10|C3/.|./.|O7/C7|O4 O1,2,3,5,8:C1,2,4,5,8 7C*O bid:C",
    "block 512439678 O10|C9/.|./O4|C10/O6|C6/.|./.|./O5|C8/O8|C4/O7|C7 O1,2,3,9,11:C1,2,3,5,11 7C*O*C bid:C",
]


@pytest.mark.parametrize("text", TEMPTING, ids=["equal slots", "equal slots, first bid", "face up"])
def test_what_only_seems_to_be_as_good_is_not_played(text: str) -> None:
    """CR-5.5 besides: an answer to a bid face up is the best one to that bid, whatever should have been bid."""
    state = Chronicles.from_options({}).parse(text)
    bot = strategies(Contender("it", ChroniclesBot(), ONE), state)
    known = known_from(8, state, "win")
    assert max(gain(bot, state, seat, "win", known) for seat in state.game.seats) < 1e-6


@pytest.mark.parametrize("turn", [2, 9])
def test_a_strategy_is_what_the_bot_is_seen_to_play(turn: int) -> None:
    state = public_position(turn, 6)
    view = state.view(str(state.to_act))
    said = ChroniclesBot().strategy(view, ONE)
    assert said is not None
    assert sum(said.values()) == pytest.approx(1)
    rng = random.Random(1)
    seen = {state.game.move_code(ChroniclesBot().choose(view, budget=ONE, rng=rng)) for _ in range(30)}
    assert seen <= set(said)
    assert len(seen) > 1 or len(said) == 1


def test_who_errs_by_lot_has_a_strategy_that_is_drawn() -> None:
    state = public_position(9, 3)
    assert ChroniclesBot(noise=0.1).strategy(state.view(str(state.to_act)), ONE) is None
    drawn = strategies(Contender("warlord", ChroniclesBot(noise=0.1), ONE), state)
    assert drawn.bot is None
    assert sum(drawn.at(state.data).values()) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(3))
def test_on_the_last_turn_the_responder_makes_a_best_response(seed: int) -> None:
    state = public_position(9, seed)
    seat = str(state.to_act)
    value = BestResponse(strategies(CHANCE, state), state, seat, "win")
    bid = Responder(CHANCE, 1).choose(state.view(seat), budget=ONE, rng=random.Random(1))
    assert value.after_own_bid(state.data, state.game.move_code(bid)) == pytest.approx(value.best(state.data), abs=1e-9)


def test_the_responder_answers_a_rune_face_down_from_what_it_may_know() -> None:
    state = public_position(9, 5)
    first = str(state.to_act)
    second = next(seat for seat in state.game.seats if seat != first)
    slot = state.moves()[0].partition(">")[2]
    alike = [move for move in state.moves() if move.endswith(f">{slot}")]
    answers = {
        Responder(CHANCE, 1).choose(state.play(move).view(second), budget=ONE, rng=random.Random(1)) for move in alike
    }
    assert len(alike) > 1
    assert len(answers) == 1


def test_the_yardstick_says_of_whom_the_last_turn_alone_is_measured() -> None:
    """Somebody who plays by chance has to be asked again and again: more than the last turn would take too long."""
    (yardstick,) = YARDSTICKS
    sampling = Sampling(1, 1, lambda done: None)
    (alone,) = yardstick.measure([CHANCE], sampling)
    assert [row["bot"] for row in alone.rows] == ["random"]
    assert alone.rows[0]["own"] is not None
    assert alone.notes[-1].startswith("Of random the last turn alone: ")
    both, again, two_turns = islice(yardstick.measure([CHANCE, ORACLE], sampling), 3)
    assert both is again
    assert [row["bot"] for row in both.rows] == ["random", "oracle"]
    assert [row["bot"] for row in two_turns.rows] == ["oracle"]
    assert two_turns.rows[0]["gain"] is not None
