"""A simulation on disk: Parquet files of so many games each, and a page that says what they are."""

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.kit.report.folder import LOCK, check_same, locked

if TYPE_CHECKING:
    import polars as pl

CHUNK = 1 << 18  # games in a file: some 60 MB while they are played, a tenth of it on disk
_GOOD_CHUNK = 1 << 12  # of good play
_SLOW_CHUNK = 1 << 8  # where bots of the roster play: at most that much is lost
_PAGE = "simulation.json"
_FILES = {".arrow", ".csv", ".feather", ".json", ".ndjson", ".parquet", ".tsv", ".xlsx"}  # how files' names end


class Store:
    """A folder that holds the games of one simulation, whole files at a time; made when it begins."""

    def __init__(
        self,
        folder: Path,
        game: Game,
        policies: tuple[str, ...],
        games: int,
        seed: int,
        *,
        resume: bool,
        position: str | None = None,
        order: str | None = None,
    ) -> None:
        self._folder, self._games = folder, games
        self._chunk = _chunk(policies)
        self._about = about = {
            "game": game.name,
            "parameters": game.parameters(),
            "policies": list(policies),
            "seed": seed,
            "rules": game.fingerprint,
            "chunk": self._chunk,
            "position": position,
            "order": order,
        }
        self._page = page = folder / _PAGE
        self._is_new = not page.exists()
        if self._is_new and folder.suffix.lower() in _FILES:
            sentence = Sentence("a table is kept in a folder, as Parquet files: {out} is the name of a file")
            sentence.blanks["out"] = str(folder)
            raise BadSetup("simulate/out", "", sentence)
        if folder.exists() and not folder.is_dir():
            raise BadSetup("simulate/out", "", Sentence("{folder} is a file, not a folder", folder=str(folder)))
        if page.exists() and not resume:
            raise self._taken()
        if page.exists():
            check_same(page, about, "simulate/resume")
        elif resume:
            raise BadSetup(
                "simulate/resume", "", Sentence("there is no simulation in {folder} to go on with", folder=str(folder))
            )
        elif folder.exists() and any(path.name != LOCK for path in folder.iterdir()):
            raise BadSetup(
                "simulate/out", "", Sentence("{folder} has other files; give an empty folder", folder=str(folder))
            )

    def _taken(self) -> BadSetup:
        sentence = Sentence("{folder} has a simulation; --resume goes on with it", folder=str(self._folder))
        return BadSetup("simulate/out", "", sentence)

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Make the folder, and say in it what it holds; while this lasts, no other process writes into it."""
        with locked(self._folder, "simulate/in-use"):
            if self._is_new and self._page.exists():
                raise self._taken()  # by somebody who was quicker
            text = json.dumps(self._about, indent=2, ensure_ascii=False) + "\n"
            self._page.write_text(text, encoding="utf-8")
            yield

    def missing(self) -> Generator[tuple[int, int], None, None]:
        """The first game and the number of games that each file lacks; the file of games before them goes on."""
        for first, games in self._files():
            there = min(self._there(first), games)
            if there < games:
                yield first + there, games - there

    @property
    def kept(self) -> int:
        """How many of the games that were asked for are there, and need not be played again."""
        return sum(min(self._there(first), games) for first, games in self._files())

    def _files(self) -> Generator[tuple[int, int], None, None]:
        """The first game of each file, and how many it has to have."""
        for first in range(0, self._games, self._chunk):
            yield first, min(self._chunk, self._games - first)

    def _there(self, first: int) -> int:
        """How many games a file has. One that cannot be read, as after a crash, has none, and is written anew."""
        import polars as pl

        path = self._path(first)
        if not path.is_file():
            return 0
        try:
            return int(_scan(path).select(pl.len()).collect().item())
        except pl.exceptions.PolarsError:
            return 0

    def keep(self, first: int, frame: "pl.DataFrame") -> None:
        """Write a file, or more of it: whole or not at all."""
        import polars as pl

        start = first - first % self._chunk
        path = self._path(start)
        half = path.with_suffix(".half")
        before = [_scan(path).head(first - start).collect()] if first > start else []
        pl.concat([*before, frame]).write_parquet(half)
        half.replace(path)

    def scan(self) -> "pl.LazyFrame":
        """All of it, lazily."""
        import polars as pl

        return pl.concat([_scan(self._path(first)) for first, _ in self._files()]).head(self._games)

    def _path(self, first: int) -> Path:
        return self._folder / f"games-{first:012d}.parquet"


def _chunk(policies: tuple[str, ...]) -> int:
    from ewala.lab.simulation.players import COMPILED_POLICIES, GOOD

    if all(policy in COMPILED_POLICIES for policy in policies):
        return CHUNK
    return _GOOD_CHUNK if all(policy in (*COMPILED_POLICIES, GOOD) for policy in policies) else _SLOW_CHUNK


def _scan(path: Path) -> "pl.LazyFrame":
    import polars as pl

    return pl.scan_parquet(path, glob=False)  # a folder may be called games[1]
