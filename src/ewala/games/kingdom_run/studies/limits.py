"""How often do the rules matter that only sometimes apply?"""

from ewala.core.sentences import Sentence, msg
from ewala.games.kingdom_run.studies.columns import CLOSELY, TURNED, close, labels, margin, players_of, turned, turns
from ewala.kit.stats.estimates import average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import dots
from ewala.kit.study.words import Label, said

_TITLE = Sentence("How often do rules matter?")
_TIMES = Sentence("Times in a turn")
_EVER = Sentence("Games in which it happens at all")
_NARROW = Sentence("Ties and narrow ends")
_TIE, _SHARED = msg("a tie for the most points"), msg("a shared victory")
_RULES = {
    "passed_full": Sentence("a runner passes a full space"),
    "held_back": Sentence("the rule of two bars a die"),
    "last_awake": Sentence("a last awake runner is safe"),
}


def _answer(brief: Brief, games: Games) -> Answer:
    import polars as pl

    ever: list[Row] = []
    rate: list[Row] = []
    ends: list[Row] = []
    for run in brief.runs():
        asked = {f"ever {rule}": share(pl.col(rule) > 0) for rule in _RULES}
        asked |= {f"rate {rule}": average(pl.col(rule), turns(run.game)) for rule in _RULES}
        winners = pl.sum_horizontal([pl.col(f"won_{seat}").cast(pl.Int64) for seat in run.game.seats])
        asked |= {
            _TIE: share(pl.col("tied")),
            _SHARED: share(winners > 1),
            CLOSELY: share(close(run.game)),
            TURNED: share(turned(run.game)),
        }
        found = measured(games.of(run), {**asked, "margin": average(margin(run.game))})
        for rule, name in _RULES.items():
            ever.append(Row({**labels(run), "rule": name}, found[f"ever {rule}"], "share"))
            rate.append(Row({**labels(run), "rule": name}, found[f"rate {rule}"], "number"))
        for end in (_TIE, _SHARED, CLOSELY, TURNED):
            ends.append(Row({**labels(run), "ending": end}, found[end], "share"))
    return Answer(
        "rules",
        _TITLE,
        _short(brief, ever, rate, ends),
        (
            Figure(
                "rules_rate",
                _TIMES,
                [
                    Sentence(
                        "A full space sends a runner on to the next one (KR-5.3): each such step is counted. The rule "
                        "of two (KR-4.3) and the protection of a last awake runner (KR-6.5) are counted once for each "
                        "decision that they narrow: a die that could be used but for the rule; a lulling that "
                        "somebody’s last awake runner is spared."
                    )
                ],
                rate,
                dots(rate, label=_TIMES, name="rule", group="players", series="play"),
            ),
            Figure(
                "rules_ever",
                _EVER,
                [Sentence("The share of games in which each rule applied at least once.")],
                ever,
                dots(ever, label=_EVER, name="rule", group="players", series="play"),
            ),
            Figure(
                "rules_endings",
                _NARROW,
                [
                    Sentence(
                        "A tie goes to whoever has the runner farthest ahead (KR-8.5); where that does not decide "
                        "either, the victory is shared. A game is turned if the one who was last alone ahead as a turn "
                        "began does not win it."
                    )
                ],
                ends,
                dots(ends, label=_NARROW, name="ending", group="players", series="play"),
            ),
        ),
    )


def _short(brief: Brief, ever: list[Row], rate: list[Row], ends: list[Row]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)

    def one(rows: list[Row], label: str, name: Label) -> Row:
        return next(
            row
            for row in rows
            if row.labels["players"] == most and row.labels["play"] == play and row.labels[label] == name
        )

    full = one(rate, "rule", _RULES["passed_full"])
    two = one(ever, "rule", _RULES["held_back"])
    tie = one(ends, "ending", _TIE)
    return Sentence(
        "With {players} who play {play}, {passing} runners pass a full space in a turn; the rule of two bars a die at "
        "least once in {barred} of the games; {tied} of them end in a tie for the most points.",
        players=most,
        play=play,
        passing=said(full.estimate, "number"),
        barred=said(two.estimate, "share"),
        tied=said(tie.estimate, "share"),
    )


QUESTION = Question("rules", _TITLE, lambda brief: brief.runs(), _answer)
