"""`ewala bench bots`: how fast the bots search and decide, and how strong they are."""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from tqdm import tqdm

from ewala.core.roles import CHANCE
from ewala.core.state import State
from ewala.games.registry import GAMES, load
from ewala.games.roster import levels
from ewala.kit.bot import Budget
from ewala.kit.report.page import columns
from ewala.kit.stats.latency import percentile
from ewala.lab.arena.duel import dice_of
from ewala.lab.arena.play import play_arena, results_in
from ewala.lab.arena.report import as_text, span
from ewala.lab.arena.summary import Summary
from ewala.lab.arguments import add_json, add_number, add_seed, check_json
from ewala.lab.bench.measuring import measured
from ewala.tables.match import Match

_QUICK = Budget(iterations=5)  # for the games from which positions are taken
_GAMES = 4  # of them, for each bot
_WIDTHS = {"ends of a turn": 200, "a turn before its roll": 60}  # as wide as the strongest bot looks


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """Different positions of Kingdom Run met, and judged, in a second."""

    what: str
    width: int
    searches: int
    nodes: int
    nodes_per_second: float


@dataclass(frozen=True, slots=True)
class DecisionTime:
    """How long a level takes for a decision, in seconds: each is taken afresh, within the level's own budget."""

    game: str
    level: str
    budget: str
    decisions: int
    median: float
    p99: float
    longest: float


@dataclass
class BotFigures:
    searches: list[SearchSpeed] = field(default_factory=list)
    decisions: list[DecisionTime] = field(default_factory=list)
    arenas: list[Summary] = field(default_factory=list)

    def as_text(self) -> str:
        lines: list[str] = []
        if self.searches:
            body = [
                [f"{one.what}, {one.width} wide", f"{one.nodes_per_second:,.0f}", f"{one.nodes / one.searches:,.0f}"]
                for one in self.searches
            ]
            lines += ["", *columns(["Kingdom Run's search", "positions/s", "positions/search"], body)]
        if self.decisions:
            cells = [
                [f"{one.game}, {one.level}", one.budget, span(one.median), span(one.p99), span(one.longest)]
                for one in self.decisions
            ]
            lines += ["", *columns(["Time for a decision", "budget", "median", "p99", "longest"], cells)]
        text = "\n".join(lines) + "\n" if lines else ""
        text += "".join(f"\nStrengths\n{as_text(summary)}" for summary in self.arenas)
        return text.removeprefix("\n")

    def as_json(self) -> dict[str, object]:
        return {
            "searches": [asdict(one) for one in self.searches],
            "decisions": [asdict(one) for one in self.decisions],
            "strengths": self._strengths(),
        }

    def _strengths(self) -> list[dict[str, Any]]:
        """The arenas' shares and ratings, ready for JSON."""
        return [
            {
                "game": summary.title,
                "games": summary.games,
                "shares": [
                    {
                        "bot": line.bot,
                        "against": line.against,
                        "games": line.games,
                        "share": line.share.value,
                        "low": line.share.low,
                        "high": line.share.high,
                        "fair": line.fair,
                        "without_luck": line.earned and asdict(line.earned) | {"worth": line.worth},
                    }
                    for figures in summary.meetings
                    for line in figures.lines
                ],
                "ratings": [
                    {"bot": one.bot, "rating": one.value, "low": one.low, "high": one.high} for one in summary.ratings
                ],
            }
            for summary in self.arenas
        ]


def search_speed(positions: int, seed: int) -> list[SearchSpeed]:
    """How fast Kingdom Run's turn search goes, at decisions and between turns of games between its bots."""
    from ewala.games.kingdom_run.bots.search_pool import borrowed_search
    from ewala.games.kingdom_run.rules.game import KingdomRun
    from ewala.games.kingdom_run.rules.state import ACT, ROLL
    from ewala.games.kingdom_run.rules.state import State as Board

    found = []
    game = load("kingdom-run", players="KS")
    assert isinstance(game, KingdomRun)
    for (what, width), phase in zip(_WIDTHS.items(), (ACT, ROLL), strict=True):

        def there(state: State, phase: int = phase) -> bool:
            return Board.unpack(state.data).phase == phase

        boards = [state.data for state in sampled("kingdom-run", positions, seed, there)]
        with borrowed_search(game) as search:
            for warm in (True, False):
                before, start = search.nodes, perf_counter()
                for board in boards[:1] if warm else boards:
                    if phase == ACT:
                        search.ends(board, width=width, most=1)
                    else:
                        search.look(board, width=width)
                nodes, passed = search.nodes - before, perf_counter() - start
        found.append(SearchSpeed(what, width, len(boards), nodes, nodes / passed))
    return found


