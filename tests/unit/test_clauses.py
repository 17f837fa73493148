"""Every clause that is cited anywhere can be looked up in the game's rules."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = {"KR": ROOT / "docs/rules/kingdom-run.md", "CR": ROOT / "docs/rules/chronicles-of-run.md"}
RULES["RP"] = ROOT / "tests/third_game/pebbles/RULEBOOK.md"
CLAUSE = re.compile(r"\b(KR|CR|RP)-(\d+(?:\.\d+)?)")


def clauses(game: str) -> set[str]:
    """The numbers of all clauses and sections of a game's rules."""
    text = RULES[game].read_text(encoding="utf-8")
    numbered = {number for prefix, number in CLAUSE.findall(text) if prefix == game}
    defined = {
        number for number in numbered if re.search(rf"^(- |\| ){game}-{re.escape(number)}\b", text, re.MULTILINE)
    }
    return defined | set(re.findall(rf"^## (?:{game}-)?(\d+)\b", text, re.MULTILINE))


CITING = [
    path
    for folder in ("src", "tests", "docs", "tools")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".md", ".txt"} and path not in RULES.values()
] + [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("game", RULES)
def test_cited_clauses_exist(game: str) -> None:
    known = clauses(game)
    assert len(known) > 10
    unknown = {
        f"{game}-{number} in {path.relative_to(ROOT)}"
        for path in CITING
        for prefix, number in CLAUSE.findall(path.read_text(encoding="utf-8"))
        if prefix == game and number not in known
    }
    assert not unknown
