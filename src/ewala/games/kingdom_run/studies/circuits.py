"""Which arrangement of the boards is the fairest, and which the most exciting?

The search takes more and more games for those that may still be either.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product

import polars as pl

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence, msg
from ewala.games.kingdom_run.rules.circuit import SIDES, Circuit, read_circuit
from ewala.games.kingdom_run.studies.columns import (
    CLOSELY,
    LEAD_CHANGES,
    TURNED,
    close,
    players_of,
    seats_of,
    spread_of,
    turned,
    turns,
    win_share,
)
from ewala.kit.phrases import Numeral, all_of
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import scatter
from ewala.kit.study.words import Label, said, together

KEPT = (4, 2)  # for each of the two aims, after each round; the next has twice the games


@dataclass(frozen=True)
class Yardstick:
    """What excitement is measured by: the averages of a usual game."""

    lead_changes: float
    turned: float
    close: float


@dataclass(frozen=True)
class Found:
    """What is known about a circuit."""

    name: str  # its middle boards
    track: str
    run: Run
    spread: Estimate  # from the seat that wins least to the one that wins most
    excitement: Estimate
    lead_changes: Estimate
    turned: Estimate
    close: Estimate
    first: Estimate  # what the first seat wins
    turns: Estimate


@cache
def arrangements() -> dict[str, Circuit]:
    """Every circuit that the printed boards allow, by its middle boards; of those with the same spaces, the first."""
    found: dict[str, tuple[str, Circuit]] = {}
    for order in permutations("ABC"):
        for sides in product(("", "'"), repeat=3):
            name = ",".join(board + side for board, side in zip(order, sides, strict=True))
            assert all(board in SIDES for board in name.split(","))
            try:
                circuit = read_circuit(name)
            except BadSetup:
                continue  # not three lakes
            found.setdefault(circuit.track, (name, circuit))
    return dict(found.values())


def candidates(game: Game) -> list[str]:
    """Those that are compared: all that the printed boards allow, and the game's own if it is none of them."""
    own = str(game.values["circuit"])
    circuit = read_circuit(own)
    printed = any(_alike(circuit, other) for other in arrangements().values())
    return [*arrangements()] if printed else [*arrangements(), own]


def _alike(one: Circuit, other: Circuit) -> bool:
    return (one.track, one.values, one.podium) == (other.track, other.values, other.podium)


def yardstick(base: Run, games: Games) -> Yardstick:
    asked = {
        "lead_changes": average(pl.col("lead_changes")),
        "turned": average(turned(base.game)),
        "close": average(close(base.game)),
    }
    found = measured(games.of(base), asked)
    return Yardstick(**{name: max(found[name].value, 1e-9) for name in asked})


def look(name: str, run: Run, games: Games, by: Yardstick, after: int = 0) -> Found:
    """Measure a circuit's games, or those after the first so many."""
    game, table = run.game, games.of(run).slice(after)
    excitement = (
        pl.col("lead_changes") / by.lead_changes
        + turned(game).cast(pl.Float64) / by.turned
        + close(game).cast(pl.Float64) / by.close
    ) / 3
    wins = measured(table, {seat: share(win_share(game, seat)) for seat in seats_of(game)})
    found = measured(
        table,
        {
            "excitement": average(excitement),
            "lead_changes": average(pl.col("lead_changes")),
            "turned": share(turned(game)),
            "close": share(close(game)),
            "turns": average(turns(game)),
        },
    )
    track = read_circuit(str(game.values["circuit"])).track
    return Found(name, track, run, spread_of(game, table, wins), first=wins[seats_of(game)[0]], **found)


def search(game: Game, policy: str, many: int, games: Games, by: Yardstick) -> list[Found]:
    """All circuits with these rules, each looked at as closely as was needed; the game's own to the last."""
    known: dict[str, Found] = {}
    left = candidates(game)
    own = left[len(arrangements()) :]
    for number in range(len(KEPT) + 1):
        runs = [Run(game.with_options(circuit=name), policy, many << number) for name in left]
        games.expect(games.left(runs))
        for name, run in zip(left, runs, strict=True):
            known[name] = look(name, run, games, by)
        if number < len(KEPT):
            best = survivors([known[name] for name in left], KEPT[number])
            left = [name for name in left if name in best or name in own]
    return list(known.values())


