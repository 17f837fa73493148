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
    division = [7 // 2, -7 // 2, 7 % -3, -7 % 3, divmod(-7, 2), 3 / 4, big % 1000003]
    powers_and_bits = [2**10, (big >> 3) & 0xFFFF, 1 << 40 | 5, (1 << 31) & -(1 << 31), 0b1010 ^ 0b0110, ~5]
    rounding = [round(2.5), round(3.5), round(-0.5), round(2.675, 2), int(-3.9), abs(-3)]
    read = [int("42") + int("ff", 16), int.from_bytes(bytes([1, 2, 3]), "big"), (258).to_bytes(4, "big").hex()]
    chosen = [sum([1, 2, 3], 10), max([3, 9, 2]), min(4, 2, 8), max("bb", "c", key=len), min([], default=-1)]
    kinds = [bool(0.0), isinstance(3, int), isinstance(True, int), isinstance(2.5, int)]
    large = [9007199254740993 * 3, (0x9E3779B97F4A7C15 * 12345) & ((1 << 64) - 1)]
    return [division, powers_and_bits, rounding, read, chosen, kinds, large]


def texts() -> list[object]:
    name, value = "Ada", 3.14159
    formatted = [
        f"{name!r} is {value:.2f} and {7:03d}, {1234567:,} {name:>6}|{name:<6}|{name:^7}|",
        f"{0.125:.0%} {0.5:.1f} {2.5:.0f} {-1:+d} {255:x}",
        "{a} and {b!r}{{}}".format(a=1, b="it's"),
    ]
    parted = ["one\ntwo\r\nthree\n".splitlines(), "key: value".partition(": "), "a.b.c".rpartition("."), list("añ")]
    joined = ["-".join(["x", "y"]), "abcabc".replace("b", "B", 1), "abcabc".replace("b", "B"), "x" * 3]
    sliced = ["abcdef"[1:4] + "abcdef"[-2:] + "abcdef"[::-1] + "abcdef"[::2], "😀ab"[0], len("😀ab")]
    found = ["abc".find("z"), "abcabc".count("bc"), "b" in "abc", "na" not in "banana"]
    cased = ["Été".lower(), "straße".upper(), "hello world".capitalize()]
    asked = ["12".isdecimal(), "1½".isdecimal(), "a\tb".isprintable(), "abc" < "abd"]
    padded = ["x".ljust(3, ".") + "y".rjust(3) + "7".zfill(3), " x ".strip() + "|" + "xxabxx".strip("x")]
    cut = ["pre-fix".removeprefix("pre-").removesuffix("x"), sorted(["b", "A", "é", "😀", "ﬀ"])]
    shown = [repr("a'b"), repr("a\"'\n\u200b"), str(None) + str(True)]
    encoded = [ord("é"), chr(233), "é".encode().hex(), bytes.fromhex("c3a9").decode()]
    return [*formatted, parted, joined, sliced, found, cased, asked, padded, cut, shown, encoded]


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
    changed = [first, middle, last, some, popped, pairs[1, "a"], (3, "c") in pairs, more]
    in_order = [
        sorted([(2, "b"), (1, "z"), (1, "a")]),
        sorted([3, 1, 2], key=lambda n: -n),
        sorted(["bb", "a", "cc"], key=len, reverse=True),
    ]
    gone_through = [list(zip([1, 2], "ab", strict=True)), list(enumerate("ab", 1)), list(reversed(range(3)))]
    made = [
        [n * m for n in range(3) for m in range(n) if n != m],
        {n % 3: n for n in range(7)},
        sorted({n % 3 for n in range(7)}),
    ]
    mapped = [list(map(str, [1, 2])), [*range(2), *[7]], any(n > 2 for n in range(3)), all([])]
    compared = [(1, 2) < (1, 3), [1, 2] == [1, 2], [1, 2, 3].index(2), bisect_right([1, 2, 2, 3], 2)]
    chained = [list(pairwise([1, 2, 3])), list(accumulate([1, 2, 3])), list(chain([1], (2, 3)))]
    ranges = [list(range(10, 0, -3)), range(5)[2], 4 in range(0, 10, 2), reduce(lambda a, b: a * b, [1, 2, 3, 4])]
    return [changed, in_order, gone_through, made, mapped, compared, chained, ranges]


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
    in_order = [list(ordered.items()), ordered.popitem(last=False), ordered.popitem(), list(ordered)]
    read = [two, gone, two.get("q"), two.get("q", 5), list(two), list(two.items()), sorted(two.values())]
    kept = [two.setdefault("n", 4), dict.fromkeys("ab", 0), dict(one) == {"b": 2, "a": 1}]
    counts = [counted.most_common(2), counted["x"], dict(grouped), max(one, key=one.__getitem__)]
    by_value = [shades[Shade.DARK], points[Point(1, 2)]]
    sets = [{1, 2} | {3}, sorted({1, 2, 3} - {2}), sorted({1, 2, 3} & {2, 9}), {1} <= {1, 2}]
    return [in_order, read, kept, counts, by_value, sets, frozenset("ab") == frozenset("ba")]
