"""`ewala backup`: a server's database into a file, while it runs."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tqdm import tqdm

from ewala.server.platform.storage.arguments import add_database, config_of
from ewala.server.platform.storage.backup import Tally, back_up

MOST_NAMED = 20  # tables that cannot be read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; it must not be there yet")
    add_database(parser)


def run(parsed: argparse.Namespace) -> int:
    from ewala.server.composition import whole_schema

    tally = back_up(config_of(parsed).database_url, parsed.file, whole_schema(), progress)
    return tell(tally, f"are in {parsed.file}")


@contextmanager
def progress(stage: str, total: int | None) -> Iterator[Callable[[int], object]]:
    """A bar for each stage, where somebody looks at it."""
    with tqdm(total=total, desc=stage, unit=" tables", leave=False, disable=not sys.stderr.isatty()) as bar:
        yield bar.update


def tell(tally: Tally, where: str) -> int:
    """How much it was. A table that cannot be read is passed on as it is, and said: then the exit code is 1."""
    whole = "every table was folded" if not tally.damaged else f"{len(tally.damaged)} cannot be read, and are as before"
    sys.stdout.write(f"{tally.tables} tables with {tally.events} events {where}; {whole}.\n")
    for table, code in list(tally.damaged.items())[:MOST_NAMED]:
        sys.stderr.write(f"ewala: table {table} cannot be read [{code}]\n")
    return 1 if tally.damaged else 0
