"""The languages, and which one a reader gets."""

import gettext
from collections.abc import Callable
from functools import cache
from importlib.resources import as_file, files

__all__ = ["LANGUAGES", "negotiated", "translator"]

LANGUAGES = ("en", "fr", "es", "nl")


def negotiated(wanted: str) -> str:
    """The first of our languages in an Accept-Language header or a plain tag; English if there is none."""
    weighted = []
    for n, part in enumerate(wanted[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        language = tag.strip().lower().split("-")[0].split("_")[0]
        if language in LANGUAGES and quality > 0:
            weighted.append((-quality, n, language))
    return min(weighted)[2] if weighted else LANGUAGES[0]


@cache
def translator(language: str) -> Callable[[str], str]:
    """What turns an English sentence into one of another language."""
    if language == "en":
        return lambda english: english
    with as_file(files("ewala.locale")) as folder:
        return gettext.translation("ewala", folder, [language], fallback=True).gettext
