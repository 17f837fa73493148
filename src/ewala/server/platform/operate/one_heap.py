"""One heap for all threads.

glibc gives each thread that allocates a heap of its own, up to eight for each core, and gives back only what lies at
a heap's end. Threads of storage come and go here, and what they leave in their heaps stays: a server grew by a tenth
in an hour in which nothing was kept. Python runs one thread at a time, so nothing is gained by more than one heap.
"""

import ctypes

M_ARENA_MAX = -8  # malloc.h


def share_one_heap() -> bool:
    """For the rest of the process, if called before it has many threads. False where the C library has none."""
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1))
    except (AttributeError, OSError, TypeError):
        return False
