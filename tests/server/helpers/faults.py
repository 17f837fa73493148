"""A disk that can be full, slow, forgetful or stuck: faults at the writer's commit, above a real database."""

import threading
from typing import Literal

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from waiting import PATIENCE

from ewala.server.platform.storage.units import Unit
from ewala.server.platform.storage.writer import Writer

Fault = Literal["", "fails", "fails after storing", "slow", "stops"]

SLOW = 0.05  # seconds
COMPLAINTS = ("the database", "could not be written to")  # what a server may log while it has faults


class Disk:
    """What the next commits meet with."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fault: Fault = ""
        self.met = threading.Event()  # set when a commit has met with a fault
        self.failed = threading.Event()  # and when one has failed
        self.spares_signs = False  # whether the server's signs of life are always stored
        self._goes_on = threading.Event()
        self._ends_well = True
        commit, write = Writer._commit, Writer._write
        under_way: list[Unit] = []

        def watched(writer: Writer, units: list[Unit]) -> None:
            under_way[:] = units
            write(writer, units)

        def faulty(writer: Writer, connection: Connection) -> None:
            spared = self.spares_signs and not any(unit.events for unit in under_way)
            fault = "" if spared else self.fault
            if fault:
                self.met.set()
            if fault == "stops":
                assert self._goes_on.wait(PATIENCE)
                if not self._ends_well:
                    raise OperationalError("COMMIT", {}, Exception("the disk is full"))
            elif fault == "slow":
                threading.Event().wait(SLOW)
            elif fault == "fails":
                self.failed.set()
                raise OperationalError("COMMIT", {}, Exception("the disk is full"))
            commit(writer, connection)
            if fault == "fails after storing":
                raise OperationalError("COMMIT", {}, Exception("the line was cut"))

        monkeypatch.setattr(Writer, "_commit", faulty)
        monkeypatch.setattr(Writer, "_write", watched)

    def stop(self) -> None:
        """From now on a commit neither succeeds nor fails, until the disk goes on."""
        self.met.clear()
        self._goes_on.clear()
        self.fault = "stops"

    def go_on(self, *, well: bool, then: Fault = "") -> None:
        """What has been held up is stored after all, or fails; and what the commits after it meet with."""
        self._ends_well = well
        self.fault = then
        self._goes_on.set()
