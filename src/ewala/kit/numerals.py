"""Numbers as a reader's language writes them: with a point or a comma, thousands apart or not."""

import re

from ewala.core.sentences import Sentence, Translate, msg

__all__ = ["Numeral", "per_cent"]

_STYLE = msg("1,234.5%")  # each language's catalogue has this number in its own way
_PARTS = re.compile(r"1(.?)234(.)5(.?)%")


class Numeral(Sentence):
    """A number, given as English writes it: `Numeral("1,234.5")`."""

    __slots__ = ()

    def said(self, translate: Translate) -> str:
        thousands, point, _ = _parts(translate)
        return self.template.translate({ord(","): thousands, ord("."): point})


class _PerCent(Numeral):
    """The same as so many in a hundred."""

    __slots__ = ()

    def said(self, translate: Translate) -> str:
        return f"{super().said(translate)}{_parts(translate)[2]}%"


def per_cent(number: str) -> Sentence:
    """`26.6%`."""
    return _PerCent(number)


def _parts(translate: Translate) -> tuple[str, str, str]:
    """What stands between thousands, before decimals, and before the sign of a per cent."""
    found = _PARTS.fullmatch(translate(_STYLE))
    assert found is not None, "a catalogue has the number as it is"
    return found[1], found[2], found[3]
