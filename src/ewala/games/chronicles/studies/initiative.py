"""Is it an advantage to bid first, and how close are games?"""

from ewala.games.chronicles.studies.columns import labels, margin, of_first, win_share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import Columns, columns, dots
from ewala.kit.study.words import said
from ewala.stats.estimates import average, measured, proportion, share

__all__ = ["QUESTION"]

_TITLE = "Is the first initiative an advantage?"
_SHARE = "wins, draws counted half"


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
            "wins": share(first == 1),
            "draws": share(first == 0.5),
            "losses": share(first == 0),
        }
        sides = {"order’s wins, draws counted half": share(win_share("O"))}
        points = {
            "of the first to bid": average(of_first(lambda side: pl.col(f"power_{side}"))),
            "of the other": average(of_first(lambda side: pl.col(f"power_{side}"), other=True)),
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
    draws = [row for row in wins if row.labels["of the first to bid"] == "draws"]
    parts = [_sentence(row, draw) for row, draw in zip(shares, draws, strict=True)]
    return Answer(
        "initiative",
        _TITLE,
        " ".join(parts),
        (
            Figure(
                "initiative_wins",
                "The side that bids first in the first turn",
                "Nine turns are an odd number: who has the first initiative bids first five times, the other side four "
                "times. To bid first is to commit a slot before the other does, and to have one’s effect first.",
                wins,
                dots(wins, label=_TITLE, name="of the first to bid", series="play", mark=0.5),
            ),
            Figure(
                "initiative_power",
                "Power by initiative",
                "Power at the end, on average.",
                power,
                dots(power, label="Power by initiative", name="power", series="play"),
            ),
            Figure(
                "initiative_margins",
                "How close games are",
                "By how much power a game is won; 0 is a draw. Every game has nine turns, so there is no other length.",
                margins,
                columns(panels, label="Margins of power", unit="power"),
            ),
            Figure(
                "initiative_sides",
                "Order against chaos",
                "A check: both sides have the same characters and the lot decides who begins, so this must be a half.",
                control,
                dots(control, label="Order against chaos", name="play", mark=0.5),
            ),
        ),
    )


def _sentence(row: Row, draw: Row) -> str:
    even = row.estimate.low <= 0.5 <= row.estimate.high
    verdict = (
        "shows no clear difference from an even share"
        if even
        else "is an advantage"
        if row.estimate.value > 0.5
        else "is a disadvantage"
    )
    return (
        f"Playing {row.labels['play']}, to bid first in the first turn {verdict}: {said(row.estimate, 'share')} of the "
        f"wins; {said(draw.estimate, 'share')} of the games are draws."
    )


QUESTION = Question("initiative", _TITLE, lambda brief: brief.runs(), _answer)
