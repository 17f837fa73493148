"""External programs: the example of the bot API takes a seat, and its games are like any others."""

import sys
from pathlib import Path

from ewala.games.records import load_record
from ewala.study.arena import play_arena
from ewala.study.arena.programs import command_line
from ewala.study.arena.results import Folder

EXAMPLE = Path(__file__).parents[4] / "examples" / "bot.py"


def test_the_example_plays_from_both_seats(tmp_path: Path) -> None:
    program = f"program:{sys.executable} {EXAMPLE} {{server}} {{table}} {{seat}} Ada"
    rows = play_arena("chronicles-of-run", ["random", program], games=2, folder=tmp_path).rows
    assert [list(row.seats.values()) for row in rows] == [["random", program], [program, "random"]]
    for row in rows:
        record = load_record(Folder(tmp_path).record_of(row))
        assert record.verify() == 10
        assert record.state.scores() == row.scores
        assert record.seats == row.seats


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
