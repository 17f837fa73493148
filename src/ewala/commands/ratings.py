"""`ewala ratings`: a server's leaderboards, and all its ratings reckoned again from the games."""

import argparse
import sys
from typing import TYPE_CHECKING

from ewala.games.registry import GAMES
from ewala.lab.arguments import add_number, whole_number
from ewala.server.platform.storage.arguments import add_database, opened

if TYPE_CHECKING:
    from ewala.server.features.ratings import RatingBook

MOST = 10**9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="doing", metavar="WHAT", required=True)
    lists = doing.add_parser("list", help="the leaderboard of a game with so many players")
    lists.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=", ".join(GAMES))
    lists.add_argument("players", type=whole_number(MOST), metavar="PLAYERS", help="how many play")
    add_number(lists, "--most", MOST, "how many", 100)
    again = doing.add_parser("recompute", help="reckon all ratings again, and say how many are not as they were kept")
    again.add_argument("--write", action="store_true", help="keep what came out; without it nothing is changed")
    for each in (lists, again):
        add_database(each)


def run(parsed: argparse.Namespace) -> int:
    from ewala.server.features.ratings import RatingBook

    with opened(parsed) as engine:
        book = RatingBook(engine)
        return _list(book, parsed) if parsed.doing == "list" else _recompute(book, write=parsed.write)


def _list(book: "RatingBook", parsed: argparse.Namespace) -> int:
    from ewala.kit.ratings import Pool
    from ewala.tables.outcomes import terms_of

    terms_of(parsed.game, parsed.players)  # says whether it is rated with so many
    line = "{:>5}  {:12}  {:>6}  {:>4}  {:>5}  {}\n"
    sys.stdout.write(line.format("place", "person", "rating", "±", "games", "name"))
    for row in book.listed(Pool(parsed.game, parsed.players), parsed.most):
        rating = f"{row.rating}{'?' if row.provisional else ''}"
        sys.stdout.write(line.format(row.place, row.person, rating, row.uncertainty, row.games, row.name))
    return 0


def _recompute(book: "RatingBook", *, write: bool) -> int:
    """1 if something is not as it was kept, and stays so."""
    found = book.recompute(write=write)
    sys.stdout.write(f"{found.games} rated games; {found.changed} ratings are not as they were kept.\n")
    if found.left_out:
        sys.stdout.write(f"{found.left_out} games cannot be reckoned: a bot is not measured any more.\n")
    if found.changed:
        sys.stdout.write("What came out is kept now.\n" if write else "Nothing was changed: --write keeps it.\n")
    return 1 if found.changed and not write else 0
