"""The arguments of `ewala play`, and the game and seats that they ask for."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence, either
from ewala.games.arguments import add_game_options, options_from
from ewala.games.given_bots import entry_given, is_place
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.games.roster import entry_called, levels, roster
from ewala.kit.bot import Entry
from ewala.kit.phrases import all_of, capital, lettered, listed
from ewala.kit.screen import Screen
from ewala.locale.languages import add_language

HUMAN, RANDOM = "human", "random"  # as a record's header says who sits where


@dataclass
class Setup:
    """What is to be played, as far as it has been said."""

    game: str | None
    options: dict[str, object]
    random_seats: str | None
    against: str | None = None  # the bot that plays whatever people and chance leave
    people: str | None = None  # seats; the first, where a bot plays and nothing is said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"{' or '.join(GAMES)}; if not given, it is asked for in a terminal"
    )
    parser.add_argument(
        "--against",
        metavar="BOT",
        help="who plays the other seats: "
        + "; ".join(f"{', '.join(_names(game))} in {game}" for game in GAMES)
        + "; or module:Class for your own",
    )
    parser.add_argument("--people", metavar="SEATS", help="with --against: the seats that people play (the first one)")
    parser.add_argument("--random", metavar="SEATS", help="seats played at random, such as SG; people play the others")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="makes bots and random seats repeat themselves; never the dice"
    )
    add_language(parser, "it is played")
    parser.add_argument("--plain", action="store_true", help="sentences instead of drawings, for screen readers")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the game, instead of a new file")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--new-dice", action="store_true", help="resume with fresh dice, which cannot be verified")
    add_game_options(parser)


def setup_of(parsed: argparse.Namespace) -> Setup:
    return Setup(parsed.game, options_from(parsed), parsed.random, parsed.against, parsed.people)


def check_resume(parsed: argparse.Namespace) -> None:
    """What goes with `--resume` and what does not."""
    if parsed.resume is None:
        if parsed.new_dice:
            fresh = Sentence("--new-dice goes with --resume: a new game has fresh dice anyway")
            raise BadSetup("play/new-dice", "", fresh)
        return
    given = {"GAME": parsed.game, "--random": parsed.random, "--save": parsed.save}
    own = parsed.against is not None and is_place(parsed.against)  # a saved game names it, and does not bring it
    given |= {"--against": None if own else parsed.against, "--people": parsed.people}
    given |= {f"--{name.replace('_', '-')}": value for name, value in options_from(parsed).items()}
    for name, value in given.items():
        if value is not None:
            kept = Sentence(
                "a saved game has its rules and seats in its file: leave {name} out with --resume", name=name
            )
            raise BadSetup("play/resume", "", kept)


def seated(setup: Setup) -> tuple[Game, Mapping[str, str]]:
    """The game that is to be played, and who sits where."""
    if setup.game is None:
        raise BadSetup("play/no-game", "", Sentence("name a game: {games}", games=either(GAMES)))
    game = game_class(setup.game).from_options(setup.options)
    if setup.people is not None and setup.against is None:
        alone = Sentence("--people goes with --against, which says who plays the other seats")
        raise BadSetup("play/people", "", alone)
    random_seats = _checked("random", setup.random_seats or "", game)
    others = entry_given(game.name, setup.against).name if setup.against is not None else HUMAN
    left = [seat for seat in game.seats if seat not in random_seats]
    people = left[:1] if setup.people is None else _checked("people", setup.people, game)
    seats = {seat: HUMAN if seat in people else RANDOM if seat in random_seats else others for seat in game.seats}
    return game, seats


def own_bots(against: str | None, game: str, seats: Mapping[str, str]) -> dict[str, Entry]:
    """The bot of somebody's own that was asked for, by name.

    A file may say that one plays, and whose file that is nobody knows: it is not run unless it was asked for here.
    """
    for bot in seats.values():
        if is_place(bot) and bot != against:
            sentence = Sentence("{bot} plays in this game; if you want to run it, say --against {bot}", bot=bot)
            raise BadSetup("play/own-bot", "", sentence)
    return {against: entry_given(game, against)} if against is not None and is_place(against) else {}


def _checked(option: str, seats: str, game: Game) -> str:
    for seat in seats:
        if seat not in game.seats:
            blanks: dict[str, object] = {"option": f"--{option}", "seats": listed(game.seats), "seat": seat}
            raise BadSetup(f"play/{option}", "", Sentence("{option} takes seats of {seats}, not {seat!r}", **blanks))
    return seats


def _names(game: str) -> list[str]:
    return [entry.name for entry in levels(game)] or list(roster(game))


def complete(setup: Setup, screen: Screen) -> Setup:
    """The set-up with everything filled in that it left open."""
    games = list(GAMES)
    titles = [f"  {n}  {game_class(game).title}" for n, game in enumerate(games, 1)]
    screen.say("", Sentence("Which game?"), *titles)
    game = _ask(screen, Sentence("Game"), "1", lambda answer: _game_called(answer, games))
    options, names = dict(setup.options), kit_of(game).sides()
    players = next((option for option in game_class(game).options if option.name == "players"), None)
    if players and "players" not in options:
        about = capital(screen.ink.said(Sentence(players.help)))
        screen.say("")
        screen.tell(Sentence("Who plays? {about}.", about=about))
        screen.items(lettered(names))
        options["players"] = _ask(screen, Sentence("Players"), str(players.default), lambda said: _seats(said, game))
    seats = seated(Setup(game, options, ""))[0].seats
    people = setup.people
    if people is None:
        if setup.random_seats is not None:
            return Setup(game, options, setup.random_seats, setup.against)
        screen.say("", Sentence("Which of them do people play?"))
        screen.items(lettered({seat: names[seat] for seat in seats}))
        people = _ask(screen, Sentence("People"), seats[0], lambda answer: _people(answer, seats))
    if all(seat in people for seat in seats):
        return Setup(game, options, "")
    return Setup(game, options, setup.random_seats or "", setup.against or _opponent(screen, game), people)


def _opponent(screen: Screen, game: str) -> str:
    """The bot that plays the others, by its number or its name."""
    said = screen.ink.said
    entries = levels(game) or list(roster(game).values())
    listed = [f"  {n}  {said(entry.title)}. {said(entry.about)}" for n, entry in enumerate(entries, 1)]
    screen.say("", Sentence("Who plays the others?"), *listed)

    def read(answer: str) -> str:
        chosen = next((entry.name for n, entry in enumerate(entries, 1) if answer == str(n)), None)
        return chosen or entry_called(game, answer).name

    return _ask(screen, Sentence("Opponent"), "2", read)


def _ask(screen: Screen, question: Sentence, default: str, read: Callable[[str], str]) -> str:
    """An answer that can be read; asked again until it can."""
    while True:
        try:
            return read(screen.ask(f"{screen.ink.said(question)} [{default}]:") or default)
        except EwalaError as error:
            screen.tell(Sentence("{sentence}.", sentence=error.sentence))


def _game_called(answer: str, games: list[str]) -> str:
    for number, game in enumerate(games, 1):
        if answer == str(number):
            return game
    return game_class(answer).name


def _seats(answer: str, game: str) -> str:
    players = answer.upper()
    seated(Setup(game, {"players": players}, ""))
    return players


def _people(answer: str, seats: tuple[str, ...]) -> str:
    """Seats, or `-` for none."""
    people = "" if answer == "-" else answer.upper()
    for seat in people:
        if seat not in seats:
            every = Sentence("the seats are {seats}, or - for none, not {seat!r}", seats=all_of(seats), seat=seat)
            raise EwalaError("play/people", every)
    return people
