"""What an arena keeps: a line of JSON for each game as it ends, its record beside it, a Parquet table at the end.

A line is written whole or not at all as far as a reader is concerned: what follows the last line break is left out.
"""

from collections.abc import Iterable
from math import floor, log10
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.lab.arena.contest import Contest

HOW_TO_INSTALL = "pip install polars"

_STEPS = 40  # buckets in which times are counted, for each power of ten: 6 % wide
Times = dict[str, dict[int, int]]


class GameRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was played to its end."""

    deal: int
    meeting: str
    number: int
    seats: dict[str, str]  # seat -> bot, in the order of seats
    began: str  # the seat that decided first
    scores: dict[str, int]
    winners: list[str]  # seats
    ending: str
    moves: int
    seconds: float
    times: Times  # bot -> bucket of a decision's time -> how many
    luck: dict[str, float] | None = None  # seat -> what chance gave it of the win; None where that was not reckoned

    @property
    def key(self) -> tuple[int, str, int]:
        return self.deal, self.meeting, self.number

    def share(self, seat: str) -> float:
        """A seat's part of the win, which several may share."""
        return (seat in self.winners) / len(self.winners)

    def share_of(self, bot: str) -> float:
        """A bot's part of the win, over all the seats in which it sits."""
        return sum(self.share(seat) for seat, who in self.seats.items() if who == bot)

    def earned(self, seat: str) -> float:
        """A seat's part of the win, less what was luck, as far as that was reckoned: from below 0 to above 1."""
        return self.share(seat) - (self.luck[seat] if self.luck else 0.0)

    def earned_by(self, bot: str) -> float:
        """Likewise, over all the seats in which a bot sits."""
        return sum(self.earned(seat) for seat, who in self.seats.items() if who == bot)

    def order(self) -> list[str]:
        """The seats from whoever began."""
        seats = list(self.seats)
        at = seats.index(self.began)
        return seats[at:] + seats[:at]


def bucket_of(seconds: float) -> int:
    return floor(log10(max(seconds, 1e-7)) * _STEPS)


def seconds_of(bucket: int) -> float:
    """The time that a bucket of times stands for: its middle."""
    return float(10 ** ((bucket + 0.5) / _STEPS))


class Folder:
    """An arena's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings, self.lines = path / "settings.json", path / "results.ndjson"
        self.table, self.report = path / "results.parquet", path / "report.html"

    def open(self, contest: Contest, *, resume: bool) -> list[GameRow]:
        """Make the folder ready; returns the games that are there already."""
        if resume:
            self._must_fit(contest)
            rows = self.read()
            self.write(rows)  # without half a line at the end
            return rows
        if self.settings.exists() or self.lines.exists():
            sentence = Sentence("{folder} has an arena's results already: go on with --resume, or name another folder")
            sentence.blanks |= {"folder": str(self.path)}
            raise BadSetup("arena/folder", "", sentence)
        self.path.mkdir(parents=True, exist_ok=True)
        self._replace(self.settings, msgspec.json.format(msgspec.json.encode(contest)) + b"\n")
        self.write([])
        return []

    def contest(self) -> Contest:
        """The contest whose results these are."""
        if not self.settings.exists():
            sentence = Sentence("{folder} has no results of an arena", folder=str(self.path))
            raise BadSetup("arena/no-results", "", sentence)
        try:
            return msgspec.json.decode(self.settings.read_bytes(), type=Contest)
        except msgspec.DecodeError as error:
            raise self._unreadable(self.settings, error) from None

    def _must_fit(self, contest: Contest) -> None:
        kept = self.contest()
        for name in Contest.__struct_fields__:
            ours, theirs = getattr(contest, name), getattr(kept, name)
            if ours != theirs:
                sentence = Sentence("these results were made with other settings: {setting}: {theirs}, not {ours}")
                sentence.blanks |= {"setting": name, "theirs": _shown(theirs), "ours": _shown(ours)}
                raise BadSetup("arena/resume", "", sentence)

    def read(self) -> list[GameRow]:
        """The games that are there, each once."""
        if not self.lines.exists():
            return []
        whole, _, _ = self.lines.read_bytes().rpartition(b"\n")
        try:
            rows = [msgspec.json.decode(line, type=GameRow) for line in whole.split(b"\n") if line]
        except msgspec.DecodeError as error:
            raise self._unreadable(self.lines, error) from None
        return list({row.key: row for row in rows}.values())

    def add(self, row: GameRow, record: str) -> None:
        """Keep a game: first its record, then the line that says that it is there."""
        file = self.record_of(row)
        file.parent.mkdir(parents=True, exist_ok=True)
        self._replace(file, record.encode())
        with self.lines.open("ab") as lines:
            lines.write(msgspec.json.encode(row) + b"\n")

    def record_of(self, row: GameRow) -> Path:
        """records/DEAL/MEETING-NUMBER.ewala, a name that any system takes."""
        meeting = "".join(letter if letter.isalnum() or letter in "@.–" else "_" for letter in row.meeting)
        return self.path / "records" / f"{row.deal:06}" / f"{meeting.replace('_–_', '+')[:100]}-{row.number:02}.ewala"

    def forget(self, row: GameRow) -> None:
        """Remove a game's record; its line goes when the lines are written anew."""
        self.record_of(row).unlink(missing_ok=True)

    def write(self, rows: Iterable[GameRow]) -> None:
        """All of the games anew, in the order in which they were due."""
        self._replace(self.lines, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))

    def write_table(self, rows: list[GameRow]) -> bool:
        """results.parquet; returns whether it could be made: Polars may be missing."""
        try:
            import polars
        except ImportError:
            return False
        if rows:
            polars.DataFrame([_flat(row) for row in rows], infer_schema_length=None).write_parquet(self.table)
        return True

    def _replace(self, file: Path, data: bytes) -> None:
        """The old file or the new one at every moment."""
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as beside:
            beside.write(data)
        Path(beside.name).chmod(0o644)
        Path(beside.name).replace(file)

    def _unreadable(self, file: Path, error: msgspec.DecodeError) -> BadSetup:
        sentence = Sentence("{file} cannot be read: {why}", file=str(file), why=str(error))
        return BadSetup("arena/unreadable", "", sentence)


def _shown(setting: object) -> str:
    """A setting as it would be said: bots with spaces between them."""
    return " ".join(map(str, setting)) if isinstance(setting, list) else str(setting)


def _flat(row: GameRow) -> dict[str, object]:
    """A game as a row of a table: a column for each thing that is said of a seat."""
    flat: dict[str, object] = {name: getattr(row, name) for name in ("deal", "meeting", "number", "ending", "moves")}
    flat |= {"seconds": row.seconds, "began": row.began}
    for n, (seat, bot) in enumerate(row.seats.items(), 1):
        flat |= {f"seat_{n}": seat, f"bot_{n}": bot, f"score_{n}": row.scores[seat], f"share_{n}": row.share(seat)}
        flat[f"luck_{n}"] = row.luck[seat] if row.luck else None
    return flat
