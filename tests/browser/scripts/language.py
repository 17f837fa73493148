"""What Python does by itself, a little of everything: each function's answer must be the same as a script.

Nothing here is ever said to anybody; names only have to be different.
"""

import random
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, partial, reduce
from itertools import accumulate, chain, pairwise
from typing import ClassVar, NamedTuple

import msgspec

LETTERS = "abc"
ONE, TWO, THREE = range(1, 4)


class Shade(Enum):
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = 0

    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)

    @property
    def size(self) -> int:
        return abs(self.x) + abs(self.y)


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


class Bird(Animal):
    legs = 2

    def __init__(self, name: str, wings: int = 2, *, loud: bool = False) -> None:
        super().__init__(name, loud=loud)
        self.wings = wings

    def sound(self, times: int = 1) -> str:
        return "tweet" + super().sound(times)


class Wrong(ValueError):
    def __init__(self, code: str) -> None:
        super().__init__(f"wrong: {code}")
        self.code = code


class Worse(Wrong):
    pass


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str = "none"
    seconds: int = 0


class _Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int


class Hello(_Said, frozen=True, kw_only=True, tag="hello", omit_defaults=True):
    name: str
    clock: Clock | None = None
    keys: list[str] = []


class Bye(_Said, frozen=True, kw_only=True, tag="bye"):
    counts: dict[str, int]


_reader = msgspec.json.Decoder(Hello | Bye)


def numbers() -> list[object]:
    big = 2**64 - 2**64 % 7
    return [
        7 // 2,
        -7 // 2,
        7 % -3,
        -7 % 3,
        divmod(-7, 2),
        2**10,
        big % 1000003,
        (big >> 3) & 0xFFFF,
        1 << 40 | 5,
        (1 << 31) & -(1 << 31),
        0b1010 ^ 0b0110,
        ~5,
        round(2.5),
        round(3.5),
        round(-0.5),
        round(2.675, 2),
        int("42") + int("ff", 16),
        int(-3.9),
        abs(-3),
        sum([1, 2, 3], 10),
        max([3, 9, 2]),
        min(4, 2, 8),
        max("bb", "c", key=len),
        min([], default=-1),
        int.from_bytes(bytes([1, 2, 3]), "big"),
        (258).to_bytes(4, "big").hex(),
        3 / 4,
        bool(0.0),
        isinstance(3, int),
        isinstance(True, int),
        isinstance(2.5, int),
        9007199254740993 * 3,
        (0x9E3779B97F4A7C15 * 12345) & ((1 << 64) - 1),
    ]


def texts() -> list[object]:
    name, value = "Ada", 3.14159
    return [
        f"{name!r} is {value:.2f} and {7:03d}, {1234567:,} {name:>6}|{name:<6}|{name:^7}|",
        f"{0.125:.0%} {0.5:.1f} {2.5:.0f} {-1:+d} {255:x}",
        "{a} and {b!r}{{}}".format(a=1, b="it's"),
        ["a", "b", "", "c"],
        ["a", "b"],
        ["a", "b,c"],
        "one\ntwo\r\nthree\n".splitlines(),
        "key: value".partition(": "),
        "a.b.c".rpartition("."),
        "-".join(["x", "y"]),
        "abcabc".replace("b", "B", 1),
        "abcabc".replace("b", "B"),
        "abcdef"[1:4] + "abcdef"[-2:] + "abcdef"[::-1] + "abcdef"[::2],
        "x" * 3,
        "abc".find("z"),
        "abcabc".count("bc"),
        "Été".lower(),
        "straße".upper(),
        "12".isdecimal(),
        "1½".isdecimal(),
        "a\tb".isprintable(),
        "hello world".capitalize(),
        "x".ljust(3, ".") + "y".rjust(3) + "7".zfill(3),
        "😀ab"[0],
        len("😀ab"),
        list("añ"),
        "abc" < "abd",
        sorted(["b", "A", "é", "😀", "ﬀ"]),
        "b" in "abc",
        "na" not in "banana",
        repr("a'b"),
        repr("a\"'\n\u200b"),
        str(None) + str(True),
        ord("é"),
        chr(233),
        "é".encode().hex(),
        bytes.fromhex("c3a9").decode(),
        "pre-fix".removeprefix("pre-").removesuffix("x"),
        " x ".strip() + "|" + "xxabxx".strip("x"),
    ]


