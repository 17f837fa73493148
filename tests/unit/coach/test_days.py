"""Daily puzzles: made, kept, chosen."""

import hashlib
from datetime import date, timedelta
from pathlib import Path

import make_days
import msgspec
import pytest

from ewala.core.record import Record
from ewala.games.daily_puzzles import CLEAR, FEWEST, Day, Stock, day_on, positions_in, stock_of
from ewala.games.records import read_record
from ewala.games.registry import game_class, kit_of
from ewala.kit.analysis import key_of, played
from ewala.kit.effort import Effort

GAMES = ["kingdom-run", "chronicles-of-run"]
EFFORT = Effort(20)  # as the Chronicles' stock was made


def shipped(game: str) -> Stock:
    stock = stock_of(game)
    assert stock is not None
    return stock


@pytest.mark.parametrize("game", GAMES)
def test_there_are_sixty_days_of_each_game_and_all_are_different(game: str) -> None:
    stock = shipped(game)
    assert len(stock.days) >= 60
    assert len({(day.position, *day.before) for day in stock.days}) == len(stock.days)
    assert len({day.record for day in stock.days}) == len(stock.records)


@pytest.mark.parametrize("game", GAMES)
def test_each_is_a_position_of_a_whole_game_and_its_best_turn_leads_to_the_first_choice(game: str) -> None:
    stock = shipped(game)
    records = [read_record(text) for text in stock.records]
    assert [record.game.parameters() for record in records] == stock.parameters
    assert all(record.state.to_act is None for record in records)
    for day in stock.days:
        there = list(records[day.record].states())[day.ply]
        again = played(records[day.record].game.parse(day.position), day.before)
        assert again.text == there.text
        assert there.to_act == day.seat
        assert key_of(played(there, day.best), day.seat) == next(iter(day.values))


@pytest.mark.parametrize("game", GAMES)
def test_the_best_is_clear_and_gentle_opponents_do_not_find_it(game: str) -> None:
    gentle = {entry.name for entry in kit_of(game).opponents() if 0 < entry.level <= 3}
    for day in shipped(game).days:
        best, second, *rest = day.values.values()
        assert best - second >= CLEAR - 1e-9
        assert [second, *rest] == sorted([second, *rest], reverse=True)
        assert len(day.values) >= FEWEST
        assert len(day.fooled) >= 2
        assert set(day.fooled) <= gentle


def test_every_move_of_a_bid_is_a_choice() -> None:
    stock = shipped("chronicles-of-run")
    for day in stock.days:
        there = played(
            game_class(stock.game).from_parameters(stock.parameters[day.record]).parse(day.position), day.before
        )
        assert {key_of(there.play(move), day.seat) for move in there.moves()} == day.values.keys()


def test_the_same_record_gives_the_same_days() -> None:
    stock = shipped("chronicles-of-run")
    late = max(stock.days, key=lambda day: day.ply)  # the last turns are looked at in a moment
    record = read_record(stock.records[late.record])
    choices = kit_of(stock.game).turn_choices(list(record.states())[late.ply], EFFORT)
    assert {choice.key: choice.value for choice in choices} == late.values


def test_a_record_of_a_few_moves_has_no_days() -> None:
    record = read_record(shipped("chronicles-of-run").records[0])
    del record.moves[3:]
    assert list(positions_in(record, 0, EFFORT)) == []


def test_a_key_is_of_what_the_seat_sees() -> None:
    stock = shipped("chronicles-of-run")
    state = read_record(stock.records[0]).state
    assert key_of(state, "O") == hashlib.sha256(state.view("O").text.encode()).hexdigest()[:8]


def test_days_follow_one_another_and_begin_again() -> None:
    one = Day(0, 0, "A", "", [], [], {}, [])
    stock = Stock("any", [], [], [one] * 60)
    assert [day_on(stock, date(2026, 1, 1) + timedelta(n)) for n in (0, 1, 59, 60, -1)] == [0, 1, 59, 0, 59]


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
