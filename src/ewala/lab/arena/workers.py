"""Games in several processes at once, each on one thread; what goes wrong in one comes out here.

Processes are started afresh (spawned), ignore Ctrl-C, and end with whoever started them. The first has everything
compiled before the others start: they find the machine code in the cache.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.kit.bot import Chooser
from ewala.lab.arena.contest import Contest
from ewala.lab.arena.pairings import Task
from ewala.lab.arena.results import GameRow

Finished = tuple[Task, GameRow, str]
Games = Generator[Finished, None, None]
Player = Callable[[Task], tuple[GameRow, str]]
Objects = Mapping[str, Chooser]  # bots that were handed over, by name

_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class _Failure(NamedTuple):
    """An error on its way to whoever started us."""

    code: str
    sentence: str


class WorkerLost(EwalaError):
    """A process ended before its game did."""

    def __init__(self) -> None:
        sentence = Sentence("a process that played went away; what was finished before is kept")
        super().__init__("arena/worker", sentence)


def play_here(contest: Contest, server: str, tasks: Iterator[Task], objects: Objects) -> Games:
    """One game after another, in this process."""
    play = player_of(contest, server, objects)
    prepare(contest)
    for task in tasks:
        yield task, *play(task)


def play_in_processes(contest: Contest, server: str, tasks: Iterator[Task], workers: int, objects: Objects) -> Games:
    """Games as they end. A task is asked for when somebody is free to play it."""
    crew = _Crew(contest, server, objects)
    try:
        crew.add()
        crew.ready()
        for _ in range(workers - 1):
            crew.add()
        task = next(tasks, None)
        while task is not None or crew.busy:
            while task is not None and crew.idle:
                crew.give(task)
                task = next(tasks, None)
            yield from crew.finished()
    finally:
        crew.dismiss()


class _Crew:
    """Processes, some of which are playing."""

    def __init__(self, contest: Contest, server: str, objects: Objects) -> None:
        self._given = contest, server, pickle.dumps(dict(objects))
        self._spawn = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        self.idle: list[Connection] = []
        self.busy: dict[Connection, Task] = {}

    def add(self) -> None:
        ours, theirs = self._spawn.Pipe()
        process = self._spawn.Process(target=_work, args=(theirs, *self._given), daemon=True)
        with _deaf():
            process.start()
        theirs.close()
        self._processes[ours] = process
        self.idle.append(ours)

    def ready(self) -> None:
        """Wait until the first of them has everything compiled and loaded."""
        first = self.idle[0]
        first.send(None)
        self._answer(first)

    def give(self, task: Task) -> None:
        worker = self.idle.pop()
        try:
            worker.send(task)
        except ConnectionError:
            raise WorkerLost from None
        self.busy[worker] = task

    def finished(self) -> Iterator[Finished]:
        """Wait for some to end."""
        for worker in wait(list(self.busy)):
            assert isinstance(worker, Connection)
            answer = self._answer(worker)
            assert answer is not None
            self.idle.append(worker)
            yield self.busy.pop(worker), *answer

    def _answer(self, worker: Connection) -> tuple[GameRow, str] | None:
        try:
            answer = worker.recv()
        except (EOFError, ConnectionError):
            raise WorkerLost from None
        if isinstance(answer, _Failure):
            raise EwalaError(answer.code, answer.sentence)
        found: tuple[GameRow, str] | None = answer
        return found

    def dismiss(self) -> None:
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            process.join()
            connection.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, from their first moment on: it is for us."""
    if threading.current_thread() is not threading.main_thread():
        yield  # nobody else may say what signals do
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(orders: Connection, contest: Contest, server: str, objects: bytes) -> None:
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        play = player_of(contest, server, pickle.loads(objects))
        prepare(contest)
        while True:
            task = orders.recv()
            orders.send(None if task is None else play(task))
    except (EOFError, ConnectionError):
        pass  # whoever started us has gone
    except EwalaError as error:
        orders.send(_Failure(error.code, str(error)))
    except Exception as error:
        orders.send(_Failure("arena/failed", f"a game could not be played: {type(error).__name__}: {error}"))


def prepare(contest: Contest) -> None:
    """Have everything compiled and loaded, so that no game has to wait for it."""
    from ewala.lab.arena.duel import warm_up

    warm_up(contest, contest.load_game(), contest.entrants)


def player_of(contest: Contest, server: str, objects: Objects) -> Player:
    """Who plays a game: at a server's table if it has a program in it, else by itself."""
    from ewala.lab.arena.duel import play_game

    game, entrants = contest.load_game(), contest.entrants

    def play(task: Task) -> tuple[GameRow, str]:
        if any(entrants[label].command for label in task.line_up):
            from ewala.lab.arena.programs import play_at_server

            return play_at_server(contest, game, entrants, task, server)
        return play_game(contest, game, entrants, task, objects)

    return play
