"""What the system tells of processes: memory, descriptors, processor time. Only where there is /proc."""

import os
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PARENT, OWN, CHILDREN = 1, slice(11, 13), slice(13, 15)  # places behind a process's name in its `stat`
RESIDENT = 1  # in `statm`, in pages


def memory_of(pid: int) -> int | None:
    """Bytes that a process and those that it has started hold in memory; None where nobody can tell."""
    each = memory_of_each(pid)
    return sum(each.values()) if each else None


def memory_of_each(pid: int) -> dict[int, int]:
    """Bytes that a process holds in memory, and each of those that it has started; none where nobody can tell."""
    if not (PROC / str(pid) / "statm").exists():
        return {}
    return {one: _resident(one) for one in _family(pid)}


def descriptors_of(pid: int) -> int | None:
    """Open files and connections of a process; None where nobody can tell."""
    try:
        return len(list((PROC / str(pid) / "fd").iterdir()))
    except OSError:
        return None


def stat(pid: int) -> list[str] | None:
    """What the system has to say about a process, from its state on."""
    text = _read(PROC / str(pid) / "stat")
    return text.rpartition(")")[2].split() if text else None


def parents() -> dict[int, int]:
    """Each process with the one that has started it."""
    found = {int(folder.name): stat(int(folder.name)) for folder in PROC.iterdir() if folder.name.isdecimal()}
    return {pid: int(fields[PARENT]) for pid, fields in found.items() if fields}


def _family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    known, family = parents(), [pid]
    for member in family:
        family += [child for child, parent in known.items() if parent == member]
    return family


def _resident(pid: int) -> int:
    fields = _read(PROC / str(pid) / "statm").split()
    return int(fields[RESIDENT]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended meanwhile
        return ""
