"""How much memory and how many descriptors a process has, as the system tells: where there is /proc."""

import os
from pathlib import Path

PROC = Path("/proc")
PARENT = 1  # in a process's `stat`, after its name: state, parent …
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


def _family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    parents = {}
    for folder in PROC.iterdir():
        if folder.name.isdecimal() and (stat := _read(folder / "stat")):
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[PARENT])
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def _resident(pid: int) -> int:
    fields = _read(PROC / str(pid) / "statm").split()
    return int(fields[RESIDENT]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended meanwhile
        return ""
