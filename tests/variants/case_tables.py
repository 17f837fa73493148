"""Tables of cases as text: a line that names the case, then indented lines with its fields, `->` between them."""

from typing import Any

import pytest


def cases(table: str) -> list[Any]:
    """The cases of a table, as `pytest.mark.parametrize` takes them."""
    found: list[tuple[str, list[str]]] = []
    for line in filter(None, table.split("\n")):
        if line.startswith(" "):
            found[-1][1].extend(field.strip() for field in line.split("->"))
        else:
            found.append((line, []))
    return [pytest.param(*fields, id=name) for name, fields in found]
