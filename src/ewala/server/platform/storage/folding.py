"""Whether every table can be folded: what a backup, and what was made of one, is checked by."""

from dataclasses import dataclass, field

from ewala.core.errors import EwalaError
from ewala.server.platform.storage.backup_file import TableLine
from ewala.server.platform.storage.store import stored_in
from ewala.tables.kept import Kept


@dataclass
class Tally:
    """How much there is, and what of it cannot be read: a table's name, and a code of why."""

    tables: int = 0
    events: int = 0
    damaged: dict[str, str] = field(default_factory=dict)

    def add(self, line: TableLine) -> None:
        self.tables += 1
        self.events += len(line.events)
        if damage := fold(line):
            self.damaged[line.row["id"]] = damage


def fold(line: TableLine) -> str:
    """Fold a table; a code of what is wrong with it, nothing if all is well. What it says tells nobody's secrets."""
    try:
        if [row["seq"] for row in line.events] != list(range(1, len(line.events) + 1)):
            return "table/gap"
        keys = {key["seat"]: key["digest"] for key in line.keys}
        Kept(stored_in(line.row, keys, [row["body"] for row in line.events]))
    except EwalaError as error:
        return error.code
    except Exception as error:  # whatever the damage leads to
        return type(error).__name__
    return ""
