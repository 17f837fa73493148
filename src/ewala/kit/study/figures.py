"""What a question's answer is made of: figures, each a tidy table of estimates with a plot and some sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ewala.kit.study.words import counted, interval, value
from ewala.report.page import table
from ewala.stats.estimates import Estimate

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Answer", "Figure", "Row"]


@dataclass(frozen=True)
class Row:
    """An estimate, and what it is of."""

    labels: Mapping[str, str]
    estimate: Estimate
    unit: str


@dataclass(frozen=True)
class Figure:
    """A plot and the numbers behind it; every row has the same labels."""

    name: str  # of its CSV file
    title: str
    text: str  # paragraphs, one a line
    rows: Sequence[Row]
    plot: str = ""

    def frame(self) -> "pl.DataFrame":
        """The numbers as they are: a column for each label, then value, low, high, unit and games."""
        import polars as pl

        columns: dict[str, list[object]] = {name: [row.labels[name] for row in self.rows] for name in self.labels}
        for name in ("value", "low", "high", "games"):
            columns[name] = [getattr(row.estimate, name) for row in self.rows]
        return pl.DataFrame({**columns, "unit": [row.unit for row in self.rows]})

    @property
    def labels(self) -> list[str]:
        return list(self.rows[0].labels) if self.rows else []

    def table(self) -> str:
        """The same for the page: rounded, in HTML."""
        head = [*self.labels, "value", "95 % interval", "games"]
        body = [
            [
                *row.labels.values(),
                value(row.estimate.value, row.unit),
                interval(row.estimate, row.unit),
                counted(row.estimate.games),
            ]
            for row in self.rows
        ]
        return table(head, body)


@dataclass(frozen=True)
class Answer:
    """What is known about a question: in a sentence or two, and in figures."""

    question: str
    title: str
    short: str
    figures: Sequence[Figure] = field(default_factory=tuple)
