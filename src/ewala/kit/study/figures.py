"""What a question's answer is made of: figures, each a tidy table of estimates with a plot and some sentences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ewala.core.sentences import Sentence, Translate, msg
from ewala.kit.report.page import table
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study.words import Label, counted, interval, shown, value

if TYPE_CHECKING:
    import polars as pl

Plot = Callable[[Translate], str]  # the drawing, in a reader's language

_VALUE, _INTERVAL, _GAMES = msg("value"), msg("95% interval"), msg("games")


@dataclass(frozen=True)
class Row:
    """An estimate, and what it is of. A label's name is a text of `msg`, too."""

    labels: Mapping[str, Label]
    estimate: Estimate
    unit: str


def those(rows: Iterable[Row], **labels: Label) -> list[Row]:
    """The rows with these labels."""
    return [row for row in rows if all(row.labels[name] == label for name, label in labels.items())]


def extremes(rows: Sequence[Row]) -> tuple[Row, Row]:
    """The rows with the largest and the smallest value."""
    largest, smallest = (choose(rows, key=lambda row: row.estimate.value) for choose in (max, min))
    return largest, smallest


@dataclass(frozen=True)
class Figure:
    """A plot and the numbers behind it; every row has the same labels."""

    name: str  # in figures.csv
    title: Sentence
    text: Sequence[Sentence]  # a paragraph each
    rows: Sequence[Row]
    plot: Plot = lambda _: ""

    def frame(self) -> "pl.DataFrame":
        """The bare numbers, in English for programs: a column for each label, then value, low, high, games, unit."""
        import polars as pl

        columns: dict[str, list[object]] = {name: [str(row.labels[name]) for row in self.rows] for name in self.labels}
        for name in ("value", "low", "high", "games"):
            columns[name] = [getattr(row.estimate, name) for row in self.rows]
        return pl.DataFrame({**columns, "unit": [row.unit for row in self.rows]})

    @property
    def labels(self) -> list[str]:
        return list(self.rows[0].labels) if self.rows else []

    def table(self, translate: Translate) -> str:
        """The same for the page: rounded, in HTML."""
        head = [*self.labels, _VALUE, _INTERVAL, _GAMES]
        body = [
            [
                *row.labels.values(),
                value(row.estimate.value, row.unit),
                interval(row.estimate, row.unit),
                counted(row.estimate.games),
            ]
            for row in self.rows
        ]
        return table([translate(name) for name in head], [[shown(cell, translate) for cell in row] for row in body])


@dataclass(frozen=True)
class Answer:
    """What is known about a question: in a sentence or two, and in figures."""

    question: str
    title: Sentence
    short: Sentence
    figures: Sequence[Figure] = field(default_factory=tuple)
