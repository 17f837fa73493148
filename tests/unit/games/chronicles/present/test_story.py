"""What a move brought about, in words: the reveal, how each destiny comes about, who has which zone and why (CR-6)."""

from collections.abc import Callable

import pytest
from case_tables import cases

import ewala
from ewala.core.roles import SPECTATOR
from ewala.games.chronicles.present.words import WORDS
from ewala.locale.languages import translator

Chronicle = Callable[..., str]


def told(text: str, move: str) -> list[str]:
    """What all may read of a move in a position."""
    before = ewala.load("chronicles-of-run").parse(text)
    after = before.play(move)
    story = WORDS.story(before.view(SPECTATOR), before.seen(move, SPECTATOR), after.view(SPECTATOR))
    return [said.said(translator("en")) for said in story]


def test_cr_3_2_of_a_bid_that_lies_face_down_nothing_is_told(chronicle: Chronicle) -> None:
    text = chronicle("", "1O", "bid:O")
    assert told(text, "10>3a") == told(text, "4>3a") == []


def test_cr_3_3_a_reveal_names_both_runes_with_their_destinies(chronicle: Chronicle) -> None:
    assert told(chronicle("(O8)@3a", "1O", "bid:C"), "5>4d") == [
        "Both runes are revealed.",
        "Keynan (order), Forest of Nebutland, attacker: destiny 8.",
        "Bort (chaos), Black Lands, defender: destiny 5.",
    ]


# What lies there, the bid of chaos, and a line of the story.
TOLD = """
CR-6.1: Deceit adds to a defender
    (O7)@1a -> 4>3d
    Thenidiel (chaos), Forest of Nebutland, defender: destiny 4 + 4 (Deceit) = 8.
CR-6.1: Madness adds to an attacker
    (O1)@3a -> 7>1d
    Jynz (order), Forest of Nebutland, attacker: destiny 1 + 4 (Madness) = 5.
CR-6.1: Justice lends from next door
    O6@1a C1@9d (O7)@2a -> 8>7d
    Lisbeth (order), Iron Dungeon, attacker: destiny 7 + 1 (Justice) = 8.
CR-6.2: the higher destiny has the zone's power
    (O8)@3a -> 5>3d
    Forest of Nebutland: Keynan (order) 8 beats Bort (chaos) 5. Power 2 for order.
CR-6.2: equal destinies are disputed
    (O8)@3a -> 8>3d
    Forest of Nebutland: Keynan (order) 8 against Keynan (chaos) 8. Disputed: equal destinies, nobody scores.
CR-6.3: Thaal beats Zhoor; CR-6.4: which costs 1
    (O9)@3a -> 11>3d
    Forest of Nebutland: Thaal beats Zhoor by Fate. Power 2 for order. Evil: 1 less for chaos.
CR-6.4: Pain scores 1 more
    (O5)@3a -> 2>3d
    Forest of Nebutland: Bort (order) 5 beats Aruh'ka (chaos) 2. Power 2 for order. Pain: 1 more for order.
CR-5.5: a clairvoyant sees the next bid
    (O7)@3a -> 8>1d
    Lisbeth sees ahead: the next bid of chaos is face up.
"""


@pytest.mark.parametrize(("placed", "bid", "line"), cases(TOLD))
def test_a_reveal_tells(chronicle: Chronicle, placed: str, bid: str, line: str) -> None:
    turn = f"{placed.count('C') + 1}O"
    assert line in told(chronicle(placed, turn, "bid:C", layout="line"), bid)


def test_cr_6_2_a_zone_in_which_one_lies_alone_is_not_told(chronicle: Chronicle) -> None:
    assert not any("beats" in line or "Power" in line for line in told(chronicle("(O8)@3a", "1O", "bid:C"), "5>4d"))


def test_what_a_move_leaves_as_it_was_is_not_told_again(chronicle: Chronicle) -> None:
    said = told(chronicle("O8@1a C3@1d (O5)@4a", "2O", "bid:C"), "2>9d")
    assert not any("Gates of Hell" in line for line in said)


def test_cr_5_1_a_character_that_leaves_opens_the_zone_again(chronicle: Chronicle) -> None:
    said = told(chronicle("O2@1a C3@1d", "1O", "effect:O2"), ">4a")
    assert said == ["Gates of Hell: open again."]
