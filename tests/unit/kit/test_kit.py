"""What games present themselves with: phrases, screens, canvases, mistakes, plots."""

import io
import re
from xml.etree import ElementTree

import pytest
from page_generated import PAGE_PARTS, page_order

from ewala.browser.script.program import translated
from ewala.core.sentences import Sentence, english
from ewala.games.registry import GAMES, kit_of
from ewala.kit.analysis import Step
from ewala.kit.game_kit import GameKit
from ewala.kit.mistakes import accuracy_of, mistakes_of, size_of
from ewala.kit.phrases import all_of, columns, listed, numbers, wrapped
from ewala.kit.screen import Canvas, Ink, Screen
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study import plots
from ewala.kit.study.figures import Plot, Row
from ewala.kit.study.plots import Columns, dots, heat, scatter

GERMAN = {"{some} and {last}": "{some} und {last}", "{first} to {last}": "{first} bis {last}", "tea": "Tee"}


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")]
)
def test_lists(words: list[str], said: str) -> None:
    assert str(all_of(words)) == said


@pytest.mark.parametrize(
    ("rising", "said"), [([], ""), ([4], "4"), ([1, 2], "1, 2"), ([1, 2, 3, 7, 9, 10, 11, 12], "1 to 3, 7, 9 to 12")]
)
def test_runs_of_numbers(rising: list[int], said: str) -> None:
    assert str(numbers(rising)) == said


def test_lists_are_said_in_the_readers_language() -> None:
    def translate(english: str) -> str:
        return GERMAN.get(english, english)

    assert all_of(["milk", "rum", Sentence("tea")]).said(translate) == "milk, rum und Tee"
    assert listed(["milk", Sentence("tea")], "; ").said(translate) == "milk; Tee"
    assert numbers([1, 4, 5, 6]).said(translate) == "1, 4 bis 6"


def test_columns_are_as_many_as_fit_and_read_downwards() -> None:
    cells = ["one", "two", "three", "four", "five"]
    assert columns(cells, 80) == ["one  two  three  four  five"]
    assert columns(cells, 16) == ["one  three  five", "two  four "]
    assert columns(cells, 5) == ["one  ", "two  ", "three", "four ", "five "]
    assert columns(["1  roll them all again", "2  keep"], 18) == ["1  roll them all", "        again", "2  keep"]
    assert columns([], 80) == []


def test_words_go_on_under_the_first() -> None:
    assert wrapped(["alpha", "beta", "gamma"], 14, first="zones ") == ["zones alpha", "      beta", "      gamma"]
    assert wrapped(["alpha", "beta", "gamma"], 18, first="zones ") == ["zones alpha  beta", "      gamma"]


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


def test_boxes_join_like_bricks() -> None:
    canvas = Canvas(10, 5)
    canvas.box(0, 0, 4, 2)
    canvas.box(4, 0, 8, 2)
    canvas.box(2, 2, 6, 4)
    canvas.text(1, 1, "ab")
    assert canvas.rows(Ink(colour=False)) == ["╭───┬───╮", "│ab │   │", "╰─┬─┴─┬─╯", "  │   │", "  ╰───╯"]


def test_colours_change_only_where_they_must() -> None:
    canvas = Canvas(4, 1)
    canvas.text(0, 0, "ab", "red")
    canvas.text(2, 0, "c")
    assert canvas.rows(Ink(colour=True)) == ["\x1b[91mab\x1b[0mc"]


def step(seat: str, loss: float = 0.0) -> Step:
    return Step(0, seat, "", "decision" if seat else "chance", {}, {}, {}, loss)


def test_what_costs_nothing_is_all_accurate() -> None:
    assert accuracy_of([0.0, 0.0]) == accuracy_of([]) == 1.0


@pytest.mark.parametrize(
    ("loss", "size", "most"), [(0.01, "slip", 0.905), (0.04, "mistake", 0.671), (0.1, "blunder", 0.368)]
)
def test_a_decision_counts_for_less_the_more_it_cost(loss: float, size: str, most: float) -> None:
    assert size_of(loss) == size
    assert accuracy_of([loss]) == pytest.approx(most, abs=0.001)
    assert accuracy_of([loss + 0.01]) < accuracy_of([loss])


def test_a_players_accuracy_is_the_average_of_their_own_decisions() -> None:
    steps = [step("K", 0.1), step("", 0.0), step("S", 0.5), step("K"), step("K")]
    assert mistakes_of(steps, "K").accuracy == pytest.approx((2 + accuracy_of([0.1])) / 3)
    assert mistakes_of(steps, "S").accuracy == accuracy_of([0.5])


def test_no_decision_makes_up_for_another() -> None:
    assert accuracy_of([0.0] * 9 + [1.0]) == pytest.approx(0.9, abs=1e-4)
    assert 0 < accuracy_of([1.0]) < 0.001


LONG = "a name that takes a good deal of room"


def row(name: str, value: float, **labels: str) -> Row:
    return Row({"name": name, **labels}, Estimate(value, value - 0.1, value + 0.1, 100), "share")


ROWS = [row(name, n / 10, series=series) for n, name in enumerate(("one", LONG), 2) for series in ("a", "b")]
GRID = [row(str(n), 0.4 + n / 100, across=str(m)) for n in range(11) for m in range(11)]
PLOTS = {
    "dots": dots(ROWS, label="dots", name="name", series="series"),
    "columns": plots.columns([Columns(LONG, {n: n / 10 for n in range(5)})], label="columns", unit="turns"),
    "heat": heat(GRID, label="heat", down="name", across="across", middle=0.45, corner=""),
    "scatter": scatter(
        [(LONG, ROWS[0], ROWS[1], True), ("b", ROWS[2], ROWS[3], True)], label="scatter", across="→", up="↑"
    ),
}


def drawings(drawn: Plot) -> dict[str, ElementTree.Element]:
    page = ElementTree.fromstring(f"<page>{drawn(english)}</page>")
    return {str(part.get("class")): part[0] for part in page}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_a_plot_is_drawn_for_every_screen(plot: Plot) -> None:
    found = drawings(plot)
    widths = {kind: int(str(svg.get("viewBox")).split()[2]) for kind, svg in found.items()}
    assert widths == {"broad": 760, "slim": 380}
    marks = {kind: sum(part.tag in ("circle", "rect") for part in svg.iter()) for kind, svg in found.items()}
    assert marks["broad"] == marks["slim"] > 0


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_on_a_phone_everything_begins_and_ends_on_it(plot: Plot) -> None:
    slim = drawings(plot)["slim"]
    for part in slim.iter():
        for place in ("x", "x1", "x2", "cx"):
            assert 0 <= float(part.get(place, 0)) <= 380
    assert not re.search(r"nan|inf", plot(english))


# --- Where a kit says that parts are


BESIDE = {"seat_shares", "ladders", "middle"}  # of which `rating_terms` is made


@pytest.mark.parametrize("game", GAMES)
def test_every_part_is_where_the_kit_says(game: str) -> None:
    kit = kit_of(game)
    for name in kit.parts:
        assert name in BESIDE or callable(getattr(GameKit, name)), name
        assert kit._part(name) is not None, name


def test_the_page_has_the_parts_that_it_uses_and_no_others() -> None:
    asked = re.findall(r'\$_(?:part|coach)\("(\w+)"\)', translated(page_order()))
    assert set(asked) == set(PAGE_PARTS)
