"""Hold the page's sources to their contracts; `make check` runs it.

- Imports run in no circle, type-only and lazy ones included: neither among modules nor among folders.
- A game is one folder: only `games/registry.ts` imports it, and it imports no other game.
- No game is named outside its folder: not in a word of the code, not in a text, not in a remark. The registry may, and
  what comes out of our tools.
- Buttons come back to life: what is busy while it asks for something is so no longer when that fails, whatever it was.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "web" / "src"
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
Problems = list[str]


def imports_of(source: str) -> Iterator[str]:
    """What a module imports from the page itself, as it is written there."""
    return (found[1] for found in _IMPORT.finditer(source))


def resolved(written: str, module: str, modules: Iterable[str]) -> str | None:
    """The module that is meant, by its path under `web/src`; None for what lies elsewhere."""
    parts: list[str] = []
    for part in (PurePosixPath(module).parent / written).parts:
        parts = parts[:-1] if part == ".." and parts else [*parts, part]
    there = "/".join(parts)
    return next((there + ending for ending in ENDINGS if there + ending in modules), None)


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


def problems(sources: Mapping[str, str]) -> Problems:
    """What is wrong with the page's sources, by their paths under `web/src`."""
    graph = {
        module: {there for written in imports_of(source) if (there := resolved(written, module, sources))}
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


def read() -> dict[str, str]:
    return {
        path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in KINDS and GENERATED not in path.relative_to(SOURCES).parts
    }


def main() -> None:
    if found := problems(read()):
        sys.exit("\n".join(found))
    sys.stdout.write("the page keeps its contracts\n")


if __name__ == "__main__":
    main()
