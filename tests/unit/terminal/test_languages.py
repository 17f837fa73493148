"""`ewala play` in the reader's language: everything that is shown goes through the catalogues."""

import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from string import Formatter

import pytest

from ewala import CHANCE, load
from ewala.core.dice import Dice
from ewala.core.state import View
from ewala.games.registry import GAMES, game_class
from ewala.kit.hint import Hint
from ewala.kit.screen import Screen
from ewala.locale.languages import language_of, translator
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile
from ewala.terminal.command_words import COMMANDS, command_typed
from ewala.terminal.session import Left, Session

DICE = Dice(bytes(range(32)))


def shouted(english: str) -> str:
    """A language for tests: English in capitals, but for the blanks."""
    said = ""
    for text, name, _, conversion in Formatter().parse(english):
        said += text.upper().replace("{", "{{").replace("}", "}}")
        said += f"{{{name}{f'!{conversion}' if conversion else ''}}}" if name is not None else ""
    return said if "{" in english else english.upper()


def shown(folder: Path, match: Match, *typed: str, plain: bool, language: str = "") -> str:
    out = io.StringIO()
    translate = translator(language) if language else shouted
    keys = io.StringIO("".join(f"{line}\n" for line in typed))
    screen = Screen(keys, out, plain=plain, translate=translate, environ={})
    with contextlib.suppress(EOFError, Left):
        Session(match, SaveFile(folder / "GAME.EWALA"), screen, random.Random(1)).play()
    return out.getvalue()


def begun(game: str, **seats: str) -> Match:
    match = Match.begin(load(game), dice=DICE, seats=dict.fromkeys(load(game).seats, "human") | seats)
    while match.to_act is CHANCE:
        match.roll()
    return match


# What is the same in every language: titles, the names of characters, notation, and commands for a shell.
SAME = {"ewala", "verify", "jynz", "aruh", "ka", "en", "broin", "thenidiel", "bort", "keera", "lisbeth", "keynan"}
SAME |= {"thaal", "loreen", "zhoor"}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_word_goes_through_the_catalogue(tmp_path: Path, game: str, plain: bool) -> None:
    out = ""
    for typed in (
        ["help", "moves", "why 1", "why nonsense", "log", "save", "undo", "1", "", "1", "1", "99", "board"],
        [],
    ):
        seats = {} if typed else dict.fromkeys(load(game).seats, "random")
        out += shown(tmp_path, begun(game, **seats), *typed, plain=plain)
        (tmp_path / "GAME.EWALA").unlink(missing_ok=True)
    for same in (str(tmp_path), game_class(game).title, "r:-", "L4k", "'nonsense'", "END", "edition en"):
        out = out.replace(same, "")
    log = re.compile(r"^(deal|\d*[A-Z]): .*$|\S*[>!:<]\S*", re.MULTILINE)  # moves as they are written
    left = {word.lower() for word in re.findall(r"[A-Za-z]*[a-z]{2,}", log.sub("", out))} - SAME
    left = {word for word in left if set(word) - set("ksfg")}  # sleeping runners
    assert not left


def test_every_word_is_known_in_ones_own_language_and_in_english() -> None:
    ink = Screen(io.StringIO(), io.StringIO(), translate=translator("fr"), environ={}).ink
    for name, (word, _) in COMMANDS.items():
        assert command_typed(ink.said(word), ink) == name
        assert command_typed(name.upper(), ink) == name
    assert command_typed("D4K", ink) is None
    assert len({ink.said(word) for word, _ in COMMANDS.values()}) == len(COMMANDS)


@pytest.mark.parametrize(("language", "keep"), [("en", "Keep all"), ("fr", "Tout garder"), ("nl", "Alles houden")])
def test_a_game_is_told_in_the_words_of_the_page(tmp_path: Path, language: str, keep: str) -> None:
    assert keep in shown(tmp_path, begun("kingdom-run"), "r:-", plain=False, language=language)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "nl_BE"}, "nl"),
        ({"LANG": "es_ES@euro", "LC_ALL": ""}, "es"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "es"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr.UTF-8"}, "fr"),
    ],
)
def test_the_environment_says_the_language(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


@pytest.mark.parametrize(
    ("words", "environ"), [(["--language", "fr"], {"LC_ALL": "nl_NL.UTF-8"}), ([], {"LC_ALL": "fr_FR.UTF-8"})]
)
def test_refusals_of_the_command_are_said_in_the_language(words: list[str], environ: dict[str, str]) -> None:
    play = subprocess.run(
        [sys.executable, "-m", "ewala", "play", "kingdom-run", "--players", "KSFGK", *words],
        env={**os.environ, "PYTHONUTF8": "1", **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert play.returncode == 1
    assert "on joue de deux à quatre, pas à 5" in play.stderr


# --- Hints


def test_the_coach_whispers_a_move_with_its_reason_and_on_demand_the_line(tmp_path: Path) -> None:
    match = begun("kingdom-run")
    out = shown(tmp_path, match, "hint", "hint", "r:-", "hint", "quit", plain=True, language="en")
    first, second = re.findall(r"^Hint: (\S+), .*\. .+\.$", out, re.MULTILINE)
    assert first.startswith("r:")
    assert second in match.state.moves()
    assert out.count("The coach is thinking…") == 2  # asked again in the same place, it has not forgotten
    line = out.partition("Hint: ")[2]
    assert f"[{first}]" in line.partition("[r:-]")[0] or first == "r:-"
    assert re.search(rf"Winning chances: {re.escape(first)} \d+\s?%", line)
    assert match.record.moves[-1] == "r:-"  # a hint is no move


def test_a_hint_for_a_hidden_bid_is_for_the_seat_that_bids(tmp_path: Path) -> None:
    match = begun("chronicles-of-run")
    out = shown(tmp_path, match, "hint", "quit", plain=True, language="en")
    (move,) = re.findall(r"^Hint: (\S+), Bid .*$", out, re.MULTILINE)
    assert move in match.state.moves()
    assert not (tmp_path / "GAME.EWALA").exists() or move not in (tmp_path / "GAME.EWALA").read_text()


class Interrupting(io.StringIO):
    """A screen in front of which somebody presses Ctrl-C when the coach thinks, and only then."""

    def write(self, text: str) -> int:
        if "The coach is thinking" in text:
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        return super().write(text)


def test_ctrl_c_is_heard_while_the_coach_thinks(tmp_path: Path) -> None:
    done = threading.Event()

    def deep_in_thought(view: View, seconds: float) -> Hint:
        """Like machine code, it hears nothing until it has come to an end."""
        while not done.is_set():
            with contextlib.suppress(KeyboardInterrupt):
                done.wait(1)
        raise AssertionError("the coach was waited for")

    screen = Screen(io.StringIO("hint\n"), Interrupting(), plain=True, environ={})
    at_last = threading.Timer(30, done.set)
    at_last.start()
    file = SaveFile(tmp_path / "game.ewala")
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job is started deaf to it
    try:
        with pytest.raises(KeyboardInterrupt):
            Session(begun("kingdom-run"), file, screen, random.Random(1), coach=deep_in_thought).play()
        assert not done.is_set()
    finally:
        signal.signal(signal.SIGINT, heard)
        at_last.cancel()
        done.set()
