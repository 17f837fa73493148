"""The games of an arena on a Ray cluster, one a task; with iterations, the same games as on this machine."""

import hashlib
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache

import msgspec

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.lab.arena.contest import Contest, Task
from ewala.lab.arena.results import GameRow
from ewala.lab.arena.workers import Games, Objects, Player, player_of, prepare
from ewala.lab.cluster.ray_objects import packed, unpacked
from ewala.lab.cluster.ray_tasks import compile_once, on_cluster


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
    with closing(on_cluster(address, _play, given, tasks)) as answers:
        for task, answer in answers:
            yield task, *answer


def _play(contest: bytes, objects: bytes, task: Task) -> tuple[GameRow, str]:
    """On a worker: one game."""
    return _player(contest, objects)(task)


@lru_cache(maxsize=4)
def _player(written: bytes, objects: bytes) -> Player:
    """On a worker: made once, and kept."""
    contest = msgspec.json.decode(written, type=Contest)
    bots = sorted(entrant.name for entrant in contest.entrants.values())
    who = hashlib.sha256(",".join(bots).encode()).hexdigest()[:16]

    def load() -> Player:
        prepare(contest)
        return player_of(contest, "", unpacked(objects))

    return compile_once(f"arena-{contest.game}-{who}", load)
