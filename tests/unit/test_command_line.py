"""The command line."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from ewala.cli import COMMANDS, main
from ewala.commands import page as command
from ewala.commands import perfect
from ewala.commands import perfect as perfect_games
from ewala.games.chronicles.perfection import responder, strategies
from ewala.kit.yardstick import Column, Contender, Findings, Sampling, Yardstick

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


INDEX = '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Ewala</title></head></html>'
WORKER = 'const BUILD = "0123456789abcdef";\nconst FILES = [""];\n'
SCRIPT = "assets/index-Ab12.js"
OURS = ".ewala-page"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as it lies in the package."""
    page = tmp_path / "built"
    (page / "assets").mkdir(parents=True)
    for name, text in {"index.html": INDEX, "sw.js": WORKER, SCRIPT: "1;", ".built": "", "preview.png": ""}.items():
        (page / name).write_text(text)
        (page / f"{name}.gz").write_text("packed")
    monkeypatch.setattr(command, "BUILT", page)
    return page


@pytest.fixture
def out(tmp_path: Path, built: Path) -> Path:
    return tmp_path / "hosts" / "games"


def written(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_it_writes_what_a_host_needs_and_says_so(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--out", str(out)]) == 0
    assert written(out) == [OURS, SCRIPT, "index.html", "sw.js"]
    assert capsys.readouterr().out.startswith(f"{out}: 4 files, ")
    assert [path.name for path in out.parent.iterdir()] == ["games"]  # and nothing beside it


def test_the_page_says_that_there_is_no_server_and_what_it_may_do(out: Path) -> None:
    main(["page", "--out", str(out)])
    head = (out / "index.html").read_text()
    assert '<meta name="ewala-server" content="none" />' in head
    policy = head.split('<meta http-equiv="content-security-policy" content="')[1].split('"')[0]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert head.index("content-security-policy") < head.index("<title>")  # before there is anything to be held to it


def test_a_browser_that_knows_the_servers_page_takes_this_one_anew(out: Path) -> None:
    main(["page", "--out", str(out)])
    first, *rest = (out / "sw.js").read_text().splitlines()
    assert first.startswith('const BUILD = "')
    assert first != WORKER.splitlines()[0]
    assert rest == WORKER.splitlines()[1:]


def test_a_folder_of_its_own_is_replaced_whole(out: Path, built: Path) -> None:
    main(["page", "--out", str(out)])
    (built / SCRIPT).rename(built / "assets/index-Cd34.js")
    assert main(["page", "--out", str(out)]) == 0
    assert written(out) == [OURS, "assets/index-Cd34.js", "index.html", "sw.js"]


def test_an_empty_folder_is_taken(out: Path) -> None:
    out.mkdir(parents=True)
    assert main(["page", "--out", str(out)]) == 0


def refused(out: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The code with which it is refused, in one line."""
    assert main(["page", "--out", str(out)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    return line.rpartition("[")[2].removesuffix("]")


def test_somebody_elses_folder_is_left_alone(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out.mkdir(parents=True)
    (out / "thesis.txt").write_text("ten years of work")
    assert refused(out, capsys) == "page/folder-in-use"
    assert written(out) == ["thesis.txt"]


def test_what_is_no_folder_is_left_alone(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out.parent.mkdir()
    out.write_text("a file")
    assert refused(out, capsys) == "page/not-a-folder"
    out.unlink()
    out.symlink_to(tmp_path / "elsewhere")
    assert refused(out, capsys) == "page/not-a-folder"


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("index.html", None, "page/not-built"),
        ("sw.js", None, "page/not-built"),
        ("index.html", "<!doctype html>", "page/strange"),
        ("sw.js", "", "page/strange"),
    ],
)
def test_a_page_that_is_not_whole_leaves_what_was_there(
    out: Path, built: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, code: str
) -> None:
    main(["page", "--out", str(out)])
    capsys.readouterr()
    before = (out / "index.html").read_text()
    if text is None:
        (built / name).unlink()
    else:
        (built / name).write_text(text)
    assert refused(out, capsys) == code
    assert (out / "index.html").read_text() == before
    assert [path.name for path in out.parent.iterdir()] == ["games"]


CHRONICLES = ["perfect", "chronicles-of-run"]
QUICK = [*CHRONICLES, "random", "--only", "responder", "--samples", "2"]


def test_it_says_what_was_found_and_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, quick in {"BEST": 1, "CLOSE": 0, "_SOLVED_FROM": 9}.items():
        monkeypatch.setattr(responder, name, quick)
    monkeypatch.setattr(strategies, "DRAWS", 2)
    files = [tmp_path / name for name in ("one.json", "other.json")]
    for file in files:
        assert main([*QUICK, "--json", str(file)]) == 0
    out, err = capsys.readouterr()
    assert out.count("Whole games against a responder") == 2
    assert err == ""
    one, other = (json.loads(file.read_text("utf-8")) for file in files)
    assert one["findings"] == other["findings"]
    assert one["complete"]
    assert one["findings"][0]["rows"][0]["bot"] == "random"
    assert one["findings"][0]["rows"][0]["games"] == 2


NOT_MEASURED = [
    ([*CHRONICLES, "nobody"], "setup/bot"),
    ([*CHRONICLES, "random", "random"], "perfect/twice"),
    ([*CHRONICLES, "program:true"], "perfect/program"),
    ([*CHRONICLES, "random@lots"], "arena/budget"),
    ([*CHRONICLES, "random", "--only", "ruler"], "perfect/yardstick"),
    ([*QUICK, "--json", "/"], "file/unusable"),
]


@pytest.mark.parametrize(("arguments", "code"), NOT_MEASURED)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ewala: ")
    assert err.endswith(f"[{code}]\n")
    assert err.count("\n") == 1


def given(monkeypatch: pytest.MonkeyPatch, *yardsticks: Yardstick) -> None:
    monkeypatch.setattr(perfect, "yardsticks_of", lambda game: list(yardsticks))


def test_a_game_without_yardsticks_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch)
    assert main([*CHRONICLES]) == 1
    assert "[perfect/none]" in capsys.readouterr().err


def test_ctrl_c_keeps_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
        sampling.watch(0.5)
        yield Findings("The first", [Column("bot", "bot"), Column("off", "off by", ".1%")], [{"bot": "a", "off": 0.25}])
        raise KeyboardInterrupt

    given(monkeypatch, Yardstick("half", "", 1, measure))
    file = tmp_path / "found.json"
    assert main([*CHRONICLES, "random", "--json", str(file)]) == 130
    out, err = capsys.readouterr()
    assert "a     25.0%" in out.replace("bot  off by", "")
    assert "stopped; above is what was measured" in err
    kept = json.loads(file.read_text("utf-8"))
    assert not kept["complete"]
    assert kept["findings"][0]["rows"] == [{"bot": "a", "off": 0.25}]


def test_ctrl_c_in_the_middle_of_whole_games_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, **more: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(perfect_games, "play_arena", stopped)
    assert main(QUICK) == 130
