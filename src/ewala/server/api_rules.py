"""What the games are, in the reader's language: editions, options with their clauses, layouts, refusals; and health."""

from typing import Any

import msgspec
from litestar import Request, get

from ewala._version import __version__
from ewala.bots.roster import ROSTER
from ewala.core.options import Value
from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, game_class
from ewala.locale.languages import LANGUAGES, translator
from ewala.server.access import language_of
from ewala.server.described import refusals

__all__ = ["games", "health"]


class OptionView(msgspec.Struct):
    name: str
    clause: str
    about: str
    default: Value
    choices: list[str]


class GameView(msgspec.Struct):
    name: str
    title: str
    editions: list[str]
    endings: list[str]
    options: list[OptionView]
    refusals: dict[str, str]  # code -> sentence
    bots: list[str]


@get("/api/games", tags=("rules",), summary="The games, their options and editions", responses=refusals())
async def games(request: Request[Any, Any, Any]) -> list[GameView]:
    translate = translator(language_of(request))
    found = []
    for name in GAMES:
        kind = game_class(name)
        found.append(
            GameView(
                name,
                kind.title,
                list(kind.editions),
                list(kind.endings),
                [
                    OptionView(o.name, o.clause, Sentence(o.help).said(translate), o.default, list(o.choices))
                    for o in kind.options
                ],
                {reason.code: Sentence(reason.sentence).said(translate) for reason in kind.reasons.values()},
                list(ROSTER),
            )
        )
    return found


class Health(msgspec.Struct):
    status: str
    version: str
    languages: list[str]


@get("/api/health", tags=("server",), summary="Whether the server is well", responses=refusals())
async def health() -> Health:
    return Health("ok", __version__, list(LANGUAGES))
