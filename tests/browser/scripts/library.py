"""Some of Python's modules and msgspec, a little of each: every function's answer must be the same as a script."""

import random
import re
from math import fsum

import msgspec


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


class Measured(msgspec.Struct, frozen=True):
    share: float
    many: int
    either: int | float
    perhaps: float | None
    row: list[float]
    named: dict[str, float]
    rows: tuple[list[float], ...] = ()


_reader = msgspec.json.Decoder(Hello | Bye)


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
        drawn += [rng.random(), rng.getrandbits(60), rng.getrandbits(5), rng.choice("abcdef"), rng.randrange(3, 1000)]
        drawn += [some, rng.randint(1, 6), rng.randrange(3, 1000)]
        drawn += [rng.choices([1, 2, 3], weights=[1, 5, 2], k=4), rng.choices("ab", k=3)]
    return drawn


def reals() -> list[object]:
    """Numbers that may have decimals, written as such even if they have none; and sums of them, rounded once."""
    sizes = [0.0, -0.0, 1.0, -3.0, 0.1, 1e-4, 1e-5, 9.9e-6, 1e-6, 1.25e-7, 1e15, 1e16, 1.5e22, 2.0**-1074, 1 / 3]
    half, least = 2.0**-53, 2.0**-105
    sums = [[], [0.1] * 10, [1e16, 1.0, -1e16], [1.0, half], [1.0, half, least], [1.0, half, -least]]
    sums += [[1.0 + 2 * half, half], [1.0 + 2 * half, half, -least], [-1.0, -half, -least], [0.3, -0.1, 1e-9, -0.2]]
    rng = random.Random(8)
    sums += [[(rng.random() - 0.5) * 2.0 ** rng.randrange(-60, 50) for _ in range(30)] for _ in range(50)]
    written = [
        Measured(1.0, 1, 2, None, sizes, {"a": 2.0, "b": 0.5}, ([1.0], [0.5])),
        Measured(0.5, 0, 3, 4.0, [fsum(some) for some in sums], {}),
    ]
    return [msgspec.json.encode(one).decode() for one in written]


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
