import pytest

from ewala.core.errors import BadSetup
from ewala.games.registry import GAMES
from ewala.lab.bench.ours import our_contestants


def test_every_registered_game_is_measured_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    ways = [contestant.way for contestant in our_contestants(1)]
    assert ways.count("compiled") >= len(GAMES)
    assert ways.count("interpreted") == len(GAMES)


def test_a_contestant_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    chronicles = our_contestants(1)[-1]
    assert chronicles.name == "The Chronicles of Run, 2 players, interpreted"
    games, moves, _ = chronicles.play(2)
    assert games == 2
    assert moves is not None
    assert moves >= 2 * (10 + 18)  # nine tiles, the initiative, nine turns of two bids


def test_nothing_that_is_not_compiled_is_measured_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(BadSetup, match="NUMBA_DISABLE_JIT") as refused:
        our_contestants(1)
    assert refused.value.code == "bench/not-compiled"
