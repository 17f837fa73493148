"""Messages between server and workers, each a frame of its length and its bytes. No web here, and no rules."""

import struct
from typing import ClassVar

import msgspec

from ewala.core.errors import EwalaError
from ewala.kit.analysis import SentenceData, as_data
from ewala.tables.problems import PassedOn, status_of
from ewala.tables.study_board import StudyRequest

HEAD = struct.Struct(">I")  # how many bytes follow


class Job(msgspec.Struct, frozen=True, tag=True):
    """One thing to do."""

    kind: ClassVar[str]  # as the limits call it


class StudyJob(Job, frozen=True):
    kind = "study"
    request: StudyRequest
    language: str


class ReplayJob(Job, frozen=True):
    kind = "replay"
    text: str
    language: str
    drawn: bool = False
    explained: int | None = None  # how many of the last positions; all, if nothing is said


class ReadJob(Job, frozen=True):
    """Read a record that somebody wants analysed."""

    kind = "replay"
    text: str
    iterations: int


class AnalyseJob(Job, frozen=True):
    kind = "analysis"
    text: str
    iterations: int


class Order(msgspec.Struct, frozen=True):
    """A job, and how much memory it may take besides what the worker has already."""

    job: StudyJob | ReplayJob | ReadJob | AnalyseJob
    megabytes: int


class Reply(msgspec.Struct, frozen=True, tag=True):
    """What a worker answers, once or several times for an order."""


class Progress(Reply, frozen=True):
    share: float


class PartialResult(Reply, frozen=True):
    """What is known already."""

    body: bytes  # JSON, as the whole will be


class Finished(Reply, frozen=True):
    body: bytes  # JSON


class Refusal(Reply, frozen=True):
    """An error that the input has caused, as data."""

    code: str
    sentence: SentenceData
    status: int
    clause: str = ""
    field: str = ""
    column: int = 0
    line: int = 0

    def error(self) -> PassedOn:
        return PassedOn(
            self.code,
            self.sentence.sentence(),
            self.status,
            clause=self.clause,
            field=self.field,
            column=self.column,
            line=self.line,
        )


class Spent(Reply, frozen=True):
    """The job needed more memory than it may have; the worker goes."""


def refusal_of(error: EwalaError) -> Refusal:
    about = {name: getattr(error, name) for name in ("clause", "field", "column", "line") if hasattr(error, name)}
    return Refusal(error.code, as_data(error.sentence), status_of(error), **about)


def framed(message: Order | Reply) -> bytes:
    body = msgspec.msgpack.encode(message)
    return HEAD.pack(len(body)) + body


_order = msgspec.msgpack.Decoder(Order)
_reply: msgspec.msgpack.Decoder[Progress | PartialResult | Finished | Refusal | Spent] = msgspec.msgpack.Decoder(
    Progress | PartialResult | Finished | Refusal | Spent
)


def read_order(body: bytes) -> Order:
    return _order.decode(body)


def read_reply(body: bytes) -> Progress | PartialResult | Finished | Refusal | Spent:
    return _reply.decode(body)
