"""Sentences with blanks, in English, that can be said in another language."""

from collections.abc import Callable, Iterable
from functools import reduce

__all__ = ["Sentence", "Translate", "as_sentence", "either", "english", "msg"]

Translate = Callable[[str], str]


def english(template: str) -> str:
    """The translation into English, in which sentences are written: the text itself."""
    return template


def msg(english: str) -> str:
    """The text itself, marked for the catalogues: for names that are compared or kept, and said only later."""
    return english


class Sentence:
    """A sentence for people: `Sentence("the hand has {cards} cards, not {given}", cards=7, given=8)`.

    The English text is also what translators go by. A blank may be filled with another sentence.
    """

    __slots__ = ("blanks", "template")

    def __init__(self, template: str, **blanks: object) -> None:
        self.template = template
        self.blanks = blanks

    def said(self, translate: Translate) -> str:
        """The sentence in the language that `translate` turns English into."""
        filled = {
            name: blank.said(translate) if isinstance(blank, Sentence) else blank for name, blank in self.blanks.items()
        }
        # Without blanks, braces are meant as they stand.
        return translate(self.template).format(**filled) if filled else translate(self.template)

    def __str__(self) -> str:
        return self.said(english)

    def __eq__(self, other: object) -> bool:
        """Whether it says the same, in whatever language."""
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.template, self.blanks) == (other.template, other.blanks)

    def __hash__(self) -> int:
        return hash(self.template)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


def as_sentence(template: Sentence | str, **blanks: object) -> Sentence:
    """A sentence from a text and its blanks; without blanks, braces are meant as they stand."""
    return template if isinstance(template, Sentence) else Sentence(template, **blanks)


def either(choices: Iterable[str]) -> Sentence:
    """`fr or en or es`."""
    first, *others = choices
    only = Sentence("{first}", first=first)
    return reduce(lambda one, other: Sentence("{one} or {other}", one=one, other=other), others, only)
