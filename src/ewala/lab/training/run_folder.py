"""The folder of a training run: its settings, what was played, weights and the curve. Whatever is in it is whole."""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.training import Arrays


@dataclass(frozen=True)
class Settings:
    """What determines a run, with the trainer's recipe."""

    game: str
    seed: int
    rounds: int
    games: int  # of self-play a round
    window: int  # rounds whose games a fit looks at
    contest: int  # games of each kind
    recipe: dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A line of the curve: what a round gave for one kind of games."""

    round: int
    kind: str
    games: int  # of self-play so far, of all kinds
    surprise_before: float  # on games that were not fitted on
    surprise_after: float
    won: float  # the share that the new weights won against the old ones,
    low: float  # and its interval
    high: float
    fair: float
    taken: bool


class RunFolder:
    """Files are written beside their place and moved there: one that exists is whole."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.best = folder / "best.npz"
        self.curve = folder / "curve.csv"
        self._settings = folder / "settings.json"

    def open(self, settings: Settings, *, resume: bool) -> None:
        """Begin a run in a new folder, or go on with the same one; more rounds may be wanted than at first."""
        if not self._settings.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                raise _refused("train/folder", "{folder} has other things in it; name a new folder", folder=self.folder)
        elif not resume:
            raise _refused("train/exists", "{folder} has a run in it; --resume goes on with it", folder=self.folder)
        else:
            kept = self.settings()
            for field in fields(Settings):
                if field.name != "rounds" and getattr(kept, field.name) != getattr(settings, field.name):
                    raise _refused(
                        "train/settings",
                        "{folder} was begun with another {name}: {kept}",
                        folder=self.folder,
                        name=field.name,
                        kept=getattr(kept, field.name),
                    )
        self._write(self._settings, (json.dumps(asdict(settings), indent=1) + "\n").encode())

    def settings(self) -> Settings:
        try:
            return Settings(**json.loads(self._settings.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            raise _refused("train/damaged", "{file} cannot be read", file=self._settings) from None

    def portion(self, number: int, part: int) -> Path:
        """Where a portion of a round's games is kept."""
        return self.folder / f"round-{number:03}" / f"played-{part:04}.npz"

    def weights_of(self, number: int) -> Path:
        """The weights that a round has left: those that the next one plays with."""
        return self.folder / f"round-{number:03}" / "weights.npz"

    def portions(self, first: int, last: int) -> Iterator[Path]:
        """Those of some rounds, in order."""
        for number in range(max(1, first), last + 1):
            yield from sorted((self.folder / f"round-{number:03}").glob("played-*.npz"))

    def save(self, path: Path, arrays: Arrays) -> None:
        held = BytesIO()
        np.savez_compressed(held, **arrays)
        self._write(path, held.getvalue())

    def add(self, lines: list[Line]) -> None:
        """Write a round's lines below the others; a round that is played again replaces its own."""
        rounds = {line.round for line in lines}
        kept = [*(line for line in self.lines() if line.round not in rounds), *lines]
        rows = [",".join(field.name for field in fields(Line))]
        rows += [",".join(map(str, asdict(line).values())) for line in kept]
        self._write(self.curve, ("\n".join(rows) + "\n").encode())

    def lines(self) -> list[Line]:
        if not self.curve.exists():
            return []
        with self.curve.open(encoding="utf-8", newline="") as file:
            return [_line(row) for row in csv.DictReader(file)]

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".part")
        beside.write_bytes(data)
        beside.replace(path)


def read_weights(path: Path) -> Arrays:
    """Weights from a file, or what is wrong with it."""
    try:
        with np.load(BytesIO(path.read_bytes())) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, BadZipFile):
        raise _refused("train/weights", "{path} has no weights that can be read", path=path) from None


def _line(row: dict[str, str]) -> Line:
    numbers = {name: float(row[name]) for name in ("surprise_before", "surprise_after", "won", "low", "high", "fair")}
    return Line(
        round=int(row["round"]), kind=row["kind"], games=int(row["games"]), taken=row["taken"] == "True", **numbers
    )


def _refused(code: str, text: str, **blanks: object) -> BadSetup:
    return BadSetup(code, "", Sentence(text, **{name: str(blank) for name, blank in blanks.items()}))
