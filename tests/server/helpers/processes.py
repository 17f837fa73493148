"""Ports of this machine, and processes: one that has begun to listen, what keeps `ewala serve` from starting, and which
others a server has started, as the system lists them."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
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


def refused_to_start(*arguments: str) -> str:
    """What `ewala serve` says when it cannot start: one line, and exit code 1."""
    done = subprocess.run(
        [sys.executable, "-m", "ewala", "serve", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


WORKER = "ewala.server.platform.jobs.worker"


def workers_of(server: int) -> set[int]:
    """The workers that this process has started and that live."""
    return {
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdigit() and _is_worker(folder) and _parent(folder) == server
    }


def commands_started_by(server: int) -> list[str]:
    """The command lines of processes that this one has started, as anybody at the machine can read them."""
    running = [folder for folder in Path("/proc").iterdir() if folder.name.isdigit() and _parent(folder) == server]
    return [(folder / "cmdline").read_bytes().decode() for folder in running]


def is_gone(process: int) -> bool:
    """Whether it has ended, with all its threads; one that nobody has seen off yet has."""
    folder = Path(f"/proc/{process}")
    try:
        state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        return state == "Z" and len(list((folder / "task").iterdir())) <= 1
    except (FileNotFoundError, ProcessLookupError):
        return True


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


def _is_worker(folder: Path) -> bool:
    try:
        return WORKER in (folder / "cmdline").read_bytes().decode()
    except OSError:
        return False


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
