"""What `ewala serve` can be told."""

import argparse
import os

from ewala.server.platform.storage.arguments import add_database

THIS_MACHINE = "127.0.0.1"
PORT = 8017
MOST_WORKERS = 64
HIGHEST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=THIS_MACHINE, help="the address to listen on (this machine alone: 127.0.0.1)")
    parser.add_argument("--port", type=_port, default=PORT, help="the port to listen on, 0 for any free one (8017)")
    add_database(parser)
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="another site whose pages may connect"
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a reverse proxy that is believed when it says for whom it asks",
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a name by which browsers find this server"
    )
    parser.add_argument(
        "--operate",
        type=_place,
        default=None,
        metavar="[HOST:]PORT",
        help="where to answer /live, /ready and /metrics for whoever runs the server (this machine alone, if no HOST)",
    )
    parser.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="how many processes serve, on PostgreSQL (1)"
    )
    parser.add_argument(
        "--news", default="", metavar="URL", help="a Redis that carries news between processes (PostgreSQL does it)"
    )
    parser.add_argument(
        "--contact",
        default="",
        metavar="URL",
        help="whom push services can ask about what this server sends: mailto:… or https://…",
    )
    parser.add_argument(
        "--mail",
        default=os.environ.get("EWALA_MAIL", ""),
        metavar="URL",
        help="a mail server by which people are written to who want it: smtp://USER:PASSWORD@HOST:PORT, or smtps://…"
        " (EWALA_MAIL)",
    )
    parser.add_argument("--mail-from", default="", metavar="ADDRESS", help="from whom letters come")
    parser.add_argument("--listening", type=int, default=None, help=argparse.SUPPRESS)  # one of several: the socket
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written (text)")
    parser.add_argument("--open", action="store_true", help="show the page in a browser, where there is a desktop")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}, not {text!r}")
    return int(text)


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host.strip("[]") or THIS_MACHINE, _port(port)


def _workers(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"a number of processes is one from 1 to {MOST_WORKERS}, not {text!r}")
    return int(text)
