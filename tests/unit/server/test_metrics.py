"""Figures as Prometheus reads them."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from ewala.server.platform.operate.figures import Figures, Histogram
from ewala.server.tables.metrics import counters, gauges, histogram
from ewala.tables.events import Moved, Rolled


def told(metric: Metric) -> list[str]:
    """The lines of one figure."""

    class One(Collector):
        def collect(self) -> Iterator[Metric]:
            yield metric

    page = CollectorRegistry()
    page.register(One())
    return generate_latest(page).decode().splitlines()


def test_a_counter_has_its_help_its_kind_and_its_value() -> None:
    assert told(counters("refused", "Refused.\nAll.", "family", {"move": 3})) == [
        "# HELP refused_total Refused.\\nAll.",
        "# TYPE refused_total counter",
        'refused_total{family="move"} 3.0',
    ]


def test_labels_come_in_order_and_are_escaped() -> None:
    lines = told(gauges("waiting", "What waits.", "queue", {'b"': 2, "a\\\n": 1.5}))
    assert lines[2:] == ['waiting{queue="a\\\\\\n"} 1.5', 'waiting{queue="b\\""} 2.0']


def test_a_histogram_counts_what_is_at_most_as_large_as_each_bound() -> None:
    figures = Histogram((0.5, 1.0))
    for value in (0.25, 0.5, 0.75, 4.0):
        figures.observe(value)
    assert told(histogram("took_seconds", "Time.", figures))[1:] == [
        "# TYPE took_seconds histogram",
        'took_seconds_bucket{le="0.5"} 2.0',
        'took_seconds_bucket{le="1.0"} 3.0',
        'took_seconds_bucket{le="+Inf"} 4.0',
        "took_seconds_count 4.0",
        "took_seconds_sum 5.5",
    ]


def test_moves_are_counted_and_rolls_are_not() -> None:
    figures = Figures()
    figures.stored([Moved(seat="K", move="r:-", at=0), Rolled(move="!DDLX", at=0)], 1.0, 1.004)
    assert figures.moves == 1
    assert sum(figures.to_disk.counts) == 1
