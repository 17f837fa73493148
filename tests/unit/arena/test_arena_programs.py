"""External programs: the example of the bot API takes a seat, and its games are like any others."""

import subprocess
import sys
from pathlib import Path

import pytest

from ewala.games.records import load_record
from ewala.lab.arena import play_arena, programs
from ewala.lab.arena.programs import command_line
from ewala.lab.arena.results import Folder

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"


def test_the_example_plays_from_both_seats(tmp_path: Path) -> None:
    program = f"ada=program:{sys.executable} {EXAMPLE} {{server}} {{table}} {{seat}} Ada"
    rows = play_arena("chronicles-of-run", ["random", program], games=2, folder=tmp_path).rows
    assert [list(row.seats.values()) for row in rows] == [["random", "ada"], ["ada", "random"]]
    report = (tmp_path / "report.html").read_text("utf-8")
    assert "The Chronicles of Run: random and ada" in report
    assert "2 in 1 deal, each played from every seat at a server’s table, which rolls its own dice" in report
    assert "same dice" not in report
    assert "one deal is too few to tell them apart" in report
    for row in rows:
        record = load_record(Folder(tmp_path).record_of(row))
        assert record.verify() == 10
        assert record.state.scores() == row.scores
        assert record.seats == row.seats


def test_a_program_that_ends_too_soon_is_named_with_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_ask", lambda table, key: {"seq": 0})
    program = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    program.wait()
    with pytest.raises(programs.ProgramFailed, match=r"with exit code 3: .*python.* -c 'raise SystemExit\(3\)'"):
        programs._wait("table", "key", [program], lambda now: False)


def test_a_command_has_its_blanks_filled_in() -> None:
    values = {"server": "http://host:1", "table": "t", "seat": "O", "name": "n"}
    assert command_line("play --at {server}/{table} 'my {seat}'", **values) == [
        "play",
        "--at",
        "http://host:1/t",
        "my O",
    ]


def test_a_command_without_blanks_is_given_all_of_them() -> None:
    values = {"server": "s", "table": "t", "seat": "O", "name": "n"}
    assert command_line("play -v", **values) == ["play", "-v", "s", "t", "O", "n"]
