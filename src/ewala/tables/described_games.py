"""What the games are, in the reader's language: editions, options with their clauses, boards, refusals."""

from collections.abc import Callable

import msgspec

from ewala.core.options import Value
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import GAMES, kit_of
from ewala.games.roster import roster
from ewala.kit.bot import Entry
from ewala.locale.languages import translator


class OptionView(msgspec.Struct):
    name: str
    clause: str
    about: str
    default: Value
    choices: list[str]


class BotView(msgspec.Struct):
    name: str
    title: str
    about: str
    level: int  # from 1, the gentlest, to 5; 0 for those that only serve to measure by

    @classmethod
    def of(cls, entry: Entry, translate: Callable[[str], str]) -> "BotView":
        return cls(entry.name, entry.title.said(translate), entry.about.said(translate), entry.level)


class SideView(msgspec.Struct):
    seat: Seat
    name: str  # what it stands for: a clan, a side


class GameView(msgspec.Struct):
    name: str
    title: str
    seats: list[SideView]
    fewest: int  # players
    most: int
    editions: list[str]
    endings: list[str]
    options: list[OptionView]
    refusals: dict[str, str]  # code -> sentence
    bots: list[BotView]
    details: dict[str, object]  # what it is made of


def described_games(language: str) -> list[GameView]:
    """All games, as a reader of that language is told of them."""
    translate = translator(language)
    found = []
    for name in GAMES:
        kit = kit_of(name)
        kind = kit.game()
        found.append(
            GameView(
                name,
                kind.title,
                [SideView(seat, side.said(translate)) for seat, side in kit.sides().items()],
                kit.learning.fewest,
                kit.learning.most,
                list(kind.editions),
                list(kind.endings),
                [
                    OptionView(o.name, o.clause, Sentence(o.help).said(translate), o.default, list(o.choices))
                    for o in kind.options
                ],
                {reason.code: Sentence(reason.sentence).said(translate) for reason in kind.reasons.values()},
                [BotView.of(entry, translate) for entry in roster(name).values()],
                {key: _said(detail, translate) for key, detail in kit.details().items()},
            )
        )
    return found


def _said(detail: object, translate: Callable[[str], str]) -> object:
    """A detail with its sentences said."""
    if isinstance(detail, Sentence):
        return detail.said(translate)
    if isinstance(detail, dict):
        return {key: _said(part, translate) for key, part in detail.items()}
    return [_said(part, translate) for part in detail] if isinstance(detail, list) else detail
