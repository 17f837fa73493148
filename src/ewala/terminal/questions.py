"""The few questions before a game, for those who start it without naming one; Enter takes what stands in brackets."""

from collections.abc import Callable

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.games.roster import entry_called, levels, roster
from ewala.kit.phrases import all_of, capital, lettered
from ewala.kit.screen import Screen
from ewala.terminal.arguments import Setup, seated


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
