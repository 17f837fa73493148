"""The languages, and which one a reader gets."""

import argparse
import os
from collections.abc import Callable, Mapping
from functools import cache

from ewala.locale.catalogues import catalogue

LANGUAGES = ("en", "fr", "es", "nl")
LONGEST_HEADER = 200  # characters of a header that are read


def negotiated(wanted: str) -> str:
    """The first of our languages in an Accept-Language header or a plain tag; English if there is none."""
    weighted = []
    for n, part in enumerate(wanted[:LONGEST_HEADER].split(",")):
        tag, _, parameter = part.partition(";")
        quality = _quality(parameter)
        language = tag.strip().lower().split("-")[0].split("_")[0]
        if language in LANGUAGES and quality > 0:
            weighted.append((-quality, n, language))
    return min(weighted)[2] if weighted else LANGUAGES[0]


def language_of(environ: Mapping[str, str]) -> str:
    """The language that an environment asks for, such as LANG=fr_BE.UTF-8; English if it is none of ours."""
    wanted = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return negotiated(wanted.partition(".")[0].partition("@")[0])


def _quality(parameter: str) -> float:
    """What follows a tag's semicolon: `q=0.8`, or nothing; 0 if it makes no sense."""
    if not parameter.strip():
        return 1.0
    name, _, weight = parameter.partition("=")
    try:
        quality = float(weight) if name.strip().lower() == "q" else 0.0
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0


@cache
def translator(language: str) -> Callable[[str], str]:
    """What turns an English sentence into one of another language; where there is no catalogue it stays English."""
    if language == LANGUAGES[0]:
        return lambda english: english
    found = catalogue(language)
    # A catalogue keeps its header under the empty sentence.
    return lambda english: found(english) if english else english


def add_language(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"in which language {what}; the environment's (LANG) if not given"
    )


def settle_language(parsed: argparse.Namespace) -> str:
    """The reader's language; in which refusals are said from now on, too."""
    parsed.language = parsed.language or language_of(os.environ)
    return str(parsed.language)
