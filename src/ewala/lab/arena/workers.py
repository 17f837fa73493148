"""The games of an arena: one after another, in several processes at once, or on a Ray cluster."""

import pickle
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from functools import lru_cache, partial

import msgspec

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.sentences import Sentence
from ewala.kit.bot import Chooser
from ewala.lab.arena.contest import Contest, Task
from ewala.lab.arena.results import GameRow
from ewala.lab.cluster.processes import Processes
from ewala.lab.cluster.ray_tasks import compile_once, on_cluster, packed, unpacked

Finished = tuple[Task, GameRow, str]
Games = Generator[Finished, None, None]
Player = Callable[[Task], tuple[GameRow, str]]
Objects = Mapping[str, Chooser]  # bots that were handed over, by name


def play_here(contest: Contest, server: str, tasks: Iterator[Task], objects: Objects) -> Games:
    """One game after another, in this process."""
    play = player_of(contest, server, objects)
    prepare(contest)
    for task in tasks:
        yield task, *play(task)


def play_in_processes(contest: Contest, server: str, tasks: Iterator[Task], workers: int, objects: Objects) -> Games:
    """Games as they end. A task is asked for when somebody is free to play it."""
    work = partial(_play, msgspec.json.encode(contest), server, pickle.dumps(dict(objects)))
    with (
        Processes(workers) as processes,
        closing(processes.each(work, tasks, lost="arena/worker", compiles=True)) as played,
    ):
        for task, (row, record) in played:
            yield task, row, record


def _play(contest: bytes, server: str, objects: bytes, task: Task) -> tuple[GameRow, str]:
    """In one of the processes: one game."""
    try:
        return _player(contest, server, objects)(task)
    except EwalaError:
        raise
    except Exception as error:
        sentence = f"a game could not be played: {type(error).__name__}: {error}"
        raise EwalaError("arena/failed", sentence) from None


@lru_cache(maxsize=1)
def _player(written: bytes, server: str, objects: bytes) -> Player:
    """In one of the processes: made once, and kept."""
    contest = msgspec.json.decode(written, type=Contest)
    prepare(contest)
    return player_of(contest, server, pickle.loads(objects))


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


# --- A cluster; with iterations, the same games as on this machine


def check_cluster(contest: Contest, workers: int) -> None:
    """Refuse what a cluster cannot play."""
    if any(entrant.command for entrant in contest.entrants.values()):
        sentence = Sentence("a program plays at a server's table on this machine, not on a cluster: leave out ray")
        raise BadSetup("arena/cluster-program", "", sentence)
    if workers != 1:
        sentence = Sentence("workers are processes on this machine, a cluster has its own: leave out workers or ray")
        raise BadSetup("arena/workers", "", sentence)


def play_on_cluster(contest: Contest, tasks: Iterator[Task], address: str, objects: Objects) -> Games:
    """Games as they end. A task is asked for when a processor of the cluster is free to play it."""
    given = msgspec.json.encode(contest), packed(objects)
    with closing(on_cluster(address, _play_there, given, tasks)) as answers:
        for task, answer in answers:
            yield task, *answer


def _play_there(contest: bytes, objects: bytes, task: Task) -> tuple[GameRow, str]:
    """On a worker: one game."""
    return _player_there(contest, objects)(task)


@lru_cache(maxsize=4)
def _player_there(written: bytes, objects: bytes) -> Player:
    """On a worker: made once, and kept."""
    contest = msgspec.json.decode(written, type=Contest)

    def load() -> Player:
        prepare(contest)
        return player_of(contest, "", unpacked(objects))

    return compile_once(f"arena-{contest.game}", (one.name for one in contest.entrants.values()), load)
