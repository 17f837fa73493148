"""`ewala desk`: for whoever has lost the key of the host's desk."""

import argparse
import sys
import time

from ewala.server.platform.config import add_database, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="doing", metavar="WHAT", required=True)
    renews = doing.add_parser("new-key", help="make another key, also while the server runs; the one before then fails")
    renews.add_argument(
        "--address",
        default="http://127.0.0.1:8017/",
        metavar="URL",
        help="where browsers find the server (http://127.0.0.1:8017/)",
    )
    add_database(renews)


def run(parsed: argparse.Namespace) -> int:
    from sqlalchemy.exc import SQLAlchemyError

    from ewala.server.features.admin import AdminKey, desk_link
    from ewala.server.features.admin.store import note
    from ewala.server.platform.storage.backup import check_schema, open_existing
    from ewala.server.platform.storage.store import unusable
    from ewala.server.platform.storage.transactions import transaction

    engine = open_existing(config_of(parsed).database_url)
    try:
        with engine.connect() as connection:
            check_schema(connection)
        key = AdminKey(engine).renew()
        with transaction(engine) as connection:
            note(connection, int(time.time() * 1000), "new-key")
    except SQLAlchemyError as error:
        raise unusable(engine.url.render_as_string(), error) from None
    finally:
        engine.dispose()
    sys.stdout.write(f"The host's desk is at {desk_link(parsed.address, key)}\n")
    sys.stdout.write("The key before opens nothing any more.\n")
    return 0
