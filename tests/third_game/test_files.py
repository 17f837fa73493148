"""What a game needs is what this one has: CONTRIBUTING's list, and not a line anywhere else."""

import re
import sys
from pathlib import Path

from third import HOME

from ewala.kit.game_kit import GameKit

ROOT = HOME.parents[1]
PEBBLES = HOME / "pebbles"


def told() -> dict[str, str]:
    """The files that CONTRIBUTING lists for a game, with what each gives."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## To add a game\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([\w./]+)` \| (.*) \|$", section, re.MULTILINE))


def found() -> set[str]:
    """Those that this game has, but for the marks of packages, in which nothing stands."""
    files = {path for path in PEBBLES.rglob("*") if path.suffix in {".py", ".md"}}
    assert all(not path.read_text(encoding="utf-8") for path in files if path.name == "__init__.py")
    return {path.relative_to(PEBBLES).as_posix() for path in files if path.name != "__init__.py"}


def test_the_list_of_files_is_complete_and_no_longer_than_it_must_be() -> None:
    assert set(told()) == found()


def test_each_file_gives_what_is_said_of_it() -> None:
    for name, gives in told().items():
        text = (PEBBLES / name).read_text(encoding="utf-8")
        missing = [word for word in re.findall(r"`(\w+)`", gives) if not re.search(rf"\b{word}\b", text)]
        assert not missing, f"{name} does not give {missing}"


def test_a_kit_needs_no_more_than_is_said_of_it() -> None:
    gives = set(re.findall(r"`(\w+)`", told()["kit.py"]))
    assert set(GameKit.__abstractmethods__) | {"name", "learning"} == gives - {"KIT", "GameKit"}


def test_nobody_else_has_heard_of_it() -> None:
    """Neither the program nor its page, nor a table of the server's words."""
    places = [*(ROOT / "src").rglob("*"), *(ROOT / "web" / "src").rglob("*")]
    known = re.compile(r"pebble", re.IGNORECASE)
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in places
        if path.suffix in {".py", ".ts", ".svelte", ".json", ".po"} and known.search(path.read_text(encoding="utf-8"))
    ]
    assert naming == []


def test_rules_know_core_alone() -> None:
    for path in sorted((PEBBLES / "rules").glob("*.py")):
        imported = re.findall(r"^\s*(?:from|import) (ewala[\w.]*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert all(module.startswith("ewala.core") for module in imported), path.name


def test_the_list_is_that_of_our_own_games_too() -> None:
    """Who reads one game's folder finds the next one's way: the same file names in each."""
    from ewala.games.registry import GAMES, kit_of

    for name in GAMES:
        home = Path(str(sys.modules[type(kit_of(name)).__module__].__file__)).parent
        missing = [file for file in found() if not (home / file).exists() and file != "RULEBOOK.md"]
        assert missing == [], name