def anew(one: Found, games: Games, by: Yardstick) -> Found:
    """The same circuit in as many games again, which had no part in choosing it: without the luck that made it best."""
    longer = replace(one.run, games=2 * one.run.games)
    games.expect(games.left([longer]))
    return look(one.name, longer, games, by, after=one.run.games)


def survivors(found: Sequence[Found], most: int) -> list[str]:
    """Which are looked at more closely: the best by each aim, unless they are clearly worse than another."""
    fair, exciting = in_the_running(found)
    by_spread = sorted((one for one in found if one.name in fair), key=lambda one: one.spread.value)
    by_excitement = sorted((one for one in found if one.name in exciting), key=lambda one: -one.excitement.value)
    kept = {one.name for one in (*by_spread[:most], *by_excitement[:most])}
    return [one.name for one in found if one.name in kept]


def in_the_running(found: Sequence[Found]) -> tuple[list[str], list[str]]:
    """Which may be the fairest, and which the most exciting: all that are not clearly worse than another."""
    fairest = min(one.spread.high for one in found)
    liveliest = max(one.excitement.low for one in found)
    return (
        [one.name for one in found if one.spread.low <= fairest],
        [one.name for one in found if one.excitement.high >= liveliest],
    )


_TITLE = Sentence("Which racetrack is the fairest, which the most exciting?")
_PART = 0.02  # of the games at random, for each circuit in the first round
_GOOD_PART = 0.01  # of those that are played well, which take long
_OTHER_PART = 0.1  # of those of other policies, which are fewer
_USUAL = "A,B,C"

_SPREAD, _EXCITEMENT = msg("difference of seats"), msg("excitement")
_FIRST, _TURNS = msg("wins of the first seat"), msg("turns of all players")
_SPREAD_ANEW, _EXCITEMENT_ANEW = msg("difference of seats, anew"), msg("excitement, anew")

_FAIR = Sentence(
    "A racetrack is the fairer, the less the seats differ: from the one that wins least to the one that wins most, in "
    "percentage points. Chance makes seats differ a little even where they do not, so small numbers are rather too "
    "large."
)
_EXCITING = Sentence(
    "A game is the more exciting, the more often somebody else comes to be alone ahead, if the one last alone ahead "
    "does not win, and if it is won by 2 points or less. Excitement is the average of the three, each divided by "
    "that of the usual racetrack {usual}, whose excitement is therefore 1.",
    usual=_USUAL,
)
_ANEW = Sentence(
    "The best of many looks better than it is, since luck has helped to make it the best. The fairest and the most "
    "exciting racetrack were therefore played again, in as many games that had no part in choosing them; the sentence "
    "above has what these games say, and so have the rows of the table that say “anew”."
)


def _first_round(brief: Brief, policy: str) -> int:
    return brief.games_of(policy, {"uniform": _PART, "good": _GOOD_PART}.get(policy, _OTHER_PART))


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
    shorts: list[Sentence] = []
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
            sentence = together([_sentence(players_of(game), played(policy), fair, exciting, again), *_own(own)])
            text = [sentence] if figures else [sentence, _FAIR, _EXCITING, _ANEW]
            figures.append(_map(players_of(game), policy, found, text, fair[0], exciting[0], again))
        shorts.append(sentence)  # of the most players
    return Answer("circuits", _TITLE, together(shorts), figures)


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
    players: Sentence, play: Sentence, fair: Sequence[Found], exciting: Sequence[Found], again: Mapping[str, Found]
) -> Sentence:
    return Sentence(
        "With {players} who play {play}, the racetrack that looked fairest is {fair}: played again, its seats differ "
        "by {spread}. The one that looked most exciting is {exciting}: anew, {excitement}.",
        players=players,
        play=play,
        fair=_with_those_alike(fair),
        spread=said(again[fair[0].name].spread, "gap"),
        exciting=_with_those_alike(exciting),
        excitement=said(again[exciting[0].name].excitement, "number"),
    )


