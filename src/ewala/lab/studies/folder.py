"""A study's folder: what it is about, the report, the figures' numbers as CSV, and the games."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.report.folder import check_same
from ewala.kit.study.figures import Answer
from ewala.kit.study.games import Run
from ewala.lab.simulation import simulate

if TYPE_CHECKING:
    import polars as pl


_PAGE = "study.json"


class Folder:
    """Where a study is kept. Refuses what belongs to something else."""

    def __init__(self, path: Path, about: Mapping[str, object], *, resume: bool) -> None:
        self.path, page = path, path / _PAGE
        self._is_new = not page.exists()
        if path.exists() and not path.is_dir():
            raise BadSetup("study/out", "", Sentence("{folder} is a file, not a folder", folder=str(path)))
        if page.exists():
            if not resume:
                raise BadSetup(
                    "study/out", "", Sentence("{folder} has a study; --resume goes on with it", folder=str(path))
                )
            check_same(page, about, "study/resume")
        elif resume:
            raise BadSetup(
                "study/resume", "", Sentence("there is no study in {folder} to go on with", folder=str(path))
            )
        elif path.exists() and any(path.iterdir()):
            raise BadSetup(
                "study/out", "", Sentence("{folder} has other files; give an empty folder", folder=str(path))
            )
        path.mkdir(parents=True, exist_ok=True)
        page.write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def leave_no_trace(self) -> None:
        """Undo its beginning, if there is nothing but that: so it can be begun again after what was refused."""
        if self._is_new and not any(self.path.rglob("*.parquet")):
            shutil.rmtree(self.games, ignore_errors=True)
            (self.path / _PAGE).unlink(missing_ok=True)
            self.path.rmdir()

    @property
    def games(self) -> Path:
        return self.path / "games"

    @property
    def report(self) -> Path:
        return self.path / "report.html"

    def write(self, answers: Sequence[Answer]) -> None:
        """All figures' numbers in one table, to six decimals; a label that a figure does not have is left empty."""
        import polars as pl

        figures = [figure for answer in answers for figure in answer.figures]
        labels = list(dict.fromkeys(label for figure in figures for label in figure.labels))
        frames = [figure.frame().with_columns(figure=pl.lit(figure.name)) for figure in figures]
        columns = ["figure", *labels, "value", "low", "high", "games", "unit"]
        table = pl.concat(frames, how="diagonal_relaxed").select(columns)
        table.write_csv(self.path / "figures.csv", float_precision=6)


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
