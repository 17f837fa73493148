"""The page of the HTTP interface, from the description that the server gives of itself."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ewala.server.app import create_app
from ewala.server.platform.config import Config

DESCRIPTION_FILE = "openapi.json"
HOW_MADE = f"""\
[The API](../api.md) tells how it is used. This page is made from the server's own description, which is also here
[as OpenAPI 3.1]({DESCRIPTION_FILE}); a server gives its own at `/api/docs/openapi.json`."""

Part = Mapping[str, Any]


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
