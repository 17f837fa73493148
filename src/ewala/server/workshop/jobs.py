"""What workers are asked to do and what they answer: typed messages, each a frame of its length and its bytes.

Server and worker both know these, and neither's other half: no web here, and no rules.
"""

import struct
from typing import ClassVar

import msgspec

from ewala.core.errors import EwalaError
from ewala.kit.analysis import SentenceData, as_data
from ewala.server.wire.problems import PassedOn, status_of
from ewala.server.workshop.studying import StudyRequest

__all__ = [
    "HEAD",
    "AnalyseJob",
    "Done",
    "Job",
    "Order",
    "Progress",
    "ReadJob",
    "Refusal",
    "ReplayJob",
    "Spent",
    "StudyJob",
    "Told",
    "framed",
    "read_order",
    "read_told",
    "refusal_of",
]

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


class Told(msgspec.Struct, frozen=True, tag=True):
    """What a worker says."""


class Progress(Told, frozen=True):
    part: float


class Done(Told, frozen=True):
    body: bytes  # JSON


class Refusal(Told, frozen=True):
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


class Spent(Told, frozen=True):
    """The job needed more memory than it may have; the worker goes."""


def refusal_of(error: EwalaError) -> Refusal:
    about = {name: getattr(error, name) for name in ("clause", "field", "column", "line") if hasattr(error, name)}
    return Refusal(error.code, as_data(error.sentence), status_of(error), **about)


def framed(message: Order | Told) -> bytes:
    body = msgspec.msgpack.encode(message)
    return HEAD.pack(len(body)) + body


_order = msgspec.msgpack.Decoder(Order)
_told: msgspec.msgpack.Decoder[Progress | Done | Refusal | Spent] = msgspec.msgpack.Decoder(
    Progress | Done | Refusal | Spent
)


def read_order(body: bytes) -> Order:
    return _order.decode(body)


def read_told(body: bytes) -> Progress | Done | Refusal | Spent:
    return _told.decode(body)
