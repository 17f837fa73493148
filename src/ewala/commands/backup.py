"""`ewala backup`: a server's database into a file, while it runs."""

import argparse
from pathlib import Path

from ewala.commands.backup_told import progress, tell
from ewala.server.platform.config import add_database, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; it must not be there yet")
    add_database(parser)


def run(parsed: argparse.Namespace) -> int:
    from ewala.server.composition import whole_schema
    from ewala.server.platform.storage.backup import back_up

    tally = back_up(config_of(parsed).database_url, parsed.file, whole_schema(), progress)
    return tell(tally, f"are in {parsed.file}")
