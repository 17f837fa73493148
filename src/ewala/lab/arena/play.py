"""An arena from beginning to end: `play_arena`, for programs as for the command."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ewala.core.game import Game
from ewala.games.given_bots import GivenBot, check_it_travels, named
from ewala.lab.arena.contest import Contest, contest_of
from ewala.lab.arena.results import Folder, GameRow
from ewala.lab.arena.standings import Standings
from ewala.lab.arena.summary import Summary, summary_of
from ewala.lab.arena.workers import Objects, check_cluster, play_here, play_in_processes, play_on_cluster

GAMES = 100  # for each pair, if nothing is said
MOST_UNTIL_SURE = 4000  # likewise, where a test may end it before


@dataclass(frozen=True)
class ArenaResults:
    """What was played."""

    contest: Contest
    standings: Standings
    stopped: bool = False  # by Ctrl-C, before the end

    @property
    def rows(self) -> list[GameRow]:
        """The games, in the order in which they were due."""
        return self.standings.rows()

    def summary(self) -> Summary:
        """Shares, ratings, seats, lengths and times, each with its interval."""
        return summary_of(self.contest, self.standings)


def play_arena(
    game: str | Game,
    bots: Sequence[GivenBot],
    *,
    games: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    iterations: int | None = None,
    seconds: float | None = None,
    together: bool = False,
    until_sure: bool = False,
    margin: float = 0.05,
    plain: bool = False,
    workers: int = 1,
    ray: str | None = None,
    folder: Path | str | None = None,
    resume: bool = False,
    **rules: object,
) -> ArenaResults:
    """Let bots play each other; `games` for each pair, rounded up to whole deals.

    `game` is a game, or its name with its options, as for `load`: `play_arena(name, …, players="KSF")`;
    `options` may hold them too. A bot is `NAME`, `NAME@BUDGET` (`200` iterations, `0.5s`), `program:COMMAND`, or your
    own: `module:Class` or an object with `choose`; `iterations` or `seconds` are for each decision of all that have no
    budget of their own. Luck is taken off the results, unless they are to be `plain`. With `folder`, results, records
    and a report are kept there, each game as it ends. Ctrl-C ends it early: what was finished is returned. With more
    than one worker, call it under `if __name__ == "__main__":`, as processes are spawned. `ray` is the address of a
    cluster that plays instead of this machine.
    """
    names, objects = named(bots)
    contest = contest_of(
        game,
        names,
        options={**(options or {}), **rules},
        seed=seed,
        iterations=iterations,
        seconds=seconds,
        together=together,
        until_sure=until_sure,
        margin=margin,
        plain=plain,
    )
    if ray is not None:
        check_cluster(contest, workers)
    elif workers > 1:
        check_it_travels(objects)
    kept = Folder(Path(folder)) if folder is not None else None
    before = kept.open(contest, resume=resume) if kept else []
    standings = Standings(contest, games or (MOST_UNTIL_SURE if until_sure else GAMES), before)
    stopped = not _play(contest, standings, kept, workers, ray, objects)
    results = ArenaResults(contest, standings, stopped)
    if kept:
        _finish(kept, results)
    return results


def results_in(folder: Path) -> ArenaResults:
    """What an arena has left in its folder."""
    kept = Folder(folder)
    contest = kept.contest()
    return ArenaResults(contest, Standings(contest, 1, kept.read()))


def _play(
    contest: Contest, standings: Standings, kept: Folder | None, workers: int, ray: str | None, objects: Objects
) -> bool:
    """Play what is due; returns whether it came to the end."""
    from tqdm import tqdm

    left = standings.left()
    if not left:
        return True
    try:
        with ExitStack() as stack, tqdm(total=left, unit="game", disable=None, file=sys.stderr) as bar:
            server = _server(contest, stack)
            if ray is not None:
                ended = play_on_cluster(contest, standings.due(), ray, objects)
            elif workers == 1:
                ended = play_here(contest, server, standings.due(), objects)
            else:
                ended = play_in_processes(contest, server, standings.due(), workers, objects)
            for _, row, record in stack.enter_context(closing(ended)):
                if kept:
                    kept.add(row, record)
                standings.add(row)
                bar.update()
    except KeyboardInterrupt:
        return False
    return True


def _server(contest: Contest, stack: ExitStack) -> str:
    """The address of a server of our own at which programs find their tables, "" if there are no programs."""
    if not any(entrant.command for entrant in contest.entrants.values()):
        return ""
    from ewala.server.subprocess_server import HOST, running

    folder = stack.enter_context(TemporaryDirectory())
    return f"http://{HOST}:{stack.enter_context(running('tables', Path(folder))).port}"


def _finish(kept: Folder, results: ArenaResults) -> None:
    """Bring the results into order, and say what they mean."""
    for row in results.standings.beyond():
        kept.forget(row)
    rows = results.rows
    kept.write(rows)
    if rows:
        from ewala.lab.arena.report import report_of

        kept.write_table(rows)
        kept.report.write_text(report_of(results.summary()), encoding="utf-8")