def decision_times(game: str, positions: int, seed: int) -> Iterator[DecisionTime]:
    """Each level's decision time, as it is measured."""

    def decides(state: State) -> bool:
        return state.to_act in state.game.seats and len(state.moves()) > 1

    states = sampled(game, positions, seed, decides)
    for entry in levels(game):
        times = []
        for number, state in enumerate(tqdm(states, desc=entry.name, leave=False, disable=None, file=sys.stderr)):
            view = state.view(str(state.to_act))
            if number == 0:
                entry.bot.choose(view, budget=entry.budget, rng=random.Random(seed))  # whatever is loaded but once
            rng, start = random.Random(f"{seed}, {number}"), perf_counter()
            entry.bot.choose(view, budget=entry.budget, rng=rng)
            times.append(perf_counter() - start)
        ordered = sorted(times)
        figures = percentile(ordered, 50), percentile(ordered, 99), ordered[-1]
        yield DecisionTime(game, entry.name, _said(entry.budget), len(times), *figures)


def sampled(game: str, positions: int, seed: int, wanted: Callable[[State], bool]) -> list[State]:
    """So many positions of games that the levels, thinking little, play against themselves; fewer if there are none."""
    settled = load(game, **({"players": "KS"} if game == "kingdom-run" else {}))
    found: list[State] = []
    for number in range(_GAMES):
        for entry in levels(game):
            match, rng = Match.begin(settled, dice=dice_of(seed, number)), random.Random(f"{seed}, {number}")
            while (seat := match.to_act) is not None:
                if wanted(match.state):
                    found.append(match.state)
                if seat is CHANCE:
                    match.roll()
                else:
                    match.submit(entry.bot.choose(match.view(seat), budget=_QUICK, rng=rng), seat)
        if len(found) >= positions:
            break
    return random.Random(seed).sample(found, min(positions, len(found)))


def _said(budget: Budget) -> str:
    return f"{budget.seconds:g} s" if budget.seconds is not None else f"{budget.iterations} iterations"


_MOST = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=tuple(GAMES), metavar="GAME", help="one game alone")
    add_number(parser, "--positions", _MOST, "decisions of each level", 30)
    parser.add_argument(
        "--arena",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="show the strengths that an arena found, instead of playing a short one; may be repeated",
    )
    add_number(parser, "--games", _MOST, "of each pair in a short arena", 4)
    add_number(parser, "--iterations", _MOST, "of its decisions", 5)
    add_seed(parser, "which positions and games")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    check_json(args)
    known = [results_in(folder) for folder in args.arena]
    found = BotFigures(arenas=[results.summary() for results in known if results.rows])
    head = f"Bots on one thread, over {args.positions} decisions sampled from games between them."
    settings = {"positions": args.positions, "games": args.games, "iterations": args.iterations, "seed": args.seed}
    return measured(args, lambda: _measure(found, args), lambda: found, lambda: head, {"settings": settings})


def _measure(found: BotFigures, args: argparse.Namespace) -> None:
    games = [args.game] if args.game else list(GAMES)
    if "kingdom-run" in games:
        found.searches = search_speed(args.positions, args.seed)
    for game in games:
        for one in decision_times(game, args.positions, args.seed):
            found.decisions.append(one)
    for game in games if not args.arena else ():
        bots = [entry.name for entry in levels(game)]
        rules = load(game, players=2) if game == "kingdom-run" else load(game)
        results = play_arena(rules, bots, games=args.games, iterations=args.iterations, seed=args.seed)
        if results.rows:
            found.arenas.append(results.summary())
        if results.stopped:
            raise KeyboardInterrupt
