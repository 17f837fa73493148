"""How long is a game?"""

from typing import Any

from ewala.core.sentences import Sentence, msg
from ewala.games.kingdom_run.studies.columns import labels, players_of, turns
from ewala.kit.phrases import apart, listed
from ewala.kit.stats.estimates import average, measured, proportion, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import Columns, columns, dots
from ewala.kit.study.words import said

_TITLE = Sentence("How long is a game?")
_AVERAGE, _VARIES = Sentence("On average"), Sentence("How it varies")
_TURNS, _MOVES = msg("turns of all players"), msg("rolls and decisions")
_EARLY = msg("ended by four runners home")


def _answer(brief: Brief, games: Games) -> Answer:
    import polars as pl

    lengths: list[Row] = []
    rounds: list[Row] = []
    panels: list[Columns] = []
    early: list[Row] = []
    for run in brief.runs():
        table, total = games.of(run), turns(run.game)
        asked = {_TURNS: average(total), _MOVES: average(pl.col("moves"))}
        found = measured(table, {**asked, _EARLY: share(pl.col("finished"))})
        lengths += [Row({**labels(run), "measure": name}, found[name], "number") for name in asked]
        if len(run.game.seats) == 2:
            early.append(Row({**labels(run), "measure": _EARLY}, found[_EARLY], "share"))
        spread = _spread(table, (total + len(run.game.seats) - 1) // len(run.game.seats))
        panels.append(Columns(listed([len(run.game.seats), played(run.policy)]), _shares(spread)))
        many = sum(spread.values())
        rounds += [
            Row({**labels(run), "rounds": str(value)}, proportion(count, many), "share")
            for value, count in spread.items()
        ]
    text = [Sentence("Turns of all players together, and everything that is rolled or decided in them.")]
    if early:
        ends = [Sentence("{play} {share}", share=said(row.estimate, "share"), play=row.labels["play"]) for row in early]
        text.append(
            Sentence(
                "With two players a game may also end when one of them has all four runners home (KR-8.2): {ends}.",
                ends=apart(ends),
            )
        )
    return Answer(
        "length",
        _TITLE,
        _short(brief, lengths),
        (
            Figure(
                "length_averages",
                _AVERAGE,
                text,
                [*lengths, *early],
                dots(
                    [row for row in lengths if row.labels["measure"] == _TURNS],
                    label=_AVERAGE,
                    name="play",
                    group="players",
                ),
            ),
            Figure(
                "length_rounds",
                _VARIES,
                [
                    Sentence(
                        "How many rounds begin in a game: turns divided by players, rounded up; the number of players "
                        "at the left."
                    )
                ],
                rounds,
                columns(panels, label=_VARIES, unit=Sentence("rounds")),
            ),
        ),
    )


def _spread(table: Any, value: Any) -> dict[int, int]:
    counts = table.group_by(value.alias("value")).len().sort("value").collect(engine="streaming")
    return {int(value): int(count) for value, count in counts.iter_rows()}


def _shares(counts: dict[int, int]) -> dict[int, float]:
    """Without the last few games in a thousand, which would stretch the scale."""
    many = sum(counts.values())
    kept, left = {}, many
    for value, count in counts.items():
        if left <= 0.001 * many:
            break
        kept[value] = count / many
        left -= count
    return kept


def _short(brief: Brief, lengths: list[Row]) -> Sentence:
    ours = [row for row in lengths if row.labels["measure"] == _TURNS and row.labels["play"] == played(brief.main)]
    each = [
        Sentence("{turns} turns with {players}", turns=said(row.estimate, "number"), players=row.labels["players"])
        for row in ours
    ]
    most = players_of(brief.by_players()[-1])
    moves = next(row for row in lengths if row.labels["measure"] == _MOVES and row.labels["players"] == most)
    return Sentence(
        "A game played {play} takes {turns}, all players together. With {players} these are {moves} rolls and "
        "decisions.",
        play=played(brief.main),
        turns=apart(each),
        players=most,
        moves=said(moves.estimate, "number"),
    )


QUESTION = Question("length", _TITLE, lambda brief: brief.runs(), _answer)
