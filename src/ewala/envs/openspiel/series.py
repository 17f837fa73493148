"""Many games of a contest, kept in a file as they end: a line of JSON for the contest, then one for each game."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ewala.core.errors import BadSetup, UnreadableText
from ewala.core.sentences import Sentence
from ewala.envs.openspiel.match import Contest, Played, play_game, warm_up

Task = tuple[Contest, int, int]  # deal, our seat

_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def read(file: Path) -> tuple[Contest | None, list[Played]]:
    """The contest of a file and its games; a last line that was cut off does not count."""
    if not file.exists():
        return None, []
    whole = file.read_bytes().split(b"\n")[:-1]
    found: list[Played] = []
    contest: Contest | None = None
    for number, line in enumerate(whole, 1):
        try:
            if contest is None:
                contest = msgspec.json.decode(line, type=Contest)
            else:
                found.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError:
            raise UnreadableText(
                f"{file}:{number}", 1, Sentence("a game, as this program writes it"), line[:20].decode(errors="replace")
            ) from None
    return contest, found


def begin(contest: Contest, file: Path) -> list[Played]:
    """Start a file for a contest, or go on with it; returns the games that are there. Raises BadSetup for another's."""
    before, found = read(file)
    if before is not None and before != contest:
        raise BadSetup(
            "openspiel/contest",
            "",
            Sentence("{file} holds games with other settings: choose those, or another file", file=str(file)),
        )
    with file.open("wb") as out:  # anew: without what was cut off
        for line in (contest, *found):
            out.write(msgspec.json.encode(line) + b"\n")
    return found


def play_rest(contest: Contest, deals: int, workers: int, file: Path, found: list[Played]) -> Iterator[Played]:
    """Play what is missing of the deals, from every seat; each game is in the file before it comes out here."""
    there = {(game.deal, game.seat) for game in found}
    seats = contest.load().compiled.seats
    tasks = [(contest, deal, seat) for deal in range(deals) for seat in range(seats) if (deal, seat) not in there]
    if not tasks:
        return
    warm_up(contest)  # before the others start: they find the machine code in the cache
    with file.open("ab", buffering=0) as out:
        for game in _played(contest, tasks, workers):
            out.write(msgspec.json.encode(game) + b"\n")
            yield game


def _played(contest: Contest, tasks: list[Task], workers: int) -> Iterator[Played]:
    if workers == 1:
        yield from map(_play, tasks)
        return
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    spawn = multiprocessing.get_context("spawn")
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for us: who is started now does not hear it
    pool = spawn.Pool(min(workers, len(tasks)), warm_up, (contest,))
    signal.signal(signal.SIGINT, heard)
    with pool:
        yield from pool.imap_unordered(_play, tasks)


def _play(task: Task) -> Played:
    return play_game(*task)
