"""What does Lisbeth's clairvoyance bring?

Who plays her, and when, is a choice that depends on the position, so wins do not tell what her effect is worth. What
tells is the turn after her: whether the bid that lies open is answered, and beaten.
"""

from functools import partial
from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.rules.state import ZONES
from ewala.games.chronicles.studies.columns import SIDES, first_bids, labels, over_sides, win_share
from ewala.kit.stats.estimates import Estimate, Measure, average, measured, share
from ewala.kit.study.brief import Brief, Question
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said, together

_TITLE = Sentence("What does clairvoyance bring?")
_LISBETH, _LAST = 7, 9
_TURNS = range(2, _LAST + 1)  # those that may follow hers
_PLACES = [(side, turn) for side in SIDES for turn in _TURNS]
_OPEN, _HIDDEN = msg("the first bid lies open"), msg("it lies face down")
_TIMELY, _LATE = msg("seen in time"), msg("seen too late")
_IN_VAIN, _NEVER = msg("played in the last turn"), msg("never played")


def _turn(side: str) -> Any:
    return pl.col(f"turn_of_{side}_{_LISBETH}")


def _bids_second(side: str, turn: int) -> Any:
    """The initiative changes sides from turn to turn (CR-3.5)."""
    return ~first_bids(side) if turn % 2 else first_bids(side)


def _sees(side: str, turn: int) -> Any:
    """Whether a side bids in a turn with the other's bid open before it: the turn after its Lisbeth (CR-5.5)."""
    return _bids_second(side, turn) & (_turn(side) == turn - 1)


def with_answers(table: pl.LazyFrame) -> pl.LazyFrame:
    """The table with a column for each side and turn: whether it beats the bid that the other makes in that turn."""
    slots = [_slot(side, turn).alias(f"slot {side} {turn}") for side in SIDES for turn in _TURNS]
    return table.with_columns(slots).with_columns(_beaten(*place).alias(_beats(*place)) for place in _PLACES)


def _slot(side: str, turn: int) -> Any:
    """The slot on which a side bid in a turn, from 1; odd ones are attackers'."""
    slots = {rune: pl.col(f"slot_of_{side}_{rune}").cast(pl.Int64) for rune in range(1, 12)}
    return pl.sum_horizontal(
        [pl.when(pl.col(f"turn_of_{side}_{rune}") == turn).then(slot).otherwise(0) for rune, slot in slots.items()]
    )


