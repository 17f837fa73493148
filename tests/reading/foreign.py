"""Is a text in its reader's language? What the catalogues know in English must not stand in it."""

import gettext
import re
from collections import Counter
from collections.abc import Collection
from functools import cache
from html import unescape
from importlib.resources import as_file, files
from string import Formatter

from ewala.core.sentences import msg
from ewala.lab.studies.make import Study
from ewala.lab.studies.page import report_of
from ewala.locale.languages import translator

NUMBER = re.compile(r"[+−]?\d[\d,]*\.\d+%?")
FEWEST = 3  # words, of which another language cannot have the same by chance


@cache
def catalogue_of(language: str) -> dict[str, str]:
    """Every English sentence that the language has."""
    with as_file(files("ewala.locale")) as folder:
        catalogue = gettext.translation("ewala", folder, [language])
    known: dict[object, str] = catalogue._catalog  # type: ignore[attr-defined]  # there is no other way to list it
    return {english: said for english, said in known.items() if isinstance(english, str)}


@cache
def _told_apart(language: str) -> dict[str, str]:
    """The English sentences that this language says otherwise, each with its longest part without blanks."""
    parts = {
        english: max((text.strip() for text, *_ in Formatter().parse(english)), key=_words, default="")
        for english, said in catalogue_of(language).items()
        if english != said
    }
    return {english: part for english, part in parts.items() if _words(part) >= FEWEST and part not in _own(language)}


@cache
def _own(language: str) -> str:
    """All that the language says."""
    return "\n".join(catalogue_of(language).values())


def _words(text: str) -> int:
    return len(re.findall(r"[^\W\d]+", text))


def english_in(text: str, language: str) -> list[str]:
    """The sentences of the catalogue that stand there in English, although the language has its own."""
    plain = unescape(text)
    found = [(english, part) for english, part in _told_apart(language).items() if part in plain]
    return [english for english, part in found if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", plain)]


def in_english_figures(text: str, language: str) -> str:
    """The text with its numbers as English writes them."""
    style = re.fullmatch(r"1(.)234(.)5(.?)%", translator(language)(msg("1,234.5%")))
    assert style is not None
    thousands, point, space = (re.escape(part) for part in style.groups())
    text = re.sub(rf"(?<=\d){thousands}(?=\d\d\d(?!\d))", "\0", text)
    text = re.sub(rf"(?<=\d){point}(?=\d)", ".", text)
    return re.sub(rf"(?<=\d){space}%", "%", text).replace("\0", ",")


def check_report(study: Study, language: str, names: Collection[str] = ()) -> None:
    """That a study's report is in this language, every label too, and has the numbers of the English one.

    `names` are labels that every language has.
    """
    for answer in study.answers:
        for figure in answer.figures:
            assert {*figure.labels} <= {*catalogue_of(language), *names}, figure.name
    original, report = (report_of(study.brief, study.answers, 1, spoken) for spoken in ("en", language))
    assert f'<html lang="{language}">' in report
    assert english_in(report, language) == []
    numbers = Counter(NUMBER.findall(_shown(original)))
    assert numbers.total() > 1000
    assert Counter(NUMBER.findall(in_english_figures(_shown(report), language))) == numbers


def _shown(page: str) -> str:
    """What a reader sees of a page below its settings, which stand there as the command takes them."""
    return unescape(re.sub(r"<[^>]*>", "\n", page[page.index("</dl>") :]))
