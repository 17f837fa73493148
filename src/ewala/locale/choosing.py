"""`--language` of commands: what is asked for, or else what the environment asks for."""

import argparse
import os

from ewala.locale.languages import LANGUAGES, language_of


def add_language(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"in which language {what}; the environment's (LANG) if not given"
    )


def settle_language(parsed: argparse.Namespace) -> str:
    """The reader's language; in which refusals are said from now on, too."""
    parsed.language = parsed.language or language_of(os.environ)
    return str(parsed.language)
