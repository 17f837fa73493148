"""All figures of a server, by the names under which they are watched. No table, person or address is in them."""

import asyncio
from collections import Counter

from ewala._version import __version__
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.operate.exposition import Exposition
from ewala.server.platform.operate.process import tell_process
from ewala.server.tables.registry import TableRegistry


def metrics_of(registry: TableRegistry, edge: Edge, jobs: JobPool) -> str:
    """As Prometheus reads it. Called on the event loop; takes some microseconds a table and a device."""
    told = Exposition()
    told.gauges("ewala_info", "Which Ewala this is.", "version", {__version__: 1})
    _tell_moves(told, registry)
    _tell_storage(told, registry)
    _tell_who_is_here(told, registry, edge)
    _tell_queues(told, registry, jobs)
    tell_process(told)
    return told.text()


def _tell_moves(told: Exposition, registry: TableRegistry) -> None:
    figures = registry.figures
    told.counter("ewala_moves_total", "Moves that were acknowledged, of people and bots.", figures.moves)
    families: Counter[str] = Counter()
    for code, times in figures.refused.items():
        families[code.partition("/")[0]] += times
    refused = "Commands and requests that were refused, by the first part of the code."
    told.counters("ewala_refused_total", refused, "family", families)
    conflicts = "Times that another process had written to a table first."
    told.counter("ewala_conflicts_total", conflicts, figures.conflicts)
    to_disk = "From a command to its events being on disk."
    told.histogram("ewala_command_to_disk_seconds", to_disk, figures.to_disk)
    to_devices = "From events being on disk until a device's connection has taken them."
    told.histogram("ewala_disk_to_device_seconds", to_devices, figures.to_devices)


def _tell_storage(told: Exposition, registry: TableRegistry) -> None:
    health = registry.health
    told.gauge("ewala_ready", "Whether players should be sent here.", int(registry.ready))
    errors = {"reading": health.unread, "writing": health.unwritten}
    told.counters("ewala_storage_errors_total", "Times that the database failed or did not answer.", "doing", errors)
    told.gauge("ewala_storage_trouble_seconds", "For how long nothing could be stored.", health.trouble_for)


def _tell_who_is_here(told: Exposition, registry: TableRegistry, edge: Edge) -> None:
    rooms = registry.rooms()
    by_status = Counter({"open": 0, "playing": 0, "over": 0})
    by_status.update(room.kept.status for room in rooms)
    told.gauges("ewala_tables", "Tables in memory.", "status", by_status)
    told.gauge("ewala_tables_set_aside", "Tables that cannot be read.", len(registry.set_aside))
    told.gauge("ewala_devices", "Devices and streams at tables.", sum(room.audience.devices for room in rooms))
    told.gauge("ewala_connections", "Connections of any kind.", len(edge.connections))


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


def _tell_queues(told: Exposition, registry: TableRegistry, jobs: JobPool) -> None:
    what = "What waits: commands, units, lines, decisions, jobs."
    told.gauges("ewala_waiting", what, "queue", queues_of(registry, jobs))
    told.gauge("ewala_tasks", "What the event loop has begun and not ended.", len(asyncio.all_tasks()))
