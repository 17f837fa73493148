"""The search among circuits: more and more games for those that may still be the fairest or the most exciting."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product

import polars as pl

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.games.kingdom_run.rules.circuit import SIDES, Circuit, read_circuit
from ewala.games.kingdom_run.studies.columns import close, seats_of, spread_of, turned, turns, win_share
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.kit.study.games import Games, Run

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
