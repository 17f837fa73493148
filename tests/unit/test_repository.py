"""Documents, workflows, examples and sources keep to what was agreed."""

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from markdown_pages import ROOT, anchors_of, is_elsewhere, links_of, pages, with_links


def broken(page: Path, root: Path) -> list[str]:
    """The links of a page that lead nowhere, or out of the repository's folder."""
    found = []
    for target in links_of(page.read_text(encoding="utf-8")):
        if is_elsewhere(target):
            continue
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        is_there = there.exists() and there.is_relative_to(root)
        if not is_there or (anchor and anchor not in anchors_of(there.read_text(encoding="utf-8"))):
            found.append(target)
    return found


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    assert {page: found for page in pages() if (found := broken(page, ROOT))} == {}


def test_every_page_of_docs_is_among_them() -> None:
    assert {ROOT / "README.md", ROOT / "docs/play.md", ROOT / "docs/rules/kingdom-run.md"} <= set(pages())


@pytest.mark.parametrize(
    ("text", "leads_nowhere"),
    [
        ("[there](there.md), [its end](there.md#the-end), [here](#here-and-now)", []),
        ("[gone](gone.md)", ["gone.md"]),
        ("[no such heading](there.md#the-beginning)", ["there.md#the-beginning"]),
        ("[nor here](#there)", ["#there"]),
        ('![a picture](gone.png) <img src="lost.png">', ["gone.png", "lost.png"]),
        ("[outside](../outside.md)", ["../outside.md"]),
        ("[`code` in words](gone.md)", ["gone.md"]),
        ("`[code](gone.md)`", []),
        ("```\n[code](gone.md)\n```", []),
        ("[a site](https://example.org/#x)", []),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, text: str, leads_nowhere: list[str]) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "outside.md").write_text("# Outside\n", encoding="utf-8")
    (root / "there.md").write_text("# There\n\n## The end\n", encoding="utf-8")
    page = root / "page.md"
    page.write_text(f"# Here, and *now*\n\n{text}\n", encoding="utf-8")
    assert broken(page, root) == leads_nowhere


def test_headings_that_are_alike_are_numbered() -> None:
    assert anchors_of("# One\n## One\n```\n# no heading\n```\n## What `it` does, twice\n") == {
        "one",
        "one-1",
        "what-it-does-twice",
    }


def test_links_are_changed_and_nothing_else() -> None:
    text = "[a](b.md) and `[a](b.md)`\n```\n[a](b.md)\n```\n"
    assert with_links(text, str.upper) == "[a](B.MD) and `[a](b.md)`\n```\n[a](b.md)\n```\n"


RULES = {
    "KR": ROOT / "docs/rules/kingdom-run.md",
    "CR": ROOT / "docs/rules/chronicles-of-run.md",
    "RP": ROOT / "tests/third_game/pebbles/RULEBOOK.md",
}
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


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def program(page: Path) -> str:
    """The page's examples after each other, as in a session; what a session would show is printed."""
    parts = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        examples = doctest.DocTestParser().get_examples(block)
        parts.append("".join(example.source for example in examples) if examples else block)
    return "\n".join(parts)


def test_there_are_examples() -> None:
    assert sum(bool(program(page)) for page in PAGES) >= 8


@pytest.mark.long
def test_every_example_passes_mypy_strict(tmp_path: Path) -> None:
    for page in PAGES:
        if code := program(page):
            (tmp_path / f"{page.stem.lower()}_examples.py").write_text(code, encoding="utf-8")
    settings = tmp_path / "mypy.ini"  # of ours as `make check` has it, so that what it has found out is used
    settings.write_text(
        "[mypy]\nstrict = true\n"
        "mypy_path = src:examples:tests/server/helpers:tests/page:tests/third_game:tests/unit/play:tools\n"
        "[mypy-train_chronicles]\nfollow_imports = silent\n"
        "[mypy-babel.*,numba.*,open_spiel.*,pettingzoo.*,pyspiel.*,yaml.*]\nignore_missing_imports = true\n",
        encoding="utf-8",
    )
    files = sorted(map(str, tmp_path.glob("*_examples.py")))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(settings), *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr)


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit(workflow: Path) -> None:
    used = re.findall(r"uses: *(.*)", workflow.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_what_may_be_written_is_said(workflow: Path) -> None:
    assert "\npermissions:\n  contents: read\n" in workflow.read_text(encoding="utf-8")


def test_every_python_that_the_package_names_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    tried = re.search(r"python: \[(.*)\]", (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert tried is not None
    assert re.findall(r"3\.\d+", tried[1]) == named
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_target_that_is_made_is_there(workflow: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make ([a-z-]+)", workflow.read_text(encoding="utf-8"))) <= targets


CUTTING = {"startswith", "endswith", "partition", "rpartition", "split", "removeprefix", "removesuffix", "strip"}
CUTTING |= {"isupper", "islower", "isdecimal", "isdigit", "index", "find", "lstrip", "rstrip"}
# Where texts of moves are read and written, and where records are.
MAY_CUT = ("rules/notation.py", "core/move.py", "core/plain_game.py", "core/text.py", "core/record_text.py")
SOURCES = [
    path
    for folder in ("src/ewala", "tools", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.as_posix().endswith(MAY_CUT)
]


def is_a_move_text(value: ast.expr) -> bool:
    """Whether an expression is called like the text of a move: `move`, `better.move`, `last_move`, `moves[0]`."""
    if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice):
        return called(value.value) == "moves" or called(value.value).endswith("_moves")
    return called(value) == "move" or called(value).endswith("_move")


def called(value: ast.expr) -> str:
    return value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""


def is_a_letter_or_part(index: ast.expr) -> bool:
    """Places that are written as numbers: rows of numbers that are called `moves` are asked for computed ones."""
    ends = [index.lower, index.upper] if isinstance(index, ast.Slice) else [index]
    numbers = [end.operand if isinstance(end, ast.UnaryOp) else end for end in ends]
    return all(number is None or isinstance(number, ast.Constant) for number in numbers)


def cuts_in(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and is_a_move_text(node.value) and is_a_letter_or_part(node.slice):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.Attribute) and is_a_move_text(node.value) and node.attr in CUTTING:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize(
    "source",
    ["move[0]", "move[1:]", "move[-1].upper()", 'better.move.partition(">")[0]', 'moves[0].startswith("!")'],
)
def test_a_cut_is_found(source: str) -> None:
    assert cuts_in(source)


@pytest.mark.parametrize("source", ["move.space", "moves[0]", "moves[:3]", "moves[n]", "move.text", "play(move)"])
def test_a_part_is_no_cut(source: str) -> None:
    assert not cuts_in(source)


def test_nobody_but_notation_cuts_the_text_of_a_move() -> None:
    found = [f"{path.relative_to(ROOT)}:{cut}" for path in SOURCES for cut in cuts_in(path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)
