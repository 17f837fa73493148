"""Which arrangement of the boards is the fairest, and which the most exciting?"""

from collections.abc import Mapping, Sequence

from ewala.games.kingdom_run.studies.columns import players_of
from ewala.games.kingdom_run.studies.search import (
    KEPT,
    Found,
    anew,
    arrangements,
    candidates,
    in_the_running,
    search,
    yardstick,
)
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import scatter
from ewala.kit.study.words import listed, said

__all__ = ["QUESTION"]

_TITLE = "Which circuit is the fairest, which the most exciting?"
_PART = 0.02  # of the games at random, for each circuit in the first round
_OTHER_PART = 0.1  # of those of other policies, which are fewer
_USUAL = "A,B,C"

_FAIR = (
    "A circuit is the fairer, the less the seats differ: from the one that wins least to the one that wins most, in "
    "percentage points. Chance makes seats differ a little even where they do not, so small numbers are rather too "
    "large."
)
_EXCITING = (
    "A game is the more exciting, the more often somebody else comes to be alone ahead, if the one last alone ahead "
    "does not win, and if it is won by 2 points or less. Excitement is the average of the three, each divided by "
    f"that of the usual circuit {_USUAL}, whose excitement is therefore 1."
)
_ANEW = (
    "The best of many looks better than it is, since luck has helped to make it the best. The fairest and the most "
    "exciting circuit were therefore played again, in as many games that had no part in choosing them; the sentence "
    "above has what these games say, and so have the rows of the table that say “anew”."
)


def _first_round(brief: Brief, policy: str) -> int:
    return brief.games_of(policy, _PART if policy == "uniform" else _OTHER_PART)


def _runs(brief: Brief) -> list[Run]:
    """Those of the first round; it depends on them which follow."""
    return [
        Run(game.with_options(circuit=name), policy, _first_round(brief, policy))
        for policy in brief.policies
        for game in brief.by_players()
        for name in candidates(game)
    ]


def _answer(brief: Brief, games: Games) -> Answer:
    figures: list[Figure] = []
    shorts: list[str] = []
    for policy in brief.policies:
        many = _first_round(brief, policy)
        for game in brief.by_players():
            usual = Run(game.with_options(circuit=_USUAL), policy, many << len(KEPT) + 1)
            games.expect(games.left([usual]))
            by = yardstick(usual, games)
            found = search(game, policy, many, games, by)
            fair, exciting = _best(found)
            own = [one for one in found if one.name not in arrangements()]
            again = {one.name: anew(one, games, by) for one in (fair[0], exciting[0])}
            sentence = _sentence(players_of(game), played(policy), fair, exciting, again) + _own(own)
            text = sentence if figures else f"{sentence}\n{_FAIR}\n{_EXCITING}\n{_ANEW}"
            figures.append(_map(players_of(game), policy, found, text, fair[0], exciting[0], again))
        shorts.append(sentence)  # of the most players
    return Answer("circuits", _TITLE, " ".join(shorts), figures)


def _best(found: Sequence[Found]) -> tuple[list[Found], list[Found]]:
    """The fairest and the most exciting of those with the most games, each followed by all not told apart from it."""
    most = max(one.run.games for one in found)
    fair, exciting = in_the_running(found)

    def order(one: Found, value: float) -> tuple[bool, float]:
        return one.run.games < most, value

    return (
        sorted((one for one in found if one.name in fair), key=lambda one: order(one, one.spread.value)),
        sorted((one for one in found if one.name in exciting), key=lambda one: order(one, -one.excitement.value)),
    )


def _sentence(
    players: str, play: str, fair: Sequence[Found], exciting: Sequence[Found], again: Mapping[str, Found]
) -> str:
    return (
        f"With {players} who play {play}, the circuit that looked fairest is {fair[0].name}{_alike(fair)}: played "
        f"again, its seats differ by {said(again[fair[0].name].spread, 'gap')}. The one that looked most exciting is "
        f"{exciting[0].name}{_alike(exciting)}: anew, {said(again[exciting[0].name].excitement, 'number')}."
    )


def _own(found: Sequence[Found]) -> str:
    """What there is to say of the circuit that was given, if it is none of the standard boards'."""
    return "".join(
        f" On the one that was given, {one.name}, seats differ by {said(one.spread, 'gap')}, and its excitement is "
        f"{said(one.excitement, 'number')}."
        for one in found
    )


def _alike(found: Sequence[Found]) -> str:
    others = [one.name for one in found[1:]]
    if not others:
        return ""
    many = listed(others) if len(others) <= 4 else f"{len(others)} others"
    return f" (no clear difference from {many})"


def _map(
    players: str,
    policy: str,
    found: Sequence[Found],
    about: str,
    fair: Found,
    exciting: Found,
    again: Mapping[str, Found],
) -> Figure:
    play = played(policy)
    rows, points = [], []
    for one in sorted(found, key=lambda one: one.spread.value):
        here = {"players": players, "play": play, "circuit": one.name, "track": one.track}
        spread = Row({**here, "measure": "difference of seats"}, one.spread, "gap")
        excitement = Row({**here, "measure": "excitement"}, one.excitement, "number")
        given = one.name if one.name not in arrangements() else ""
        marks = ((fair.name, "fairest"), (exciting.name, "most exciting"), (_USUAL, "usual"), (given, "given"))
        what = " and ".join(word for name, word in marks if name == one.name)
        points.append((f"{one.name} ({what})" if what else one.name, spread, excitement, bool(what)))
        rows += [
            spread,
            excitement,
            Row({**here, "measure": "changes of the lead"}, one.lead_changes, "number"),
            Row({**here, "measure": "turned after the last lead"}, one.turned, "share"),
            Row({**here, "measure": "won by 2 points or less"}, one.close, "share"),
        ]
        if one.name in again:
            rows += [
                Row({**here, "measure": "difference of seats, anew"}, again[one.name].spread, "gap"),
                Row({**here, "measure": "excitement, anew"}, again[one.name].excitement, "number"),
            ]
    text = (
        f"{about}\nAll {len(arrangements())} circuits that the standard boards allow"
        f"{', and the one that was given' if len(found) > len(arrangements()) else ''}, each played {play}. First "
        "sides are alike, so that some arrangements are the same. The best in either respect had more games than the "
        f"others, at most {max(one.run.games for one in found):,}."
    )
    plot = scatter(
        points,
        label=f"Circuits, {players}, {play}",
        across="difference of seats, in percentage points",
        up="excitement",
        zero=True,
    )
    name = f"circuits_{players.replace(' ', '_')}_{play.replace(' ', '_')}"
    return Figure(name, f"Circuits with {players} who play {play}", text, rows, plot)


QUESTION = Question("circuits", _TITLE, _runs, _answer)
