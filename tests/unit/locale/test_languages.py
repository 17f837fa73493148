"""Languages: which one a reader gets, and that everything is said in it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po

import ewala
from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.games.records import read_record
from ewala.games.registry import GAMES, game_class, load
from ewala.locale import catalogues
from ewala.locale.languages import LANGUAGES, negotiated, translator


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("NL", "nl"),
        ("es-MX", "es"),
        ("fr_CH", "fr"),
        ("nl-BE,nl;q=0.9,fr;q=0.8", "nl"),
        ("de", "en"),
        ("de,fr", "fr"),
        ("de-AT, de;q=0.9, es;q=0.3", "es"),
        ("en;q=0.2,fr;q=0.7", "fr"),
        ("fr;q=0.5,es;q=0.5", "fr"),
        ("fr;q=0,es", "es"),
        ("fr;q=0", "en"),
        ("fr ; q=0.4 , nl ; q=0.6", "nl"),
        ("fr;Q=1.0", "fr"),
        ("*", "en"),
        ("*,nl;q=0.1", "nl"),
    ],
)
def test_the_heaviest_of_our_languages_is_taken_and_of_equals_the_first(wanted: str, language: str) -> None:
    assert negotiated(wanted) == language


@pytest.mark.parametrize(
    "wanted",
    [",", ";", ";q=1", "fr;q=", "fr;q=lots", "fr;q=nan", "fr;q=inf", "fr;q=-1", "fr;q=2", "fr;x=1", "\0", "=,="],
)
def test_what_makes_no_sense_weighs_nothing(wanted: str) -> None:
    assert negotiated(wanted) == "en"
    assert negotiated(f"{wanted},nl") == "nl"


def test_an_endless_header_is_read_from_its_beginning() -> None:
    assert negotiated("x," * 10_000 + "fr") == "en"
    assert negotiated("fr," + "x," * 10_000) == "fr"


def test_what_no_catalogue_knows_stays_as_it_is() -> None:
    for language in LANGUAGES:
        for text in ("", "{why} ({clause})"):
            assert translator(language)(text) == text


def test_without_compiled_catalogues_everybody_reads_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogues, "files", lambda _package: tmp_path)
    say = translator.__wrapped__("fr")
    assert say("the game is over") == "the game is over"


LOCALE = Path(__file__).parents[3] / "src" / "ewala" / "locale"
REASONS = [(name, reason) for name in GAMES for reason in game_class(name).reasons.values()]
OPTIONS = [(name, option) for name in GAMES for option in game_class(name).options]
START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K roll"
REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("no game", lambda: load("chess")),
    ("no option", lambda: load("kingdom-run", colour="red")),
    ("no edition", lambda: load("kingdom-run", edition="de")),
    ("no truth", lambda: load("kingdom-run", may_pass="perhaps")),
    ("no text", lambda: load("kingdom-run", players=None)),
    ("five players", lambda: load("kingdom-run", players="KSFGX")),
    ("one player", lambda: load("kingdom-run", players="K")),
    ("a clan twice", lambda: load("kingdom-run", players="KK")),
    ("nobody begins", lambda: load("kingdom-run", first="X")),
    ("boards", lambda: load("kingdom-run", circuit="A,A,B")),
    ("circuit", lambda: load("kingdom-run", circuit="x")),
    ("four lakes", lambda: load("kingdom-run", circuit="oooo|~~~~ 2:4 3")),
    ("layout", lambda: load("chronicles-of-run", layout="tower")),
    ("a lonely tile", lambda: load("chronicles-of-run", layout="0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,0;99,0")),
    ("move", lambda: load("kingdom-run").start().play("hop")),
    ("faces", lambda: load("kingdom-run").start().play("!XD")),
    ("too many faces", lambda: load("kingdom-run").start().play("r:DDDDD")),
    ("illegal", lambda: load("kingdom-run").start().play("B1K")),
    ("illegal bid", lambda: load("chronicles-of-run").start().play("10>3a")),
    ("bid", lambda: load("chronicles-of-run").start().play("12>3a")),
    ("no fields", lambda: load("kingdom-run").parse("KSFG")),
    ("runners", lambda: load("kingdom-run").parse(START.replace("KSFG/", "GFSK/", 1))),
    ("lost runner", lambda: load("kingdom-run").parse(START.replace("KSFG/", "KSF/", 1))),
    ("dice", lambda: load("kingdom-run").parse(START.replace("roll", "keep:XD"))),
    ("rest", lambda: load("kingdom-run").parse(START + " more")),
    ("viewer", lambda: load("kingdom-run").start().view("X")),
    ("record", lambda: read_record("Not a record")),
    ("header", lambda: read_record("Ewala record 1\ngame: chess\n")),
]


def templates_in(sentence: Sentence) -> Iterator[str]:
    yield sentence.template
    for blank in sentence.blanks.values():
        if isinstance(blank, Sentence):
            yield from templates_in(blank)


def has_words(template: str) -> bool:
    return any(letter.isalpha() for text, *_ in Formatter().parse(template) for letter in text)


@pytest.fixture(scope="module", params=LANGUAGES[1:])
def dictionary(request: pytest.FixtureRequest) -> dict[str, str]:
    with (LOCALE / request.param / "LC_MESSAGES" / "ewala.po").open("rb") as file:
        catalogue: Any = read_po(file)
    return {message.id: message.string for message in catalogue}


def test_every_reason_is_said(dictionary: dict[str, str]) -> None:
    for _, reason in REASONS:
        refused = ewala.IllegalMove(reason.code, reason.clause, "X1", reason.sentence)
        said = refused.sentence.said(lambda english: dictionary.get(english, english))
        assert said.startswith("X1")
        assert said.endswith(f": {dictionary[reason.sentence]} ({reason.clause})")
        assert said != str(refused)


def test_every_option_is_explained(dictionary: dict[str, str]) -> None:
    for name, option in OPTIONS:
        assert Sentence(option.help).said(dictionary.__getitem__) != option.help, (name, option.name)


def test_a_refusal_is_said_without_a_word_of_english(dictionary: dict[str, str]) -> None:
    for name, refused in REFUSED:
        with pytest.raises(EwalaError) as found:
            refused()
        sentence = found.value.sentence
        for template in templates_in(sentence):
            assert template in dictionary or not has_words(template), name
        assert sentence.said(lambda english: dictionary.get(english, english)) != str(sentence), name
