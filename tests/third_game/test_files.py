"""What a game needs is what this one has: CONTRIBUTING's list, and not a line anywhere else."""

import re
from pathlib import Path

import pebbles.rules
from third import HOME

from ewala.core.defaults import _FUNCTIONS
from ewala.games.registry import GAMES, kit_of

ROOT = HOME.parents[1]
PEBBLES = HOME / "pebbles"


def told() -> dict[str, str]:
    """The files that CONTRIBUTING lists for a game, with what each gives."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## To add a game\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([\w./]+)` \| (.*) \|$", section, re.MULTILINE))


def found() -> set[str]:
    """Those that this game has, but for the mark of a package, in which nothing stands."""
    files = {path for path in PEBBLES.rglob("*") if path.suffix in {".py", ".md", ".json"}}
    assert all(not path.read_text(encoding="utf-8") for path in files if path.name == "__init__.py")
    return {path.relative_to(PEBBLES).as_posix() for path in files if path.name != "__init__.py"}


def test_the_list_of_files_is_complete_and_no_longer_than_it_must_be() -> None:
    assert set(told()) == found()


def test_each_file_gives_what_is_said_of_it() -> None:
    for name, gives in told().items():
        text = (PEBBLES / name).read_text(encoding="utf-8")
        missing = [word for word in re.findall(r"`(\w+)`", gives) if not re.search(rf"\b{word}\b", text)]
        assert not missing, f"{name} does not give {missing}"


def test_a_kernel_needs_no_more_than_is_said_of_it() -> None:
    """All that a kernel has is told of, or filled in, or the game's own."""
    gives = set(re.findall(r"`(\w+)`", told()["rules.py"]))
    assert set(vars(pebbles.rules)) >= gives
    for name in ("setup", "is_over", "to_act", "why_not", "apply", "scores"):
        assert name not in _FUNCTIONS
        assert name in gives


def test_it_is_small() -> None:
    lines = sum(len((PEBBLES / name).read_text(encoding="utf-8").splitlines()) for name in found())
    assert lines <= 250


def test_nobody_else_has_heard_of_it() -> None:
    """Neither the program nor its page, nor a table of the server's words, nor tools, settings and what tests share."""
    places = [path for part in ("src", "web/src", "tools", "tests/variants") for path in (ROOT / part).rglob("*")]
    places += [*ROOT.glob("tests/conf*.py"), *(ROOT / "tests" / "conformance").glob("*.py"), ROOT / "pyproject.toml"]
    known = re.compile(r"pebble", re.IGNORECASE)
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in [*places, ROOT / "Makefile"]
        if path.suffix in {".py", ".ts", ".svelte", ".json", ".po", ".toml", ""}
        and path.is_file()
        and "generated" not in path.parts
        and known.search(path.read_text(encoding="utf-8"))
    ]
    assert naming == []


def test_rules_know_core_alone() -> None:
    imported = re.findall(r"^\s*(?:from|import) (ewala[\w.]*)", (PEBBLES / "rules.py").read_text(), re.MULTILINE)
    assert imported
    assert all(module.startswith("ewala.core") for module in imported)


def test_the_list_is_that_of_our_own_games_too() -> None:
    """The same file names in each game's folder; the larger ones have a folder of rules, and a rulebook in `docs/`."""
    for name in GAMES:
        home = Path(str(kit_of(name).files()))
        missing = [file for file in found() if not (home / file).exists()]
        assert missing == [] or set(missing) == {"RULEBOOK.md", "rules.py"}, name
        assert (home / "rules").exists() or (home / "rules.py").exists()