def lists() -> list[object]:
    first, *middle, last = [1, 2, 3, 4]
    some = [5, 3, 8]
    some.append(1)
    some.extend([9, 9])
    some.insert(1, 7)
    popped = some.pop(), some.pop(0)
    some.remove(8)
    some[0:1] = [10, 11]
    del some[-1]
    pairs = {(1, "a"): "x", (2, "b"): "y"}
    more = [[0] * 2 for _ in range(2)]
    more[0][1] += 5
    return [
        first,
        middle,
        last,
        some,
        popped,
        pairs[1, "a"],
        (3, "c") in pairs,
        more,
        sorted([(2, "b"), (1, "z"), (1, "a")]),
        sorted([3, 1, 2], key=lambda n: -n),
        sorted(["bb", "a", "cc"], key=len, reverse=True),
        list(zip([1, 2], "ab", strict=True)),
        list(enumerate("ab", 1)),
        list(reversed(range(3))),
        [n * m for n in range(3) for m in range(n) if n != m],
        {n % 3: n for n in range(7)},
        sorted({n % 3 for n in range(7)}),
        list(map(str, [1, 2])),
        [*range(2), *[7]],
        any(n > 2 for n in range(3)),
        all([]),
        (1, 2) < (1, 3),
        [1, 2] == [1, 2],
        list(pairwise([1, 2, 3])),
        list(accumulate([1, 2, 3])),
        list(chain([1], (2, 3))),
        reduce(lambda a, b: a * b, [1, 2, 3, 4]),
        bisect_right([1, 2, 2, 3], 2),
        [1, 2, 3].index(2),
        list(range(10, 0, -3)),
        range(5)[2],
        4 in range(0, 10, 2),
    ]


def dictionaries() -> list[object]:
    one = {"a": 1, "b": 2}
    two = {**one, "c": 3} | {"a": 9}
    two.update({"z": 0})
    gone = two.pop("b")
    counted = Counter("banana")
    grouped: dict[str, list[int]] = defaultdict(list)
    for n in range(4):
        grouped["even" if n % 2 == 0 else "odd"].append(n)
    shades = {Shade.LIGHT: "l", Shade.DARK: "d"}
    points = {Point(1, 2): "p"}
    return [
        two,
        gone,
        two.get("q"),
        two.get("q", 5),
        list(two),
        list(two.items()),
        sorted(two.values()),
        two.setdefault("n", 4),
        dict.fromkeys("ab", 0),
        counted.most_common(2),
        counted["x"],
        dict(grouped),
        shades[Shade.DARK],
        points[Point(1, 2)],
        {1, 2} | {3},
        sorted({1, 2, 3} - {2}),
        sorted({1, 2, 3} & {2, 9}),
        {1} <= {1, 2},
        frozenset("ab") == frozenset("ba"),
        dict(one) == {"b": 2, "a": 1},
        max(one, key=one.__getitem__),
    ]


