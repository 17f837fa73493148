"""The processes that a server has started, as the system lists them."""

import os
import signal
from pathlib import Path

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
