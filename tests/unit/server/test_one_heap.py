"""Threads of the server share one heap, so that what they leave behind can be given back."""

import platform
import subprocess
import sys

import pytest

COUNT_HEAPS = """
import ctypes, sys, threading
from ewala.server.workers import share_one_heap

if sys.argv[1] == "shared":
    assert share_one_heap()
meet, go = threading.Barrier(9), threading.Event()

def work() -> None:
    kept = bytes(100_000)
    meet.wait()
    go.wait()

for _ in range(8):
    threading.Thread(target=work, daemon=True).start()
meet.wait()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = libc.fdopen(1, b"w")
libc.malloc_info(0, ctypes.c_void_p(out))
libc.fflush(ctypes.c_void_p(out))
go.set()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has a heap for each thread")
@pytest.mark.parametrize(("mode", "alone"), [("shared", True), ("as it is", False)])
def test_threads_share_one_heap(mode: str, alone: bool) -> None:
    done = subprocess.run([sys.executable, "-c", COUNT_HEAPS, mode], capture_output=True, text=True, check=True)
    heaps = done.stdout.count("<heap nr=")
    assert (heaps == 1) is alone, f"{heaps} heaps"
