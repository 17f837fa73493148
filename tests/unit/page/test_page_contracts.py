"""What the page and Python agree on: types, constants, pictures."""

import random
from pathlib import Path

import check_sources
import msgspec
import pytest
import wire_types
from page_sources import answers, bundled

import ewala
from ewala.core.roles import CHANCE
from ewala.games.registry import GAMES, kit_of
from ewala.games.roster import roster

REGISTRY = 'const FOLDERS = {\n  "leap-frog": () => import("./leap-frog"),\n  "go-fish": () => import("./fish"),\n};'
GOOD = {
    "games/registry.ts": REGISTRY,
    "games/leap-frog/index.ts": 'import { t } from "../../lib/words.svelte";\nexport const GAME = "leap-frog";',
    "games/fish/index.ts": "",
    "lib/words.svelte.ts": "",
    "table/Table.svelte": 'import { t } from "../lib/words.svelte";\nconst later = () => import("./Chat.svelte");',
    "table/Chat.svelte": "",
    "main.ts": 'import { moduleOf } from "./games/registry";',
}


def test_the_page_keeps_its_contracts() -> None:
    assert check_sources.page_problems(check_sources.page_sources()) == []


def test_sources_that_keep_them_are_not_complained_of() -> None:
    assert check_sources.page_problems(GOOD) == []


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("table/Chat.svelte", 'import type { Way } from "./Table.svelte";', "modules import each other"),
        ("table/Chat.svelte", 'const one = () => import("./Table.svelte");', "modules import each other"),
        ("lib/words.svelte.ts", 'import Chat from "../table/Chat.svelte";', "folders import each other"),
        ("table/Chat.svelte", 'import { GAME } from "../games/leap-frog";', "only games/registry.ts does"),
        ("games/fish/index.ts", 'import { GAME } from "../leap-frog";', "only games/registry.ts does"),
        ("table/Chat.svelte", 'if (game === "leap-frog") hop();', "table/Chat.svelte:1: names leap-frog"),
        ("table/Chat.svelte", "interface LeapFrogMove {}", "table/Chat.svelte:1: names leap-frog"),
        ("table/Chat.svelte", "<!-- Leap Frog: -->", "table/Chat.svelte:1: names leap-frog"),
        ("table/Chat.svelte", "const fishBone = 1;", "table/Chat.svelte:1: names fish"),
        ("games/fish/index.ts", 'const other = "leap_frog";', "games/fish/index.ts:1: names leap-frog"),
        ("table/Chat.svelte", "catch (error) { if (odd) throw error;\n}\nbusy = false;", "leaves it busy"),
    ],
)
def test_whatever_breaks_one_is_told(module: str, source: str, said: str) -> None:
    found = check_sources.page_problems({**GOOD, module: source})
    assert found
    assert any(said in problem for problem in found), found


def test_a_field_more_is_in_the_types_and_in_their_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pong(msgspec.Struct, tag_field="type", tag="pong"):
        id: str
        late: bool

    monkeypatch.setitem(wire_types.WHOLE, "ServerMessage", (Pong, False))
    files = {path.name: text for path, text in wire_types.written()}
    assert "  late: boolean;\n" in files["wire.ts"]
    assert '"late": "boolean"' in files["wireShapes.ts"]


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


ENTRY = """
import { PORTRAITS as any } from "./lib/portraits";
import { PORTRAITS as race } from "./games/kingdom-run/portraits";
import { PORTRAITS as duel } from "./games/chronicles/portraits";
const own = { "kingdom-run": race, "chronicles-of-run": duel };
export const drawn = (game) => Object.keys({ ...any, ...own[game] });
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_has_its_portrait(game: str, tmp_path: Path) -> None:
    (drawn,) = answers(bundled(tmp_path, ENTRY), ("drawn", game))
    assert set(drawn) == set(roster(game))
