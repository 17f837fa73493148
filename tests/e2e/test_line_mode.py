"""The line mode as people meet it: a real process on a real terminal."""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from ewala import load, load_record
from ewala.core.dice import SECRET_BYTES, Dice
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile

PATIENCE = 300  # seconds: longer than anything takes, also on a busy machine
PLAY = [sys.executable, "-m", "ewala", "play"]
PROMPT = r"([\w ]+), your (?:move|bid, which is not shown): "
ENTER = "then press Enter: "
OVER = "The record is "
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# Two quick players: the podium is full after three runners.
SHORT = ["kingdom-run", "--players", "KS", "--circuit", "oooo|~~|oo~ 1:2,7:1,900:2 9,8,7"]

Start = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `ewala play` on a terminal of 80 columns; whatever still runs at the end is stopped."""
    started: list[pexpect.spawn[str]] = []

    def play(*words: str) -> "pexpect.spawn[str]":
        environment = {**os.environ, "HOME": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
        for name in ("NO_COLOR", "XDG_DATA_HOME"):
            environment.pop(name, None)
        terminal = pexpect.spawn(
            PLAY[0], [*PLAY[1:], *words], encoding="utf-8", dimensions=(40, 80), env=environment, timeout=PATIENCE
        )
        terminal.delaybeforesend = None
        started.append(terminal)
        return terminal

    yield play
    for terminal in started:
        terminal.close(force=True)


def before(terminal: "pexpect.spawn[str]") -> str:
    """What was shown before the last thing that was expected."""
    assert isinstance(terminal.before, str)
    return terminal.before


def after(terminal: "pexpect.spawn[str]") -> str:
    """The last thing that was expected."""
    assert isinstance(terminal.after, str)
    return terminal.after


def finish(terminal: "pexpect.spawn[str]", choose: Callable[[str], str]) -> str:
    """Answer every prompt until the game is over; returns all that was shown."""
    shown = ""
    while True:
        found = terminal.expect([PROMPT, ENTER, OVER])
        shown += before(terminal) + after(terminal)
        if found == 2:
            terminal.expect(pexpect.EOF)
            return shown + before(terminal)
        terminal.sendline(choose(shown) if found == 0 else "")


def test_two_people_finish_kingdom_run_by_numbers_and_notation(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "game.ewala"
    rng = random.Random(1)

    def choose(shown: str) -> str:
        listed = re.findall(r"^ *(\d+)  (\S+)  ", ESCAPE.sub("", shown[shown.rindex("\n dice ") :]), re.MULTILINE)
        number, move = listed[-1]
        return str(rng.choice([number, move]))

    terminal = start(*SHORT, "--save", str(file))
    shown = " ".join(finish(terminal, choose).split())  # long sentences are broken between words
    assert "The winner: " in shown or "A shared victory: " in shown
    assert re.search(r"K \(knights\): podium .*, zones .*, tokens \d+ × 2 = \d+; \d+ in all\.", shown)
    record = load_record(file)
    assert record.verify() > 0
    assert f"ewala verify {file}" in shown
    assert not file.with_name("game.ewala.secret").exists()
    assert terminal.wait() == 0


def test_two_people_finish_the_chronicles(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "game.ewala"
    terminal = start("chronicles-of-run", "--save", str(file))
    shown = finish(terminal, lambda shown: "1")
    assert shown.count("Hand the keyboard over") >= 7  # one for each face-down bid; Clairvoyance may spare two
    assert "Power in all: order " in shown
    record = load_record(file)
    assert record.state.to_act is None
    assert record.verify() == 10


def test_a_face_down_bid_is_not_echoed_and_not_shown_to_the_other(start: Start) -> None:
    terminal = start("chronicles-of-run")
    terminal.expect(PROMPT)
    first = after(terminal).partition(",")[0]
    terminal.sendline("11>7d")
    terminal.expect(ENTER)
    typed = before(terminal)
    assert "\x1b[2J" in typed
    assert "\x1b[3J" in typed
    terminal.sendline("")
    terminal.expect(PROMPT)
    seen = before(terminal)
    terminal.sendline("log")
    terminal.expect(PROMPT)
    seen += before(terminal)
    assert f"1{first[0]}: ?>7d" in seen
    assert f"({first[0]}?)" in ESCAPE.sub("", seen)
    for shown in (typed, seen):
        assert "11>7d" not in shown
        assert f"{first[0]}11" not in shown
    terminal.sendline("1>1a")
    terminal.expect("Both runes are revealed")
    terminal.expect(rf"Zhoor \({'order' if first[0] == 'O' else 'chaos'}\), Raven Mountains")


def test_undo_works_inside_a_turn_and_is_refused_across_the_roll(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "game.ewala"
    dice = Dice(bytes([7]) * SECRET_BYTES)  # whose first roll leaves something to do
    SaveFile(file).begin(Match.begin(load("kingdom-run"), dice=dice, seats=dict.fromkeys("KSFG", "human")))
    terminal = start("--resume", str(file))
    terminal.expect(PROMPT)
    terminal.sendline("r:-")
    terminal.expect_exact("keeps all dice. [r:-]")
    terminal.expect(PROMPT)
    terminal.sendline("undo")
    terminal.expect("r:- is taken back.")
    terminal.expect("Keep all")
    terminal.expect(PROMPT)
    terminal.sendline("undo")
    terminal.expect("You cannot undo past a dice roll")
    terminal.expect(PROMPT)


def test_a_killed_game_is_resumed_where_it_was(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "game.ewala"
    terminal = start(*SHORT, "--random", "S", "--save", str(file))
    for _ in range(4):
        terminal.expect(PROMPT)
        terminal.sendline("1")
    terminal.expect(PROMPT)
    terminal.kill(signal.SIGKILL)
    terminal.expect(pexpect.EOF)
    kept = load_record(file).moves
    assert len(kept) > 4

    resumed = start("--resume", str(file))
    resumed.expect_exact("Blind Chance (sorcerers)")
    shown = finish(resumed, lambda shown: "1")
    assert OVER in shown
    record = load_record(file)
    assert record.moves[: len(kept)] == kept
    assert record.verify() > 0


@pytest.mark.parametrize("words", [SHORT, ["chronicles-of-run"]], ids=["kingdom-run", "chronicles-of-run"])
def test_plain_mode_has_no_escape_and_no_drawing_characters(start: Start, words: list[str]) -> None:
    shown = finish(start(*words, "--plain"), lambda shown: "1")
    assert "\x1b" not in shown
    assert not [letter for letter in shown if "\u2190" <= letter < "\u2c00"]


def test_without_a_game_friendly_questions_are_asked(start: Start) -> None:
    terminal = start()
    terminal.expect("Which game")
    terminal.expect(r"Game \[1\]: ")
    terminal.sendline("")
    terminal.expect(r"Players \[KSFG\]: ")
    terminal.sendline("KS")
    terminal.expect(r"People \[K\]: ")
    terminal.sendline("")
    terminal.expect(r"3  The Ranger\.")
    terminal.expect(r"Opponent \[2\]: ")
    terminal.sendline("3")
    terminal.expect_exact("Knights ")
    terminal.expect_exact("The Ranger (sorcerers)")
    terminal.expect("without a player: F people of the forest, G gnomes and goblins")
    terminal.expect(PROMPT)


@pytest.mark.parametrize(
    ("leave", "code"), [("\x03", 130), ("\x04", 0), ("quit\n", 0)], ids=["ctrl-c", "ctrl-d", "quit"]
)
@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_leaving_says_how_to_go_on(start: Start, tmp_path: Path, game: str, leave: str, code: int) -> None:
    terminal = start(game)
    terminal.expect(PROMPT)
    terminal.send(leave)
    terminal.expect(r"Go on with:\s+ewala play --resume")
    terminal.expect(pexpect.EOF)
    assert "Traceback" not in before(terminal)
    assert terminal.wait() == code
    assert len(list(tmp_path.rglob(f"ewala/games/{game}-*.ewala"))) == 1


def test_a_reader_that_goes_away_leaves_no_traceback(tmp_path: Path) -> None:
    play = subprocess.Popen(
        [*PLAY, "kingdom-run", "--random", "KSFG", "--save", str(tmp_path / "game.ewala")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with play:
        assert play.stdout is not None
        assert play.stderr is not None
        play.stdout.readline()
        play.stdout.close()
        assert play.stderr.read() == ""
        play.wait(timeout=PATIENCE)
    load_record(tmp_path / "game.ewala")
