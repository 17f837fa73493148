"""Analyses that the server makes: one at a time, in a thread, with their progress; what is done is kept.

An analysis is named by what it is of (`fingerprint_of`), so that whoever asks for the same game gets the same one, and
it is kept with that (`subject_of`): whoever has its name can see the game, too. A search lets go of Python while it
runs: tables go on meanwhile.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from ewala.coach.analyse import analyse, fingerprint_of, subject_of
from ewala.coach.analysis import Analysis
from ewala.coach.effort import Effort
from ewala.core.errors import EwalaError
from ewala.core.record import Record
from ewala.core.sentences import Sentence
from ewala.server.hub import Hub
from ewala.server.problems import TooMany
from ewala.server.schema import analyses

__all__ = ["Analyses", "NoRecordKept", "NoSuchAnalysis", "Work"]

log = logging.getLogger("ewala.server")

MOST_WAITING = 20
MOST_IN_MEMORY = 50  # finished ones, besides those in the database
KEPT = 90 * 24 * 3_600_000  # milliseconds: then it is made again if somebody wants it
Status = Literal["waiting", "thinking", "done", "failed"]


class NoSuchAnalysis(EwalaError):
    def __init__(self) -> None:
        super().__init__("analysis/unknown", Sentence("there is no such analysis; ask for it again"))


class NoRecordKept(EwalaError):
    """An analysis from the time when records were not kept with them."""

    def __init__(self) -> None:
        super().__init__("analysis/no-record", Sentence("the record of this analysis was not kept"))


class Stopped(Exception):
    """The server goes: whoever thinks stops."""


class Work(msgspec.Struct):
    """An analysis on its way, or done."""

    id: str
    record: str | None  # the text of what it is of
    iterations: int | None
    status: Status = "waiting"
    progress: float = 0.0
    result: Analysis | None = None
    error: EwalaError | None = None


class Analyses:
    """The analyses of this process. Its methods run on the event loop, but for those that say otherwise."""

    def __init__(self, hub: Hub, now: Callable[[], int]) -> None:
        self._hub = hub
        self._now = now
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, "coach")
        self._stopping = False

    async def wanted(self, record: Record, effort: Effort, admit: Callable[[], None]) -> Work:
        """The analysis of a record; one that is new has to be let in by `admit`, which may raise."""
        name, subject = await asyncio.to_thread(_named, record, effort)
        known = await self._known(name)
        if known is not None and known.status != "failed":
            return known
        if sum(work.status in ("waiting", "thinking") for work in self._works.values()) >= MOST_WAITING:
            raise TooMany("analysis/too-many", Sentence("too many games wait to be analysed: try again later"), 60)
        admit()
        work = self._works[name] = Work(name, subject, effort.iterations)
        self._hub.start_task(self._begin(work, record, effort))
        return work

    async def _begin(self, work: Work, record: Record, effort: Effort) -> None:
        await self._hub.thinking.ready()
        if self._stopping:
            return
        await asyncio.get_running_loop().run_in_executor(self._pool, self._carry_out, work, record, effort)

    async def found(self, name: str) -> Work:
        work = await self._known(name)
        if work is None:
            raise NoSuchAnalysis
        return work

    def close(self) -> None:
        """Whoever thinks stops at the next turn; nothing of it is kept."""
        self._stopping = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _known(self, name: str) -> Work | None:
        if name not in self._works:
            stored = await asyncio.to_thread(self._stored, name)
            if stored is not None:
                self._works.setdefault(name, stored)
        if name in self._works:
            self._works.move_to_end(name)
        done = [other for other, work in self._works.items() if work.status in ("done", "failed") and other != name]
        for other in done[: max(0, len(done) - MOST_IN_MEMORY)]:
            del self._works[other]
        return self._works.get(name)

    # --- In threads

    def _stored(self, name: str) -> Work | None:
        with self._hub.store.engine.connect() as connection:
            row = connection.execute(select(analyses).where(analyses.c.id == name)).one_or_none()
        if row is None:
            return None
        return Work(name, row.record, row.iterations, "done", 1.0, msgspec.json.decode(row.body, type=Analysis))

    def _carry_out(self, work: Work, record: Record, effort: Effort) -> None:
        def watch(part: float) -> None:
            if self._stopping:
                raise Stopped
            work.progress = part
            time.sleep(0)

        work.status = "thinking"
        try:
            work.result = analyse(record, effort, watch)
            self._keep(work)
            work.status, work.progress = "done", 1.0
        except Stopped:
            pass
        except Exception as error:
            log.exception("an analysis failed")
            failed = EwalaError("analysis/failed", Sentence("the analysis failed"))
            work.error, work.status = error if isinstance(error, EwalaError) else failed, "failed"

    def _keep(self, work: Work) -> None:
        now = self._now()
        row = {
            "id": work.id,
            "made_at": now,
            "body": msgspec.json.encode(work.result),
            "record": work.record,
            "iterations": work.iterations,
        }
        try:
            with self._hub.store.engine.begin() as connection:
                connection.execute(delete(analyses).where(analyses.c.made_at < now - KEPT))
                connection.execute(insert(analyses), row)
        except IntegrityError:  # another process was quicker
            pass
        except Exception:
            log.exception("an analysis could not be kept")


def _named(record: Record, effort: Effort) -> tuple[str, str]:
    """An analysis's name, and the text of what it is of."""
    return fingerprint_of(record, effort), subject_of(record).text()
