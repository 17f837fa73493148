"""Which language a reader gets, and that a missing catalogue is no misfortune."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stays_nothing_in_every_language(language: str) -> None:
    assert translator(language)("") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_catalogue_knows_stays_as_it_is(language: str) -> None:
    assert translator(language)("{why} ({clause})") == "{why} ({clause})"


def test_without_compiled_catalogues_everybody_reads_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogues, "files", lambda _package: tmp_path)
    say = translator.__wrapped__("fr")
    assert say("the game is over") == "the game is over"
