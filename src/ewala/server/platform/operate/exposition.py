"""Figures as Prometheus reads them: its text format, version 0.0.4."""

from collections.abc import Mapping
from itertools import accumulate

from ewala.server.platform.operate.figures import Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Exposition:
    """Grows figure by figure."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def counter(self, name: str, about: str, value: float) -> None:
        """Something that only grows while the process runs."""
        self._one(name, "counter", about, value)

    def gauge(self, name: str, about: str, value: float) -> None:
        """Something as it is now."""
        self._one(name, "gauge", about, value)

    def counters(self, name: str, about: str, label: str, values: Mapping[str, float]) -> None:
        self._each(name, "counter", about, label, values)

    def gauges(self, name: str, about: str, label: str, values: Mapping[str, float]) -> None:
        self._each(name, "gauge", about, label, values)

    def histogram(self, name: str, about: str, figures: Histogram) -> None:
        self._head(name, "histogram", about)
        sums = list(accumulate(figures.counts))
        for bound, count in zip([*map(_number, figures.bounds), "+Inf"], sums, strict=True):
            self._lines.append(f'{name}_bucket{{le="{bound}"}} {count}')
        self._lines.append(f"{name}_sum {_number(figures.total)}")
        self._lines.append(f"{name}_count {sums[-1]}")

    def text(self) -> str:
        return "\n".join([*self._lines, ""])

    def _one(self, name: str, kind: str, about: str, value: float) -> None:
        self._head(name, kind, about)
        self._lines.append(f"{name} {_number(value)}")

    def _each(self, name: str, kind: str, about: str, label: str, values: Mapping[str, float]) -> None:
        self._head(name, kind, about)
        for of, value in sorted(values.items()):
            self._lines.append(f'{name}{{{label}="{_escaped(of)}"}} {_number(value)}')

    def _head(self, name: str, kind: str, about: str) -> None:
        self._lines.append(f"# HELP {name} " + about.replace("\\", r"\\").replace("\n", r"\n"))
        self._lines.append(f"# TYPE {name} {kind}")


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else repr(value)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")
