import sys

import pytest

from ewala.lab.bench.peers import peer_contestants


def test_without_openspiel_there_are_no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert peer_contestants(1) == []


def test_each_peer_plays_whole_games() -> None:
    pytest.importorskip("pyspiel")
    peers = {peer.name: peer.play(3) for peer in peer_contestants(1)}
    assert peers["OpenSpiel backgammon, C++ rollouts"] == (4, None, 0.0)  # two simulations of two rollouts
    assert peers["OpenSpiel goofspiel, C++ rollouts"] == (4, None, 0.0)
    assert peers["OpenSpiel goofspiel, Python"] == (3, 3 * 12 * 3, 0.0)  # twelve times a card and two bids
    games, moves, _ = peers["OpenSpiel backgammon, Python"]
    assert games == 3
    assert moves is not None
    assert moves > 3 * 30
