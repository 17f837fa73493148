"""The games that a study needs: played once, kept in the study's folder, and shared by its questions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.kit.study.games import Run
from ewala.lab.simulation import simulate

if TYPE_CHECKING:
    import polars as pl

_SIMULATION = "simulation.json"  # in each simulation's folder, from its beginning


@dataclass(frozen=True)
class Means:
    """What games are played with: `simulate` takes the same."""

    backend: str = "cpu"
    threads: int | None = None
    ray: str | None = None


@dataclass
class PlayedGames:
    """Plays what is asked for, unless it is there."""

    folder: Path
    seed: int
    means: Means = field(default_factory=Means)
    progress: Callable[[int], None] = lambda _: None  # called with the number of games that have come to be there
    expect: Callable[[int], None] = lambda _: None  # called with the number of further games that turn out to be needed
    _tables: "dict[str, tuple[int, pl.LazyFrame]]" = field(default_factory=dict)

    def of(self, run: Run) -> "pl.LazyFrame":
        """The table of a run's games, lazily."""
        there, table = self._tables.get(run.name, (0, None))
        if table is None or there < run.games:
            table = self._played(run, there)
            self._tables[run.name] = run.games, table
        return table.head(run.games)

    def _played(self, run: Run, told: int) -> "pl.LazyFrame":
        """Play them, or find them in the folder; of how many of them the progress has been told before."""
        folder = self.folder / run.name
        done = 0

        def tell(games: int) -> None:
            nonlocal done, told
            done = min(done + games, run.games)
            self.progress(max(done - told, 0))
            told = max(done, told)

        table = simulate(
            run.game,
            run.policy,
            run.games,
            self.seed,
            backend=self.means.backend,
            threads=self.means.threads,
            ray=self.means.ray,
            out=folder,
            resume=(folder / _SIMULATION).exists(),
            position=run.start or None,
            order=run.order or None,
            progress=tell,
        )
        tell(run.games)
        return table.lazy()

    def left(self, runs: Sequence[Run]) -> int:
        """How many games of these have not been asked for yet."""
        most: dict[str, int] = {}
        for run in runs:
            most[run.name] = max(most.get(run.name, 0), run.games)
        return sum(max(games - self._tables.get(name, (0,))[0], 0) for name, games in most.items())
