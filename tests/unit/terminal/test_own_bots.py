"""`ewala play` against a bot of one's own."""

import io
import sys
from pathlib import Path

import pytest

import ewala
from ewala.cli import main

HASTY = """
class Hasty:
    def choose(self, view, *, budget, rng):
        return view.moves()[-1]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hasty_bots.py").write_text(HASTY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "hasty_bots", raising=False)
    return tmp_path


def play(typed: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(["play", *arguments])


def test_it_plays_and_goes_on_when_it_is_asked_for_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = ("chronicles-of-run", "--against", "hasty_bots:Hasty", "--save", "game.ewala", "--plain")
    assert play("1\n1\nquit\n", monkeypatch, *begin) == 0
    record = ewala.load_record("game.ewala")
    assert "hasty_bots:Hasty" in record.seats.values()
    moves = len(record.moves)
    assert play("1\nquit\n", monkeypatch, "--resume", "game.ewala", "--against", "hasty_bots:Hasty", "--plain") == 0
    assert len(ewala.load_record("game.ewala").moves) > moves


def test_a_file_alone_runs_nobodys_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = ewala.Record.begin(ewala.load("chronicles-of-run"), seats={"O": "human", "C": "hasty_bots:Hasty"})
    record.save("game.ewala")
    assert play("quit\n", monkeypatch, "--resume", "game.ewala", "--new-dice", "--plain") == 1
    assert "say --against hasty_bots:Hasty [play/own-bot]" in capsys.readouterr().err
    assert "hasty_bots" not in sys.modules
