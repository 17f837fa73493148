"""The few questions before a game, for those who start it without naming one; Enter takes what stands in brackets."""

from collections.abc import Callable, Mapping

from ewala.bots.roster import entry_called, levels, roster
from ewala.core.errors import EwalaError
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.kit.phrases import a_list, capital
from ewala.kit.screen import Screen
from ewala.terminal.arguments import Wish, seated

__all__ = ["complete"]


def complete(wish: Wish, screen: Screen) -> Wish:
    """The wish with everything filled in that it left open."""
    games = list(GAMES)
    screen.say("", "Which game?", *(f"  {n}  {game_class(game).title}" for n, game in enumerate(games, 1)))
    game = _ask(screen, "Game", "1", lambda answer: _game_called(answer, games))
    options, names = dict(wish.options), kit_of(game).words().seat_names
    players = next((option for option in game_class(game).options if option.name == "players"), None)
    if players and "players" not in options:
        screen.say("", f"Who plays? {capital(players.help)}.", _listed(names))
        options["players"] = _ask(screen, "Players", str(players.default), lambda answer: _seats(answer, game))
    seats = seated(Wish(game, options, ""))[0].seats
    people = wish.people
    if people is None:
        if wish.random_seats is not None:
            return Wish(game, options, wish.random_seats, wish.against)
        screen.say("", "Which of them do people play?", _listed({s: names[s] for s in seats}))
        people = _ask(screen, "People", seats[0], lambda answer: _people(answer, seats))
    if all(seat in people for seat in seats):
        return Wish(game, options, "")
    return Wish(game, options, wish.random_seats or "", wish.against or _opponent(screen, game), people)


def _opponent(screen: Screen, game: str) -> str:
    """The bot that plays the others, by its number or its name."""
    entries = levels(game) or list(roster(game).values())
    listed = [f"  {n}  {entry.title}. {entry.about}" for n, entry in enumerate(entries, 1)]
    screen.say("", "Who plays the others?", *listed)

    def read(answer: str) -> str:
        chosen = next((entry.name for n, entry in enumerate(entries, 1) if answer == str(n)), None)
        return chosen or entry_called(game, answer).name

    return _ask(screen, "Opponent", "2", read)


def _ask(screen: Screen, question: str, default: str, read: Callable[[str], str]) -> str:
    """An answer that can be read; asked again until it can."""
    while True:
        try:
            return read(screen.ask(f"{question} [{default}]: ") or default)
        except EwalaError as error:
            screen.tell(f"{capital(str(error))}.")


def _listed(names: Mapping[str, str]) -> str:
    return "  " + ", ".join(f"{seat} {name}" for seat, name in names.items())


def _game_called(answer: str, games: list[str]) -> str:
    for number, game in enumerate(games, 1):
        if answer == str(number):
            return game
    return game_class(answer).name


def _seats(answer: str, game: str) -> str:
    players = answer.upper()
    seated(Wish(game, {"players": players}, ""))
    return players


def _people(answer: str, seats: tuple[str, ...]) -> str:
    """Seats, or `-` for none."""
    people = "" if answer == "-" else answer.upper()
    for seat in people:
        if seat not in seats:
            raise EwalaError("play/people", f"the seats are {a_list(seats)}, or - for none, not {seat!r}")
    return people
