"""A game at one keyboard: asks whose turn it is, carries out commands, saves after every move."""

import random
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ewala.core.errors import EwalaError, IllegalMove, UnreadableText
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.coach import hint
from ewala.games.roster import roster
from ewala.kit.bot import Entry
from ewala.kit.screen import Ink, Screen
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile
from ewala.terminal.teller import Coach, Hints, Teller, show_result

# Command -> the word for it, and what it does.
COMMANDS = {
    "undo": (Sentence("undo"), Sentence("take back your last move of this turn")),
    "moves": (Sentence("moves"), Sentence("list the moves; with D behind it, those that begin with D")),
    "hint": (Sentence("hint"), Sentence("ask the coach; once more, and it tells you the rest of the turn")),
    "board": (Sentence("board"), Sentence("show the board again")),
    "why": (Sentence("why"), Sentence("with a move: whether it is legal, and if not, which rule forbids it")),
    "log": (Sentence("log"), Sentence("show the moves so far")),
    "save": (Sentence("save"), Sentence("say where the game is saved; it is, after every move")),
    "help": (Sentence("help"), Sentence("show this")),
    "quit": (Sentence("quit"), Sentence("leave the game; it can be resumed")),
}


def command_typed(word: str, ink: Ink) -> str | None:
    """The command that somebody calls by this word, in their language or in English."""
    typed = word.lower()
    if typed in COMMANDS:
        return typed
    return next((name for name, (said, _) in COMMANDS.items() if ink.said(said) == typed), None)


def help_lines(ink: Ink) -> Iterator[str]:
    wide = max(len(ink.said(word)) for word, _ in COMMANDS.values())
    for word, about in COMMANDS.values():
        yield f"{ink.said(word):<{wide}}  {ink.said(about)}"


class Left(Exception):
    """Somebody has left the game."""


