"""What the translation does not do, with the line that asks for it."""

from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence


class CannotTranslate(BadSetup):
    """Python that has no form in the script, or that nobody has needed so far."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        sentence = Sentence("{where}, line {line}: the page cannot have {what}", where=path, line=line, what=what)
        super().__init__("script/cannot", "", sentence)
