"""What difference do the editions make, and the house rule that lets a player stop?"""

from dataclasses import asdict
from typing import Any

import polars as pl

from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.rules.parameters import EDITIONS
from ewala.games.kingdom_run.studies.columns import close, labels, players_of, seats_of, turns, win_share
from ewala.kit.phrases import all_of, apart
from ewala.kit.stats.estimates import changes
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Row, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.words import said

_TITLE = Sentence("What difference do editions make?")
_PART = 0.1
_GOOD_PART = 0.05  # of games that take long
# What is compared: how it is called, and its unit.
_MEASURES = {
    "edge": (Sentence("The first seat’s lead in wins over the last"), "difference"),
    "turns": (Sentence("Turns of a game"), "more"),
    "held": (Sentence("Decisions in which the rule of two bars a die"), "more"),
    "lead": (Sentence("Changes of the lead"), "more"),
    "close": (Sentence("Games won by 2 points or less"), "difference"),
    "ties": (Sentence("Ties for the most points"), "difference"),
}


def rule_sets(game: Game) -> dict[Sentence, Game]:
    """The editions whose rules differ from these, alike ones together, and the other choice of the house rule."""
    alike: dict[tuple[bool, bool], list[str]] = {}
    for name, edition in EDITIONS.items():
        alike.setdefault((edition.copies_apart, edition.rob_finished), []).append(name)
    found: dict[Sentence, Game] = {}
    for rules, names in alike.items():
        if rules != (game.values["copies_apart"], game.values["rob_finished"]):
            called = Sentence("edition {names}", names=all_of(names))
            found[called] = game.with_options(edition=names[0], **asdict(EDITIONS[names[0]]))
    passing = not game.values["may_pass"]
    other = Sentence("turns may be ended" if passing else "turns may not be ended")
    found[other] = game.with_options(may_pass=passing)
    return found


def _runs(brief: Brief) -> list[tuple[Sentence, Run, Run]]:
    """What is called how, and what it is compared with."""
    found = []
    for game in brief.by_players():
        for policy in brief.policies:
            many = brief.games_of(policy, _GOOD_PART if policy == "good" else _PART)
            for name, other in rule_sets(game).items():
                found.append((name, Run(other, policy, many), Run(game, policy, many)))
    return found


def _asked(game: Game) -> dict[str, Any]:
    seats = seats_of(game)
    return {
        "edge": win_share(game, seats[0]) - win_share(game, seats[-1]),
        "turns": turns(game),
        "held": pl.col("held_back"),
        "lead": pl.col("lead_changes"),
        "close": close(game),
        "ties": pl.col("tied"),
    }


def _answer(brief: Brief, games: Games) -> Answer:
    rows: dict[str, list[Row]] = {name: [] for name in _MEASURES}
    for name, run, base in _runs(brief):
        found = changes(games.of(base), games.of(run), _asked(run.game))
        for measure, (_, unit) in _MEASURES.items():
            rows[measure].append(Row({**labels(run), "rules": name}, found[measure], unit))
    own = brief.game.values["edition"]
    figures = [
        dot_figure(
            f"editions_{measure}",
            what,
            _about(own)
            if measure == "edge"
            else Sentence("Change for each game, against edition {edition}.", edition=own),
            rows[measure],
            by="rules",
            mark=0,
        )
        for measure, (what, _) in _MEASURES.items()
    ]
    return Answer("editions", _TITLE, _short(brief, rows), figures)


def _about(own: object) -> Sentence:
    return Sentence(
        "Every number is a change against edition {edition}, game by game with the same dice at the beginning. "
        "Editions differ in whether copies count apart for the rule of two (KR-9.2) and whether finished players may "
        "be robbed (KR-9.3); those not named here have the same rules as one that is. That a turn may be ended early "
        "(KR-4.4) is a house rule; who plays at random then ends it at random, who plays greedily when nothing better "
        "is there.",
        edition=own,
    )


def _short(brief: Brief, rows: dict[str, list[Row]]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    editions = [name for name in rule_sets(brief.by_players()[-1]) if name.blanks]

    def ours(measure: str) -> list[Row]:
        return [row for row in those(rows[measure], players=most, play=play) if row.labels["rules"] in editions]

    sentences = []
    for row in ours("turns"):
        edge = next(one for one in ours("edge") if one.labels == row.labels)
        sentences.append(
            Sentence(
                "{rules}: {turns} turns, {difference} in the first seat’s lead",
                rules=row.labels["rules"],
                turns=said(row.estimate, "more"),
                difference=said(edge.estimate, "difference"),
            )
        )
    if not sentences:
        return Sentence("All editions have the rules that were studied.")
    return Sentence(
        "Compared with edition {edition}, {players} who play {play}: {told}.",
        edition=brief.game.values["edition"],
        players=most,
        play=play,
        told=apart(sentences),
    )


QUESTION = Question(
    "editions", _TITLE, lambda brief: [run for _, one, base in _runs(brief) for run in (one, base)], _answer
)