def _own(found: Sequence[Found]) -> list[Sentence]:
    """What there is to say of the circuit that was given, if it is none of the standard boards'."""
    return [
        Sentence(
            "On the one that was given, {name}, seats differ by {spread}, and its excitement is {excitement}.",
            name=one.name,
            spread=said(one.spread, "gap"),
            excitement=said(one.excitement, "number"),
        )
        for one in found
    ]


def _with_those_alike(found: Sequence[Found]) -> Sentence:
    best, *others = (one.name for one in found)
    if not others:
        return Sentence("{name}", name=best)
    if len(others) > 4:
        return Sentence("{name} (no clear difference from {count} others)", name=best, count=len(others))
    return Sentence("{name} (no clear difference from {others})", name=best, others=all_of(others))


def _map(
    players: Sentence,
    policy: str,
    found: Sequence[Found],
    about: Sequence[Sentence],
    fair: Found,
    exciting: Found,
    again: Mapping[str, Found],
) -> Figure:
    play = played(policy)
    rows: list[Row] = []
    points: list[tuple[Label, Row, Row, bool]] = []
    for one in sorted(found, key=lambda one: one.spread.value):
        here: dict[str, Label] = {"players": players, "play": play, "circuit": one.name, "track": one.track}
        spread = Row({**here, "measure": _SPREAD}, one.spread, "gap")
        excitement = Row({**here, "measure": _EXCITEMENT}, one.excitement, "number")
        given = one.name if one.name not in arrangements() else ""
        marks = (
            (fair.name, Sentence("fairest")),
            (exciting.name, Sentence("most exciting")),
            (_USUAL, Sentence("usual")),
            (given, Sentence("given")),
        )
        what = [word for name, word in marks if name == one.name]
        called = Sentence("{name} ({what})", name=one.name, what=all_of(what)) if what else one.name
        points.append((called, spread, excitement, bool(what)))
        rows += [
            spread,
            excitement,
            Row({**here, "measure": LEAD_CHANGES}, one.lead_changes, "number"),
            Row({**here, "measure": TURNED}, one.turned, "share"),
            Row({**here, "measure": CLOSELY}, one.close, "share"),
            Row({**here, "measure": _FIRST}, one.first, "share"),
            Row({**here, "measure": _TURNS}, one.turns, "number"),
        ]
        if one.name in again:
            rows += [
                Row({**here, "measure": _SPREAD_ANEW}, again[one.name].spread, "gap"),
                Row({**here, "measure": _EXCITEMENT_ANEW}, again[one.name].excitement, "number"),
            ]
    title = Sentence("Racetracks with {players} who play {play}", players=players, play=play)
    across = Sentence("difference of seats, in percentage points")
    plot = scatter(points, label=title, across=across, up=Sentence("excitement"), zero=True)
    name = f"circuits_{players}_{play}".replace(" ", "_")
    return Figure(name, title, [*about, _which(found, play)], rows, plot)


def _which(found: Sequence[Found], play: Sentence) -> Sentence:
    """Which circuits were compared, and in how many games."""
    return Sentence(
        "All {count} racetracks that the standard boards allow, and the one that was given, each played {play}. First "
        "sides are alike, so that some arrangements are the same. The best in either respect had more games than the "
        "others, at most {most}."
        if len(found) > len(arrangements())
        else "All {count} racetracks that the standard boards allow, each played {play}. First sides are alike, so "
        "that some arrangements are the same. The best in either respect had more games than the others, at most "
        "{most}.",
        count=len(arrangements()),
        play=play,
        most=Numeral(f"{max(one.run.games for one in found):,}"),
    )


QUESTION = Question("circuits", _TITLE, _runs, _answer)
