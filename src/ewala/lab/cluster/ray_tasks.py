"""Work for a Ray cluster: orders go out as long as there are processors for them, answers come back as they are done.

An order whose worker or machine goes away is given to another; as orders say by themselves what is to be done, the
answers are the same. What a worker gets is plain data and the name of a function: it needs Ewala installed, as here.
"""

import hashlib
import importlib
import pickle
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ewala._version import __version__
from ewala.core.compiled import code_folder
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.extras import need
from ewala.core.sentences import Sentence
from ewala.kit.bot import Chooser
from ewala.lab.cluster.ray_connection import connect, disconnect, processors

Order = TypeVar("Order")
Loaded = TypeVar("Loaded")

_LIVES = 5  # workers that an order may lose before we think that the order is to blame


class ClusterFailed(EwalaError):
    """A cluster did not do what it was asked for."""


class _Failure(NamedTuple):
    """An error on its way to whoever gave the order."""

    code: str
    sentence: str


def on_cluster(
    address: str, work: Callable[..., Any], given: tuple[Any, ...], orders: Iterable[Order], *, ahead: int = 1
) -> Generator[tuple[Order, Any], None, None]:
    """Each order with what `work(*given, order)` gives, as it is done. An order is asked for when there is room for it.

    `ahead` orders are under way for each of the cluster's processors. Whatever stops it before the end also ends our
    connection, and with it these; if it is the program's own, they come to their end unheard.
    """
    ray = connect(address)
    if not processors(ray):
        command = "ray start --address=HOST:PORT"
        sentence = Sentence("the cluster has no processors yet: let a machine join with {command}", command=command)
        raise ClusterFailed("cluster/empty", sentence)
    task = ray.remote(num_cpus=1, max_retries=_LIVES)(_attempt)
    coming = iter(orders)
    waiting: dict[Any, Order] = {}
    try:
        while True:
            room = ahead * max(1, processors(ray)) - len(waiting)
            for order in islice(coming, max(0, room)):
                waiting[task.remote(_likeness(), work, given, order)] = order
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            for answer in done:
                yield waiting.pop(answer), _opened(ray, answer)
    finally:
        # With the connection goes what is under way. Cancelling it one by one would not do: where an answer comes in at
        # the same moment, Ray 2.60 aborts this process.
        if waiting:
            disconnect()


def compile_once(what: str, bots: Iterable[str], load: Callable[[], Loaded]) -> Loaded:
    """On a worker: what `load` gives, which has all of it compiled, these bots' searches too.

    Where the machine code is not made yet, the first of a machine's workers makes it; the others wait, and find it in
    the cache.
    """
    from filelock import FileLock

    folder = code_folder()
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{what}-{hashlib.sha256(','.join(sorted(set(bots))).encode()).hexdigest()[:16]}.made"
    if not made.exists():
        with FileLock(made.with_suffix(".lock")):
            if not made.exists():
                loaded = load()
                made.touch()
                return loaded
    return load()


def _attempt(likeness: tuple[str, str], work: Callable[..., Any], given: tuple[Any, ...], order: Any) -> Any:
    """On a worker: do it, or say what went wrong."""
    try:
        if likeness != _likeness():
            sentence = f"a machine of the cluster has Ewala {_said(_likeness())}, this one {_said(likeness)}"
            return _Failure("cluster/version", sentence)
        return work(*given, order)
    except EwalaError as error:
        return _Failure(error.code, str(error))
    except Exception as error:
        return _Failure("cluster/failed", f"a game could not be played: {type(error).__name__}: {error}")


@cache
def _likeness() -> tuple[str, str]:
    """What has to be the same on all machines for the same games: the version, and the sources of what is compiled."""
    return __version__, code_folder().name


def _said(likeness: tuple[str, str]) -> str:
    return "{} ({})".format(*likeness)


def _opened(ray: Any, answer: Any) -> Any:
    try:
        found = ray.get(answer)
    except (ray.exceptions.RayTaskError, ray.exceptions.RaySystemError) as error:
        # Our own errors come as answers, so the worker could not even begin.
        last = str(error).strip().splitlines()[-1]
        sentence = Sentence("a machine of the cluster cannot run Ewala, which it has to have: {what}", what=last)
        raise ClusterFailed("cluster/ewala", sentence) from None
    except ray.exceptions.RayError as error:
        sentence = Sentence(
            "workers went away {times} times over the same games; what was finished before is kept ({what})",
            times=_LIVES + 1,
            what=type(error).__name__,
        )
        raise ClusterFailed("cluster/lost", sentence) from None
    if isinstance(found, _Failure):
        raise ClusterFailed(found.code, found.sentence)
    return found


# --- Bots of somebody's own on their way to workers


def packed(objects: Mapping[str, Chooser]) -> bytes:
    """As bytes; Ray's own way of it sends classes of a program along that no worker could import."""
    if not objects:
        return b""
    need("ray", "Ray", "ray", "cluster/ray")
    cloudpickle: Any = importlib.import_module("ray.cloudpickle")
    try:
        made: bytes = cloudpickle.dumps(dict(objects))
    except Exception as error:  # whatever its author's methods raise
        why = f"{type(error).__name__}: {error}"
        raise BadSetup("bot/travel", "", Sentence("a bot can't be sent to a cluster: {why}", why=why)) from error
    return made


def unpacked(data: bytes) -> dict[str, Chooser]:
    """On a worker: the bots. A module that they need may be missing there."""
    if not data:
        return {}
    try:
        found: dict[str, Chooser] = pickle.loads(data)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(
            "bot/travel", "", Sentence("a bot can't be read on a cluster's worker: {why}", why=why)
        ) from None
    return found
