"""When colours, controls and drawings are used, and how lines are read."""

import io

import pytest

from ewala.kit.screen import Screen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_no_controls_where_nobody_looks_at_a_terminal() -> None:
    out = io.StringIO()
    screen = Screen(io.StringIO("yes\n"), out, environ={})
    screen.clear()
    screen.say(screen.ink("word", "red"))
    assert screen.ask("sure?") == "yes"
    assert out.getvalue() == "\nword\nsure? \n"


@pytest.mark.parametrize(
    ("environ", "plain", "coloured"),
    [
        ({}, False, True),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({}, True, False),
    ],
)
def test_colours_on_a_terminal_unless_unwanted(environ: dict[str, str], plain: bool, coloured: bool) -> None:
    screen = Screen(Terminal(), Terminal(), plain=plain, environ=environ)
    assert screen.ink.colour is coloured


def test_clearing_forgets_what_scrolled_away_and_plain_mode_pushes_it_out_of_sight() -> None:
    out = Terminal()
    Screen(Terminal(), out, environ={}).clear()
    assert "\x1b[3J" in out.getvalue()
    plain = Terminal()
    Screen(Terminal(), plain, plain=True, environ={}).clear()
    assert plain.getvalue().strip("\n") == ""
    assert len(plain.getvalue()) >= 24


def test_an_encoding_without_drawing_characters_makes_the_mode_plain() -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert Screen(io.StringIO(), ascii_only, environ={}).plain
    assert not Screen(io.StringIO(), io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), environ={}).plain


def test_the_end_of_input_is_an_error_of_its_own() -> None:
    screen = Screen(io.StringIO(""), io.StringIO(), environ={})
    for ask in (screen.ask, screen.ask_hidden):
        with pytest.raises(EOFError):
            ask("?")


def test_sentences_break_between_words_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    sentence = "word " * 20 + "/a/long-path/that-stays-in-one-piece/even-if-it-is-longer-than-the-line"
    terminal, file = Terminal(), io.StringIO()
    Screen(Terminal(), terminal, environ={}).tell(sentence)
    Screen(Terminal(), file, environ={}).tell(sentence)
    assert file.getvalue() == sentence + "\n"
    assert terminal.getvalue().split() == sentence.split()
    assert max(map(len, terminal.getvalue().splitlines()[:-1])) < 60
