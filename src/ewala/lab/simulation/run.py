"""`simulate`: many games, one row each."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence, either
from ewala.games.given_bots import GivenBot
from ewala.games.registry import kit_of, settled
from ewala.kit.bot import Chooser
from ewala.lab.cluster.processes import cores
from ewala.lab.simulation.frame import as_frame
from ewala.lab.simulation.players import GOOD, Player, player_for, policies_of_seats
from ewala.lab.simulation.store import Store
from ewala.lab.simulation.workers import Cluster, Piece, Played, cut, in_processes, in_threads

if TYPE_CHECKING:
    import polars as pl

BACKENDS = ("cpu", "cuda")
MOST_GAMES = 10**12
_MOST_THREADS = 1024

Progress = Callable[[int], object]


@overload
def simulate(
    game: str | Game,
    policies: GivenBot | Sequence[GivenBot] = ...,
    games: int = ...,
    seed: int = ...,
    *,
    backend: str = ...,
    threads: int | None = ...,
    ray: str | None = ...,
    out: None = ...,
    resume: bool = ...,
    position: str | None = ...,
    order: str | None = ...,
    progress: Progress | None = ...,
    **options: object,
) -> "pl.DataFrame": ...


@overload
def simulate(
    game: str | Game,
    policies: GivenBot | Sequence[GivenBot] = ...,
    games: int = ...,
    seed: int = ...,
    *,
    backend: str = ...,
    threads: int | None = ...,
    ray: str | None = ...,
    out: str | Path,
    resume: bool = ...,
    position: str | None = ...,
    order: str | None = ...,
    progress: Progress | None = ...,
    **options: object,
) -> "pl.LazyFrame": ...


def simulate(
    game: str | Game,
    policies: GivenBot | Sequence[GivenBot] = "uniform",
    games: int = 1000,
    seed: int = 1,
    *,
    backend: str = "cpu",
    threads: int | None = None,
    ray: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    position: str | None = None,
    order: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "pl.DataFrame | pl.LazyFrame":
    """Play many games, and give a table with a row for each.

    `game` is a game, or its name with its options, as for `load`: `simulate(name, players="KS")`. `policies`
    are "uniform", "greedy", "good", names of the roster, `module:Class`, or objects with `choose`: one for all seats,
    or one each. Games begin with `position`, a text, or where the rules have it. Seats have their turns in the `order`
    of this name (the kit's `orders`), or in the rules' own.

    Game number i depends on the rules, the policies, the seed, the position and the order, and on nothing else: not on
    how many are played, on how many threads, nor where. "good" takes long: its games are played in processes, one for
    each of the `threads`. With `out`, rows go to Parquet files in that folder as they are played, and the table
    is a lazy one over these; whatever stops it, what was played is kept, and `resume` goes on. Without, Ctrl-C raises
    `Stopped`, a KeyboardInterrupt that has the `table` of the games that were done. `progress` is called with the
    number of games that are there from before, and then with the number of those that have just been played.
    """
    game = settled(game, options)
    start = None
    if position is not None:
        begins = game.parse(position)
        game, start = begins.game, begins.data
    seats, objects = policies_of_seats(game, policies)
    _check(games, seed, backend, threads, ray)
    _check_order(game, order, backend)
    need_polars()
    report = progress or (lambda _: None)
    store = None
    if out is not None:
        store = Store(Path(out), game, seats, games, seed, resume=resume, position=position, order=order)
    with_whom = _crew(game, seats, objects, seed, backend, threads or cores(), ray, start, order)
    if store is None:
        return _in_memory(game, with_whom, games, report)
    with store.begun():
        _on_disk(game, with_whom, store, report)
    return store.scan()


Crew = Callable[[Iterable[Piece]], Iterator[Played]]


def _crew(
    game: Game,
    policies: tuple[str, ...],
    objects: Mapping[str, Chooser],
    seed: int,
    backend: str,
    threads: int,
    ray: str | None,
    start: bytes | None,
    order: str | None,
) -> Crew:
    if ray is not None:
        cluster = Cluster(ray, game, policies, seed, objects, start, order)
        return cluster.play
    player: Player
    if backend == "cuda":
        from ewala.lab.simulation.graphics_player import GraphicsPlayer

        player = GraphicsPlayer(game, policies, seed, start)
    else:
        player = player_for(game, policies, seed, objects, start, order)
    if GOOD in policies and not objects and threads > 1:
        return lambda pieces: in_processes(player, seed, cut(pieces, player.piece), threads)
    return lambda pieces: in_threads(player, cut(pieces, player.piece), threads)


def _heard(played: Iterator[Played], report: Progress) -> Generator[Played, None, None]:
    for first, rows in played:
        report(len(rows))
        yield first, rows


def _without_gaps(first: int, done: list[Played]) -> "list[np.ndarray[Any, Any]]":
    """The rows from game `first` on, in their order, up to the first one that is missing."""
    found = []
    for number, rows in sorted(done, key=lambda piece: piece[0]):
        if number != first:
            break
        found.append(rows)
        first += len(rows)
    return found


def _on_disk(game: Game, crew: Crew, store: Store, report: Progress) -> None:
    """Play what is missing, a file at a time."""
    report(store.kept)
    for piece in store.missing():
        done: list[Played] = []
        try:
            for played in _heard(crew([piece]), report):
                done.append(played)
        finally:  # whatever stops it
            rows = _without_gaps(piece[0], done)
            if rows:
                store.keep(piece[0], as_frame(game, piece[0], np.concatenate(rows)))


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with the table of the games that were done by then; their numbers may have gaps."""

    def __init__(self, table: "pl.DataFrame") -> None:
        super().__init__()
        self.table = table


def _in_memory(game: Game, crew: Crew, games: int, report: Progress) -> "pl.DataFrame":
    done: list[Played] = []
    try:
        for piece in _heard(crew([(0, games)]), report):
            done.append(piece)
    except KeyboardInterrupt:
        if done:
            raise Stopped(_table(game, done)) from None
        raise
    return _table(game, done)


def _table(game: Game, done: list[Played]) -> "pl.DataFrame":
    import polars as pl

    return pl.concat([as_frame(game, first, rows) for first, rows in sorted(done, key=lambda piece: piece[0])])


def _check(games: int, seed: int, backend: str, threads: int | None, ray: str | None) -> None:
    if not _whole(games) or not 1 <= games <= MOST_GAMES:
        raise BadSetup(
            "simulate/games", "", Sentence("games are from 1 to {most}, not {games!r}", most=MOST_GAMES, games=games)
        )
    if not _whole(seed):
        raise BadSetup("simulate/seed", "", Sentence("a seed is a whole number, not {seed!r}", seed=seed))
    if backend not in BACKENDS:
        raise BadSetup(
            "simulate/backend",
            "",
            Sentence("backend is {backends}, not {backend!r}", backends=either(BACKENDS), backend=backend),
        )
    if threads is not None and (not _whole(threads) or not 1 <= threads <= _MOST_THREADS):
        raise BadSetup(
            "simulate/threads",
            "",
            Sentence("threads are from 1 to {most}, not {threads!r}", most=_MOST_THREADS, threads=threads),
        )
    if ray is not None and backend == "cuda":
        raise BadSetup("simulate/backend", "", Sentence("a cluster plays on processors: leave out backend or ray"))


def _check_order(game: Game, order: str | None, backend: str) -> None:
    known = kit_of(game.name).orders()
    if order is not None and order not in known:
        sentence = Sentence("there is no order of play {order!r} in {game}", order=order, game=game.title)
        if known:
            names = ", ".join(known)
            sentence = Sentence("there is no order of play {order!r}; there are {known}", order=order, known=names)
        raise BadSetup("simulate/order", "", sentence)
    if order is not None and backend == "cuda":
        sentence = Sentence("a graphics card plays in the rules' own order: leave out backend or order")
        raise BadSetup("simulate/backend", "", sentence)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def need_polars() -> None:
    """Raise one clear error where Polars is missing."""
    try:
        import polars  # noqa: F401
    except ImportError:
        sentence = Sentence("a simulation's table needs Polars: {command}", command="pip install polars")
        raise BadSetup("simulate/polars", "", sentence) from None
