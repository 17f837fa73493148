"""Errors as they leave the server: a stable code, a sentence in the reader's language, a clause where there is one."""

import msgspec

from ewala.core.errors import BadSetup, EwalaError, UnreadableText
from ewala.core.record import DamagedRecord
from ewala.core.sentences import Sentence
from ewala.locale.languages import translator


class NotUsable(EwalaError):
    """What was given cannot be what was asked for."""


class NotAllowed(EwalaError):
    """The key that was shown does not allow this."""


class NoKey(NotAllowed):
    def __init__(self) -> None:
        super().__init__("seat/no-key", Sentence("this needs the key of a seat: Authorization: Bearer KEY"))


class TooMany(EwalaError):
    """More than the server's limits allow; in some seconds it may be tried again."""

    def __init__(self, code: str, sentence: Sentence | str, seconds: int = 1) -> None:
        super().__init__(code, sentence)
        self.seconds = seconds


class Unavailable(EwalaError):
    """The server cannot do it now; nothing has changed."""


class NoSuchTable(EwalaError):
    def __init__(self) -> None:
        super().__init__("table/unknown", "there is no such table, or you may not see it")


NOT_THERE = (
    "table/unknown",
    "evening/unknown",
    "analysis/unknown",
    "analysis/no-record",
    "desk/unknown-person",
    "desk/unknown-announcement",
)
SERVICE_RESTART = 1012  # what a WebSocket is closed with by a server that goes
GOODBYE = Unavailable("server/restarting", Sentence("the server stops; nothing is lost, come back in a moment"))


class PassedOn(EwalaError):
    """What a worker's process has refused, with the status and the place in a text that its error had there."""

    def __init__(
        self, code: str, sentence: Sentence, status: int, *, clause: str, field: str, column: int, line: int
    ) -> None:
        super().__init__(code, sentence)
        self.status = status
        self.clause, self.field, self.column, self.line = clause, field, column, line


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is told of an error."""

    code: str
    sentence: str
    clause: str = ""
    field: str = ""
    column: int = 0
    line: int = 0


def problem_of(error: EwalaError, language: str) -> Problem:
    return Problem(
        code=error.code,
        sentence=error.sentence.said(translator(language)),
        clause=getattr(error, "clause", ""),
        field=getattr(error, "field", ""),
        column=getattr(error, "column", 0),
        line=getattr(error, "line", 0),
    )


def status_of(error: EwalaError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, PassedOn):
        return error.status
    if isinstance(error, UnreadableText | BadSetup | DamagedRecord | NotUsable):
        return 400
    if error.code in NOT_THERE:
        return 404
    if error.code == "server/unknown-name":
        return 421
    if isinstance(error, NotAllowed):
        return 403
    if isinstance(error, TooMany):
        return 429
    if isinstance(error, Unavailable):
        return 503
    return 409  # the table is not in a state for it: stale, not your turn, forbidden by a rule, over
