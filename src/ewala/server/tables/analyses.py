"""Analyses that the server has made: by workers, with their progress; what is done is kept.

An analysis is named by what it is of (`fingerprint_of`), so that whoever asks for the same game gets the same one, and
it is kept with that (`subject_of`): whoever has its name can see the game, too. One that nobody asks about any more is
given up and forgotten: who wants it after all asks for it again.
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.kit.analysis import Analysis
from ewala.server.platform.jobs.messages import AnalyseJob
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.storage.schema import analyses
from ewala.server.tables.registry import TableRegistry
from ewala.tables.analysis_subject import Subject
from ewala.tables.problems import TooMany
from ewala.tables.requests import AnalysisStatus

log = logging.getLogger("ewala.server")

MOST_IN_MEMORY = 50  # finished ones, besides those in the database
KEPT = 90 * 24 * 3_600_000  # milliseconds: then it is made again if somebody wants it
NAME = re.compile("[0-9a-f]{32}")


class NoSuchAnalysis(EwalaError):
    def __init__(self) -> None:
        super().__init__("analysis/unknown", Sentence("there is no such analysis; ask for it again"))


class NoRecordKept(EwalaError):
    """An analysis from the time when records were not kept with them."""

    def __init__(self) -> None:
        super().__init__("analysis/no-record", Sentence("the record of this analysis was not kept"))


class Work(msgspec.Struct, eq=False):
    """An analysis on its way, or done."""

    id: str
    record: str | None  # the text of what it is of
    iterations: int | None
    client: str = ""  # who was the first to ask
    status: AnalysisStatus = "waiting"
    progress: float = 0.0
    result: Analysis | None = None  # of one that is being made, what is known already
    parts: int = 0  # how often there was more of it to be told; none once it is whole
    error: EwalaError | None = None
    asked: float = 0.0  # when somebody last did, by the event loop's clock

    @property
    def is_open(self) -> bool:
        return self.status in ("waiting", "thinking")


class Analyses:
    """The analyses of this process. Its methods run on the event loop, but for those that say otherwise."""

    def __init__(self, registry: TableRegistry, jobs: JobPool, now: Callable[[], int]) -> None:
        self._registry = registry
        self._jobs = jobs
        self._now = now
        self._works: OrderedDict[str, Work] = OrderedDict()

    async def wanted(self, subject: Subject, iterations: int, client: str, admit: Callable[[], None]) -> Work:
        """The analysis of a game; one that is new has to be let in by `admit`, which may raise."""
        known = await self._known(subject.name)
        if known is not None and known.status != "failed":
            return known
        self._check_room(client)
        admit()
        work = self._works[subject.name] = Work(subject.name, subject.text, iterations, client)
        work.asked = asyncio.get_running_loop().time()
        self._registry.start_task(self._see_through(work))
        return work

    async def found(self, name: str) -> Work:
        work = await self._known(name) if NAME.fullmatch(name) else None
        if work is None:
            raise NoSuchAnalysis
        return work

    def _check_room(self, client: str) -> None:
        limits, waiting = self._registry.config.limits, [work for work in self._works.values() if work.is_open]
        if len(waiting) >= limits.analyses_waiting:
            raise TooMany("analysis/too-many", Sentence("too many games wait to be analysed: try again later"), 60)
        if sum(work.client == client for work in waiting) >= limits.analyses_waiting_of_one:
            raise TooMany("analysis/too-many", Sentence("too many games to be analysed at once: wait a while"), 60)

    async def _known(self, name: str) -> Work | None:
        if name not in self._works:
            stored = await self._registry.read(self._stored, name)
            if stored is not None:
                self._works.setdefault(name, stored)
        if name in self._works:
            self._works.move_to_end(name)
            self._works[name].asked = asyncio.get_running_loop().time()
        done = [other for other, work in self._works.items() if not work.is_open and other != name]
        for other in done[: max(0, len(done) - MOST_IN_MEMORY)]:
            del self._works[other]
        return self._works.get(name)

    # --- Making one

    async def _see_through(self, work: Work) -> None:
        """Have it made, as long as somebody asks about it."""
        loop, backoff = asyncio.get_running_loop(), self._registry.config.coach_patience
        making = asyncio.create_task(self._make(work))
        try:
            while not making.done():
                left = work.asked + backoff - loop.time()
                if left <= 0:
                    del self._works[work.id]
                    break
                await asyncio.wait((making,), timeout=left)
        finally:
            making.cancel()
            await asyncio.gather(making, return_exceptions=True)

    async def _make(self, work: Work) -> None:
        def watch(part: float) -> None:
            work.status, work.progress = "thinking", part

        def hear(body: bytes) -> None:
            work.result = msgspec.json.decode(body, type=Analysis)
            work.parts += 1

        await self._registry.thinking.ready()
        try:
            job = AnalyseJob(work.record or "", work.iterations or 1)
            body = await self._jobs.analysis(work.client, job, watch, hear)
            whole = msgspec.json.decode(body, type=Analysis)
            await asyncio.to_thread(self._keep, work, body)
            work.result, work.parts = whole, 0
            work.status, work.progress = "done", 1.0
        except EwalaError as error:
            work.error, work.status = error, "failed"
        except Exception:
            log.exception("an analysis failed")
            work.error, work.status = EwalaError("analysis/failed", Sentence("the analysis failed")), "failed"

    # --- In threads

    def _stored(self, name: str) -> Work | None:
        with self._registry.store.engine.connect() as connection:
            row = connection.execute(select(analyses).where(analyses.c.id == name)).one_or_none()
        if row is None:
            return None
        result = msgspec.json.decode(row.body, type=Analysis)
        return Work(name, row.record, row.iterations, status="done", progress=1.0, result=result)

    def _keep(self, work: Work, body: bytes) -> None:
        now = self._now()
        row = {"id": work.id, "made_at": now, "body": body, "record": work.record, "iterations": work.iterations}
        try:
            with self._registry.store.engine.begin() as connection:
                connection.execute(delete(analyses).where(analyses.c.made_at < now - KEPT))
                connection.execute(insert(analyses), row)
        except IntegrityError:  # another process was quicker
            pass
        except Exception:
            log.exception("an analysis could not be kept")
