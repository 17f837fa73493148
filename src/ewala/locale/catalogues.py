"""The catalogues of translations, as they are kept on a disk."""

import gettext
from collections.abc import Callable
from importlib.resources import as_file, files


def catalogue(language: str) -> Callable[[str], str]:
    """What a language's catalogue makes of an English sentence; where there is none, the sentence stays as it is."""
    with as_file(files("ewala.locale")) as folder:
        return gettext.translation("ewala", folder, [language], fallback=True).gettext
