"""Some of Python's modules and msgspec, a little of each: every function's answer must be the same as a script."""

import random
import re

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