def _beaten(side: str, turn: int) -> Any:
    """Whether a side answers the other's bid in the same zone and the same turn, and wins that zone in the end."""
    mine, theirs = pl.col(f"slot {side} {turn}"), pl.col(f"slot {'C' if side == 'O' else 'O'} {turn}")
    zone = (mine + 1) // 2
    wins = [(zone == n) & (pl.col(f"victor_of_{n}") == 2 - mine % 2) for n in range(1, ZONES + 1)]
    return (zone == (theirs + 1) // 2) & pl.any_horizontal(wins)


def _beats(side: str, turn: int) -> str:
    return f"beats {side} {turn}"


def _answers(seen: bool) -> Measure:
    """Of the turns in which a side bids second, those in which it beats the other's bid: it open, or not."""

    def due(side: str, turn: int) -> Any:
        return _sees(side, turn) if seen else _bids_second(side, turn) & ~_sees(side, turn)

    beaten = pl.sum_horizontal([(due(*place) & pl.col(_beats(*place))).cast(pl.Int64) for place in _PLACES])
    return share(beaten, pl.sum_horizontal([due(*place).cast(pl.Int64) for place in _PLACES]))


def _gain(run: Run, games: Games) -> Estimate:
    """How much more often an open bid is beaten, turn by turn."""
    seen = Sightings(
        [_bids_second(*place) & pl.col(_beats(*place)) for place in _PLACES],
        [_bids_second(*place).cast(pl.Int64) * place[1] for place in _PLACES],
        [[_sees(*place)] for place in _PLACES],
    )
    return worth(with_answers(games.of(run)), seen)[0]


def _cases(side: str) -> dict[str, Any]:
    turn = _turn(side)
    timely = turn.is_between(1, _LAST - 1) & ((turn % 2 == 1) == first_bids(side))
    return {_TIMELY: timely, _LATE: turn.is_between(1, _LAST - 1) & ~timely, _IN_VAIN: turn == _LAST, _NEVER: turn == 0}


def _in_case(side: str, case: str) -> Any:
    return _cases(side)[case]


def _in_turn(side: str, turn: int) -> Any:
    return _turn(side) == turn


def _won_when(so: Any) -> Measure:
    return share(over_sides(lambda side: pl.when(so(side)).then(win_share(side)).otherwise(0.0)), over_sides(so))


def _answer(brief: Brief, games: Games) -> Answer:
    answers: list[Row] = []
    gains: list[Row] = []
    cases: list[Row] = []
    when: list[Row] = []
    open_bids: list[Row] = []
    for run in brief.runs():
        asked = {_OPEN: _answers(True), _HIDDEN: _answers(False)}
        asked |= {case: _won_when(partial(_in_case, case=case)) for case in _cases("O")}
        asked |= {str(turn): _won_when(partial(_in_turn, turn=turn)) for turn in range(1, _LAST + 1)}
        asked["open"] = average(over_sides(lambda side: pl.col(f"foreseen_{side}")))
        found = measured(with_answers(games.of(run)), asked)
        here = labels(run)
        answers += [
            Row({**here, "bidding second": case}, found[case], "share") for case in (_OPEN, _HIDDEN) if case in found
        ]
        gains.append(Row({**here, "what": Sentence("beaten more often if open")}, _gain(run, games), "difference"))
        cases += [Row({**here, "Lisbeth": case}, found[case], "share") for case in _cases("O") if case in found]
        when += [
            Row({**here, "turn": str(turn)}, found[str(turn)], "share")
            for turn in range(1, _LAST + 1)
            if str(turn) in found
        ]
        open_bids.append(Row(here, found["open"], "number"))
    return Answer("clairvoyance", _TITLE, _short(gains, open_bids), _figures(answers, gains, cases, when, open_bids))


def _figures(
    answers: list[Row], gains: list[Row], cases: list[Row], when: list[Row], open_bids: list[Row]
) -> list[Figure]:
    return [
        dot_figure(
            "clairvoyance_answers",
            Sentence("Bids that are answered and beaten"),
            Sentence(
                "Lisbeth has the other side’s next bid made face up, which can be used if one’s own bid is still to "
                "come: if her side had the initiative when she was played. How often the second bid of a turn goes to "
                "the zone of the first and wins it in the end."
            ),
            answers,
            by="bidding second",
        ),
        dot_figure(
            "clairvoyance_gain",
            Sentence("What it makes of it to see"),
            Sentence(
                "By how many percentage points an open bid is beaten more often by the answer to it than a hidden one "
                "in the same turn. Who plays at random does not look, so there it must be 0."
            ),
            gains,
            by="play",
            mark=0,
            tones=True,
        ),
        dot_figure(
            "clairvoyance_cases",
            Sentence("Wins by what became of Lisbeth"),
            Sentence(
                "How often a side wins, with draws counted half, by whether and when its Lisbeth was played. Where "
                "play has a purpose this is not her doing alone: when she is played depends on how the game stands, "
                "and other runes differ in the same way by whether their side had the initiative."
            ),
            cases,
            by="Lisbeth",
            mark=0.5,
        ),
        dot_figure(
            "clairvoyance_turn",
            Sentence("By the turn in which she is played"),
            Sentence("How often a side wins that played Lisbeth in this turn."),
            when,
            by="turn",
            mark=0.5,
        ),
        dot_figure(
            "clairvoyance_open",
            Sentence("Bids made face up"),
            Sentence("In a game, both sides together; at most two are possible."),
            open_bids,
            by="play",
        ),
    ]


def _short(gains: list[Row], open_bids: list[Row]) -> Sentence:
    bids = Sentence("{count} bids of a game are made face up.", count=said(open_bids[0].estimate, "number"))
    return together([bids, *map(_verdict, gains)])


def _verdict(row: Row) -> Sentence:
    sure = row.estimate.sure_sign
    return Sentence(
        "Playing {play}, an open bid is beaten more often: {difference}."
        if sure > 0
        else "Playing {play}, an open bid is beaten less often: {difference}."
        if sure < 0
        else "Playing {play}, an open bid is beaten as often as others: {difference}.",
        play=row.labels["play"],
        difference=said(row.estimate, "difference"),
    )


QUESTION = Question("clairvoyance", _TITLE, Brief.runs, _answer)
