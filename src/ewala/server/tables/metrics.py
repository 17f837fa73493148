"""All figures of a server, by the names under which they are watched. No table, person or address is in them."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from ewala._version import __version__
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.operate.figures import Histogram
from ewala.server.tables.registry import TableRegistry


class ServerMetrics(Collector):
    """Reads the figures when they are asked for, on the event loop: some microseconds a table and a device."""

    def __init__(self, registry: TableRegistry, edge: Edge, jobs: JobPool) -> None:
        self._registry, self._edge, self._jobs = registry, edge, jobs
        self._page = CollectorRegistry()
        self._page.register(self)
        ProcessCollector(registry=self._page)

    def text(self) -> str:
        """As Prometheus reads it."""
        return generate_latest(self._page).decode()

    def describe(self) -> list[Metric]:
        return []  # asked before the server has opened its database

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("ewala", "Which Ewala this is.", {"version": __version__})
        yield from self._moves()
        yield from self._storage()
        yield from self._who_is_here()
        what = "What waits: commands, units, lines, decisions, jobs."
        yield gauges("ewala_waiting", what, "queue", queues_of(self._registry, self._jobs))
        tasks = "What the event loop has begun and not ended."
        yield GaugeMetricFamily("ewala_tasks", tasks, len(asyncio.all_tasks()))

    def _moves(self) -> Iterator[Metric]:
        figures = self._registry.figures
        yield CounterMetricFamily("ewala_moves", "Moves that were acknowledged, of people and bots.", figures.moves)
        families: Counter[str] = Counter()
        for code, times in figures.refused.items():
            families[code.partition("/")[0]] += times
        refused = "Commands and requests that were refused, by the first part of the code."
        yield counters("ewala_refused", refused, "family", families)
        conflicts = "Times that another process had written to a table first."
        yield CounterMetricFamily("ewala_conflicts", conflicts, figures.conflicts)
        to_disk = "From a command to its events being on disk."
        yield histogram("ewala_command_to_disk_seconds", to_disk, figures.to_disk)
        to_devices = "From events being on disk until a device's connection has taken them."
        yield histogram("ewala_disk_to_device_seconds", to_devices, figures.to_devices)

    def _storage(self) -> Iterator[Metric]:
        health = self._registry.health
        yield GaugeMetricFamily("ewala_ready", "Whether players should be sent here.", int(self._registry.ready))
        errors = {"reading": health.unread, "writing": health.unwritten}
        yield counters("ewala_storage_errors", "Times that the database failed or did not answer.", "doing", errors)
        trouble = "For how long nothing could be stored."
        yield GaugeMetricFamily("ewala_storage_trouble_seconds", trouble, health.trouble_for)

    def _who_is_here(self) -> Iterator[Metric]:
        rooms = self._registry.rooms()
        by_status = Counter({"open": 0, "playing": 0, "over": 0})
        by_status.update(room.kept.status for room in rooms)
        devices = sum(room.audience.devices for room in rooms)
        yield gauges("ewala_tables", "Tables in memory.", "status", by_status)
        yield GaugeMetricFamily("ewala_tables_set_aside", "Tables that cannot be read.", len(self._registry.set_aside))
        yield GaugeMetricFamily("ewala_devices", "Devices and streams at tables.", devices)
        yield GaugeMetricFamily("ewala_connections", "Connections of any kind.", len(self._edge.connections))


def queues_of(registry: TableRegistry, jobs: JobPool) -> dict[str, int]:
    """What waits, and how much of it."""
    rooms = registry.rooms()
    outboxes = [outbox.waiting for room in rooms for outbox in room.audience.outboxes()]
    return {
        "tables": sum(room.waiting for room in rooms),
        "writer": registry.writer.waiting,
        "outboxes": sum(outboxes),
        "longest_outbox": max(outboxes, default=0),
        "bots": registry.thinking.waiting,
        **jobs.waiting,
    }


def gauges(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=[label])
    for of, value in sorted(values.items()):
        family.add_metric([of], value)
    return family


def counters(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, about, labels=[label])
    for of, value in sorted(values.items()):
        family.add_metric([of], value)
    return family


def histogram(name: str, about: str, figures: Histogram) -> Metric:
    bounds = [*map(repr, figures.bounds), "+Inf"]
    counts = list(zip(bounds, accumulate(figures.counts), strict=True))
    return HistogramMetricFamily(name, about, counts, figures.total)
