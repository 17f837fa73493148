"""A simulation on disk: Parquet files of so many games each, and a page that says what they are."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Store"]

CHUNK = 1 << 18  # games in a file: some 60 MB while they are played, a tenth of it on disk
_SLOW_CHUNK = 1 << 8  # where bots of the roster play: at most that much is lost
_PAGE = "simulation.json"


class Store:
    """A folder that holds the games of one simulation, whole files at a time; made when it begins."""

    def __init__(
        self, folder: Path, game: Game, policies: tuple[str, ...], games: int, seed: int, *, resume: bool
    ) -> None:
        from ewala.study.simulation.policies import COMPILED_POLICIES

        self._folder, self._games = folder, games
        self._chunk = CHUNK if all(policy in COMPILED_POLICIES for policy in policies) else _SLOW_CHUNK
        self._about = about = {
            "game": game.name,
            "rules": game.fingerprint,
            "parameters": game.parameters(),
            "policies": list(policies),
            "seed": seed,
            "chunk": self._chunk,
        }
        page = folder / _PAGE
        if folder.exists() and not folder.is_dir():
            raise BadSetup("simulate/out", "", Sentence("{folder} is a file, not a folder", folder=str(folder)))
        if page.exists():
            self._check_same(page, about, resume)
        elif resume:
            raise BadSetup(
                "simulate/resume", "", Sentence("there is no simulation in {folder} to go on with", folder=str(folder))
            )
        elif folder.exists() and any(folder.iterdir()):
            raise BadSetup(
                "simulate/out", "", Sentence("{folder} has other files; give an empty folder", folder=str(folder))
            )

    def begin(self) -> None:
        """Make the folder, and say in it what it holds."""
        self._folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self._about, indent=2, ensure_ascii=False) + "\n"
        (self._folder / _PAGE).write_text(text, encoding="utf-8")

    def _check_same(self, page: Path, about: dict[str, object], resume: bool) -> None:
        if not resume:
            raise BadSetup(
                "simulate/out",
                "",
                Sentence("{folder} has a simulation; --resume goes on with it", folder=str(self._folder)),
            )
        try:
            there = json.loads(page.read_text(encoding="utf-8"))
        except (ValueError, OSError):
            there = None
        if not isinstance(there, dict):
            raise BadSetup("simulate/resume", "", Sentence("{page} cannot be read", page=str(page)))
        for key, value in about.items():
            if there.get(key) != value:
                raise BadSetup(
                    "simulate/resume",
                    "",
                    Sentence(
                        "the simulation there has another {key}: {there}, not {here}",
                        key=key,
                        there=json.dumps(there.get(key)),
                        here=json.dumps(value),
                    ),
                )

    def missing(self) -> Generator[tuple[int, int], None, None]:
        """The first game and the number of games of each file that is not there yet, or too short."""
        for first in range(0, self._games, self._chunk):
            games = min(self._chunk, self._games - first)
            if self._kept(first) < games:
                yield first, games

    @property
    def kept(self) -> int:
        """How many of the games that were asked for are there, in files that need not be played again."""
        chunks = ((first, min(self._chunk, self._games - first)) for first in range(0, self._games, self._chunk))
        return sum(games for first, games in chunks if self._kept(first) >= games)

    def _kept(self, first: int) -> int:
        import polars as pl

        path = self._path(first)
        if not path.exists():
            return 0
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())

    def keep(self, first: int, frame: "pl.DataFrame") -> None:
        """Write a file, whole or not at all."""
        path = self._path(first)
        half = path.with_suffix(".half")
        frame.write_parquet(half)
        half.replace(path)

    def scan(self) -> "pl.LazyFrame":
        """All of it, lazily."""
        import polars as pl

        frames = [pl.scan_parquet(self._path(first)) for first in range(0, self._games, self._chunk)]
        return pl.concat(frames).head(self._games)

    def _path(self, first: int) -> Path:
        return self._folder / f"games-{first:012d}.parquet"
