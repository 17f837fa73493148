"""The coach beside a player at the keyboard: what it would play and why, and on demand the rest of the turn."""

from collections.abc import Callable
from functools import partial

from ewala.core.sentences import Sentence
from ewala.core.state import View
from ewala.kit.analysis import reason_said
from ewala.kit.background import in_background
from ewala.kit.hint import Hint
from ewala.kit.phrases import listed
from ewala.terminal.teller import Teller

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
