"""This machine's cores."""

import os


def cores() -> int:
    """How many threads this process may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not everywhere
        return os.cpu_count() or 1
