"""Chance is exact: probabilities against their own definition, draws against the probabilities."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

import ewala
from ewala.core.dice import Dice
from ewala.core.engine import Rng
from ewala.core.record import draw_chance
from ewala.core.state import State

FACES = "DCBVLX"
Fits = Callable[[list[int], list[float]], bool]
AGAIN = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K again:{}:{}"
START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K roll"
DEAL = "block {} .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1- deal"


def rolls_of(dice: int) -> dict[str, Fraction]:
    """Every multiset of faces with the share of the ordered rolls that give it."""
    ordered = Counter("".join(sorted(roll, key=FACES.index)) for roll in product(FACES, repeat=dice))
    return {f"!{faces}": Fraction(ways, 6**dice) for faces, ways in ordered.items()}


def nodes() -> dict[str, tuple[State, dict[str, Fraction]]]:
    """Chance nodes, by the field in which they differ, and what the rules say about them."""
    race, chronicles = ewala.load("kingdom-run"), ewala.load("chronicles-of-run")
    found = {"roll": (race.parse(START), rolls_of(4))}
    for n in (1, 2, 3, 4):
        found[f"again:{n}"] = race.parse(AGAIN.format("DCX"[: 4 - n] or "-", n)), rolls_of(n)
    for up in ("", "4", "4178", "41782536"):
        hidden = [zone for zone in "123456789" if zone not in up]
        outcomes = {f"!{zone}": Fraction(1, len(hidden)) for zone in hidden}
        found[f"deal:{up}"] = chronicles.parse(DEAL.format(up.ljust(9, "-"))), outcomes
    coin = {"!O": Fraction(1, 2), "!C": Fraction(1, 2)}
    return {**found, "first": (chronicles.parse(DEAL.format("417825369")), coin)}


NODES = nodes()


def test_probabilities_are_exact_kr_4_1_cr_2_1_cr_2_3() -> None:
    for name, (state, expected) in NODES.items():
        assert state.to_act is ewala.CHANCE, name
        assert state.chances() == expected, name


def counted(drawn: list[str], expected: dict[str, Fraction]) -> tuple[list[int], list[float]]:
    counts = Counter(drawn)
    assert set(counts) <= set(expected)
    return [counts[move] for move in expected], [float(share) * len(drawn) for share in expected.values()]


DRAWS = 9000  # seven of the rarest roll of four dice
SAMPLED = {name: node for name, node in NODES.items() if len(node[1]) > 1}  # one outcome cannot be unfair


@pytest.mark.parametrize("name", SAMPLED)
def test_samples_and_verifiable_dice_come_with_these_probabilities(name: str, within_chance: Fits) -> None:
    state, expected = SAMPLED[name]
    rng, dice = Rng(20), Dice(bytes(range(32)), {"K": "seven"})
    assert within_chance(*counted([state.sample(rng) for _ in range(DRAWS)], expected))
    assert within_chance(*counted([draw_chance(state, dice, n) for n in range(DRAWS)], expected))


def test_the_lot_for_the_first_seat_is_fair_kr_3_4(within_chance: Fits) -> None:
    game = ewala.load("kingdom-run", players="GKS", first="lot")
    drawn = [game.start(Dice(n.to_bytes(32, "big"))).text.split()[4] for n in range(900)]
    assert within_chance(*counted(drawn, {seat: Fraction(1, 3) for seat in "GKS"}))


def hidden_bid() -> State:
    position = (
        "line 123456789 O1|C2/.|./.|./.|./.|./.|./.|./.|./.|. O2,3,4,5,6,7,8,9,10,11:C1,3,4,5,6,7,8,9,10,11 2C bid:C"
    )
    return ewala.load("chronicles-of-run").parse(position).play("6>4d")


def test_every_rune_that_a_hidden_bid_may_be_is_equally_likely_to_a_bot(within_chance: Fits) -> None:
    view, rng = hidden_bid().view("O"), Rng(4)
    drawn = [view.determinize(rng).text.split("(")[1].split(")")[0] for _ in range(2000)]
    may_be = {f"C{rune}": Fraction(1, 10) for rune in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11)}
    assert within_chance(*counted(drawn, may_be))
