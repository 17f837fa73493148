"""A lock that lets one process at a time write into a folder: a second one would overwrite what it does not know of."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["LOCK", "locked"]

LOCK = ".lock"  # the file's name; it stays, and says nothing by itself


@contextmanager
def locked(folder: Path, code: str) -> Iterator[None]:
    """While this lasts nobody else has the folder, which is made; it is let go when the process ends, however it does.

    Raises BadSetup with this code if another has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = Sentence("another process is writing into {folder}: wait for it, or name another folder")
            sentence.blanks["folder"] = str(folder)
            raise BadSetup(code, "", sentence) from None
        yield
    finally:
        os.close(file)
