"""All figures of a server, by the names under which they are watched. No table, person or address is in them."""

import asyncio
from collections import Counter

from ewala._version import __version__
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import Workshop
from ewala.server.platform.operate.exposition import Exposition
from ewala.server.platform.operate.process import tell_process
from ewala.server.tables.registry import Hub


def metrics_of(hub: Hub, edge: Edge, workshop: Workshop) -> str:
    """As Prometheus reads it. Called on the event loop; takes some microseconds a table and a device."""
    told = Exposition()
    told.gauges("ewala_info", "Which Ewala this is.", "version", {__version__: 1})
    _tell_moves(told, hub)
    _tell_storage(told, hub)
    _tell_who_is_here(told, hub, edge)
    _tell_queues(told, hub, workshop)
    tell_process(told)
    return told.text()


def _tell_moves(told: Exposition, hub: Hub) -> None:
    figures = hub.figures
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


def _tell_storage(told: Exposition, hub: Hub) -> None:
    health = hub.health
    told.gauge("ewala_ready", "Whether players should be sent here.", int(hub.ready))
    errors = {"reading": health.unread, "writing": health.unwritten}
    told.counters("ewala_storage_errors_total", "Times that the database failed or did not answer.", "doing", errors)
    told.gauge("ewala_storage_trouble_seconds", "For how long nothing could be stored.", health.trouble_for)


def _tell_who_is_here(told: Exposition, hub: Hub, edge: Edge) -> None:
    rooms = hub.rooms()
    by_status = Counter({"open": 0, "playing": 0, "over": 0})
    by_status.update(room.kept.status for room in rooms)
    told.gauges("ewala_tables", "Tables in memory.", "status", by_status)
    told.gauge("ewala_tables_set_aside", "Tables that cannot be read.", len(hub.set_aside))
    told.gauge("ewala_devices", "Devices and streams at tables.", sum(room.audience.devices for room in rooms))
    told.gauge("ewala_connections", "Connections of any kind.", edge.door.connections)


def queues_of(hub: Hub, workshop: Workshop) -> dict[str, int]:
    """What waits, and how much of it."""
    rooms = hub.rooms()
    outboxes = [outbox.waiting for room in rooms for outbox in room.audience.outboxes()]
    return {
        "tables": sum(room.waiting for room in rooms),
        "writer": hub.writer.waiting,
        "outboxes": sum(outboxes),
        "longest_outbox": max(outboxes, default=0),
        "bots": hub.thinking.waiting,
        **workshop.waiting,
    }


def _tell_queues(told: Exposition, hub: Hub, workshop: Workshop) -> None:
    what = "What waits: commands, units, lines, decisions, jobs."
    told.gauges("ewala_waiting", what, "queue", queues_of(hub, workshop))
    told.gauge("ewala_tasks", "What the event loop has begun and not ended.", len(asyncio.all_tasks()))
