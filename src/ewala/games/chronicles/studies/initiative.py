"""Is it an advantage to bid first, and how close are games?"""

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.studies.columns import labels, margin, of_first, win_share
from ewala.kit.stats.estimates import average, measured, proportion, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import Columns, columns, dots
from ewala.kit.study.words import said, together

_TITLE = Sentence("Is the first initiative an advantage?")
_POWER, _CLOSE = Sentence("Power by initiative"), Sentence("How close games are")
_SIDES = Sentence("Order against chaos")
_SHARE, _DRAWS = msg("wins, draws counted half"), msg("draws")


def _answer(brief: Brief, games: Games) -> Answer:
    import polars as pl

    wins: list[Row] = []
    control: list[Row] = []
    power: list[Row] = []
    margins: list[Row] = []
    panels: list[Columns] = []
    for run in brief.runs():
        table = games.of(run)
        first = of_first(win_share)
        asked = {
            _SHARE: share(first),
            msg("victories"): share(first == 1),
            _DRAWS: share(first == 0.5),
            msg("defeats"): share(first == 0),
        }
        sides = {msg("order’s wins, draws counted half"): share(win_share("O"))}
        points = {
            msg("of the first to bid"): average(of_first(lambda side: pl.col(f"power_{side}"))),
            msg("of the other"): average(of_first(lambda side: pl.col(f"power_{side}"), other=True)),
        }
        found = measured(table, {**asked, **sides, **points})
        wins += [Row({**labels(run), "of the first to bid": name}, found[name], "share") for name in asked]
        control += [Row({**labels(run), "measure": name}, found[name], "share") for name in sides]
        power += [Row({**labels(run), "power": name}, found[name], "number") for name in points]
        counts = table.group_by(margin().alias("value")).len().sort("value").collect(engine="streaming")
        spread = {int(value): int(count) for value, count in counts.iter_rows()}
        many = sum(spread.values())
        panels.append(Columns(played(run.policy), {value: count / many for value, count in spread.items()}))
        margins += [
            Row({**labels(run), "margin": str(value)}, proportion(count, many), "share")
            for value, count in spread.items()
        ]
    shares = [row for row in wins if row.labels["of the first to bid"] == _SHARE]
    draws = [row for row in wins if row.labels["of the first to bid"] == _DRAWS]
    parts = [_sentence(row, draw) for row, draw in zip(shares, draws, strict=True)]
    return Answer(
        "initiative",
        _TITLE,
        together(parts),
        (
            Figure(
                "initiative_wins",
                Sentence("The side that bids first in the first turn"),
                [
                    Sentence(
                        "Nine turns are an odd number: who has the first initiative bids first five times, the other "
                        "side four times. To bid first is to commit a slot before the other does, and to have one’s "
                        "effect first."
                    )
                ],
                wins,
                dots(wins, label=_TITLE, name="of the first to bid", series="play", mark=0.5),
            ),
            Figure(
                "initiative_power",
                _POWER,
                [Sentence("Power at the end, on average.")],
                power,
                dots(power, label=_POWER, name="power", series="play"),
            ),
            Figure(
                "initiative_margins",
                _CLOSE,
                [
                    Sentence(
                        "By how much power a game is won; 0 is a draw. Every game has nine turns, so there is no other "
                        "length."
                    )
                ],
                margins,
                columns(panels, label=_CLOSE, unit=Sentence("power")),
            ),
            Figure(
                "initiative_sides",
                _SIDES,
                [
                    Sentence(
                        "A check: both sides have the same characters and the lot decides who begins, so this must be "
                        "a half."
                    )
                ],
                control,
                dots(control, label=_SIDES, name="play", mark=0.5),
            ),
        ),
    )


def _sentence(row: Row, draw: Row) -> Sentence:
    even = row.estimate.low <= 0.5 <= row.estimate.high
    return Sentence(
        "Playing {play}, to bid first in the first turn shows no clear difference from an even share: {wins} of the "
        "wins; {draws} of the games are draws."
        if even
        else "Playing {play}, to bid first in the first turn is an advantage: {wins} of the wins; {draws} of the games "
        "are draws."
        if row.estimate.value > 0.5
        else "Playing {play}, to bid first in the first turn is a disadvantage: {wins} of the wins; {draws} of the "
        "games are draws.",
        play=row.labels["play"],
        wins=said(row.estimate, "share"),
        draws=said(draw.estimate, "share"),
    )


QUESTION = Question("initiative", _TITLE, lambda brief: brief.runs(), _answer)
