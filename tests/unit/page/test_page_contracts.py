"""The contracts of the page's sources can be broken, and are then told: circles, games that are known or named."""

import check_sources
import pytest

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
