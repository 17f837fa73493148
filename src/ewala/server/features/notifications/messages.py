"""What a notification says: which game, with whom, and where it leads. Nothing else of a game is known here, so nothing
that is hidden can be told."""

from collections.abc import Callable, Sequence

import msgspec

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import game_class
from ewala.games.roster import title_of
from ewala.locale.languages import translator
from ewala.server.features.notifications.preferences import Kind
from ewala.tables.kept import Kept

START = "#/"
TITLES = {
    "turn": Sentence("Your turn"),
    "clock": Sentence("Your clock is running out"),
    "invitation": Sentence("You are invited"),
    "rematch": Sentence("Once more?"),
}
MOVES = ("turn", "clock")  # for these a game waits


class Waiting(msgspec.Struct, frozen=True):
    """A game that waits for somebody."""

    table: str
    kind: Kind
    game: str
    others: list[Sentence]  # the other players
    asked_by: str = ""  # the name of who invites


class Message(msgspec.Struct, frozen=True):
    """As the page's service worker reads it."""

    title: str
    body: str
    link: str  # from the page's own address
    tag: str  # a newer message takes the place of an older one that has the same
    badge: int  # games that wait


def waiting_at(table_id: str, table: Kept, seat: Seat, kind: Kind, asked_by: str = "") -> Waiting:
    """What may be told of a table to whose seat this is, or is to be."""
    others = [
        title_of(table.created.game, sitter.bot) if sitter.kind == "bot" else Sentence("{name}", name=sitter.name)
        for one, sitter in table.sitters.items()
        if one != seat and sitter.kind in ("person", "bot")
    ]
    return Waiting(table_id, kind, table.created.game, others, asked_by)


def message_of(games: Sequence[Waiting], badge: int, language: str) -> Message:
    """One message about these games, at least one."""
    say, first = translator(language), games[0]
    if len(games) == 1:
        title, link, tag = TITLES[first.kind], f"#/table/{first.table}", first.table
        body = _about(first, say)
    else:
        title = TITLES["turn"] if all(waiting.kind in MOVES for waiting in games) else Sentence("News of your tables")
        link, tag = START, "turns"
        body = Sentence("{count} games wait for you", count=len(games))
    return Message(title.said(say), body.said(say), link, tag, badge)


def _about(waiting: Waiting, say: Callable[[str], str]) -> Sentence:
    game = say(game_class(waiting.game).title)
    if waiting.kind == "invitation":
        return Sentence("{name} asks you to a table: {game}", name=waiting.asked_by, game=game)
    others = ", ".join(other.said(say) for other in waiting.others)
    return Sentence("{game}, with {others}", game=game, others=others)
