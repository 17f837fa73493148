"""What the operating system says of this process, under the names that other programs give it, too."""

import os
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path

from ewala.server.platform.operate.exposition import Exposition

STARTED = time.time()
OPEN_FILES = Path("/proc/self/fd")
MEMORY = Path("/proc/self/statm")


def tell_process(told: Exposition) -> None:
    """What cannot be learnt on this system is left out."""
    used = os.times()
    told.counter("process_cpu_seconds_total", "Processor time that was used.", used.user + used.system)
    told.gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", STARTED)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    told.gauge("process_max_fds", "Descriptors that it may have.", sys.maxsize if limit < 0 else limit)
    with suppress(OSError):
        told.gauge("process_open_fds", "Descriptors that it has.", sum(1 for _ in OPEN_FILES.iterdir()))
    if memory := memory_bytes():
        told.gauge("process_resident_memory_bytes", "Memory that it has.", memory)


def memory_bytes() -> int | None:
    """Memory that this process has; None where that cannot be learnt."""
    with suppress(OSError):
        return int(MEMORY.read_text().split()[1]) * resource.getpagesize()
    return None
