"""What is shown of a game at one keyboard: the board, the moves, and what has happened."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.registry import kit_of
from ewala.games.roster import roster, title_of
from ewala.kit.analysis import Hint, reason_said
from ewala.kit.background import in_background
from ewala.kit.phrases import all_of, capital, columns, listed
from ewala.kit.screen import Screen
from ewala.kit.words import called
from ewala.tables.match import Match
from ewala.terminal.arguments import HUMAN
from ewala.terminal.autosave import SaveFile

MANY = 12  # moves that are read out without being asked for, in plain mode


class Teller:
    """Tells a match on a screen, in the screen's language."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.kit = kit_of(match.game.name)
        self.words = self.kit.words()

    def side(self, seat: Seat) -> Sentence:
        return self.kit.sides()[seat]

    def names(self) -> Mapping[Seat, str]:
        """What those are called that have a name: a bot its title; people at this keyboard have none."""
        game = self.match.game.name
        seats = {seat: name for seat, name in self.match.record.seats.items() if name != HUMAN}
        return {
            seat: self.screen.ink.said(title_of(game, name)) if name in roster(game) else name
            for seat, name in seats.items()
        }

    def called(self, seat: Seat) -> Sentence:
        return called(self.names().get(seat, seat), self.side(seat))

    def show(self, view: View) -> None:
        self.screen.say("")
        if self.screen.plain:
            self.screen.tell(*self.words.position(view, self.names()))
        else:
            self.screen.say(*self.kit.board().draw(view, self.names(), self.screen.ink, self.screen.width), "")

    def news(self) -> Sequence[Sentence | str]:
        """What the last move was, as everybody may know it, and what it has brought about."""
        before, after = self.match.before, self.match.state
        move = before.seen(self.match.record.moves[-1], SPECTATOR)
        more = self.words.happened(before.view(SPECTATOR), move, after.view(SPECTATOR))
        return [self.told(move, before.to_act if isinstance(before.to_act, str) else ""), *more]

    def told(self, move: str, seat: Seat) -> Sentence:
        """A move in words, and as it is written; `seat` is "" for chance, whose moves nobody writes."""
        said = self.kit.move_in_words(move).filled(self.called, seat)
        return Sentence("{said} [{move}]", said=said, move=move) if seat else said

    def offer(self, view: View, moves: list[str], *, at_length: bool = False) -> None:
        """The moves, or, unless they are wanted at length, what there is to say about them if they are many."""
        screen = self.screen
        if not screen.plain:
            drawn = self.kit.board().menu(view, moves, screen.ink, screen.width)
            screen.say(*(self.in_words(view, moves) if drawn is None else drawn))
            return
        menu = self.words.menu(view, moves)
        if menu is None and len(moves) > MANY and not at_length:
            menu = [Sentence("Moves that are possible: {count}. The word {word} lists them.", **_count(moves))]
        if menu is None:
            screen.say(*self.in_words(view, moves))
        else:
            screen.tell(*menu)

    def in_words(self, view: View, moves: list[str]) -> list[str]:
        """A line for each move, or, where there is a drawing, as many columns as fit."""
        number = {move: n for n, move in enumerate(view.moves(), 1)}
        said = {move: capital(self.screen.ink.said(self.words.move(view, move))) for move in moves}
        if self.screen.plain:
            return [f"{number[move]}: {move}, {said[move]}." for move in moves]
        wide = max(len(move) for move in moves)
        cells = [f"{number[move]:>3}  {move:<{wide}}  {said[move]}" for move in moves]
        return columns(cells, self.screen.width - 1)


def _count(moves: list[str]) -> dict[str, object]:
    return {"count": len(moves), "word": Sentence("moves")}


def show_result(record: Record, file: SaveFile, screen: Screen) -> None:
    """Show a finished game."""
    kit, view = kit_of(record.game.name), record.state.view(SPECTATOR)
    screen.say("")
    if screen.plain:
        screen.tell(*kit.words().position(view, {}))
    else:
        screen.say(*kit.board().draw(view, {}, screen.ink, screen.width))
    screen.say("")
    screen.tell(*kit.words().account(view))
    screen.say("", screen.ink(_won(view), "bold"), "", Sentence("The record is {path}", path=file.path))
    if record.commitment and record.secret:
        screen.say(Sentence("Anyone can check its dice:"), f"ewala verify {file.quoted}")
    else:
        screen.say(Sentence("Its dice cannot be verified."))


def _won(view: View) -> Sentence:
    sides = kit_of(view.game.name).sides()
    winners = [sides[seat] for seat in view.game.seats if seat in view.winners()]
    score = max(view.scores().values())
    if len(winners) == 1:
        return Sentence("The winner: {winner} with {score}.", winner=winners[0], score=score)
    if view.ending == "draw":
        return Sentence("A draw: {score} each.", score=score)
    return Sentence("A shared victory: {winners} with {score} each.", winners=all_of(winners), score=score)


Coach = Callable[[View, float], Hint]  # asked with a seat's view, and about how many seconds it may take

SECONDS = 1.0


class Hints:
    """Hints for whoever has to decide, thought of once for each position."""

    def __init__(self, teller: Teller, coach: Coach) -> None:
        self._teller = teller
        self._coach = coach
        self._view: View | None = None  # what the last hint was for
        self._hint: Hint | None = None

    def tell(self, view: View) -> None:
        """A hint; asked again in the same place, the rest of it.

        The coach thinks off the main thread, so that Ctrl-C is heard meanwhile.
        """
        screen = self._teller.screen
        if self._hint is not None and self._view == view:
            screen.tell(*self._rest(view, self._hint))
            return
        screen.say(Sentence("The coach is thinking…"))
        self._hint = in_background(partial(self._coach, view, SECONDS))
        self._view = view
        best, words = self._hint.moves[0].move, self._teller.words.move(view, self._hint.moves[0].move)
        reason = reason_said(self._hint.reason, screen.ink.said)
        screen.tell(Sentence("Hint: {move}, {words}. {reason}", move=best, words=words, reason=reason))

    def _rest(self, view: View, hint: Hint) -> list[Sentence]:
        """The line that begins with the best move, and how good the others are."""
        best = hint.moves[0]
        line = [self._teller.told(move, str(view.viewer)) for move in best.line or [best.move]]
        chances = [
            Sentence("{move} {percent}%", move=move.move, percent=round(100 * move.value)) for move in hint.moves
        ]
        return [*line, Sentence("Winning chances: {moves}.", moves=listed(chances))]
