"""Hold the sources to contracts that neither import-linter nor a compiler knows; `make check` runs it.

    python tools/check_sources.py           those of the package
    python tools/check_sources.py --page    those of the page

- Imports run in no circle, also those for types alone and in functions: neither among the package's modules, nor among
  the page's modules or folders.
- No game is named outside its folder: not in a word of the code, not in a text, not in a remark. The registries may,
  and what comes out of our tools.
- In the page a game is one folder: only `games/registry.ts` imports it, and it imports no other game.
- Buttons come back to life: what is busy while it asks for something is so no longer when that fails, whatever it was.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from ewala.games.registry import GAMES, kit_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = "ewala"
# Where games may be named: in their own folders, in the list of them, and where they are measured or shown.
FREE = ("src/ewala/games/registry.py", "src/ewala/lab/bench/")
ABOUT_ONE = tuple(f"tools/{name}.py" for name in ("draw_images", "draw_training", "keep_database", "make_release"))
SHARED = (
    *("tools/*.py", "Makefile", "pyproject.toml"),
    *("tests/conftest.py", "tests/variants/*.py", "tests/playthroughs/*.py"),
)

PAGE = ROOT / "web" / "src"
REGISTRY = "games/registry.ts"
PLAIN = "games/plain"
GENERATED = "generated"
KINDS = {".ts", ".svelte", ".css"}
ENDINGS = ("", ".ts", ".svelte.ts", ".svelte", ".js", "/index.ts")

_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']""")
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])")
_DEAD = re.compile(r"throw error;[^}]*\}\s*(?:this\.)?busy = ")
_LISTED = re.compile(r'^\s*"([\w-]+)": \(\) => import\("\./([\w-]+)"\)', re.MULTILINE)

Graph = Mapping[str, set[str]]


def circles(graph: Graph) -> list[list[str]]:
    """One circle for each knot of modules that import each other, as a way back to its beginning."""
    found: list[list[str]] = []
    done: set[str] = set()

    def walk(node: str, way: list[str]) -> None:
        if node in way:
            found.append([*way[way.index(node) :], node])
        elif node not in done:
            for other in sorted(graph.get(node, ())):
                walk(other, [*way, node])
            done.add(node)

    for node in sorted(graph):
        walk(node, [])
    return found


# --- The package


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


# --- The page


def page_imports(source: str) -> Iterator[str]:
    """What a module imports from the page itself, as it is written there."""
    return (found[1] for found in _IMPORT.finditer(source))


def resolved(written: str, module: str, modules: Iterable[str]) -> str | None:
    """The module that is meant, by its path under `web/src`; None for what lies elsewhere."""
    parts: list[str] = []
    for part in (PurePosixPath(module).parent / written).parts:
        parts = parts[:-1] if part == ".." and parts else [*parts, part]
    there = "/".join(parts)
    return next((there + ending for ending in ENDINGS if there + ending in modules), None)


def folder_of(module: str) -> str:
    """The room that a module is in; each game is one of its own, and what lies in no folder is a room by itself."""
    parts = PurePosixPath(module).parts
    if len(parts) == 1:
        return module
    return (
        "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else module if parts[0] == "games" else parts[0]
    )


def names_in(source: str, games: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Where a source names a game, however it is written: `some-game`, `SomeGame`, `some_game`, "Some Game"."""
    wanted = {game: game.split("-") for game in games}
    for number, line in enumerate(source.splitlines(), 1):
        words = [word.lower() for word in _WORD.findall(line)]
        for game, parts in wanted.items():
            size = len(parts)
            if any(words[at : at + size] == parts for at in range(len(words) - size + 1)):
                yield number, game


def listed(registry: str) -> dict[str, str]:
    """The games of the registry, and their folders."""
    return {found[1]: found[2] for found in _LISTED.finditer(registry)}


def page_problems(sources: Mapping[str, str]) -> list[str]:
    """What is wrong with the page's sources, by their paths under `web/src`."""
    graph = {
        module: {there for written in page_imports(source) if (there := resolved(written, module, sources))}
        for module, source in sources.items()
        if not module.endswith(".css")
    }
    rooms: dict[str, set[str]] = {}
    for module, others in graph.items():
        here = folder_of(module)
        rooms.setdefault(here, set()).update(folder_of(other) for other in others if folder_of(other) != here)
    games = listed(sources.get(REGISTRY, ""))
    found = [f"these modules import each other: {' → '.join(way)}" for way in circles(graph)]
    found += [f"these folders import each other: {' → '.join(way)}" for way in circles(rooms)]
    found += [] if games else [f"{REGISTRY} lists no game"]
    found += _strangers(graph, set(games.values()))
    found += [
        f"{module}: a fault that is no refusal leaves it busy: ask by lib/attempt.svelte.ts"
        for module, source in sources.items()
        if _DEAD.search(source)
    ]
    # A folder's name is its game's, too, where that is shorter.
    names = {*games, *games.values()}
    for module, source in sources.items():
        own = {
            name
            for name, folder in [*games.items(), *((f, f) for f in games.values())]
            if module.startswith(f"games/{folder}/")
        }
        if module != REGISTRY:
            found += [f"{module}:{line}: names {game}" for line, game in names_in(source, names - own)]
    return found


def _strangers(graph: Graph, folders: set[str]) -> Iterator[str]:
    """Whoever imports a game without being the registry or of that game."""
    for module, others in graph.items():
        for folder in sorted(folders):
            inside = f"games/{folder}/"
            if module != REGISTRY and not module.startswith(inside):
                yield from (
                    f"{module} imports {other}: only {REGISTRY} does" for other in others if other.startswith(inside)
                )


def page_sources() -> dict[str, str]:
    return {
        path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PAGE.rglob("*"))
        if path.suffix in KINDS and GENERATED not in path.relative_to(PAGE).parts
    }


def main() -> int:
    if "--page" in sys.argv[1:]:
        wrong = page_problems(page_sources())
    else:
        wrong = [f"these modules import each other: {' → '.join(way)}" for way in circles(imports_of())]
        wrong += told_names()
    for line in wrong:
        sys.stderr.write(f"{line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
