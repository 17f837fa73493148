"""Who is silent is let go; who waits for their turn is not silent, and who is let go is let go at once."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from raw_lines import asking, raw_line
from table_server import GENEROUS, Table, served
from waiting import until
from websockets.frames import Close, Frame, Opcode

SOONER = 8.0  # seconds: who does not answer a goodbye is waited for during ten


def test_frames_that_wait_for_their_turn_are_no_silence(tmp_path: Path) -> None:
    """All of them came at once, and the last is heard long after that."""
    limits = replace(GENEROUS, key_units_per_second=5, key_units_burst=3)
    with served(tmp_path, limits=limits, heartbeat_seconds=0.2) as server:
        table = server.chronicles()
        with table.device("O") as device:
            questions = [{"type": "ping", "id": str(number)} for number in range(40)]
            device.socket.socket.sendall(b"".join(map(asking, questions)))
            for question in questions:
                assert device.until(lambda frame: frame["type"] in ("pong", "closing")).get("id") == question["id"]


def test_who_is_let_go_with_frames_unheard_need_not_wait_for_it(tmp_path: Path) -> None:
    with served(tmp_path, heartbeat_seconds=0.1) as server:
        table = server.chronicles()
        with raw_line(table, "O") as line, much_asked(line):
            wait_until(table, online=True)
            wait_until(
                table, online=False
            )  # nothing was heard from it for a while: it does not read, and so is not read
            line.settimeout(SOONER)
            while line.recv(1 << 16):
                pass


def wait_until(table: Table, *, online: bool) -> None:
    until(lambda: table.look(table.watch)["table"]["seats"][0]["online"] is online)


@contextmanager
def much_asked(line: socket.socket) -> Iterator[None]:
    """Ask very much without reading, and then say goodbye."""
    question = asking({"type": "why", "id": "x" * 60, "move": "1>1a"})
    goodbye = Frame(Opcode.CLOSE, Close(1000, "").serialize()).serialize(mask=True)
    asks = threading.Thread(target=line.sendall, args=(question * 6000 + goodbye,))
    asks.start()
    yield
    asks.join()
