"""What there is to explain in a position of a server's table: the page has the rules, and need not be sent it."""

from functools import cache

import msgspec

from ewala.core.game import Game
from ewala.core.roles import SPECTATOR
from ewala.core.state import State, View
from ewala.games.registry import game_class
from ewala.tables.story import brought_about


class ExplanationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as somebody sees it; after a move also that, and the position before it."""

    game: str
    parameters: dict[str, str]
    position: str
    before: str = ""
    move: str = ""


_parameters = msgspec.json.Decoder(dict[str, str])


class Explanation(msgspec.Struct):
    """As it comes with an explained position of a server."""

    explained: dict[str, object]
    more: list[str]


def explanation(asked: ExplanationRequest, language: str) -> Explanation:
    """Raises what is wrong with a position or a move."""
    game = _game(asked.game, msgspec.json.encode(asked.parameters).decode())
    after = game.parse_view(asked.position, SPECTATOR)
    more = []
    if asked.move and asked.before:
        before = _for_all(game.parse_view(asked.before, SPECTATOR))
        seen = game.engine.seen(before.data, game.read_move(asked.move).code, game.viewer(SPECTATOR))
        more = brought_about(language, before, game.move_text(seen), _for_all(after))
    return Explanation(after.explained(), more)


@cache
def _game(name: str, parameters: str) -> Game:
    """A page follows few tables, each for many moves."""
    return game_class(name).from_parameters(_parameters.decode(parameters))


def _for_all(view: View) -> View:
    """What everybody may know of what somebody knows."""
    return State(view.game, view.data).view(SPECTATOR)
