"""Which database is meant: the same two options for the server and for whatever looks after its database."""

import argparse
from pathlib import Path

import platformdirs

from ewala.server.platform.config import Config


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", default="", metavar="URL", help="a database URL; SQLite in the data folder if not given"
    )
    parser.add_argument("--data-dir", type=Path, default=None, metavar="DIR", help="where the server keeps its files")


def data_dir_of(wanted: Path | None) -> Path:
    return wanted or Path(platformdirs.user_data_dir("ewala"))


def config_of(parsed: argparse.Namespace) -> Config:
    """What a server with these options would be told."""
    return Config(data_dir=data_dir_of(parsed.data_dir), database=parsed.database)
