"""The cache of machine code is marked as filled once every bot has thought about every kind of decision."""

from pathlib import Path

import pytest

from ewala.games import warm_up as warm
from ewala.games.registry import GAMES

KINDS = {"kingdom-run": {"keep", "act", "sow"}, "chronicles-of-run": {"bid", "effect"}}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_is_thought_about(game: str) -> None:
    decisions = [view for view, _ in zip(warm.decisions(game), range(warm.DECISIONS), strict=False)]
    assert {view.text.split()[-1].partition(":")[0] for view in decisions} == KINDS[game]
    assert all(view.viewer == view.to_act for view in decisions)


def test_it_is_marked_when_all_is_done_and_not_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "code_folder", lambda: tmp_path / "code")
    monkeypatch.setattr(warm, "GAMES", ())
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    assert not warm.is_warm()
    assert warm.main() == 0
    assert warm.is_warm()


def test_another_version_of_the_compiler_needs_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "code_folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "GAMES", ())
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    warm.main()
    monkeypatch.setattr("importlib.metadata.version", lambda _: "999")
    assert not warm.is_warm()
