"""Rounds of training: self-play with the best weights, a fit, a contest; the new weights stay if they won it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from shutil import copyfile
from statistics import fmean, stdev
from typing import Any

from tqdm import tqdm

from ewala.kit.stats.estimates import Z
from ewala.kit.training import Trainer, Trial
from ewala.lab.training.run_folder import Line, RunFolder, Settings, read_weights
from ewala.lab.training.workers import Contest, SelfPlay, Workers, fits_on, trainer_of

PORTION = 24  # games of self-play that are one task, and one file: of every kind there are some
CONTEST_PORTION = 12  # games of each kind that are one task
UNSEEN = 10  # of so many portions one is not fitted on
SURE = 1.0  # standard errors by which new weights must win: more would keep the best of close calls out

Told = Callable[[Line], None]


def train(folder: Path, settings: Settings, *, cores: int, resume: bool, told: Told) -> None:
    """Train in a folder, on so many cores; what was done there before is not done again."""
    trainer, run = trainer_of(settings.game), RunFolder(folder)
    run.open(settings, resume=resume)
    if not run.weights_of(0).exists():
        run.save(run.weights_of(0), trainer.blank())
    with fits_on(cores), Workers(cores) as crew:
        for number in range(1, settings.rounds + 1):
            if not run.weights_of(number).exists():
                _Round(run, settings, trainer, number, crew).go(told)
    copyfile(run.weights_of(settings.rounds), run.best)


class _Round:
    """One round, from its games to its weights."""

    def __init__(self, run: RunFolder, settings: Settings, trainer: Trainer, number: int, crew: Workers) -> None:
        self._run, self._settings, self._trainer = run, settings, trainer
        self._number, self._crew = number, crew
        self._old = run.weights_of(number - 1)
        self._fitted = run.folder / f"round-{number:03}" / "fitted.npz"

    def go(self, told: Told) -> None:
        self._play()
        before, after = self._fit()
        shares = self._try_out()
        lines = [
            Line(
                self._number,
                kind,
                self._number * self._settings.games,
                before[kind],
                after[kind],
                share,
                share - Z * error,
                share + Z * error,
                fair,
                taken=share - fair > SURE * error,
            )
            for kind, (share, error, fair) in shares.items()
        ]
        taken = [line.kind for line in lines if line.taken]
        kept = self._trainer.chosen(read_weights(self._fitted), read_weights(self._old), taken)
        self._run.add(lines)
        self._run.save(self._run.weights_of(self._number), kept)
        for line in lines:
            told(line)

    def _play(self) -> None:
        portions = max(2, -(-self._settings.games // PORTION))  # one to fit, and one to see what the fit is worth
        missing = [part for part in range(portions) if not self._run.portion(self._number, part).exists()]
        tasks = (SelfPlay(self._settings.game, self._old, self._seed("play", part), PORTION) for part in missing)
        with self._bar("plays", portions * PORTION, "game", (portions - len(missing)) * PORTION) as bar:
            for n, played in self._crew.each(tasks):
                self._run.save(self._run.portion(self._number, missing[n]), played)
                bar.update(PORTION)

    def _fit(self) -> tuple[dict[str, float], dict[str, float]]:
        paths = list(self._run.portions(self._number - self._settings.window + 1, self._number))
        played = [read_weights(path) for n, path in enumerate(paths) if n % UNSEEN]
        unseen = [read_weights(path) for n, path in enumerate(paths) if n % UNSEEN == 0]
        with self._bar("fits", 100, "%") as bar:
            seed = self._settings.seed * 1000 + self._number
            fitted = self._trainer.fit(
                read_weights(self._old), played, unseen, seed, self._crew.many, lambda part: _to(bar, round(100 * part))
            )
        self._run.save(self._fitted, fitted.weights)
        return fitted.before, fitted.after

    def _try_out(self) -> dict[str, tuple[float, float, float]]:
        """What the new weights won, of each kind of games, its standard error, and the share that would be fair."""
        portions = -(-self._settings.contest // CONTEST_PORTION)
        tasks = (
            Contest(self._settings.game, self._fitted, self._old, self._seed("contest", part), CONTEST_PORTION)
            for part in range(portions)
        )
        trials: list[Trial] = []
        with self._bar("tries", portions, "portion") as bar:
            for _, some in self._crew.each(tasks):
                trials += some
                bar.update()
        found = {}
        for kind in self._trainer.kinds:
            won = [trial.won for trial in trials if trial.kind == kind]
            fair = next(trial.fair for trial in trials if trial.kind == kind)
            found[kind] = fmean(won), stdev(won) / sqrt(len(won)), fair
        return found

    def _seed(self, what: str, part: int) -> str:
        return f"{self._settings.seed} {what} {self._number} {part}"

    @contextmanager
    def _bar(self, does: str, total: int, unit: str, done: int = 0) -> Iterator["tqdm[Any]"]:
        label = f"round {self._number} {does}"
        with tqdm(total=total, initial=done, unit=unit, desc=label, disable=None, file=sys.stderr, leave=False) as bar:
            yield bar


def _to(bar: "tqdm[Any]", done: int) -> None:
    bar.update(done - bar.n)
