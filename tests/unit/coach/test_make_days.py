"""The tool that makes a stock of positions: from records, stopped on the way, asked for what cannot be."""

from pathlib import Path

import make_days
import msgspec
import pytest

from ewala.core.record import Record
from ewala.games.daily_puzzles import Day, Stock, stock_of
from ewala.games.records import read_record

GAME = "kingdom-run"


@pytest.fixture
def records(tmp_path: Path) -> tuple[Path, Day]:
    """A folder with the end of a shipped game, one of another game and something else; and the day that is in it."""
    stock, other = stock_of(GAME), stock_of("chronicles-of-run")
    assert stock
    assert other
    late = max(stock.days, key=lambda day: day.ply)
    whole = read_record(stock.records[late.record])
    start = list(whole.states())[late.ply]
    end = Record(whole.game, start, list(whole.moves)[late.ply :], dict(whole.seats))
    (tmp_path / "one.txt").write_text(end.text())
    (tmp_path / "other.txt").write_text(other.records[0])
    (tmp_path / "notes.md").write_text("no record")
    return tmp_path, late


def test_a_stock_is_made_of_records(records: tuple[Path, Day], capsys: pytest.CaptureFixture[str]) -> None:
    folder, late = records
    out = folder / "days.json"
    assert make_days.main([GAME, "--records", str(folder), "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"1 positions of 1 games are in {out}\n"
    made = msgspec.json.decode(out.read_bytes(), type=Stock)
    (day,) = made.days
    assert (day.position, day.seat, day.best, day.values) == (late.position, late.seat, late.best, late.values)
    assert read_record(made.records[day.record]).start.text == day.position
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_ctrl_c_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "days.json"
    out.write_text("what was there")

    def pressed(*_: object) -> Record:
        raise KeyboardInterrupt

    monkeypatch.setattr(make_days, "game_played", pressed)
    assert make_days.main([GAME, "--out", str(out)]) == 130
    assert capsys.readouterr().err == "\nmake_days: stopped; the file is as it was\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["what was there"]


def test_how_far_it_is_can_be_seen_in_a_terminal(
    records: tuple[Path, Day], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, late = records
    monkeypatch.setattr(make_days, "positions_in", lambda *_: iter([late]))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert make_days.main([GAME, "--records", str(folder), "--positions", "1", "--out", str(folder / "new.json")]) == 0
    shown = capsys.readouterr().err
    assert shown.startswith(f"\r{GAME}:   0%")
    assert "1/1" in shown


@pytest.mark.parametrize("told", [["chess"], [GAME, "--records", "."], [GAME, "--records", "damaged"]])
def test_what_cannot_be_is_refused_in_one_line(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "one.txt").write_text("Ewala record 1\ngame: nonsense\n")
    assert make_days.main([*told, "--out", "days.json"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("make_days: ")
    assert not Path("days.json").exists()
