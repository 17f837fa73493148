"""Every bot that the server can seat has its portrait on the page."""

from pathlib import Path

import pytest
from page_sources import answers, bundled

from ewala.games.registry import GAMES
from ewala.games.roster import roster

ENTRY = """
import { PORTRAITS as any } from "./parts/portraits";
import { PORTRAITS as race } from "./games/kingdom-run/portraits";
import { PORTRAITS as duel } from "./games/chronicles/portraits";
const own = { "kingdom-run": race, "chronicles-of-run": duel };
export const drawn = (game) => Object.keys({ ...any, ...own[game] });
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_has_its_portrait(game: str, tmp_path: Path) -> None:
    (drawn,) = answers(bundled(tmp_path, ENTRY), ("drawn", game))
    assert set(drawn) == set(roster(game))
