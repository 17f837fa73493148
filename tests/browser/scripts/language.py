"""Classes, errors and the ways through a function, a little of everything; and `everything` together.

Each function's answer must be the same as a script; nothing here is ever said to anybody.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import ClassVar, NamedTuple

from library import chance, patterns, reals, structures
from plain_values import Point, Shade, dictionaries, lists, numbers, texts

LETTERS = "abc"
ONE, TWO, THREE = range(1, 4)


@dataclass
class Bag:
    label: str
    things: list[int] = field(default_factory=list)
    made: ClassVar[int] = 7

    def __post_init__(self) -> None:
        self.label = self.label.upper()

    def __len__(self) -> int:
        return len(self.things)


class Pair(NamedTuple):
    left: str
    right: int = 2


class Animal:
    legs = 4
    both = (legs, legs + 1)

    def __init__(self, name: str, *, loud: bool = False) -> None:
        self.name = name
        self.loud = loud

    @classmethod
    def called(cls, name: str) -> "Animal":
        return cls(name, loud=True)

    @staticmethod
    def twice(number: int) -> int:
        return 2 * number

    @cached_property
    def shout(self) -> str:
        return self.name.upper()

    def sound(self, times: int = 1) -> str:
        return "…" * times

    def __str__(self) -> str:
        return f"<{self.name}>"


class Coin:
    """Equal to others of its worth, whatever is on it."""

    def __init__(self, worth: int, picture: str) -> None:
        self.worth = worth
        self.picture = picture

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coin) and other.worth == self.worth

    def __hash__(self) -> int:
        return hash(self.worth % 10)  # of unequal ones, some have the same


class Bird(Animal):
    legs = 2

    def __init__(self, name: str, wings: int = 2, *, loud: bool = False) -> None:
        super().__init__(name, loud=loud)
        self.wings = wings

    def sound(self, times: int = 1) -> str:
        return "tweet" + super().sound(times)


class Door:
    """Something that is entered again and again."""

    def __init__(self, told: list[str]) -> None:
        self.told = told

    def __enter__(self) -> None:
        self.told.append("through the door")

    def __exit__(self, *how: object) -> None:
        self.told.append("back")


class Wrong(ValueError):
    def __init__(self, code: str) -> None:
        super().__init__(f"wrong: {code}")
        self.code = code


class Worse(Wrong):
    pass


def classes() -> list[object]:
    bird, animal = Bird("Pip"), Animal.called("Rex")
    method = bird.sound
    bag = Bag("b", [1])
    other = replace(bag, label="c")
    pair = Pair("a")
    left, right = pair
    purse = {Coin(5, "crown"): "five", Coin(15, "crown"): "fifteen"}
    equal = [purse[Coin(5, "lion")], purse[Coin(15, "lion")], Coin(25, "crown") in purse]
    tuples = [Pair._fields, pair._asdict(), left, right, pair.right, pair[0], pair == Pair("a", 2)]
    methods = [str(bird), bird.sound(2), method(1), animal.loud, bird.shout, Animal.twice(4)]
    inherited = [bird.legs + Animal.legs, Animal.both, Bird("Jo", loud=True).loud]
    values = [Point(1) + Point(2, 3) == Point(3, 3), Point(1, 2) < Point(1, 3), Point(3, -4).size]
    bags = [bag.label, len(bag), bool(Bag("x")), other.label + str(other.things is bag.things), Bag.made]
    shades = [Shade.LIGHT.value, Shade.DARK.name, Shade.DARK is Shade.DARK, [shade.value for shade in Shade]]
    kinds = [isinstance(bird, Animal), isinstance(animal, Bird | str), type(bird).__name__, type(bird) is Bird]
    asked = [hasattr(bird, "wings"), getattr(bird, "beak", "none"), list(map(partial(Animal.sound, animal), [1, 2]))]
    return [equal, tuples, pair._replace(right=5).right, methods, inherited, values, bags, shades, kinds, asked]


def _tried(work: Callable[[], object]) -> str:
    try:
        done = work()
    except Worse as error:
        return f"worse {error.code}"
    except (Wrong, KeyError) as error:
        return f"{type(error).__name__} {error}"
    except Exception as error:
        return f"other {type(error).__name__}"
    else:
        return f"fine {done}"


def _raise(error: Exception) -> object:
    raise error


def errors() -> list[object]:
    told = []
    try:
        told.append("in")
    finally:
        told.append("out")
    with suppress(KeyError):
        told.append({"y": "z"}["x"])
    with _opened(told) as what:
        told.append(what)
    door = Door(told)
    for missing in ("x", "y"):
        with suppress(KeyError), door, threading.Lock():
            told.append({"y": "z"}[missing])
    first, second = "", ""
    try:
        first, second = told[:1]
    except ValueError as error:
        told.append(str(error))
    return [
        _tried(lambda: 1),
        _tried(lambda: _raise(Wrong("a"))),
        _tried(lambda: _raise(Worse("b"))),
        _tried(lambda: {"a": 1}["b"]),
        _tried(lambda: [1][3]),
        _tried(lambda: 1 // 0),
        _tried(lambda: int("x")),
        _tried(lambda: "ab".index("z")),
        _tried(lambda: list(zip([1], [1, 2], strict=True))),
        told,
        first + second,
    ]


@contextmanager
def _opened(told: list[str]) -> Iterator[str]:
    told.append("opened")
    try:
        yield "within"
    finally:
        told.append("closed")


def _matched(value: object) -> str:
    match value:
        case None:
            return "none"
        case Point(x=0, y=y):
            return f"on the axis at {y}"
        case Point(x, y) if x == y:
            return f"diagonal {x}"
        case Point():
            return "elsewhere"
        case "a" | "b":
            return "letter"
        case Shade.DARK:
            return "dark"
        case [one, two]:
            return f"two: {one} {two}"
        case ["go", where, *more]:
            return f"go {where} {len(more)}"
        case str() as text:
            return f"text {text}"
        case 3:
            return "three"
        case _:
            return "other"


def flow() -> list[object]:
    found = []
    for n in range(5):
        if n == 1:
            continue
        if n == 9:
            break
        found.append(n)
    else:
        found.append(-1)
    for n in range(5):
        if n == 3:
            break
    else:
        found.append(-2)
    left = 10
    while (left := left - 3) > 0:
        found.append(left)
    a = b = [1]
    a.append(2)
    nothing: list[int] = []
    chosen = a[2:] or LETTERS[3:] or "kept"
    several = (None, Point(0, 5), Point(2, 2), Point(1, 2), "b", Shade.DARK, [1, 2], "zz", 3, 4)
    loops = [found, n, b, chosen]
    truth = [nothing and 1, len(nothing) or None, not nothing, 1 < a[1] < 3 != n]
    matched = [_matched(value) for value in several]
    given = [_rest(1, 2, 3), _rest(1, *[4, 5], key=6), _many(1, 2, c=3, d=4), _many(*[5, 6], c=7)]
    steps = [[step() for step in _steps(3)], list(_counted(3)), next(iter([]), "nothing"), _cached(4) + _cached(4)]
    return [loops, truth, matched, given, LETTERS + str(ONE + TWO + THREE), steps]


def _steps(many: int) -> list[Callable[[], int]]:
    def made(n: int) -> Callable[[], int]:
        def step(by: int = n * 2) -> int:
            return by

        return step

    return [made(n) for n in range(many)] + [lambda n=n: n for n in range(many)]


def _counted(to: int) -> Iterator[int]:
    yield from range(to)
    for n in range(to):
        yield n * 10


_calls: list[int] = []


@cache
def _cached(n: int) -> int:
    _calls.append(n)
    return n * len(_calls)


def _rest(x: int, *rest: int, key: int = 1) -> list[object]:
    return [x, rest, key]


def _many(a: int, b: int = 0, **others: int) -> str:
    return f"{a} {b} {sorted(others)} {sum(others.values())}"


def everything() -> dict[str, str]:
    """Each function's answer, as Python writes it."""
    parts = {
        "numbers": numbers,
        "reals": reals,
        "texts": texts,
        "lists": lists,
        "dictionaries": dictionaries,
        "classes": classes,
        "errors": errors,
        "flow": flow,
        "patterns": patterns,
        "chance": chance,
        "structures": structures,
    }
    return {name: "\n".join(_shown(answer) for answer in part()) for name, part in parts.items()}


def _shown(answer: object) -> str:
    """Lists and tuples alike: a script does not tell them apart."""
    if isinstance(answer, list | tuple):
        return "[" + ", ".join(_shown(part) for part in answer) + "]"
    if isinstance(answer, dict):
        return "{" + ", ".join(f"{_shown(key)}: {_shown(value)}" for key, value in answer.items()) + "}"
    return repr(answer)
