"""The page's types are the server's: as they were written last, and true of what games tell."""

import random

import msgspec
import pytest
import wire_types

import ewala
from ewala.core.roles import CHANCE
from ewala.games.registry import GAMES, kit_of


def test_the_page_has_the_types_of_today() -> None:
    assert wire_types.outdated() == []


def test_a_field_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pong(msgspec.Struct, tag_field="type", tag="pong"):
        id: str
        late: bool

    monkeypatch.setitem(wire_types.WHOLE, "ServerMessage", (Pong, False))
    assert {path.name for path in wire_types.outdated()} == {"wire.ts", "wire.shapes.ts"}


def test_what_may_be_missing_is_said_to_be() -> None:
    wire = wire_types.Wire()

    class Sent(msgspec.Struct, omit_defaults=True):
        id: str
        clause: str | None = None

    class Whole(msgspec.Struct):
        id: str = ""

    assert wire.add(Sent)[0] == "Sent"
    assert wire.add(Whole)[0] == "Whole"
    assert wire.text["Sent"].endswith("export interface Sent {\n  id: string;\n  clause?: string;\n}\n")
    assert wire.text["Whole"].endswith("export interface Whole {\n  id: string;\n}\n")


@pytest.mark.parametrize("name", GAMES)
def test_games_tell_what_their_types_say(name: str) -> None:
    explained, details = kit_of(name).told_types()
    told = msgspec.json.decode(msgspec.json.encode(kit_of(name).details(), enc_hook=str))
    assert set(msgspec.convert(told, details)) == set(told)
    chosen, seen = random.Random(3), 0
    state = ewala.load(name).start()
    while state.to_act is not None and seen < 150:
        shown = state if state.to_act is CHANCE else state.view(state.game.seats[seen % len(state.game.seats)])
        told = msgspec.json.decode(msgspec.json.encode(shown.explained()))
        assert set(msgspec.convert(told, explained)) == set(told)
        state, seen = state.play(chosen.choice(state.moves())), seen + 1
    assert seen > 20
