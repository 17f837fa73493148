"""A game at one keyboard: shows the board, asks whose turn it is, carries out commands, saves after every move."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ewala.bots.roster import roster
from ewala.core.errors import EwalaError, IllegalMove, UnreadableText
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.state import Seat, View
from ewala.games.registry import kit_of
from ewala.kit.phrases import capital, columns
from ewala.kit.roster import Entry
from ewala.kit.screen import Screen
from ewala.play.match import Match
from ewala.terminal.autosave import SaveFile
from ewala.terminal.result import show_result

__all__ = ["Left", "Session"]

MANY = 12  # moves that are read out without being asked for, in plain mode

HELP = (
    "Type a move, or its number. Or one of these words:",
    "  undo       take back your last move of this turn",
    "  moves      list the moves; moves D lists those that begin with D",
    "  board      show the board again",
    "  why MOVE   say whether a move is legal, and if not, which rule forbids it",
    "  log        show the moves so far",
    "  save       say where the game is saved; it is, after every move",
    "  quit       leave the game; it can be resumed",
    "Moves are written like this:",
)


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
    ) -> None:
        self.match = match
        self.file = file
        self.screen = screen
        # A bot may remember by its source of randomness what it has planned: each seat has one.
        self.rngs = {seat: random.Random(rng.getrandbits(64)) for seat in match.game.seats}
        self.words = kit_of(match.game.name).words()
        self.board = kit_of(match.game.name).board()
        self.seats = match.record.seats
        self.bots = {**own, **roster(match.game.name)}
        self.commands: dict[str, Callable[[Seat, str], None]] = {
            "undo": self._undo,
            "moves": self._moves,
            "board": lambda seat, _: self._show(self.match.view(seat)),
            "why": self._why,
            "log": lambda seat, _: self.screen.say(*self.match.log(seat)),
            "save": lambda *_: self._save(loud=True),
            "help": lambda *_: self.screen.say(*HELP, *(f"  {line}" for line in self.words.help)),
            "quit": self._quit,
        }

    def play(self) -> None:
        """Play on to the end; raises Left, EOFError or KeyboardInterrupt if people leave before."""
        self.screen.say("", "Type a move or its number; help explains the rest.")
        while (seat := self.match.to_act) is not None:
            if self._nobody_is_asked_this_turn():
                self._show(self.match.view(SPECTATOR))
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
        return self.bots.get(self.seats.get(seat, ""))

    # --- A person's move

    def _ask(self, seat: Seat) -> None:
        """Let a person do one thing that changes the position."""
        view, before = self.match.view(seat), self.match.state
        self._show(view)
        self._list(view, view.moves())
        while self.match.state is before:
            self._do(seat, view)

    def _do(self, seat: Seat, view: View) -> None:
        name, moves = capital(self.words.seat_names[seat]), view.moves()
        hidden = self._is_secret(moves[0])
        if hidden:
            text = self.screen.ask_hidden(f"{name}, your bid, which is not shown: ")
        else:
            text = self.screen.ask(f"{name}, your move: ")
        word, _, rest = text.partition(" ")
        if not text:
            return
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](seat, rest.strip())
                return
            self.match.submit(_chosen(text, moves), seat)
        except EwalaError as error:
            self.screen.tell(_sentence(error, hidden=hidden))
            return
        self._moved(hand_over=hidden)

    def _is_secret(self, move: str) -> bool:
        """Whether others would not see all of this move if it were made now."""
        return self.match.state.seen(move, SPECTATOR) != move

    def _moved(self, *, hand_over: bool = False) -> None:
        """Tell everybody what happened, and save."""
        before, after = self.match.before, self.match.state
        seen = before.seen(self.match.record.moves[-1], SPECTATOR)
        news = self.words.happened(before.view(SPECTATOR), seen, after.view(SPECTATOR))
        self._save()
        other = after.to_act
        if hand_over and isinstance(other, str) and self._bot(other) is None:
            self.screen.clear()
            self.screen.tell(*news)
            self.screen.ask(f"Hand the keyboard to {self.words.seat_names[other]}, then press Enter.")
        else:
            self.screen.tell(*news)

    # --- What is shown

    def _show(self, view: View) -> None:
        bots = {seat: entry for seat in self.seats if (entry := self._bot(seat))}
        titles = {seat: str(entry.title) if entry.level else entry.name for seat, entry in bots.items()}
        who = {**self.seats, **titles} if bots else {}
        if self.screen.plain:
            self.screen.say("")
            self.screen.tell(*self.words.position(view, who))
        else:
            self.screen.say("", *self.board.draw(view, who, self.screen.ink, self.screen.width), "")

    def _list(self, view: View, moves: list[str], *, at_length: bool = False) -> None:
        """The moves, or, unless they are wanted at length, what there is to say about them if they are many."""
        if self.screen.plain:
            menu = self.words.menu(view, moves)
            if menu is None and len(moves) > MANY and not at_length:
                menu = [f"{len(moves)} moves are possible; the word moves lists them, moves D those that begin with D."]
        else:
            menu = self.board.menu(view, moves, self.screen.ink, self.screen.width)
        if self.screen.plain and menu is not None:
            self.screen.tell(*menu)
        else:
            self.screen.say(*(self._in_words(view, moves) if menu is None else menu))

    def _in_words(self, view: View, moves: list[str]) -> list[str]:
        number = {move: n for n, move in enumerate(view.moves(), 1)}
        if self.screen.plain:
            return [f"{number[move]}: {move}, {self.words.move(view, move)}." for move in moves]
        wide = max(len(move) for move in moves)
        cells = [f"{number[move]:>3}  {move:<{wide}}  {self.words.move(view, move)}" for move in moves]
        return columns(cells, self.screen.width - 1, gap=3)

    # --- Commands

    def _undo(self, seat: Seat, _: str) -> None:
        move = self.match.undo(seat)
        self._save()
        self.screen.say(f"{move} is taken back.")

    def _moves(self, seat: Seat, start: str) -> None:
        view = self.match.view(seat)
        if not start:
            self._list(view, view.moves(), at_length=True)
            return
        found = [move for move in view.moves() if move.startswith(start)]
        whole = [move for move in found if not move[len(start) :][:1].isdecimal()]  # moves 1: those of 1, not of 11
        self.screen.say(*(self._in_words(view, whole or found) if found else [f"No legal move begins with {start!r}."]))

    def _why(self, seat: Seat, move: str) -> None:
        """Asked of the seat's view, so the answer cannot tell more than the seat may know."""
        view = self.match.view(seat)
        if not move:
            self.screen.say("Say which move: why MOVE.")
            return
        move = _chosen(move, view.moves())
        view.check(move)
        self.screen.say("It is legal." if self._is_secret(move) else f"{move} is legal: {self.words.move(view, move)}.")

    def _save(self, *, loud: bool = False) -> None:
        try:
            self.file.save(self.match)
        except OSError as error:
            self.screen.say(f"The game could not be saved in {self.file.path}: {error.strerror}.")
        else:
            if loud:
                self.screen.say(f"The game is saved in {self.file.path}.")

    def _quit(self, *_: str) -> None:
        raise Left


def _chosen(text: str, moves: list[str]) -> str:
    """The move that was typed, or the one with that number."""
    if not text.isascii() or not text.isdecimal():
        return text
    if len(text) > 6 or not 1 <= int(text) <= len(moves):
        raise EwalaError("play/number", f"the moves are numbered 1 to {len(moves)}")
    return moves[int(text) - 1]


def _sentence(error: EwalaError, *, hidden: bool) -> str:
    """The error's own sentence; of what was typed unseen, nothing is repeated."""
    sentence = str(error)
    if isinstance(error, IllegalMove) and not hidden:
        return f"{sentence}."  # it begins with the move, as it is written
    if isinstance(error, IllegalMove):
        sentence = sentence.removeprefix(f"{error.move}: ")
    elif hidden and isinstance(error, UnreadableText):
        sentence = f"{error.field}, column {error.column}: expected {error.expected}"
    return f"{capital(sentence)}."
