"""The catalogues are complete, up to date and keep their blanks. `make catalogues` brings them up to date."""

import ast
import importlib.util
import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import page_generated
import pytest
from babel.messages.pofile import read_po

from ewala.locale.languages import LANGUAGES, translator

ROOT = Path(__file__).parents[3]
LOCALE = ROOT / "src" / "ewala" / "locale"
TRANSLATED = LANGUAGES[1:]

# What may be written in another language as it is in English.
REPORTS = {"duel", "duels", "rune", "zone", "zones"}  # heads of columns in French and Dutch
EVERYWHERE = {"bot", "{table} – Ewala"}
SAME = {
    "fr": EVERYWHERE
    | REPORTS
    | {"action", "circuit", "face", "{number} points"}
    | {"Ambition", "Justice", "Pause", "Podium", "Position", "Score", "Scores", "Secret", "Table", "Volume"}
    | {"Minutes", "Pages", "Points", "Table {number}", "Tables"}
    | {
        "Initiative",
        "Minutes",
        "Invitations",
        "Orange",
        "Points",
        "Podium, place {place}",
        "Tab",
        "Table {number}",
        "Tables",
        "Zones",
        "chaos",
        "place {place}",
        "podium",
        "Animation",
        "zone {number}",
        "zone {number} ({name})",
        "{hours} h {minutes} min",
        "{points} points",
    },
    "es": EVERYWHERE
    | {"Esc", "No", "Tab", "neutral", "no", "provisional", "{days} d {hours} h", "{hours} h {minutes} min"},
    "nl": EVERYWHERE
    | REPORTS
    | {"effect", "ring"}
    | {"Database", "Later", "Lobby", "Offline", "Processor"}
    | {"Chat", "Computer", "Podium", "Podium: {values}", "Ring", "Score", "Scores", "Start", "Volume"}
    | {"Clans: {clans}.", "Zones", "chaos", "hand", "podium", "Animation", "zone {number}", "zone {number} ({name})"}
    | {"Blunder", "Blunders", "{name}: score {score}"}
    | {"Enter", "Esc", "Home, End", "Shift + End", "Shift + ←", "Shift + →", "Tab"},  # as keyboards have them
}


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("write_catalogues", ROOT / "tools" / "write_catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def template(tool: Any) -> Any:
    """Every sentence of the sources; they are many to look through."""
    return tool.template()


def read(path: Path) -> Any:
    with path.open("rb") as file:
        return read_po(file)


def messages(catalogue: Any) -> dict[str, str]:
    return {message.id: message.string for message in catalogue if message.id}


def bare(sentence: str) -> str:
    """A sentence without its blanks."""
    return "".join(text for text, *_ in Formatter().parse(sentence))


def blanks(sentence: str) -> set[tuple[str, str | None, str | None]]:
    """Name, format and conversion of each blank; a translation may use one more often than English does."""
    return {(name, spec, way) for _, name, spec, way in Formatter().parse(sentence) if name is not None}


@pytest.fixture(scope="module", params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(language: str) -> Any:
    return read(LOCALE / language / "LC_MESSAGES" / "ewala.po")


# --- Complete and up to date


def test_the_template_has_every_sentence_and_no_other(template: Any) -> None:
    assert set(messages(read(LOCALE / "ewala.pot"))) == set(messages(template)), "run `make catalogues`"


def test_a_language_has_every_sentence_and_no_other(template: Any, catalogue: Any) -> None:
    assert set(messages(catalogue)) == set(messages(template)), "run `make catalogues`"
    assert not catalogue.obsolete


def test_every_sentence_is_translated(catalogue: Any) -> None:
    assert [english for english, said in messages(catalogue).items() if not said.strip()] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_a_translation_has_the_blanks_of_the_english_sentence(catalogue: Any) -> None:
    wrong = {english: said for english, said in messages(catalogue).items() if blanks(said) != blanks(english)}
    assert wrong == {}


def test_a_translation_ends_and_begins_as_the_english_sentence(catalogue: Any) -> None:
    for english, said in messages(catalogue).items():
        assert said == said.strip(), english
        assert said.endswith(".") == english.endswith("."), english


def test_a_translation_is_not_the_english_sentence(language: str, catalogue: Any) -> None:
    worded = {english: said for english, said in messages(catalogue).items() if re.search("[a-z]", bare(english))}
    assert {english for english, said in worded.items() if said == english} <= SAME[language]


def test_no_language_says_a_sentence_in_the_words_of_another() -> None:
    """Forty-five Spanish and Dutch sentences were French once, and nothing said so."""
    said = {language: messages(read(LOCALE / language / "LC_MESSAGES" / "ewala.po")) for language in TRANSLATED}
    shared = {
        english
        for one, other in combinations(TRANSLATED, 2)
        for english, words in said[one].items()
        if words == said[other].get(english) and len(re.findall(r"[^\W\d_]{2,}", bare(words))) > 2
    }
    assert shared == set()


def test_french_signs_stay_in_the_line_of_their_word() -> None:
    french = messages(read(LOCALE / "fr" / "LC_MESSAGES" / "ewala.po"))
    assert [said for said in french.values() if re.search(r" [:;?!»]|« ", said)] == []
    assert [said for said in french.values() if re.search(r"[a-zé]'[a-zéè]", said.replace("Aruh'ka", ""))] == []


def test_what_is_installed_is_what_is_written(language: str, catalogue: Any) -> None:
    say = translator(language)
    assert {english: say(english) for english in messages(catalogue)} == messages(catalogue), "run `make catalogues`"


def test_the_files_are_written_again_letter_for_letter(tool: Any, template: Any, language: str) -> None:
    first = tool.text_of(tool.updated(language, template))
    assert tool.text_of(tool.updated(language, template)) == first
    assert b"Date" not in first
    assert b"Generated-By" not in first


def test_every_folder_is_a_language_of_ours() -> None:
    folders = {path.name for path in LOCALE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(TRANSLATED)


# --- What is found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Sentence("a {b}", b=1)', ["a {b}"]),
        ('sentences.Sentence("a" " b")', ["a b"]),
        ('Sentence("yes" if true else "no")', ["yes", "no"]),
        ('raise BadSetup("x/y", "KR-1", Sentence("why"))', ["why"]),
        ('raise BadSetup("x/y", "KR-1", "why")', ["why"]),
        ('Reason("x/y", "KR-1", "why")', ["why"]),
        ('Option("name", "default", "KR-1", "what it is", ("a", "b"))', ["what it is"]),
        ('self.refuse("code", "why", move=move)', ["why"]),
        ('cursor.refuse("what")', ["what"]),
        ("cursor.refuse()", []),
        ('cursor.expect(":")', []),
        ('cursor.expect(":", "a colon")', ["a colon"]),
        ('cursor.number("a number", 1, 9)', ["a number"]),
        ('super().__init__("x/y", "why")', ["why"]),
        ('Sentence("{why} ({clause})")', []),
        ('Sentence("{move}: {why}")', ["{move}: {why}"]),
        ("Sentence(text)", []),
        ('print("nobody sends this")', []),
        ('b = Sentence("b"); a = Sentence("a")', ["b", "a"]),
    ],
)
def test_sentences_are_found_where_they_stand(tool: Any, source: str, found: list[str]) -> None:
    assert [sentence.english for sentence in tool.sentences_in(source, "x.py")] == found


@pytest.mark.parametrize("source", ['BadSetup("x", "", f"no {a}")', 'NotYourTurn("not " + a)', 'Sentence("a %s" % b)'])
def test_a_sentence_put_together_before_it_is_said_is_refused(tool: Any, source: str) -> None:
    with pytest.raises(ValueError, match=r"x\.py:1: .* cannot be translated"):
        list(tool.sentences_in(source, "x.py"))


def raised_texts(source: str) -> Iterator[ast.expr]:
    """Texts of several words that are handed to an error where it is raised."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            if name.endswith(("Error", "Exception")) and name != "EwalaError":
                continue  # not one of ours: those are named for what is wrong
            for said in node.exc.args:
                parts = said.values if isinstance(said, ast.JoinedStr) else [said]
                if any(isinstance(part, ast.Constant) and " " in str(part.value) for part in parts):
                    yield said


def test_no_error_has_a_sentence_that_the_catalogues_lack(tool: Any, template: Any) -> None:
    known = messages(template)
    for package in tool.PACKAGES:
        for path in tool.modules_of(package):
            for said in raised_texts(path.read_text(encoding="utf-8")):
                where = f"{path.name}:{said.lineno}"
                assert isinstance(said, ast.Constant), where
                assert said.value in known, where


# --- The sentences of the page, in its sources and in the catalogues that it loads


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{t("Your turn")}</p>', ["Your turn"]),
        ("<p>{t('Your turn')}</p>", ["Your turn"]),
        ('t("{name} rolls", { name })', ["{name} rolls"]),
        ('t(\n  "One moment…",\n)', ["One moment…"]),
        (r't("say \"hi\" \u2013 now")', ['say "hi" – now']),
        ("t('it\\'s yours')", ["it's yours"]),
        ('const LATER = msg("later");', ["later"]),
        ('t(mine ? "yours" : "theirs", { n: 1 })', ["yours", "theirs"]),
        ('title={t("a")} alt={t("b, (c)")}', ["a", "b, (c)"]),
        ("t(names[kind])", []),
        ("t(LATER)", []),
        ('export function t(english: string, b = "x"): string', []),
        ('list.at("no")', []),
        ('object.t("no")', []),
        ('import("./no")', []),
    ],
)
def test_sentences_of_the_page_are_found_where_they_stand(source: str, found: list[str]) -> None:
    assert [sentence.english for sentence in page_generated.sentences_in_page(source, "x.svelte")] == found


@pytest.mark.parametrize("source", ["t(`a ${b}`)", 't("a " + b)', "t(`plain`)"])
def test_a_sentence_of_the_page_put_together_before_it_is_said_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"x\.ts:2: .* cannot be translated"):
        list(page_generated.sentences_in_page(f"\n{source}", "x.ts"))


def test_the_page_loads_its_own_sentences_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_generated, "GENERATED", tmp_path / "generated")
    page_generated.write_page_words()
    said = {sentence.english for sentence in page_generated.page_sentences()}
    assert len(said) > 50
    assert "" not in said, "it would be the head of a catalogue, with a date"
    for language in TRANSLATED:
        words = json.loads((tmp_path / "generated" / f"words.{language}.json").read_text(encoding="utf-8"))
        catalogue = messages(read(LOCALE / language / "LC_MESSAGES" / "ewala.po"))
        assert words == {english: catalogue[english] for english in said if catalogue.get(english)}