class Session:
    """A match at one keyboard."""

    def __init__(
        self,
        match: Match,
        file: SaveFile,
        screen: Screen,
        rng: random.Random,
        own: Mapping[str, Entry] = MappingProxyType({}),
        *,
        coach: Coach = hint,
    ) -> None:
        self.match = match
        self.file = file
        self.screen = screen
        # A bot may remember by its source of randomness what it has planned: each seat has one.
        self.rngs = {seat: random.Random(rng.getrandbits(64)) for seat in match.game.seats}
        self.teller = Teller(match, screen)
        self.hints = Hints(self.teller, coach)
        self.bots = {**own, **roster(match.game.name)}
        self.commands: dict[str, Callable[[Seat, str], None]] = {
            "undo": self._undo,
            "moves": self._moves,
            "hint": lambda seat, _: self.hints.tell(self.match.view(seat)),
            "board": lambda seat, _: self.teller.show(self.match.view(seat)),
            "why": self._why,
            "log": lambda seat, _: self.screen.say(*self.match.log(seat)),
            "save": lambda *_: self._save(loud=True),
            "help": lambda *_: self._help(),
            "quit": self._quit,
        }

    def play(self) -> None:
        """Play on to the end; raises Left, EOFError or KeyboardInterrupt if people leave before."""
        self.screen.say("")
        self.screen.tell(Sentence("Type a move or its number; {word} explains the rest.", word=Sentence("help")))
        while (seat := self.match.to_act) is not None:
            if self._nobody_is_asked_this_turn():
                self.teller.show(self.match.view(SPECTATOR))
            if seat is CHANCE:
                self.match.roll()
            elif entry := self._bot(seat):
                view = self.match.view(seat)
                self.match.submit(entry.bot.choose(view, budget=entry.budget, rng=self.rngs[seat]), seat)
            else:
                self._ask(seat)
                continue
            self._moved()
        show_result(self.match.record, self.file, self.screen)

    def _nobody_is_asked_this_turn(self) -> bool:
        """Whether a turn begins in a game that is only watched."""
        watched = all(map(self._bot, self.match.game.seats))
        return watched and bool(self.match.record.moves and self.match.game.turn_label(self.match.state.data))

    def _bot(self, seat: Seat) -> Entry | None:
        """The bot that plays a seat, if one does: the record has its name."""
        return self.bots.get(self.match.record.seats.get(seat, ""))

    # --- A person's move

    def _ask(self, seat: Seat) -> None:
        """Let a person do one thing that changes the position."""
        view, before = self.match.view(seat), self.match.state
        self.teller.show(view)
        self.teller.offer(view, view.moves())
        while self.match.state is before:
            self._do(seat, view)

    def _do(self, seat: Seat, view: View) -> None:
        side, moves = self.teller.side(seat), view.moves()
        hidden = self._is_secret(moves[0])
        if hidden:
            text = self.screen.ask_hidden(Sentence("{side}, your bid, which is not shown:", side=side))
        else:
            text = self.screen.ask(Sentence("{side}, your move:", side=side))
        word, _, rest = text.partition(" ")
        if not text:
            return
        try:
            if command := command_typed(word, self.screen.ink):
                self.commands[command](seat, rest.strip())
                return
            self.match.submit(_chosen(text, moves), seat)
        except EwalaError as error:
            self.screen.tell(self._refusal(error, hidden=hidden))
            return
        self._moved(hand_over=hidden)

    def _is_secret(self, move: str) -> bool:
        """Whether others would not see all of this move if it were made now."""
        return self.match.state.seen(move, SPECTATOR) != move

    def _moved(self, *, hand_over: bool = False) -> None:
        """Tell everybody what happened, and save."""
        news = self.teller.news()
        self._save()
        other = self.match.to_act
        if hand_over and isinstance(other, str) and self._bot(other) is None:
            self.screen.clear()
            self.screen.tell(*news)
            self.screen.ask(Sentence("Hand the keyboard over, then press Enter: {side}.", side=self.teller.side(other)))
        else:
            self.screen.tell(*news)

    def _refusal(self, error: EwalaError, *, hidden: bool) -> Sentence | str:
        """The error's own sentence; of what was typed unseen, nothing is repeated."""
        sentence = error.sentence
        if isinstance(error, IllegalMove) and not hidden:
            return f"{self.screen.ink.said(sentence)}."  # it begins with the move, as it is written
        if isinstance(error, IllegalMove):
            sentence = Sentence("{why} ({clause})", why=sentence.blanks["why"], clause=error.clause)
        elif hidden and isinstance(error, UnreadableText):
            blanks = {name: sentence.blanks[name] for name in ("field", "column", "expected")}
            sentence = Sentence("{field}, column {column}: expected {expected}", **blanks)
        return Sentence("{sentence}.", sentence=sentence)

    # --- Commands

    def _undo(self, seat: Seat, _: str) -> None:
        move = self.match.undo(seat)
        self._save()
        self.screen.say(Sentence("{move} is taken back.", move=move))

    def _moves(self, seat: Seat, start: str) -> None:
        view = self.match.view(seat)
        if not start:
            self.teller.offer(view, view.moves(), at_length=True)
            return
        found = [move.text for move in view.legal_moves() if move.begins(start)]
        if found:
            self.screen.say(*self.teller.in_words(view, found))
        else:
            self.screen.say(Sentence("No legal move begins with {start!r}.", start=start))

    def _why(self, seat: Seat, move: str) -> None:
        """Asked of the seat's view, so the answer cannot tell more than the seat may know."""
        view = self.match.view(seat)
        if not move:
            self.screen.say(Sentence("Say which move: {word} MOVE.", word=Sentence("why")))
            return
        move = _chosen(move, view.moves())
        view.check(move)
        if self._is_secret(move):
            self.screen.say(Sentence("It is legal."))
        else:
            self.screen.say(Sentence("{move} is legal: {words}.", move=move, words=self.teller.words.move(view, move)))

    def _help(self) -> None:
        self.screen.say(Sentence("Type a move, or its number. Or one of these words:"))
        self.screen.items(*help_lines(self.screen.ink))
        self.screen.say(Sentence("Moves are written like this:"))
        self.screen.items(*self.teller.words.help)

    def _save(self, *, loud: bool = False) -> None:
        try:
            self.file.save(self.match)
        except OSError as error:
            why = Sentence("The game could not be saved in {path}: {why}.", path=self.file.path, why=error.strerror)
            self.screen.say(why)
        else:
            if loud:
                self.screen.say(Sentence("The game is saved in {path}.", path=self.file.path))

    def _quit(self, *_: str) -> None:
        raise Left


def _chosen(text: str, moves: list[str]) -> str:
    """The move that was typed, or the one with that number."""
    if not text.isascii() or not text.isdecimal():
        return text
    if len(text) > 6 or not 1 <= int(text) <= len(moves):
        raise EwalaError("play/number", Sentence("the moves are numbered 1 to {count}", count=len(moves)))
    return moves[int(text) - 1]
