"""The options of a game: what each is called, which clause it belongs to, and what it may be."""

from collections.abc import Mapping
from dataclasses import dataclass

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence, either

__all__ = ["Option", "as_text", "from_text", "known_options"]

Value = str | bool


@dataclass(frozen=True)
class Option:
    """A named setting of a game."""

    name: str
    default: Value
    clause: str
    help: str
    choices: tuple[str, ...] = ()
    countable: bool = False  # whether a number stands for the first so many letters of the default

    def read(self, value: object) -> Value:
        """The value that somebody has given, checked. For a `countable` option, a number stands for so many letters."""
        return self.check(self._counted(value) if self.countable else value)

    def check(self, value: object) -> Value:
        """The value itself, if it is of the right kind."""
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise self.refused(value, either(("True", "False")))
            return value
        if not isinstance(value, str):
            raise self.refused(value, Sentence("a text"))
        if self.choices and value not in self.choices:
            raise self.refused(value, either(self.choices))
        return value

    def _counted(self, value: object) -> object:
        """`3`, or "3" from a command line, for the first three; a number that is none of these stays as it is."""
        if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, str) and value.isdecimal())):
            return value
        letters = str(self.default)
        return letters[: int(value)] if 0 < int(value) <= len(letters) else str(value)

    def refused(self, value: object, right: Sentence) -> BadSetup:
        return BadSetup(
            "setup/option", self.clause, "{name} is {right}, not {value!r}", name=self.name, right=right, value=value
        )


def known_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with its value; an unknown name or a value of the wrong kind is refused."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise BadSetup(
                "setup/unknown-option",
                "",
                "there is no option {name!r}; the options are {names}",
                name=name,
                names=", ".join(names),
            )
    return {option.name: option.read(given.get(option.name, option.default)) for option in options}


def as_text(value: Value) -> str:
    """A value as a record's header has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def from_text(option: Option, text: str) -> Value:
    """The value that a record's header gives."""
    if isinstance(option.default, bool):
        if text not in ("yes", "no"):
            raise option.refused(text, either(("yes", "no")))
        return text == "yes"
    return option.check(text)
