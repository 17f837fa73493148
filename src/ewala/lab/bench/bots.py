"""`ewala bench bots`: how fast the bots search and decide, and how strong they are."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from ewala.games.registry import GAMES, load
from ewala.kit.report.exit_codes import STOPPED
from ewala.kit.report.machine import machine, today, versions
from ewala.lab.bench.arguments import whole_number
from ewala.lab.bench.bot_figures import BotFigures, decision_times, search_speed

_MOST = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=tuple(GAMES), metavar="GAME", help="one game alone")
    parser.add_argument(
        "--positions", type=whole_number(_MOST), default=30, metavar="N", help="decisions of each level (default: 30)"
    )
    parser.add_argument(
        "--arena",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="show the strengths that an arena found, instead of playing a short one; may be repeated",
    )
    parser.add_argument(
        "--games", type=whole_number(_MOST), default=4, metavar="N", help="of each pair in a short arena (default: 4)"
    )
    parser.add_argument(
        "--iterations", type=whole_number(_MOST), default=5, metavar="N", help="of its decisions (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which positions and games (default: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    from ewala.lab.arena.play import results_in

    if args.json:
        args.json.open("a").close()  # a file that cannot be written is refused now, not after minutes
    known = [results_in(folder) for folder in args.arena]  # likewise for folders
    found = BotFigures(arenas=[results.summary() for results in known if results.rows])
    stopped = not _measure(found, args)
    sys.stdout.write(_heading(args) + found.as_text())
    if args.json:
        settings = {"positions": args.positions, "games": args.games, "iterations": args.iterations, "seed": args.seed}
        about: dict[str, object] = {"date": today(), "machine": machine(), "versions": versions(), "settings": settings}
        about |= {"complete": not stopped, "searches": [asdict(one) for one in found.searches]}
        about |= {"decisions": [asdict(one) for one in found.decisions], "strengths": found.strengths()}
        args.json.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    if stopped:
        sys.stderr.write("\newala: stopped; above is what was measured\n")
        return STOPPED
    return 0


def _measure(found: BotFigures, args: argparse.Namespace) -> bool:
    """Measure one thing after another; returns whether it came to the end, and was not stopped by Ctrl-C."""
    from ewala.lab.arena.play import play_arena

    games = [args.game] if args.game else list(GAMES)
    try:
        if "kingdom-run" in games:
            found.searches = search_speed(args.positions, args.seed)
        for game in games:
            for measured in decision_times(game, args.positions, args.seed):
                found.decisions.append(measured)
        for game in games if not args.arena else ():
            from ewala.games.roster import levels

            bots = [entry.name for entry in levels(game)]
            rules = load(game, players=2) if game == "kingdom-run" else load(game)
            results = play_arena(rules, bots, games=args.games, iterations=args.iterations, seed=args.seed)
            if results.rows:
                found.arenas.append(results.summary())
            if results.stopped:
                return False
    except KeyboardInterrupt:
        return False
    return True


def _heading(args: argparse.Namespace) -> str:
    what, made_by = machine(), versions()
    return (
        f"Bots on one thread, over {args.positions} decisions sampled from games between them.\n"
        f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}; "
        f"{', '.join(f'{name} {number}' for name, number in made_by.items())}\n"
    )
