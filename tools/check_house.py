"""Whether the house is as it was drawn: no import leads in a circle, and nobody outside a game's folder knows its name.

Type-only imports count, and so do strings, comments and docstrings. `make check` runs it; the layers themselves are
contracts in pyproject.toml. Tools, settings and what all tests share ask the registry for games as the program does;
a test, an example or a picture may be about one game.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from ewala.games.registry import GAMES, kit_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = "ewala"
# Where games may be named: in their own folders, in the list of them, and where they are measured or shown.
FREE = ("src/ewala/games/registry.py", "src/ewala/lab/bench/")
ABOUT_ONE = (
    *("tools/draw_images.py", "tools/draw_training.py", "tools/keep_database.py"),
    *("tools/trace_page.py", "tools/try_wheel.py"),
)
SHARED = (
    *("tools/*.py", "Makefile", "pyproject.toml"),
    *("tests/conftest.py", "tests/variants/*.py", "tests/playthroughs/*.py"),
)


# --- Names -------------------------------------------------------------------------------------------------


def names_of_games() -> dict[str, str]:
    """What each game is known by, as a pattern (its name in any spelling, its clauses), and the folder it lies in."""
    found = {}
    for name in GAMES:
        kit = kit_of(name)
        folder = f"src/{kit.package.replace('.', '/')}/"
        spellings = {name, kit.game().__name__, kit.game().title, kit.learning.name, folder.split("/")[-2]}
        words = {re.sub(r"(?<=[a-z])(?=[A-Z])|[-_ ]+", "[-_ ]?", spelling) for spelling in spellings}
        clauses = {reason.clause.partition("-")[0] for reason in kit.game().reasons.values()}
        found["|".join([*sorted(words), *(rf"\b{prefix}-\d" for prefix in sorted(clauses))])] = folder
    return found


def told_names(root: Path = ROOT) -> Iterator[str]:
    """Every line outside a game's folder that names the game."""
    shared = [path for pattern in SHARED for path in sorted(root.glob(pattern))]
    for pattern, folder in names_of_games().items():
        for path in [*sorted((root / "src" / PACKAGE).rglob("*.py")), *shared]:
            place = path.relative_to(root).as_posix()
            if place.startswith((folder, *FREE, *ABOUT_ONE)):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = re.search(pattern, line, re.IGNORECASE)
                if found and not line.startswith("description = "):  # of the package, for people
                    yield f"{place}:{number}: {found[0]!r} is known in {folder} alone"


# --- Circles -----------------------------------------------------------------------------------------------


def imports_of(source: Path = SOURCE) -> dict[str, set[str]]:
    """Which of our modules each of them imports: anywhere in it, also only for types."""
    paths = {_module(path.relative_to(source)): path for path in sorted((source / PACKAGE).rglob("*.py"))}
    return {module: set(_imported(path, paths)) - {module} for module, path in paths.items()}


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            for alias in node.names:
                within = f"{node.module}.{alias.name}"
                if within in known:
                    yield within
                elif node.module in known:
                    yield node.module


def circles(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """The groups of modules that import one another, directly or through others (Tarjan's strong components)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        path.append(module)
        for other in sorted(imports[module]):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            group = path[path.index(module) :]
            del path[path.index(module) :]
            if len(group) > 1:
                found.append(set(group))

    for module in imports:
        if module not in number:
            visit(module)
    return found


def main() -> int:
    wrong = [f"a circle: {' and '.join(sorted(group))}" for group in circles(imports_of())] + list(told_names())
    for line in wrong:
        sys.stderr.write(f"{line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
