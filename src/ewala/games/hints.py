"""A hint for whoever has to decide: the best moves, what they promise, and why; from what the seat may know."""

from ewala.core.errors import MatchOver, NotYourTurn
from ewala.core.sentences import Sentence
from ewala.core.state import View
from ewala.games.move_sentences import hint_said
from ewala.games.registry import kit_of
from ewala.kit.hint import Hint

__all__ = ["hint"]


def hint(view: View, seconds: float = 1.0) -> Hint:
    """A hint for the view's seat, which must have to act; it takes about so many seconds."""
    if view.to_act is None:
        raise MatchOver("the game is over")
    if view.to_act != view.viewer:
        raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=view.to_act, seat=view.viewer))
    return hint_said(kit_of(view.game.name).hint(view, seconds), view)
