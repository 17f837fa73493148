"""`ewala desk`: for whoever has lost the key of the host's desk."""

import argparse
import sys
import time

from ewala.server.platform.storage.arguments import add_database, opened


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
    from ewala.server.features.admin import AdminKey, desk_link
    from ewala.server.features.admin.store import note
    from ewala.server.platform.storage.transactions import transaction

    with opened(parsed) as engine:
        key = AdminKey(engine).renew()
        with transaction(engine) as connection:
            note(connection, int(time.time() * 1000), "new-key")
    sys.stdout.write(f"The host's desk is at {desk_link(parsed.address, key)}\n")
    sys.stdout.write("The key before opens nothing any more.\n")
    return 0
