"""The Chronicles' bots and their levels."""

import random

import pytest

from ewala import load
from ewala.core.errors import NotYourTurn
from ewala.core.state import State
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.fitted import Values
from ewala.games.chronicles.bots.levels import LEVELS
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.perfection.best_response import gain
from ewala.games.chronicles.perfection.strategies import Strategies
from ewala.games.chronicles.rules.game import Chronicles
from ewala.kit.bot import Bot, Budget
from ewala.kit.yardstick import Contender

FACE_DOWN = "block 123456789 (O{})|./.|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:C"
QUICK = Budget(iterations=1)


def play_on(state: State, bot: ChroniclesBot, seed: int, budget: Budget = QUICK) -> list[str]:
    rng = random.Random(seed)
    moves = []
    while (seat := state.to_act) is not None:
        assert isinstance(seat, str)
        moves.append(bot.choose(state.view(seat), budget=budget, rng=rng))
        state = state.play(moves[-1])
    return moves


@pytest.mark.parametrize("layout", ["block", "ring", "line"])
def test_it_plays_whole_games_and_the_same_ones_for_the_same_seed(layout: str) -> None:
    start = public_position(1, 3, layout=layout)
    games = [play_on(start, ChroniclesBot(noise=0.3, whim=0.2), seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_an_iteration_budget_gives_the_same_move() -> None:
    view = public_position(6, 2).view("O")
    view = public_position(6, 2).view(str(view.to_act))
    moves = [ChroniclesBot().choose(view, budget=Budget(iterations=20), rng=random.Random(5)) for _ in range(2)]
    assert moves[0] == moves[1]


def gains(state: State, utility: Utility) -> list[float]:
    """What an exact best response gains against it, from each seat."""
    assert isinstance(state.game, Chronicles)
    strategies = Strategies(Contender("it", ChroniclesBot(utility=utility), QUICK), state.game, 1)
    return [gain(strategies, state, seat, utility) for seat in state.game.seats]


@pytest.mark.parametrize("utility", ["power", "win"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_gains_against_it_over_the_last_two_turns(utility: Utility, seed: int) -> None:
    """An exact best response, found by trying everything; `ewala perfect` does it for more positions."""
    assert all(-1e-9 <= gained <= 1e-6 for gained in gains(public_position(8, 40 + seed), utility))


def test_it_solves_the_last_turn_without_a_compiler() -> None:
    assert max(gains(public_position(9, 5, backend="interpreted"), "power")) <= 1e-6


def test_a_rune_that_lies_face_down_makes_no_difference() -> None:
    choices = []
    for rune in (4, 11):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        view = load("chronicles-of-run").parse(FACE_DOWN.format(rune, hand)).view("C")
        choices.append([ChroniclesBot().choose(view, budget=QUICK, rng=random.Random(seed)) for seed in range(5)])
    assert choices[0] == choices[1]


def test_against_a_bid_face_up_it_plays_only_best_answers() -> None:
    """Chaos sees Zhoor as attacker of the richest zone (CR-5.5): there is nothing to mix against."""
    text = (
        "block 123456789 [O11]|./.|./.|./.|./.|./.|./.|./.|./O1|C7 O2,3,4,5,6,7,8,9,10:C1,2,3,4,5,6,8,9,10,11 2O bid:C"
    )
    thought = ChroniclesBot().think(load("chronicles-of-run").parse(text).view("C"), QUICK)
    best = max(choice.value for choice in thought.choices)
    assert thought.value == pytest.approx(best)
    assert all(choice.value == pytest.approx(best) for choice in thought.choices if choice.probability)


def test_an_assessment_adds_up_and_names_the_best_first() -> None:
    state = public_position(7, 3)
    views = [state.view(seat) for seat in state.game.seats]
    for view in views:
        opinion = ChroniclesBot().assess(view, budget=QUICK)
        assert sum(opinion.expected.values()) == pytest.approx(1)
        values = [move.value for move in opinion.moves]
        assert values == sorted(values, reverse=True)
        assert 0 <= opinion.sure <= 1
        assert {move.move for move in opinion.moves} <= set(state.moves())


def test_whoever_has_bid_face_down_knows_more_of_what_to_expect() -> None:
    """Of two runes in the same slot, face down, the other side expects the same; the bidder does not."""
    start = public_position(8, 6)
    slot = start.moves()[0].split(">")[1]
    first = str(start.to_act)
    after = [start.play(move) for move in start.moves() if move.endswith(f">{slot}")]
    second = str(after[0].to_act)
    bot = ChroniclesBot(utility="win")
    theirs = {bot.assess(state.view(second), budget=QUICK).expected[first] for state in after}
    own = {bot.assess(state.view(first), budget=QUICK).expected[first] for state in after}
    assert len(theirs) == 1
    assert max(own) <= theirs.pop() + 1e-9, "no rune does better than the value of the slot"


def test_a_finished_game_is_certain_and_a_deal_is_even() -> None:
    game = load("chronicles-of-run")
    assert ChroniclesBot().assess(game.start().view("O"), budget=QUICK).expected == {"O": 0.5, "C": 0.5}
    state, rng = public_position(9, 1), random.Random(1)
    while state.to_act is not None:
        state = state.play(rng.choice(state.moves()))
    opinion = ChroniclesBot().assess(state.view("C"), budget=QUICK)
    assert opinion.sure == 1
    assert {seat for seat, chance in opinion.expected.items() if chance} == state.winners()


def test_it_refuses_to_play_for_others() -> None:
    state = public_position(4, 1)
    other = "C" if state.to_act == "O" else "O"
    with pytest.raises(NotYourTurn):
        ChroniclesBot().choose(state.view(other), budget=QUICK, rng=random.Random(1))


def test_it_beats_random_play() -> None:
    bot = ChroniclesBot()
    points = 0.0
    for seed in range(10):
        state = public_position(1, seed)
        mine = state.game.seats[seed % 2]
        rng = random.Random(seed)
        while (seat := state.to_act) is not None:
            view = state.view(str(seat))
            state = state.play(bot.choose(view, budget=QUICK, rng=rng) if seat == mine else rng.choice(view.moves()))
        won = state.winners()
        points += (mine in won) / len(won)
    assert points >= 9


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_on_to_the_end(level: str) -> None:
    bot: Bot = LEVELS[level]
    state, rng = public_position(6, len(level)), random.Random(len(level))
    while (seat := state.to_act) is not None:
        state = state.play(bot.choose(state.view(str(seat)), budget=Budget(iterations=5), rng=rng))
    assert state.winners()


def test_levels_know_more_and_more() -> None:
    known = ["lead", "hope", "plain", "learned", "learned"]
    assert [bot.values for bot in LEVELS.values()] == known
    assert [bot.turns_exact for bot in LEVELS.values()] == [1, 1, 2, 2, 3]
    strongest = list(LEVELS.values())[-1]
    assert (strongest.noise, strongest.whim, strongest.iterations) == (0, 0, None)


def test_who_sees_the_lead_alone_does_not_fight_for_what_others_fight_for() -> None:
    """Chaos waits with Zhoor in the richest zone, and may take order's Jynz this turn, so that order's lead is lost."""
    text = (
        "block 123456789 C11|./O1|./.|./.|./.|./.|./.|./.|./.|. O2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10 2O bid:O"
    )
    view = load("chronicles-of-run").parse(text).view("O")
    zones: dict[Values, set[str]] = {}
    both: tuple[Values, ...] = ("lead", "hope")
    for values in both:
        bot = ChroniclesBot(values=values, turns_exact=1, iterations=1)
        played = [choice for choice in bot.think(view, Budget(iterations=1)).choices if choice.probability > 0]
        zones[values] = {view.game.move_text(choice.move).partition(">")[2][0] for choice in played}
    assert zones["hope"] == {"1"}
    assert len(zones["lead"]) > 1
