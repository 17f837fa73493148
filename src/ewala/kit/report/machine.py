"""What a measurement was made on, and when: figures mean nothing without it."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")
_MODEL_KEYS = ("model name", "Hardware", "cpu model", "cpu")


def machine() -> dict[str, str | int]:
    """System, processor and cores."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": cpu_model(_cpuinfo()) or platform.processor() or platform.machine(),
        "cores": os.cpu_count() or 1,
    }


def versions(packages: Sequence[str] = ("ewala", "numba", "open_spiel")) -> dict[str, str]:
    """Python and what does the work; what is not installed is left out."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def cpu_model(cpuinfo: str) -> str:
    """The processor's name in the text of /proc/cpuinfo; ARM gives numbers, which are better than nothing."""
    fields: dict[str, str] = {}
    for line in cpuinfo.splitlines():
        key, _, value = line.partition(":")
        fields.setdefault(key.strip(), value.strip())
    for key in _MODEL_KEYS:
        if fields.get(key):
            return fields[key]
    if "CPU part" in fields:
        return f"ARM implementer {fields.get('CPU implementer', '?')} part {fields['CPU part']}"
    return ""


def _cpuinfo() -> str:
    try:
        return _CPUINFO.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def today() -> str:
    return datetime.now(UTC).date().isoformat()
