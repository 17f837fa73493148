"""The arguments that name a game, its options and a position: the same words in every command."""

import argparse
import sys

from ewala.core.game import Game
from ewala.core.options import Option
from ewala.core.state import State
from ewala.games.registry import GAMES, game_class

START = "start"
STANDARD_INPUT = "-"


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=tuple(GAMES), help=" or ".join(GAMES))
    add_game_options(parser)


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        metavar="POSITION",
        help=f"a position's text, {START!r}, or {STANDARD_INPUT!r} to read it from input",
    )


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Every option of every game; which ones a game has is checked when it is known."""
    group = parser.add_argument_group("options of the games")
    for name, (option, games) in _all_options().items():
        flag, about = f"--{name.replace('_', '-')}", f"{', '.join(games)}: {option.help} ({option.clause})"
        if isinstance(option.default, bool):
            group.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            group.add_argument(flag, dest=name, metavar=name.upper(), default=None, help=about)


def options_from(parsed: argparse.Namespace) -> dict[str, object]:
    """The options that were given."""
    given = {name: getattr(parsed, name) for name in _all_options()}
    return {name: value for name, value in given.items() if value is not None}


def game_from(parsed: argparse.Namespace) -> Game:
    return game_class(parsed.game).from_options(options_from(parsed))


def position_from(game: Game, text: str) -> State:
    if text == START:
        return game.start()
    return game.parse(sys.stdin.readline().rstrip("\n") if text == STANDARD_INPUT else text)


def _all_options() -> dict[str, tuple[Option, list[str]]]:
    """Every option's name, with one of that name and the games that have it."""
    found: dict[str, tuple[Option, list[str]]] = {}
    for game in GAMES:
        for option in game_class(game).options:
            found.setdefault(option.name, (option, []))[1].append(game)
    return found
