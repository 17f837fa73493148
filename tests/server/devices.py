"""Two people at a table, and what their devices have heard."""

from table_server import Device, Frame, Server, Table


def anna_and_bram(server: Server) -> Table:
    """Knights and sorcerers; K has rolled and chooses what to reroll."""
    table = server.table(options={"first": "K"})
    table.sit("K", "Anna")
    table.sit("S", "Bram")
    table.close("F")
    table.close("G")
    table.start()
    return table


def greeted(device: Device) -> Frame:
    """The snapshot, which must be the first frame of all."""
    frame = device.next()
    assert frame["type"] == "snapshot"
    return frame


def events_of(device: Device) -> list[Frame]:
    return [frame for frame in device.frames if frame["type"] == "happened"]
