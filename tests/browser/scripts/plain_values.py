"""Numbers, texts, lists and dictionaries, a little of everything that Python does with them.

Each function's answer must be the same as a script; nothing here is ever said to anybody.
"""

from bisect import bisect_right
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from itertools import accumulate, chain, pairwise


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
    ordered = OrderedDict({"a": 1, "b": 2, "c": 3, "d": 4})
    ordered.move_to_end("a")
    ordered.move_to_end("c", last=False)
    return [
        list(ordered.items()),
        (ordered.popitem(last=False), ordered.popitem(), list(ordered)),
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
