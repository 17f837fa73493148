"""Which database is meant: the same two options for the server and for whatever looks after its database."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from ewala.server.platform.config import Config

if TYPE_CHECKING:
    from sqlalchemy import Engine


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


@contextmanager
def opened(parsed: argparse.Namespace) -> "Iterator[Engine]":
    """The database, which is there and has this version's schema; what is wrong with it is one clear error."""
    from sqlalchemy.exc import SQLAlchemyError

    from ewala.server.platform.storage.backup import check_schema, open_existing
    from ewala.server.platform.storage.store import unusable

    engine = open_existing(config_of(parsed).database_url)
    try:
        with engine.connect() as connection:
            check_schema(connection)
        yield engine
    except SQLAlchemyError as error:
        raise unusable(engine.url.render_as_string(), error) from None
    finally:
        engine.dispose()