def classes() -> list[object]:
    bird, animal = Bird("Pip"), Animal.called("Rex")
    method = bird.sound
    bag = Bag("b", [1])
    other = replace(bag, label="c")
    pair = Pair("a")
    left, right = pair
    return [
        str(bird),
        bird.sound(2),
        method(1),
        animal.loud,
        bird.legs + Animal.legs,
        Animal.both,
        bird.shout,
        Animal.twice(4),
        Point(1) + Point(2, 3) == Point(3, 3),
        Point(1, 2) < Point(1, 3),
        Point(3, -4).size,
        bag.label,
        len(bag),
        bool(Bag("x")),
        other.label + str(other.things is bag.things),
        Bag.made,
        (left, right, pair.right, pair[0]),
        pair == Pair("a", 2),
        pair._replace(right=5).right,
        Shade.LIGHT.value,
        Shade.DARK.name,
        Shade.DARK is Shade.DARK,
        [shade.value for shade in Shade],
        isinstance(bird, Animal),
        isinstance(animal, Bird | str),
        type(bird).__name__,
        type(bird) is Bird,
        hasattr(bird, "wings"),
        getattr(bird, "beak", "none"),
        Bird("Jo", loud=True).loud,
        list(map(partial(Animal.sound, animal), [1, 2])),
    ]


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
    return [
        found,
        n,
        b,
        chosen,
        nothing and 1,
        len(nothing) or None,
        not nothing,
        1 < a[1] < 3 != n,
        [
            _matched(value)
            for value in (None, Point(0, 5), Point(2, 2), Point(1, 2), "b", Shade.DARK, [1, 2], "zz", 3, 4)
        ],
        _rest(1, 2, 3),
        _rest(1, *[4, 5], key=6),
        [step() for step in _steps(3)],
        LETTERS + str(ONE + TWO + THREE),
        list(_counted(3)),
        next(iter([]), "nothing"),
        _cached(4) + _cached(4),
        _many(1, 2, c=3, d=4),
        _many(*[5, 6], c=7),
    ]


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


def patterns() -> list[object]:
    word = re.compile(r"(?P<name>[a-z]+)=(\d+)?")
    found = word.fullmatch("ab=12")
    assert found is not None
    return [
        found["name"],
        found.group(2),
        word.fullmatch("AB=1") is None,
        [m.group(0) for m in word.finditer("a=1 b= c=22")],
        re.sub(r"\d+", lambda m: f"<{m.group(0)}>", "a1b22"),
        re.split(r"[,;]", "a,b;c"),
        bool(re.match("ab", "abc")),
    ]


def chance() -> list[object]:
    drawn: list[object] = []
    for seed in (0, 7, 2**70 + 3):
        rng = random.Random(seed)
        some = list(range(10))
        rng.shuffle(some)
        drawn += [
            rng.random(),
            rng.getrandbits(60),
            rng.getrandbits(5),
            rng.choice("abcdef"),
            rng.randrange(3, 1000),
            some,
        ]
        drawn += [rng.randint(1, 6), rng.randrange(3, 1000)]
        drawn += [rng.choices([1, 2, 3], weights=[1, 5, 2], k=4), rng.choices("ab", k=3)]
    return drawn


def structures() -> list[object]:
    hello = Hello(at=1, name="é", clock=Clock(seconds=3))
    texts = [
        '{"type":"hello","at":2,"name":"x","keys":["a"]}',
        '{"type":"bye","at":3,"counts":{"a":1}}',
        '{"type":"bye","at":3}',
        '{"type":"nobody"}',
        '{"at":1}',
        '{"type":"hello","at":"x","name":"y"}',
        '{"type":"hello","at":1,"name":"y","clock":{"kind":"z","more":1}}',
    ]
    answers: list[object] = [msgspec.json.encode(hello).decode()]
    answers.append(msgspec.json.encode(Bye(at=1, counts={"b": 2})).decode())
    for text in texts:
        try:
            read = _reader.decode(text)
            answers.append(f"{type(read).__name__} {read.at} {read == hello}")
        except msgspec.DecodeError as error:
            answers.append(str(error))
    answers.append(msgspec.structs.replace(hello, name="z").name)
    answers.append(msgspec.convert({"kind": "k", "seconds": 5}, Clock).seconds)
    return answers


def everything() -> dict[str, str]:
    """Each function's answer, as Python writes it."""
    parts = {
        "numbers": numbers,
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
