"""The pages of the Python interface: every name that a documented module exports, for mkdocstrings to fill in.

What is exported is read from `__all__` without importing anything, so that pages can be made where extras are missing.
"""

import ast
from pathlib import Path

from markdown_pages import ROOT

SOURCE = ROOT / "src"

# Title, and the modules of each page, in the order in which a reader needs them.
MODULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "python/ewala": ("The package `ewala`", ("ewala",)),
    "python/numbers": (
        "Simulations, studies and arenas",
        ("ewala.lab.simulation", "ewala.lab.studies", "ewala.lab.arena"),
    ),
    "python/environments": (
        "Environments",
        (
            "ewala.envs",
            "ewala.envs.single",
            "ewala.envs.vector",
            "ewala.envs.agents",
            "ewala.envs.aec",
            "ewala.envs.registered",
            "ewala.envs.openspiel",
            "ewala.envs.openspiel.rollouts",
        ),
    ),
    "python/playing": (
        "Games, opponents, the coach",
        (
            "ewala.games.registry",
            "ewala.games.records",
            "ewala.games.given_bots",
            "ewala.games.roster",
            "ewala.games.coach",
            "ewala.tables.match",
            "ewala.tables.table",
            "ewala.tables.clock",
            "ewala.tables.events",
            "ewala.kit.ratings",
        ),
    ),
    "python/kit": ("What a game is made with", ("ewala.kit",)),
    "python/core": ("The machinery of rules", ("ewala.core",)),
    "wire": ("Messages on the wire", ("ewala.tables.messages",)),
}


def python_pages() -> dict[str, str]:
    """Every page, by its place in the site."""
    shown: dict[tuple[str, str], str] = {}  # what a name stands for, and where it is told: once
    pages = {}
    for name, (title, modules) in MODULES.items():
        parts = [f"# {title}\n"]
        for module in (inner for outer in modules for inner in _within(outer)):
            parts.append(_section(module, shown))
        pages[f"reference/{name}.md"] = "\n".join(parts)
    return pages


def _within(module: str) -> list[str]:
    """The module; or if it is a package that exports nothing itself, those in it that do."""
    folder = SOURCE.joinpath(*module.split("."))
    if exported(module) or not folder.is_dir():
        return [module]
    return [f"{module}.{path.stem}" for path in sorted(folder.glob("*.py")) if exported(f"{module}.{path.stem}")]


def _section(module: str, shown: dict[tuple[str, str], str]) -> str:
    words = ast.get_docstring(_tree(module)) or ""
    parts = [f"## `{module}` {{ #{module} }}\n\n{words}\n"]
    for name in exported(module):
        home = _home(module, name)
        if home in shown:
            parts.append(f"`{name}`: see [`{shown[home]}`][{shown[home]}].\n")
        else:
            shown[home] = f"{module}.{name}"
            parts.append(f"::: {module}.{name}\n    options:\n      heading_level: 3\n")
    return "\n".join(parts)


def exported(module: str) -> list[str]:
    """The names in a module's `__all__`."""
    for node in _tree(module).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def _home(module: str, name: str) -> tuple[str, str]:
    """The module in which a name is made, if another of ours hands it on."""
    for node in ast.walk(_tree(module)):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("ewala."):
            continue
        if node.module and any((alias.asname or alias.name) == name for alias in node.names):
            return _home(node.module, name)
    return module, name


def _tree(module: str) -> ast.Module:
    return ast.parse(_path(module).read_text(encoding="utf-8"))


def _path(module: str) -> Path:
    folder = SOURCE.joinpath(*module.split("."))
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
