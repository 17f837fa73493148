"""Packages that only some people need: what to say, and what to type, where one is missing."""

import importlib.util

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["NotInstalled", "how_to_install", "need"]


class NotInstalled(BadSetup, ImportError):
    """A package is missing; an ImportError too, since importing what needs it raises it."""


def how_to_install(extra: str) -> str:
    """The line that installs an extra, typed in the folder of this project, which is published nowhere else."""
    return f"pip install '.[{extra}]'"


def need(package: str, title: str, extra: str, code: str) -> None:
    """Raises NotInstalled with one clear sentence if a package is missing."""
    if importlib.util.find_spec(package) is None:
        command = how_to_install(extra)
        sentence = Sentence("{package} is not installed; {command} does it", package=title, command=command)
        raise NotInstalled(code, "", sentence)
