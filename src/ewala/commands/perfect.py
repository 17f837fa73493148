"""`ewala perfect`: how far from perfect opponents play, by every yardstick that their game has."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.given_bots import GivenBot, entry_given
from ewala.games.registry import GAMES, kit_of
from ewala.games.roster import levels
from ewala.kit.background import STOPPED
from ewala.kit.bot import Budget, Chooser
from ewala.kit.report.machine import machine, today, versions
from ewala.kit.report.page import columns
from ewala.kit.yardstick import Column, Contender, Figure, Findings, Sampling, Yardstick
from ewala.lab.arena.contest import PROGRAM, entrant_from
from ewala.lab.arena.play import play_arena
from ewala.lab.arena.summary import Line
from ewala.lab.arguments import add_json, add_number, add_seed, check_json

_GAMES = 40
_COLUMNS = (
    Column("bot", "bot"),
    Column("games", "games"),
    Column("won", "responder won"),
    Column("shared", "shared"),
    Column("share", "responder's share", ".1%"),
    Column("low", "at least", ".1%"),
    Column("high", "at most", ".1%"),
)


def yardsticks_of(game: str) -> list[Yardstick]:
    """The game's own, and the responder if there is one."""
    kit = kit_of(game)
    found = list(kit.yardsticks())
    if responder := kit.responder():
        measure = partial(_whole_games, game, responder)
        found.append(Yardstick("responder", "whole games against somebody who knows how a bot plays", _GAMES, measure))
    return found


def _whole_games(
    game: str,
    responder: Callable[[Contender, int], Chooser],
    contenders: Sequence[Contender],
    sampling: Sampling,
) -> Iterator[Findings]:
    """The responder at a table with each bot, in the arena: every deal from both seats."""
    found = Findings("Whole games against a responder, who knows how the bot plays", _COLUMNS)
    found.notes.append("A best response would win at least as much. Every deal is played from both seats.")
    for n, contender in enumerate(contenders):
        bots: list[GivenBot] = [responder(contender, sampling.seed), _with_budget(contender)]
        results = play_arena(game, bots, games=sampling.samples, seed=sampling.seed)
        if meetings := results.summary().meetings if results.rows else []:
            found.rows.append({"bot": contender.label, **_figures(meetings[0].lines[0])})
            yield found
        if results.stopped:
            raise KeyboardInterrupt
        sampling.watch((n + 1) / len(contenders))


def _figures(line: Line) -> dict[str, Figure]:
    shares = {"share": line.share.value, "low": line.share.low, "high": line.share.high}
    return {"games": line.games, "won": line.won, "shared": line.shared, **shares}


def _with_budget(contender: Contender) -> str:
    """The bot as an arena takes it: with the budget that the responder reckons with."""
    if "@" in contender.label:
        return contender.label
    budget = contender.budget
    return f"{contender.label}@{budget.iterations if budget.seconds is None else f'{budget.seconds:g}s'}"


_MOST = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=tuple(GAMES), help=" or ".join(GAMES))
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="*",
        help="a bot's name, or module:Class for your own, each also as NAME@200 (iterations) or NAME@0.5s (seconds); "
        "without any, the game's own",
    )
    known = "; ".join(f"{game}: {', '.join(one.name for one in yardsticks_of(game))}" for game in GAMES)
    parser.add_argument("--only", nargs="+", action="extend", metavar="YARDSTICK", help=f"by these alone ({known})")
    add_number(parser, "--samples", _MOST, "games, turns or positions; else each yardstick's own")
    add_number(parser, "--iterations", _MOST, "of each decision, for all bots without a budget of their own", 20)
    add_seed(parser, "where chance begins")
    add_json(parser)


@dataclass
class _Measured:
    """What was found, with the name of its yardstick."""

    found: list[tuple[str, Findings]] = field(default_factory=list)
    stopped: bool = False  # by Ctrl-C, before the end


def run(parsed: argparse.Namespace) -> int:
    chosen = _chosen(parsed.game, parsed.only)
    contenders = _contenders(parsed.game, parsed.bots, Budget(iterations=parsed.iterations))
    check_json(parsed)
    measured = _Measured()
    try:
        for yardstick in chosen:
            _measure(yardstick, contenders, parsed, measured)
    except KeyboardInterrupt:
        measured.stopped = True
    if parsed.json:
        parsed.json.write_text(json.dumps(_for_programs(measured, parsed), indent=2) + "\n", encoding="utf-8")
    if measured.stopped:
        sys.stderr.write("\newala: stopped; above is what was measured\n")
        return STOPPED
    return 0


def _chosen(game: str, only: Sequence[str] | None) -> list[Yardstick]:
    known = {one.name: one for one in yardsticks_of(game)}
    if not known:
        raise BadSetup("perfect/none", "", Sentence("nobody knows yet how to measure the bots of {game}", game=game))
    for name in only or ():
        if name not in known:
            sentence = "there is no yardstick {name!r}; there are {names}"
            raise BadSetup("perfect/yardstick", "", Sentence(sentence, name=name, names=", ".join(known)))
    return [one for name, one in known.items() if not only or name in only]


def _contenders(game: str, bots: Sequence[str], budget: Budget) -> list[Contender]:
    found: list[Contender] = []
    for text in bots or [entry.name for entry in levels(game)]:
        if PROGRAM in text:
            raise BadSetup("perfect/program", "", Sentence("a program can't be asked about positions; name a bot"))
        entrant = entrant_from(text, game, budget)
        if any(one.label == entrant.label for one in found):
            raise BadSetup("perfect/twice", "", Sentence("{bot} is there twice", bot=entrant.label))
        found.append(Contender(entrant.label, entry_given(game, entrant.name).bot, entrant.budget or budget))
    return found


def _measure(
    yardstick: Yardstick, contenders: Sequence[Contender], parsed: argparse.Namespace, measured: _Measured
) -> None:
    """Measure, and say what was found, whatever ends it."""
    from tqdm import tqdm

    before = len(measured.found)
    shape = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
    with tqdm(total=1.0, desc=yardstick.name, bar_format=shape, disable=None, file=sys.stderr, leave=False) as bar:

        def watch(done: float) -> None:
            bar.update(done - bar.n)

        sampling = Sampling(parsed.samples or yardstick.samples, parsed.seed, watch)
        try:
            for found in yardstick.measure(contenders, sampling):
                if not measured.found or found is not measured.found[-1][1]:
                    measured.found.append((yardstick.name, found))
        finally:
            bar.clear()
            for _, found in measured.found[before:]:
                sys.stdout.write(_as_text(found))


def _as_text(found: Findings) -> str:
    table = columns([column.head for column in found.columns], [found.cells(row) for row in found.rows])
    return "\n".join([found.title, *found.notes, "", *table, "", ""])


def _for_programs(measured: _Measured, parsed: argparse.Namespace) -> dict[str, object]:
    settings = {"samples": parsed.samples, "iterations": parsed.iterations, "seed": parsed.seed}
    return {
        "date": today(),
        "machine": machine(),
        "versions": versions(),
        "game": parsed.game,
        "settings": settings,
        "complete": not measured.stopped,
        "findings": [
            {"yardstick": name, "title": found.title, "notes": found.notes, "rows": found.rows}
            for name, found in measured.found
        ],
    }
