"""A line to PostgreSQL that can be cut at the worst moment: when a commit has been sent, before its answer has come."""

import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from postgresql import Cluster

NAME = ".s.PGSQL.5432"
COMMIT = b"COMMIT"

Cut = Literal["", "before", "after"]


class CutLine:
    """Forwards bytes both ways; at the next commits the line is cut before they arrive, or after."""

    def __init__(self, postgresql: Cluster, folder: Path) -> None:
        self.cut: Cut = ""
        self.cuts = 0
        self.refused = 0  # who came while it was severed
        self.url = postgresql.url.replace(str(postgresql.home), str(folder))
        self._there = str(postgresql.home / NAME)
        self._severed = False
        self._ends: set[socket.socket] = set()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / NAME))
        self._listening.listen(50)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def sever(self) -> None:
        """Nobody gets through any more, and whoever did is cut off."""
        self._severed = True
        for end in list(self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._severed = False

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.socket(socket.AF_UNIX)
                try:
                    if self._severed:
                        self.refused += 1
                        raise ConnectionRefusedError
                    far.connect(self._there)
                except OSError:  # PostgreSQL is away: so is whoever calls for it
                    near.close()
                    far.close()
                    continue
                self._ends |= {near, far}
                threading.Thread(target=self._to_postgresql, args=(near, far), daemon=True).start()
                threading.Thread(target=self._back, args=(far, near), daemon=True).start()

    def _to_postgresql(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65536):
                cut = self.cut if COMMIT in data else ""
                if cut:
                    self.cuts += 1
                    near.shutdown(socket.SHUT_RDWR)  # whoever waits for the answer waits in vain
                if cut != "before":
                    far.sendall(data)
        # What has been sent is still carried out; then PostgreSQL sees that nobody is there.
        with suppress(OSError):
            far.shutdown(socket.SHUT_WR)

    def _back(self, far: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := far.recv(65536):
                with suppress(OSError):
                    near.sendall(data)
        with suppress(OSError):
            near.shutdown(socket.SHUT_RDWR)  # to close it is not enough: the other thread still reads from it
        self._ends -= {near, far}
        near.close()
        far.close()


@contextmanager
def cut_line(postgresql: Cluster) -> Iterator[CutLine]:
    with tempfile.TemporaryDirectory(prefix="ewala-") as folder:
        line = CutLine(postgresql, Path(folder))
        try:
            yield line
        finally:
            line.close()
