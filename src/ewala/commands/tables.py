"""`ewala tables`: look at the tables of a server's database, also while it runs, keep their records, close them."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.core.roles import SPECTATOR
from ewala.games.registry import GAMES
from ewala.lab.arguments import add_number
from ewala.server.platform.storage.arguments import add_database, config_of, opened

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ewala.server.tables.listing import Wanted
    from ewala.tables.kept import Kept

MOST = 10**9
STATUSES = ("open", "playing", "over")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="doing", metavar="WHAT", required=True)
    lists = doing.add_parser("list", help="a line for each table, those with the newest sign of life first")
    add_number(lists, "--most", MOST, "how many", 100)
    shows = doing.add_parser("show", help="how a table stands, as a spectator may know it")
    shows.add_argument("table", metavar="TABLE", help="a table's id")
    exports = doing.add_parser("export", help="write the records of games that have begun")
    exports.add_argument("folder", metavar="FOLDER", type=Path, help="where to; a file for each table")
    exports.add_argument("table", metavar="TABLE", nargs="*", help="tables' ids; all if none is given")
    closes = doing.add_parser("close", help="end a table in the middle of its game; on SQLite while no server runs")
    closes.add_argument("table", metavar="TABLE", help="a table's id")
    closes.add_argument("--note", default="", metavar="TEXT", help="what those at the table are told")
    closes.add_argument("--news", default="", metavar="URL", help="the Redis of which its servers hear news, if any")
    for each in (lists, exports):
        each.add_argument("--status", choices=STATUSES, default="", help="only those")
        each.add_argument("--game", choices=tuple(GAMES), default="", help="only those")
    for each in (lists, shows, exports, closes):
        add_database(each)


def run(parsed: argparse.Namespace) -> int:
    from ewala.server.platform.storage.backup import snapshot

    with opened(parsed) as engine, snapshot(engine) as connection:  # as it is now, whatever a server writes meanwhile
        if parsed.doing == "list":
            return _list(connection, parsed)
        if parsed.doing == "show":
            return _show(connection, parsed.table)
        if parsed.doing == "export":
            return _export(connection, parsed)
    return _close(parsed)


def _wanted(parsed: argparse.Namespace, *ids: str) -> "Wanted":
    from ewala.server.tables.listing import Wanted

    return Wanted(parsed.status, parsed.game, ids)


def _list(connection: "Connection", parsed: argparse.Namespace) -> int:
    from ewala.server.tables.listing import listed

    line = "{:10}  {:7}  {:20}  {:16}  {:16}  {:>6}\n"
    sys.stdout.write(line.format("table", "status", "game", "made", "last used", "events"))
    for row in islice(listed(connection, _wanted(parsed)), parsed.most):
        times = _time(row.created_at), _time(row.touched_at)
        sys.stdout.write(line.format(row.id, row.status, row.game, *times, row.events))
    return 0


def _show(connection: "Connection", table_id: str) -> int:
    from ewala.server.tables.listing import table_called

    table = table_called(connection, table_id)
    for name, value in _told(table):
        sys.stdout.write(f"{name:10} {value}\n")
    return 0


def _told(table: "Kept") -> Iterator[tuple[str, str]]:
    options = " ".join(f"{name}={value}" for name, value in table.game.parameters().items())
    yield "game", f"{table.game.name} {options}".rstrip()
    yield "status", table.status
    yield "made", _time(table.created.at)
    yield "last event", f"{_time(table.events[-1].at)}, number {table.seq}"
    for seat, sitter in table.sitters.items():
        plays = f", {sitter.bot} plays" if sitter.kind == "person" and sitter.bot else ""
        yield f"seat {seat}", f"{sitter.kind} {sitter.name}".rstrip() + plays
    if table.to_act is not None:
        yield "to act", table.to_act
    if table.match is not None:
        yield "moves", str(table.ply)
        yield "position", table.match.view(SPECTATOR).text


def _export(connection: "Connection", parsed: argparse.Namespace) -> int:
    from tqdm import tqdm

    from ewala.core.errors import EwalaError
    from ewala.server.tables.listing import listed, record_of, table_called

    parsed.folder.mkdir(parents=True, exist_ok=True)
    found = [row.id for row in listed(connection, _wanted(parsed, *parsed.table))]
    for missing in sorted(set(parsed.table) - set(found)):
        table_called(connection, missing)  # says that there is none; one of another kind is just not wanted
    written, unreadable = 0, 0
    for table_id in tqdm(found, unit=" tables", leave=False, disable=not sys.stderr.isatty()):
        try:
            text = record_of(table_called(connection, table_id))
        except EwalaError as error:
            sys.stderr.write(f"ewala: table {table_id} cannot be read [{error.code}]\n")
            unreadable += 1
            continue
        if text:
            _write(parsed.folder / f"{table_id}.ewala", text)
            written += 1
    sys.stdout.write(f"{written} records are in {parsed.folder}.\n")
    return 1 if unreadable else 0


def _close(parsed: argparse.Namespace) -> int:
    import asyncio
    from dataclasses import replace

    from ewala.server.tables.registry import close_table

    seq = asyncio.run(close_table(replace(config_of(parsed), news=parsed.news), parsed.table, parsed.note))
    sys.stdout.write(f"Table {parsed.table} is closed, with its event {seq}.\n")
    return 0


def _write(file: Path, text: str) -> None:
    """Whole or not at all, in place of what was known of the game before."""
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def _time(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M}"
