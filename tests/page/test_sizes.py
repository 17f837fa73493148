"""What a game without a server adds to the page is soon there."""

import pytest
from programs import skip

from ewala.browser.weights import read_by
from ewala.games.registry import GAMES
from ewala.games.roster import strongest
from ewala.server.platform.config import Config

MOST_BYTES = 400_000  # packed


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_its_strongest_opponent_is_small(game: str) -> None:
    """The worker with tables, rules, bots and coach, the game's module, and what its strongest opponent reads."""
    assets = Config().page_dir / "assets"
    if not list(assets.glob("*.wasm.gz")):
        skip("the page has no bots of its own: make browser page")
    learned = [f"{game}.{file}-*.weights.gz" for file in read_by(strongest(game).bot)]
    files = [next(assets.glob(pattern)) for pattern in ("worker-*.js.gz", f"{game}-*.wasm.gz", *learned)]
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES
