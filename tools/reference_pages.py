"""The reference pages of the documentation: the Python interface, and the HTTP interface.

What a module exports is read from its `__all__` without importing anything, so that pages can be made where extras are
missing; mkdocstrings fills them in. The HTTP page is made from the server's description of itself.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from markdown_pages import ROOT

from ewala.server.app import create_app
from ewala.server.platform.config import Config

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

DESCRIPTION_FILE = "openapi.json"
HOW_MADE = f"""\
[The API](../api.md) tells how it is used. This page is made from the server's own description, which is also here
[as OpenAPI 3.1]({DESCRIPTION_FILE}); a server gives its own at `/api/docs/openapi.json`."""

Part = Mapping[str, Any]


# --- Python


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


# --- HTTP


def description() -> Part:
    """The server's OpenAPI description, without a server."""
    described: Part = msgspec.to_builtins(create_app(Config()).openapi_schema.to_schema())  # examples are our types
    return described


def description_file() -> str:
    return json.dumps(description(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def http_page() -> str:
    """Every request with its parameters, body and answers, then every schema with its fields."""
    whole = description()
    parts = [
        "# The HTTP interface",
        whole["info"]["description"],
        HOW_MADE,
    ]
    for tag in whole["tags"]:
        parts += [f"## {tag['name'].capitalize()}", tag["description"]]
        for path, methods in sorted(whole["paths"].items()):
            for method, operation in sorted(methods.items()):
                if operation["tags"][0] == tag["name"]:
                    parts += _operation(method, path, operation)
    parts.append("## Schemas")
    for name, schema in sorted(whole["components"]["schemas"].items()):
        parts += _schema(name, schema)
    return "\n\n".join(parts) + "\n"


def _operation(method: str, path: str, operation: Part) -> Iterator[str]:
    yield f"### {operation['summary']}"
    yield f"`{method.upper()} {path}`" + (", with a key" if operation.get("security") else "")
    if "description" in operation:
        yield operation["description"]
    if parameters := operation.get("parameters"):
        rows = [(f"`{each['name']}`", each["in"], _type(each["schema"]), each["description"]) for each in parameters]
        yield _table(("parameter", "in", "is", ""), rows)
    if body := operation.get("requestBody"):
        yield f"Body: {_content(body)}"
    answers = operation["responses"].items()
    yield _table(
        ("status", "answer", ""), [(status, _content(told), told.get("description", "")) for status, told in answers]
    )


def _content(part: Part) -> str:
    told = [(kind, _type(content.get("schema", {}))) for kind, content in part.get("content", {}).items()]
    return ", ".join(what if kind == "application/json" else f"{what} (`{kind}`)" for kind, what in told)


def _schema(name: str, schema: Part) -> Iterator[str]:
    yield f"### {name} {{ #schema-{name.lower()} }}"
    if "description" in schema:
        yield schema["description"]
    required = schema.get("required", ())
    rows = [
        (f"`{field}`", _type(told), "" if field in required else _default(told), told.get("description", ""))
        for field, told in schema.get("properties", {}).items()
    ]
    yield _table(("field", "is", "else", ""), rows) if rows else _type(schema)


def _default(schema: Part) -> str:
    return f"`{json.dumps(schema['default'], ensure_ascii=False)}`" if "default" in schema else "left out"


def _type(schema: Part) -> str:
    """What something is, in a few words, with links to what has a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#schema-{name.lower()})"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(_type(each) for each in schema[several]))
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(kind)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = [[cell.replace("\n", " ").replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
