"""Records of any registered game, from a text or a file."""

from pathlib import Path

from ewala.core.errors import EwalaError
from ewala.core.record import DamagedRecord, Record
from ewala.core.record_text import read_record as read_record_of
from ewala.core.sentences import Sentence
from ewala.games.registry import game_class

__all__ = ["load_record", "read_record"]


def read_record(text: str) -> Record:
    """A record from its text; raises DamagedRecord, which has all that stands before the damage."""
    if not isinstance(text, str):
        raise DamagedRecord("record/encoding", 1, Sentence("a record is a text"), record=None)
    return read_record_of(text, game_class)


def load_record(path: str | Path) -> Record:
    """A record from a file; raises DamagedRecord, or OSError if there is no such file."""
    if "\0" in str(path):
        raise EwalaError("file/name", Sentence("a file's name has no zero in it"))
    data = Path(path).read_bytes()
    try:
        return read_record(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        above = data[: data.rfind(b"\n", 0, error.start) + 1]
        sentence = Sentence("a record is text in UTF-8")
        raise DamagedRecord(
            "record/encoding", above.count(b"\n") + 1, sentence, record=_readable(above.decode("utf-8"))
        ) from None


def _readable(text: str) -> Record | None:
    """All of a text's moves up to the first damage, if its header can be read."""
    try:
        return read_record(text)
    except DamagedRecord as error:
        return error.record
