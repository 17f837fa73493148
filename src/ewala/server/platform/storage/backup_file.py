"""What a backup is: lines of JSON, gzipped, the same for every kind of database.

A header, a line for each table with its keys and events, some with the rows of everything else, and an end that says
how much there was, with a digest of all lines before it. Columns go by their names, so that a later version reads it.
"""

import base64
import gzip
import hashlib
import os
import secrets
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

FORMAT = 1
Row = dict[str, Any]


class BackupError(EwalaError):
    """A backup that cannot be made, read or restored, and why."""


class Header(msgspec.Struct, tag_field="line", tag="ewala-backup"):
    format: int
    schema: str  # the version of the database's
    version: str  # of Ewala
    made_at: int  # milliseconds since 1970


class TableLine(msgspec.Struct, tag_field="line", tag="table"):
    row: Row
    keys: list[Row]
    events: list[Row]


class RowsLine(msgspec.Struct, tag_field="line", tag="rows"):
    of: str
    rows: list[Row]


class End(msgspec.Struct, tag_field="line", tag="end"):
    tables: int
    events: int
    sha256: str


Line = Header | TableLine | RowsLine | End
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


# --- Writing


class BackupWriter:
    """Writes the lines of one backup, the last of them when it is closed."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.tables = self.events = 0

    def header(self, header: Header) -> None:
        self._write(header)

    def table(self, row: Mapping[str, Any], keys: list[Row], events: list[Row]) -> None:
        self._write(TableLine(_packed(row), list(map(_packed, keys)), list(map(_packed, events))))
        self.tables += 1
        self.events += len(events)

    def rows(self, of: str, rows: list[Row]) -> None:
        self._write(RowsLine(of, list(map(_packed, rows))))

    def end(self) -> None:
        self._write(End(self.tables, self.events, self._digest.hexdigest()))

    def _write(self, line: Line) -> None:
        text = msgspec.json.encode(line) + b"\n"
        self._digest.update(text)
        self._file.write(text)


@contextmanager
def new_file(path: Path, check: Callable[[Path], object]) -> Iterator[BackupWriter]:
    """A writer to a file that gets its name when `check` has read it, and not before. It is its owner's alone, since
    the dice's secrets are in it."""
    if path.exists():
        raise BackupError("backup/exists", Sentence("{file} is there already: name another file", file=path))
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as plain:
            with gzip.GzipFile("", "wb", 6, plain, mtime=0) as packed:
                writer = BackupWriter(packed)
                yield writer
                writer.end()
            plain.flush()
            os.fsync(plain.fileno())
        check(temporary)
        os.link(temporary, path)  # unlike a renaming, never in place of another file
        _sync_folder(path.parent)
    except FileExistsError:
        raise BackupError("backup/exists", Sentence("{file} is there already: name another file", file=path)) from None
    finally:
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _packed(row: Mapping[str, Any]) -> Row:
    return {name: _pack(value) if isinstance(value, bytes) else value for name, value in row.items()}


def _pack(value: bytes) -> dict[str, str]:
    """Events are texts, which are read and packed better as what they are; secrets are any bytes."""
    try:
        return {"text": value.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


# --- Reading


def read_lines(path: Path) -> Iterator[Line]:
    """All lines, the last one after everything before it has proved to be what was written."""
    digest, tables, events, number, ended = hashlib.sha256(), 0, 0, 0, False
    try:
        with gzip.open(path, "rb") as file:
            for number, text in enumerate(file, 1):
                line = _decoder.decode(text)
                if ended or isinstance(line, Header) != (number == 1):
                    raise _damaged(path, number)
                if isinstance(line, End):
                    ended = True
                    if line != End(tables, events, digest.hexdigest()):
                        raise _damaged(path, number)
                elif isinstance(line, TableLine):
                    tables += 1
                    events += len(line.events)
                digest.update(text)
                yield _unpacked_line(line)
    except (gzip.BadGzipFile, zlib.error, EOFError, msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, EwalaError):
            raise
        raise _damaged(path, number + 1) from None
    if not ended:
        raise _damaged(path, number + 1)


def _unpacked_line(line: Line) -> Line:
    if isinstance(line, TableLine):
        return TableLine(_unpacked(line.row), list(map(_unpacked, line.keys)), list(map(_unpacked, line.events)))
    return RowsLine(line.of, list(map(_unpacked, line.rows))) if isinstance(line, RowsLine) else line


def _unpacked(row: Row) -> Row:
    return {name: _unpack(value) if isinstance(value, dict) else value for name, value in row.items()}


def _unpack(value: dict[str, str]) -> bytes:
    if "text" in value:
        return value["text"].encode()
    return base64.b64decode(value.get("base64", "!"), validate=True)


def _damaged(path: Path, number: int) -> BackupError:
    return BackupError(
        "backup/damaged", Sentence("{file} is no whole backup: line {n} is not as it was written", file=path, n=number)
    )
