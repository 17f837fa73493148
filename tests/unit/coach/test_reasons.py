"""Reasons say what can be counted on the boards, and nothing else."""

import pytest

import ewala
from ewala.core.sentences import Sentence
from ewala.games.chronicles.coach.reasons import held_against, why_bid
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.reasons import after_the_better_move, why_better, why_reroll
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.analysis import Better, SentenceData, as_data

START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"


def _why(better: str, worse: str) -> list[str]:
    game = ewala.load("kingdom-run", players="KS")
    assert isinstance(game, KingdomRun)
    with borrowed_search(game) as search:
        reason = why_better(search, 0, game.parse(better).data, game.parse(worse).data, after_the_better_move)
    return [str(part.sentence()) for part in reason]


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        (
            "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/-/- K 6,6 KS S roll",
            "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS S roll",
            "one more of your runners is on the podium",
        ),
        (f"{START} - 8,4 KS S roll", f"{START} - 6,6 KS S roll", "you have 2 more victory tokens"),
        (
            "KsFG/KsFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S roll",
            f"{START} - 6,6 KS S roll",
            "2 more of your rivals' runners are asleep",
        ),
        (
            f"{START} - 6,6 KS S roll",
            "kSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S roll",
            "one more of your runners is awake",
        ),
    ],
)
def test_a_reason_counts_what_differs(better: str, worse: str, reason: str) -> None:
    first = _why(better, worse)[0]
    assert first.startswith("after the better move ")
    assert reason in first
    assert reason not in " ".join(_why(worse, better))


def test_spaces_are_counted_from_two_on() -> None:
    near, far, farther = (
        f"KSFG/KSFG/KSFG/SFG/{spaces} - 6,6 KS S roll"
        for spaces in ("K/-/-/-/-/-/-/-/-/-", "-/K/-/-/-/-/-/-/-/-", "-/-/K/-/-/-/-/-/-/-")
    )
    assert "your runners are 2 spaces further ahead in total" in _why(farther, near)[0]
    assert "further ahead" not in " ".join(_why(far, near))


def test_boards_that_do_not_differ_give_no_invented_reason() -> None:
    board = f"{START} - 6,6 KS S roll"
    assert _why(board, board) == ["it leaves the next player less to do with a good roll"]


def test_a_reroll_names_the_dice_that_are_kept() -> None:
    game = ewala.load("kingdom-run", players="KS")
    state = game.parse(f"{START} - 6,6 KS K keep:DDLX")
    reason = why_reroll(state.data, game.move_code("r:LX"), game.move_code("r:-"))
    assert str(reason[0].sentence()) == "it keeps Disbanding, Disbanding for sure"
    reason = why_reroll(state.data, game.move_code("r:-"), game.move_code("r:LX"))
    assert str(reason[0].sentence()).startswith("these four dice are better")
    reason = why_reroll(state.data, game.move_code("r:LX"), game.move_code("r:DDX"))
    assert str(reason[1].sentence()) == "keeping Lull/Awaken instead is worth less"


def test_a_bid_is_counted_against_every_rune_that_may_come() -> None:
    """Of eleven runes, with nothing else on the board, those with less destiny are defeated."""
    game = ewala.load("chronicles-of-run", layout="block")
    state = game.parse(
        "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
    )
    low, high = held_against(state, "5>4a"), held_against(state, "11>4a")
    assert low[1] == high[1] == 11
    assert low[0] < high[0] < 11
    for move, (won, _) in (("5>4a", low), ("11>4a", high)):
        brute = 0
        for answer in [text for text in state.play(move).moves() if text.endswith(">4d")]:
            after = state.play(move).play(answer)
            zones = after.explained()["zones"]
            assert isinstance(zones, dict)
            brute += zones["4"]["winner"] == "O"
        assert won == brute
    words = [str(part.sentence()) for part in why_bid(state, Better("11>4a", 0.5, 0.4), "5>4a")]
    against = f"against {high[0]} of the 11 runes that could still be played there"
    assert words[0] == f"Zhoor (11) would win the Black Lands {against}"
    assert words[-1] == "vary your bids: choose this one 40% of the time"


def test_a_lower_rune_that_does_as_well_spares_the_higher_one() -> None:
    game = ewala.load("chronicles-of-run", layout="block")
    state = game.parse(
        "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
    )
    words = [str(part.sentence()) for part in why_bid(state, Better("4>4d", 0.5), "11>4d")]
    assert words == [
        "Zhoor (11) stays in hand",
        "the price: Thenidiel (4) would win the Black Lands against 7 of the 11 runes that could still be played there",
    ]


def test_what_is_at_stake_is_said_or_its_price_and_a_rune_that_could_tie_is_not_said_to_lose() -> None:
    """CR-6.2: Aruh'ka against Aruh'ka is disputed; nobody is defeated."""
    game = ewala.load("chronicles-of-run", layout="block")
    state = game.parse(
        "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
    )
    words = [str(part.sentence()) for part in why_bid(state, Better("2>4d", 0.5), "5>1d")]
    assert words == [
        "Bort (5) stays in hand",
        "the price: only 1 power is at stake in the Black Lands, and 3 in the Gates of Hell",
        "the price: Aruh'ka (2) defeats no rune that could still be played on the Black Lands",
    ]
    words = [str(part.sentence()) for part in why_bid(state, Better("5>1d", 0.5), "2>4d")]
    assert words[-1] == "3 power is at stake in the Gates of Hell, and only 1 in the Black Lands"
    words = [str(part.sentence()) for part in why_bid(state, Better("5>1d", 0.5), "5>1d")]
    assert words == ["it holds its zone just as well, and the coming turns are better"]


def test_sentences_travel_with_sentences_in_their_blanks() -> None:
    sentence = Sentence("{n} of {what}", n=3, what=Sentence("many"))
    assert as_data(sentence) == SentenceData("{n} of {what}", {"n": 3, "what": SentenceData("many")})
    assert str(as_data(sentence).sentence()) == "3 of many"


def test_a_reroll_of_everything_kept_nothing_that_could_be_named() -> None:
    game = ewala.load("kingdom-run", players="KS")
    state = game.parse(f"{START} - 6,6 KS K keep:DDLX")
    reason = why_reroll(state.data, game.move_code("r:LX"), game.move_code("r:DDLX"))
    assert str(reason[1].sentence()) == "that is worth more than four new dice on average"
