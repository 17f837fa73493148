"""How long is a game, and how often do the rules matter that only sometimes apply?"""

from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, msg
from ewala.games.kingdom_run.studies.columns import (
    CLOSELY,
    TURNED,
    close,
    labels,
    margin,
    players_of,
    total,
    turned,
    turns,
)
from ewala.kit.phrases import apart, listed
from ewala.kit.stats.estimates import average, measured, proportion, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, those
from ewala.kit.study.games import Games
from ewala.kit.study.plots import Columns, columns, dot_figure
from ewala.kit.study.words import said

_TITLE = Sentence("How long is a game?")
_VARIES = Sentence("How it varies")
_TURNS, _MOVES = msg("turns of all players"), msg("rolls and decisions")
_EARLY = msg("ended by four runners home")

_OFTEN = Sentence("How often do rules matter?")
_TIE, _SHARED = msg("a tie for the most points"), msg("a shared victory")
_RULES = {
    "passed_full": Sentence("a runner passes a full space"),
    "held_back": Sentence("the rule of two bars a die"),
    "last_awake": Sentence("a last awake runner is safe"),
}


# --- Length


def _answer(brief: Brief, games: Games) -> Answer:
    lengths: list[Row] = []
    rounds: list[Row] = []
    panels: list[Columns] = []
    early: list[Row] = []
    for run in brief.runs():
        table, taken = games.of(run), turns(run.game)
        asked = {_TURNS: average(taken), _MOVES: average(pl.col("moves"))}
        found = measured(table, {**asked, _EARLY: share(pl.col("finished"))})
        lengths += [Row({**labels(run), "measure": name}, found[name], "number") for name in asked]
        if len(run.game.seats) == 2:
            early.append(Row({**labels(run), "measure": _EARLY}, found[_EARLY], "share"))
        spread = _spread(table, (taken + len(run.game.seats) - 1) // len(run.game.seats))
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
    about_rounds = Sentence(
        "How many rounds begin in a game: turns divided by players, rounded up; the number of players at the left."
    )
    figures = (
        dot_figure(
            "length_averages",
            Sentence("On average"),
            text,
            [*lengths, *early],
            shown=those(lengths, measure=_TURNS),
            by="play",
        ),
        Figure(
            "length_rounds", _VARIES, [about_rounds], rounds, columns(panels, label=_VARIES, unit=Sentence("rounds"))
        ),
    )
    return Answer("length", _TITLE, _short(brief, lengths), figures)


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
    play, most = played(brief.main), players_of(brief.by_players()[-1])
    each = [
        Sentence("{turns} turns with {players}", turns=said(row.estimate, "number"), players=row.labels["players"])
        for row in those(lengths, measure=_TURNS, play=play)
    ]
    return Sentence(
        "A game played {play} takes {turns}, all players together. With {players} these are {moves} rolls and "
        "decisions.",
        play=play,
        turns=apart(each),
        players=most,
        moves=said(those(lengths, measure=_MOVES, players=most)[0].estimate, "number"),
    )


# --- Rules


def _answer_rules(brief: Brief, games: Games) -> Answer:
    ever: list[Row] = []
    rate: list[Row] = []
    ends: list[Row] = []
    for run in brief.runs():
        asked = {f"ever {rule}": share(pl.col(rule) > 0) for rule in _RULES}
        asked |= {f"rate {rule}": average(pl.col(rule), turns(run.game)) for rule in _RULES}
        endings = {
            _TIE: share(pl.col("tied")),
            _SHARED: share(total("won_{}", run.game) > 1),
            CLOSELY: share(close(run.game)),
            TURNED: share(turned(run.game)),
        }
        found = measured(games.of(run), {**asked, **endings, "margin": average(margin(run.game))})
        for rule, name in _RULES.items():
            ever.append(Row({**labels(run), "rule": name}, found[f"ever {rule}"], "share"))
            rate.append(Row({**labels(run), "rule": name}, found[f"rate {rule}"], "number"))
        ends += [Row({**labels(run), "ending": end}, found[end], "share") for end in endings]
    figures = (
        dot_figure(
            "rules_rate",
            Sentence("Times in a turn"),
            Sentence(
                "A full space sends a runner on to the next one (KR-5.3): each such step is counted. The rule of two "
                "(KR-4.3) and the protection of a last awake runner (KR-6.5) are counted once for each decision that "
                "they narrow: a die that could be used but for the rule; a lulling that somebody’s last awake runner "
                "is spared."
            ),
            rate,
            by="rule",
        ),
        dot_figure(
            "rules_ever",
            Sentence("Games in which it happens at all"),
            Sentence("The share of games in which each rule applied at least once."),
            ever,
            by="rule",
        ),
        dot_figure(
            "rules_endings",
            Sentence("Ties and narrow ends"),
            Sentence(
                "A tie goes to whoever has the runner farthest ahead (KR-8.5); where that does not decide either, the "
                "victory is shared. A game is turned if the one who was last alone ahead as a turn began does not win "
                "it."
            ),
            ends,
            by="ending",
        ),
    )
    return Answer("rules", _OFTEN, _short_of_rules(brief, ever, rate, ends), figures)


def _short_of_rules(brief: Brief, ever: list[Row], rate: list[Row], ends: list[Row]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    [full] = those(rate, players=most, play=play, rule=_RULES["passed_full"])
    [two] = those(ever, players=most, play=play, rule=_RULES["held_back"])
    [tie] = those(ends, players=most, play=play, ending=_TIE)
    return Sentence(
        "With {players} who play {play}, {passing} runners pass a full space in a turn; the rule of two bars a die at "
        "least once in {barred} of the games; {tied} of them end in a tie for the most points.",
        players=most,
        play=play,
        passing=said(full.estimate, "number"),
        barred=said(two.estimate, "share"),
        tied=said(tie.estimate, "share"),
    )


LENGTH = Question("length", _TITLE, Brief.runs, _answer)
RULES = Question("rules", _OFTEN, Brief.runs, _answer_rules)
