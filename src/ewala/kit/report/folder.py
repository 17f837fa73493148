"""A folder of results: who may write into it, and the JSON file that says what it holds."""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ewala.core.errors import BadSetup

LOCK = ".lock"  # the file's name; it stays, and says nothing by itself


@contextmanager
def locked(folder: Path, code: str) -> Iterator[None]:
    """While this lasts nobody else has the folder, which is made; it is let go when the process ends, however it does.

    Raises BadSetup with this code if another has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = "another process is writing into {folder}: wait for it, or name another folder"
            raise BadSetup(code, "", sentence, folder=str(folder)) from None
        yield
    finally:
        os.close(file)


def check_same(page: Path, about: Mapping[str, object], code: str) -> None:
    """Raises BadSetup with this code if the page cannot be read, or says something else; names what is different."""
    try:
        there = json.loads(page.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        there = None
    if not isinstance(there, dict):
        raise BadSetup(code, "", "{page} cannot be read", page=str(page))
    told = _flat(there)
    for key, here in _flat(about).items():
        if told.get(key) != here:
            raise BadSetup(
                code,
                "",
                "what is in {folder} has {key} {there}, not {here}",
                folder=str(page.parent),
                key=key,
                there=json.dumps(told.get(key)),
                here=json.dumps(here),
            )


def _flat(about: Mapping[str, object]) -> dict[str, object]:
    """What is said, with the game's parameters each by itself."""
    flat: dict[str, object] = {}
    for key, value in about.items():
        flat.update(value if isinstance(value, dict) else {key: value})
    return flat
