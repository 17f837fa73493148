"""Several servers at one database, and what is seen at each of them."""

from dataclasses import replace

from devices import Device
from table_server import Server, Table


def seen_at(table: Table, server: Server) -> Table:
    """The same table, as another server has it."""
    return replace(table, server=server)


def caught_up(device: Device, seq: int) -> None:
    while not any(frame.get("seq", 0) >= seq for frame in device.frames if frame["type"] in ("snapshot", "happened")):
        device.receive()
