"""The command line as a person or a script meets it: answers, refusals of one line with a code, exit codes."""

import argparse
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from ewala.cli import COMMANDS, main

START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K"


def ewala(*words: str, given: bytes = b"", **settings: str) -> tuple[int, str, str]:
    """What the command says in a process of its own."""
    environment = {**os.environ, **settings}
    done = subprocess.run(
        [sys.executable, "-m", "ewala", *words], input=given, capture_output=True, check=False, env=environment
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_moves_lists_outcomes_with_their_probabilities(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "kingdom-run", "start"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 126
    assert "!DDLX\t1/108" in lines


def test_apply_shows_where_moves_lead(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", "kingdom-run", "start", "!DDLX", "r:-", "D4K", "."]) == 0
    assert capsys.readouterr().out == "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K act:DLX:D\n"


def test_apply_shows_a_draw_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    board = "O1|C2/C1|O2/O3|C4/C3|O4/O5|C6/C5|O6/O7|C8/C7|O8/(O9)|."
    position = f"line 123456789 {board} O10,11:C9,10,11 9O bid:C"
    assert main(["apply", "chronicles-of-run", position, "9>9d"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Result: ")


@pytest.mark.parametrize("divide", [False, True])
def test_perft_counts(capsys: pytest.CaptureFixture[str], divide: bool) -> None:
    words = ["perft", "kingdom-run", f"{START} keep:DDLX", "2", *(["--divide"] if divide else [])]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == (13 if divide else 1)
    assert int(lines[-1]) == sum(int(line.split("\t")[1]) for line in lines[:-1]) if divide else int(lines[-1]) > 0


def test_a_layout_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    layout = "-1,0;0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,0"
    assert main(["apply", "chronicles-of-run", "start", "--layout", layout]) == 0
    assert capsys.readouterr().out.startswith(f"{layout} --------- ")


@pytest.mark.parametrize("name", COMMANDS)
def test_options_that_take_several_take_more_when_named_again(name: str) -> None:
    """`--only seats --only faces` is both, as `--only seats faces` is: what was said first is not forgotten."""
    parser = argparse.ArgumentParser()
    import_module(COMMANDS[name][1]).add_arguments(parser)
    several = [action for action in parser._actions if action.option_strings and action.nargs in ("+", "*")]
    assert [action.dest for action in several if type(action).__name__ != "_ExtendAction"] == []
    assert [action.dest for action in several if action.default] == [], "it would stay beside what is named"


REFUSED = [
    (["moves", "kingdom-run", "nonsense"], "text/unreadable"),
    (["moves", "kingdom-run", f"{START} keep:DDL"], "position/dice"),
    (["moves", "kingdom-run", "start", "--edition", "xx"], "setup/option"),
    (["moves", "kingdom-run", "start", "--layout", "ring"], "setup/unknown-option"),
    (["moves", "kingdom-run", "start", "--circuit", "A,B"], "circuit/boards"),
    (["apply", "kingdom-run", "start", "D4K"], "kr/not-time-to-act"),
    (["apply", "kingdom-run", "start", "D4K\n"], "text/unreadable"),
    (["perft", "kingdom-run", "start", "61"], "perft/depth"),
    (["replay", "no-such-file"], "file/unusable"),
    (["replay", "no\nsuch\nfile"], "file/unusable"),
    (["verify", "."], "file/unusable"),
]


@pytest.mark.parametrize(("words", "code"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_what_is_refused_gets_one_line_with_its_code(
    capsys: pytest.CaptureFixture[str], words: list[str], code: str
) -> None:
    assert main(words) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("ewala: ")
    assert captured.err.endswith(f" [{code}]\n")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["moves"],
        ["moves", "chess", "start"],
        ["perft", "kingdom-run", "start", "-1"],
        ["perft", "kingdom-run", "start", "٣"],
        ["perft", "kingdom-run", "start", "9" * 5000],
        ["replay", "file", "--at", "-5"],
        ["replay", "file", "--at", "1_0"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_arguments_that_are_not_understood_exit_with_2(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert len(capsys.readouterr().err) < 2000


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game with verifiable dice."""
    file = tmp_path / "game.ewala"
    words = ["play", "chronicles-of-run", "--random", "OC", "--seed", "3", "--save", str(file)]
    assert ewala(*words)[0] == 0
    return file


def test_a_record_is_verified_replayed_and_looked_into(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    assert "10 chance moves, all as the committed dice give them." in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "10"]) == 0
    assert " bid:" in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "999"]) == 1
    assert capsys.readouterr().err.endswith("[replay/at]\n")


def test_of_a_record_with_a_byte_that_is_no_text_all_above_is_replayed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_bytes(record.read_bytes() + b"# caf\xe9\n")
    lines = record.read_bytes().count(b"\n")
    assert main(["replay", str(record)]) == 1
    captured = capsys.readouterr()
    assert "Result: " in captured.out
    assert f"line {lines}: a record is text in UTF-8" in captured.err


@pytest.mark.parametrize("line", ["# \x1b[2J", "seat O: \x1b]0;x\x07"])
def test_a_record_cannot_command_a_terminal(record: Path, line: str) -> None:
    record.write_text(f"{record.read_text()}{line}\n")
    code, out, err = ewala("replay", str(record))
    assert code == 1
    assert "\x1b" not in out + err
    assert "[record/unprintable]" in err


def test_a_byte_order_mark_and_line_ends_of_other_systems_do_not_matter(record: Path) -> None:
    text = record.read_text()
    record.write_bytes(("\ufeff" + text.replace("\n", "\r\n")).encode())
    assert ewala("verify", str(record))[0] == 0


def test_unreadable_input_is_refused_in_one_line() -> None:
    code, out, err = ewala("moves", "kingdom-run", "-", given=b"KSFG\xff\n", PYTHONIOENCODING="utf-8:strict")
    assert (code, out) == (1, "")
    assert err.endswith("[text/unreadable]\n")


def test_names_that_a_terminal_cannot_show_do_not_stop_a_replay(record: Path) -> None:
    record.write_text(f"{record.read_text()}# ñandú\n", encoding="utf-8")
    code, _, err = ewala("replay", str(record), PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_no_reason_for_a_traceback(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m ewala moves kingdom-run - {closed}', sys.executable],
        input=b"start\n",
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr


def test_a_reader_who_leaves_is_no_error() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m ewala moves kingdom-run start | head -1', sys.executable],
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(b"!DDDD")
    assert done.stderr == b""
