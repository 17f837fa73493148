"""Ports of this machine: one that nobody has, and one at which a process has begun to listen."""

import socket
import subprocess
import time
from typing import Any

from waiting import PATIENCE


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def listens_by(port: int, process: "subprocess.Popen[Any]") -> None:
    """Return when the process takes connections there."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), PATIENCE).close()
            return
        except ConnectionRefusedError:
            assert process.poll() is None
            time.sleep(0.05)
