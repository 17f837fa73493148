"""Several servers at one database, and what is seen at each of them."""

from dataclasses import replace

from devices import Device, greeted
from table_server import Server, Table


def seen_at(table: Table, server: Server) -> Table:
    """The same table, as another server has it."""
    return replace(table, server=server)


def caught_up(device: Device, seq: int) -> None:
    while not any(frame.get("seq", 0) >= seq for frame in device.frames if frame["type"] in ("snapshot", "happened")):
        device.receive()


def moved_unheard(here: Server, elsewhere: Server) -> tuple[Table, int]:
    """A table as another server has it in memory, and the number of a move that was then made here."""
    table = here.chronicles()
    there = seen_at(table, elsewhere)
    with there.device() as device:
        greeted(device)
    position = table.look(*table.keys.values())["position"]
    body = {"move": position["moves"][0], "ply": position["ply"]}
    done = table.do("POST", "/moves", table.keys[position["to_act"]], body=body)
    return there, int(done["seq"])
