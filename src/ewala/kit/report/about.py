"""The JSON file in which a folder says what it holds, so that nobody goes on with it under other settings."""

import json
from collections.abc import Mapping
from pathlib import Path

from ewala.core.errors import BadSetup

__all__ = ["check_same"]


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
