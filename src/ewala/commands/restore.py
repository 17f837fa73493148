"""`ewala restore`: a backup into an empty database, of whatever kind."""

import argparse
from pathlib import Path

from ewala.commands.backup import progress, tell
from ewala.server.platform.storage.arguments import add_database, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what `ewala backup` has written")
    add_database(parser)


def run(parsed: argparse.Namespace) -> int:
    from sqlalchemy.engine import make_url

    from ewala.server.composition import whole_schema
    from ewala.server.platform.storage.backup import restore

    url = config_of(parsed).database_url
    return tell(restore(parsed.file, url, whole_schema(), progress), f"are in {make_url(url).render_as_string()}")
