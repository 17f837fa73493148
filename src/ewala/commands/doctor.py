"""`ewala doctor`: what could keep a server from running well here, a line each."""

import argparse
import json
import sys
from itertools import chain

from ewala.server.platform.storage.arguments import add_database, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument("--json", action="store_true", help="say it for a program: a list with check, state and said")


def run(parsed: argparse.Namespace) -> int:
    from ewala.server.platform.operate.checks import checks_of_database, checks_of_machine

    config = config_of(parsed)
    found = []
    for finding in chain(checks_of_machine(config), checks_of_database(config)):
        found.append(finding)
        if not parsed.json:
            sys.stdout.write(f"{finding.state:8} {finding.check}: {finding.said}\n")
            sys.stdout.flush()  # a database may take a while to answer
    if parsed.json:
        sys.stdout.write(json.dumps([finding._asdict() for finding in found], ensure_ascii=False, indent=1) + "\n")
    return 1 if any(finding.state == "wrong" for finding in found) else 0
