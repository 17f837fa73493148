"""Records of any registered game, from a text or a file."""

from pathlib import Path

from ewala.core.errors import DamagedRecord
from ewala.core.record import Record
from ewala.core.record_text import read_record as read_record_of
from ewala.games.registry import game_class

__all__ = ["load_record", "read_record"]


def read_record(text: str) -> Record:
    """A record from its text; raises DamagedRecord, which has all that stands before the damage."""
    return read_record_of(text, game_class)


def load_record(path: str | Path) -> Record:
    """A record from a file; raises DamagedRecord, or OSError if there is no such file."""
    try:
        return read_record(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise DamagedRecord("record/encoding", 1, "a record is text in UTF-8", record=None) from None
