"""Hints and their reasons."""

import random

import pytest

import ewala
from ewala.core.engine import Rng
from ewala.core.errors import MatchOver, NotYourTurn
from ewala.core.sentences import Sentence
from ewala.core.state import State as Position
from ewala.games.chronicles.coach.reasons import held_against, why_bid
from ewala.games.chronicles.rules.state import TURNS, State
from ewala.games.coach import analyse, hint
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach import hints as hints_kingdom_run
from ewala.games.kingdom_run.coach.reasons import after_the_better_move, why_better, why_reroll
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.analysis import MOST, Better, SentenceData, as_data
from ewala.kit.effort import Effort

BRIEF = 0.05  # seconds


def _after(game: ewala.Game, seed: int, moves: int) -> Position:
    """A position of a random game in which somebody has to decide."""
    state, rng, dice = game.start(), random.Random(seed), Rng(seed)
    while moves > 0 or state.to_act is ewala.CHANCE:
        state = state.play(state.sample(dice) if state.to_act is ewala.CHANCE else rng.choice(state.moves()))
        moves -= 1
    return state


@pytest.mark.parametrize("moves", [1, 2, 3, 14, 33, 34, 35])
@pytest.mark.parametrize("players", ["KS", "KSFG"])
def test_a_hint_in_kingdom_run_is_a_legal_line(players: str, moves: int) -> None:
    state = _after(ewala.load("kingdom-run", players=players), 4, moves)
    assert isinstance(state.to_act, str)
    told = hint(state.view(state.to_act), BRIEF)
    assert told.seat == state.to_act
    assert 1 <= len(told.moves) <= MOST
    assert sum(told.expected.values()) == pytest.approx(1)
    values = [move.value for move in told.moves]
    assert values == sorted(values, reverse=True)
    for better in told.moves:
        assert better.move in state.moves()
        assert better.line[:1] in ([], [better.move])
        after = state
        for move in better.line:
            after = after.play(move)
    assert told.reason or len(told.moves) == 1


def test_a_hint_wins_where_one_move_wins() -> None:
    """The last place of the podium is worth the game to whoever takes it."""
    game = ewala.load("kingdom-run", players="KS")
    state = game.parse("-/S/SF/FF/G/GG/-/-/-/-/-/-/-/K KKSKSFG 6,6 KS K act:D:VVL")
    told = hint(state.view("K"), BRIEF)
    assert told.moves[0].move == "D14K"
    assert state.play("D14K").winners() == {"K"}
    assert told.expected["K"] == pytest.approx(1)


@pytest.mark.parametrize(("players", "line"), [("KS", "!DDLX"), ("KS", "!DDLX r:-"), ("KSF", "!DDLX")])
def test_a_hint_and_an_analysis_say_the_same_of_a_position(
    monkeypatch: pytest.MonkeyPatch, players: str, line: str
) -> None:
    """Nobody is told 85 % during the game and 76 % after it. The clock is stopped, so that nothing hurries."""
    monkeypatch.setattr(hints_kingdom_run._Watch, "past", lambda watch, part: False)
    record = ewala.Record.begin(ewala.load("kingdom-run", players=players))
    record.moves += line.split()
    told = hint(record.state.view("K"))
    assert told.expected["K"] == pytest.approx(told.moves[0].value)
    assert told.expected["K"] == pytest.approx(analyse(record, Effort(10)).curve["K"][-1], abs=0.01)


def _last_bids() -> tuple[Position, list[str]]:
    """The last turn of a game; all first bids that differ in nothing but the rune."""
    game = ewala.load("chronicles-of-run", layout="block")
    state, rng, dice = game.start(), random.Random(3), Rng(3)
    while State.unpack(state.data).turn < TURNS:
        state = state.play(state.sample(dice) if state.to_act is ewala.CHANCE else rng.choice(state.moves()))
    s = State.unpack(state.data)
    assert not s.foreseen[s.initiative]
    slot = state.moves()[0].partition(">")[2]
    return state, [move for move in state.moves() if move.endswith(f">{slot}")]


def test_a_hint_is_the_same_whatever_rune_lies_face_down() -> None:
    """CR-3.2: the last turn is solved to the end, so that no clock can make a difference."""
    state, bids = _last_bids()
    assert len(bids) > 1
    answering = "C" if state.to_act == "O" else "O"
    hints = [hint(state.play(bid).view(answering), BRIEF) for bid in bids]
    assert all(told == hints[0] for told in hints)
    assert hints[0].moves[0].move in state.play(bids[0]).moves()
    assert hints[0].reason


def test_a_hint_says_how_often_a_bid_is_made() -> None:
    state, _ = _last_bids()
    assert isinstance(state.to_act, str)
    told = hint(state.view(state.to_act), BRIEF)
    assert sum(move.often for move in told.moves) <= 1 + 1e-9
    assert told.moves[0].often > 0


def test_hints_are_for_whoever_has_to_act() -> None:
    state = _after(ewala.load("kingdom-run", players="KS"), 4, 1)
    with pytest.raises(NotYourTurn):
        hint(state.view("S"), BRIEF)
    over = ewala.load("kingdom-run", players="KS").parse("-/S/SF/FF/G/GG/-/-/-/-/-/-/-/K KKSKSFG 6,6 KS K act:D:VVL")
    with pytest.raises(MatchOver):
        hint(over.play("D14K").view("K"), BRIEF)


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


def _first_bid() -> Position:
    """All runes are in hand, all zones free."""
    return ewala.load("chronicles-of-run").parse(
        "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
    )


def test_a_bid_is_counted_against_every_rune_that_may_come() -> None:
    """Of eleven runes, with nothing else on the board, those with less destiny are defeated."""
    state = _first_bid()
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
    state = _first_bid()
    words = [str(part.sentence()) for part in why_bid(state, Better("4>4d", 0.5), "11>4d")]
    assert words == [
        "Zhoor (11) stays in hand",
        "the price: Thenidiel (4) would win the Black Lands against 7 of the 11 runes that could still be played there",
    ]


def test_what_is_at_stake_is_said_or_its_price_and_a_rune_that_could_tie_is_not_said_to_lose() -> None:
    """CR-6.2: Aruh'ka against Aruh'ka is disputed; nobody is defeated."""
    state = _first_bid()
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
