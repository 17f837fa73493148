"""Figures as Prometheus reads them."""

from ewala.server.platform.operate.exposition import Exposition
from ewala.server.platform.operate.figures import Figures, Histogram
from ewala.tables.events import Moved, Rolled


def test_a_counter_has_its_help_its_kind_and_its_value() -> None:
    told = Exposition()
    told.counter("moves_total", "Moves.\nAll of them.", 3)
    assert told.text() == "# HELP moves_total Moves.\\nAll of them.\n# TYPE moves_total counter\nmoves_total 3\n"


def test_labels_come_in_order_and_are_escaped() -> None:
    told = Exposition()
    told.gauges("waiting", "What waits.", "queue", {'b"': 2, "a\\\n": 1.5})
    assert told.text().splitlines()[2:] == ['waiting{queue="a\\\\\\n"} 1.5', 'waiting{queue="b\\""} 2']


def test_a_histogram_counts_what_is_at_most_as_large_as_each_bound() -> None:
    figures = Histogram((0.5, 1.0))
    for value in (0.25, 0.5, 0.75, 4.0):
        figures.observe(value)
    told = Exposition()
    told.histogram("took_seconds", "Time.", figures)
    assert told.text().splitlines()[1:] == [
        "# TYPE took_seconds histogram",
        'took_seconds_bucket{le="0.5"} 2',
        'took_seconds_bucket{le="1.0"} 3',
        'took_seconds_bucket{le="+Inf"} 4',
        "took_seconds_sum 5.5",
        "took_seconds_count 4",
    ]


def test_moves_are_counted_and_rolls_are_not() -> None:
    figures = Figures()
    figures.stored([Moved(seat="K", move="r:-", at=0), Rolled(move="!DDLX", at=0)], 1.0, 1.004)
    assert figures.moves == 1
    assert sum(figures.to_disk.counts) == 1
