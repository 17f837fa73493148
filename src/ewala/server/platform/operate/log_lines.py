"""The log as lines of JSON, for programs that gather logs.

Such logs travel and are kept, so a line has no key, no person's name and nothing of a game: of an error its kind and
places in the code, not its words; of other packages' entries only their beginning.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

OURS = "ewala"
MOST_PLACES = 12  # of an error, the innermost
TABLE = re.compile(r"\btable %s")  # how our entries name the table that they are about
VALUES = re.compile(r"[<(\[{:'\"\n]")  # where other packages begin to show values


class Redacted(str):
    """A text for whoever sits at the machine, and one for logs that travel."""

    redacted: str

    def __new__(cls, text: str, redacted: str) -> "Redacted":
        made = super().__new__(cls, text)
        made.redacted = redacted
        return made


class JsonLines(logging.Formatter):
    """`time`, `level`, `logger`, `message`; `table` of an entry that is about one; `error` and `places` of an error."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if table := _table(record):
            line["table"] = table
        if record.exc_info and record.exc_info[1] is not None:
            line |= _error(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == OURS


def _message(record: logging.LogRecord) -> str:
    if not _is_ours(record):
        return VALUES.split(str(record.msg), maxsplit=1)[0].partition("%")[0].strip()
    if not isinstance(record.args, tuple) or not record.args:
        return str(record.msg)
    return str(record.msg) % tuple(each.redacted if isinstance(each, Redacted) else each for each in record.args)


def _table(record: logging.LogRecord) -> str:
    """The table's id, where the entry has one."""
    found = TABLE.search(str(record.msg)) if _is_ours(record) and isinstance(record.args, tuple) else None
    if found is None or not record.args:
        return ""
    return str(tuple(record.args)[str(record.msg).count("%", 0, found.end()) - 1])


def _error(error: BaseException) -> dict[str, Any]:
    """Kinds, from the outermost to what caused it, and the places where it was raised, the innermost first."""
    kinds: list[str] = []
    each: BaseException | None = error
    while each is not None and len(kinds) < MOST_PLACES:
        kinds.append(type(each).__name__)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    frames = traceback.extract_tb(error.__traceback__)[::-1][:MOST_PLACES]
    return {"error": " from ".join(kinds), "places": [f"{at.filename}:{at.lineno} {at.name}" for at in frames]}
