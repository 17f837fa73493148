"""The greedy bot beats chance, plays legal moves, and goes by what its seat may know alone."""

import random

import pytest

from ewala import CHANCE, load
from ewala.core.dice import Dice
from ewala.core.game import Game
from ewala.kit.bot import Bot, Budget
from ewala.kit.greedy_bot import GreedyBot
from ewala.kit.random_bot import RandomBot
from ewala.tables.match import Match

FACE_DOWN = "block 123456789 (O{})|./.|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:C"

MOMENT = Budget(iterations=1)


def winners(game: Game, bots: dict[str, Bot], seed: int) -> set[str]:
    rng = random.Random(seed)
    match = Match.begin(game, dice=Dice(rng.randbytes(32)))
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(bots[seat].choose(match.view(seat), budget=MOMENT, rng=rng), seat)
    return match.state.winners()


@pytest.mark.parametrize(("name", "options"), [("kingdom-run", {"players": "KS"}), ("chronicles-of-run", {})])
def test_it_beats_the_random_bot(name: str, options: dict[str, str]) -> None:
    game = load(name, **options)
    points = 0.0
    for seed in range(30):
        mine = game.seats[seed % 2]
        other = game.seats[1 - seed % 2]
        won = winners(game, {mine: GreedyBot(), other: RandomBot()}, seed)
        points += 0.5 if not won or len(won) == 2 else float(mine in won)
    assert points >= 22, "of thirty games, as often first as second; a fair coin gets there once in two hundred"


def test_it_takes_what_is_worth_most_at_once() -> None:
    """Knights can put a runner across the line; nothing else scores as much."""
    state = load("kingdom-run", players="KS").parse("SFG/SFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/K - 6,6 KS K act:D:DBB")
    assert GreedyBot().choose(state.view("K"), budget=MOMENT, rng=random.Random(1)) == "D14K"


def test_the_rune_that_lies_face_down_makes_no_difference() -> None:
    choices = []
    for rune in (4, 11):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        view = load("chronicles-of-run").parse(FACE_DOWN.format(rune, hand)).view("C")
        choices.append([GreedyBot().choose(view, budget=MOMENT, rng=random.Random(seed)) for seed in range(10)])
    assert choices[0] == choices[1]
