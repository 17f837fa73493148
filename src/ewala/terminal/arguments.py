"""The arguments of `ewala play`, and the game and seats that they ask for."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.games.arguments import add_game_options, options_from
from ewala.games.registry import GAMES, game_class

__all__ = ["HUMAN", "RANDOM", "Wish", "add_arguments", "check_resume", "seated", "wish_of"]

HUMAN, RANDOM = "human", "random"  # as a record's header says who sits where


@dataclass
class Wish:
    """What is to be played, as far as it has been said."""

    game: str | None
    options: dict[str, object]
    random_seats: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"{' or '.join(GAMES)}; if not given, it is asked for in a terminal"
    )
    parser.add_argument("--random", metavar="SEATS", help="seats played at random, such as SG; people play the others")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="makes the random seats repeat themselves; never the dice"
    )
    parser.add_argument("--plain", action="store_true", help="sentences instead of drawings, for screen readers")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the game, instead of a new file")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--new-dice", action="store_true", help="resume with fresh dice, which cannot be verified")
    add_game_options(parser)


def wish_of(parsed: argparse.Namespace) -> Wish:
    return Wish(parsed.game, options_from(parsed), parsed.random)


def check_resume(parsed: argparse.Namespace) -> None:
    """What goes with `--resume` and what does not."""
    if parsed.resume is None:
        if parsed.new_dice:
            raise BadSetup("play/new-dice", "", "--new-dice goes with --resume: a new game has fresh dice anyway")
        return
    given = {"GAME": parsed.game, "--random": parsed.random, "--save": parsed.save}
    given |= {f"--{name.replace('_', '-')}": value for name, value in options_from(parsed).items()}
    for name, value in given.items():
        if value is not None:
            raise BadSetup(
                "play/resume", "", f"a saved game has its rules and seats in its file: leave {name} out with --resume"
            )


def seated(wish: Wish) -> tuple[Game, Mapping[str, str]]:
    """The game wished for, and who sits where."""
    if wish.game is None:
        raise BadSetup("play/no-game", "", f"name a game: {' or '.join(GAMES)}")
    game = game_class(wish.game).from_options(wish.options)
    random_seats = wish.random_seats or ""
    for seat in random_seats:
        if seat not in game.seats:
            raise BadSetup("play/random", "", f"--random takes seats of {', '.join(game.seats)}, not {seat!r}")
    return game, {seat: RANDOM if seat in random_seats else HUMAN for seat in game.seats}
