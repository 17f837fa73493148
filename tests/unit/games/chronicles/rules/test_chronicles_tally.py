"""What researchers count: each field of a row held by values, and counted again from the texts of whole games."""

from collections.abc import Callable
from typing import Any

import pytest
from rules_to_try import Rules, all_rules, load_rules, rules_id
from tally_rows import Row, closed, noted, played, shown

import ewala
from ewala.core.state import State
from ewala.games.chronicles.rules.tally import AXES, LABELS

SIDES, SLOTS = "OC", [f"{zone}{letter}" for zone in range(1, 10) for letter in "ad"]


def place(name: str, n: int) -> str:
    axes = AXES.get(name, ())
    if axes == ("seat",):
        return SIDES[n]
    if axes == ("seat", "character"):
        return f"{SIDES[n // 12]}{LABELS['character'][n % 12]}"
    return LABELS[axes[0]][n] if axes else ""


def filled(row: Any) -> Row:
    return shown(row, place)


def test_drawing_the_initiative_and_bidding(chronicle: Callable[..., str]) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("", "1-", "deal"))
    assert filled(noted(state, "!O")) == {}
    assert filled(noted(state, "!C", "5>3d", "11>9a")) == {
        "initiative": 1,
        "turn_of C5": 1,
        "slot_of C5": 6,
        "turn_of O11": 1,
        "slot_of O11": 17,
    }


def test_dealing_a_tile_adds_nothing() -> None:
    assert filled(noted(ewala.load("chronicles-of-run").start(), "!9")) == {}


def test_a_foreseen_bid_is_counted_for_its_side(chronicle: Callable[..., str]) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O2@1a C7@3d", "2C*O", "bid:C"))
    assert filled(noted(state, "1>1d", "9>7a")) == {
        "turn_of C1": 2,
        "slot_of C1": 2,
        "turn_of O9": 2,
        "slot_of O9": 13,
        "foreseen O": 1,
    }


def test_effects_used_and_declined(chronicle: Callable[..., str]) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O2@1a C2@3d", "1O", "effect:O2,C2"))
    assert filled(noted(state, "-")) == {"declined O2": 1}
    assert filled(noted(state, ">2a", "-")) == {"used O2": 1, "declined C2": 1}


def test_a_finished_game_says_who_stands_where_and_who_has_which_zone(chronicle: Callable[..., str]) -> None:
    placed = (
        "O1@1a C3@1d O2@2a C5@2d C9@3a O11@3d C2@4a O3@4d O4@5a C4@5d O5@6a C6@6d O6@7a C7@7d O7@8a C8@8d O8@9a C11@9d"
    )
    over = ewala.load("chronicles-of-run").parse(chronicle(placed, "9O", "over", zones="213456798"))
    row = closed(over)
    scores = over.scores()
    assert filled(row) == {
        "power O": scores["O"],
        "power C": scores["C"],
        "won C": 1,
        **{f"zone_on {tile}": zone for tile, zone in zip(range(1, 10), (2, 1, 3, 4, 5, 6, 7, 9, 8), strict=True)},
        **{
            f"character_in {slot}": 16 * SIDES.index(who[0]) + int(who[1:])
            for who, slot in (each.split("@") for each in placed.split())
        },
        # Jynz has 5 as attacker; Bort beats Aruh'ka; Thaal meets Zhoor; Broin beats Aruh'ka; 8 against 4 …
        "victor_of 1": 1,
        "victor_of 2": 2,
        "victor_of 3": 1,
        "victor_of 4": 2,
        "victor_of 5": 2,
        "victor_of 6": 2,
        "victor_of 7": 2,
        "victor_of 8": 2,
        "victor_of 9": 2,
    }


def recount(moves: list[tuple[State, str]]) -> Row:
    """The row as somebody would fill it in who reads the game move by move."""
    row: Row = {}
    for state, move in moves[:-1]:
        turn, phase = state.text.split()[-2:]
        kind, _, who = phase.partition(":")
        if move in ("!O", "!C"):
            row["initiative"] = SIDES.index(move[1])
        elif kind == "bid":
            rune, _, slot = move.partition(">")
            row[f"turn_of {who}{rune}"] = int(turn[0])
            row[f"slot_of {who}{rune}"] = SLOTS.index(slot) + 1
            row[f"foreseen {who}"] = row.get(f"foreseen {who}", 0) + (f"*{who}" in turn)
        elif kind == "effect":
            name = f"{'declined' if move == '-' else 'used'} {who.split(',')[0]}"
            row[name] = row.get(name, 0) + 1
    over = moves[-1][0]
    zones, board = over.text.split()[1:3]
    shown: Any = over.explained()
    for tile, zone in enumerate(zones):
        row[f"zone_on {tile + 1}"] = int(zone)
    for slot, who in zip(SLOTS, board.replace("|", "/").split("/"), strict=True):
        row[f"character_in {slot}"] = 16 * SIDES.index(who[0]) + int(who[1:]) if who != "." else 0
    for number, zone in enumerate(board.split("/"), 1):
        winner = shown["zones"][str(number)]["winner"]
        row[f"victor_of {number}"] = [slot[0] for slot in zone.split("|")].index(winner) + 1 if winner else 0
    for side, power in over.scores().items():
        row[f"power {side}"], row[f"won {side}"] = power, side in over.winners()
    return {name: much for name, much in row.items() if much}


ALL_RULES = [rules for rules in all_rules() if rules[0] == "chronicles-of-run"]


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_id)
def test_a_whole_games_row_is_what_its_texts_say(rules: Rules) -> None:
    game = load_rules(rules, "interpreted")
    for seed in range(6):
        row, moves = played(game, seed)
        assert filled(row) == recount(moves)
