"""Documents, workflows and examples agree with the code."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath

import pytest
from build_docs import as_site_markdown, gather, site_place
from check_house import circles, imports_of, told_names
from markdown_pages import ROOT, anchors_of, is_elsewhere, links_of, pages, with_links
from python_pages import exported, python_pages

import ewala


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


@pytest.mark.parametrize(
    ("ours", "the_site_s"),
    [
        ("Two things:\n- one\n- two\n", "Two things:\n\n- one\n- two\n"),
        ("First:\n1. one\n2. two\n", "First:\n\n1. one\n2. two\n"),
        ("It was in\n1984. So long ago\n", "It was in\n1984. So long ago\n"),
        ("## Things\n- one\n  goes on\n- two\n", "## Things\n- one\n  goes on\n- two\n"),
        ("- outer\n  - inner\n", "- outer\n    - inner\n"),
        ("```python\n>>> 1\n1\n\n```\n", "```pycon\n>>> 1\n1\n\n```\n"),
        ("```python\nx = 1\n- y\n```\n", "```python\nx = 1\n- y\n```\n"),
    ],
)
def test_markdown_means_the_same_in_the_site(ours: str, the_site_s: str) -> None:
    assert as_site_markdown(ours) == the_site_s


@pytest.mark.parametrize(
    ("place", "there"),
    [
        ("docs/rules/kingdom-run.md", "rules/kingdom-run.md"),
        ("README.md", "tour.md"),
        ("CHANGELOG.md", "changelog.md"),
        ("examples/bot.py", "source/examples/bot.py.md"),
    ],
)
def test_everything_has_its_place_in_the_site(place: str, there: str) -> None:
    assert site_place(PurePosixPath(place)) == PurePosixPath(there)


def test_every_link_of_the_gathered_pages_leads_to_one_of_them(tmp_path: Path) -> None:
    gather(tmp_path)
    pages = list(tmp_path.rglob("*.md"))
    led = {
        (page.relative_to(tmp_path), target)
        for page in pages
        for target in links_of(page.read_text(encoding="utf-8"))
        if not is_elsewhere(target) and not (page.parent / target.partition("#")[0]).exists()
    }
    assert len(pages) > 50
    assert led == set()


def test_what_is_exported_is_told_once() -> None:
    assert exported("ewala") == list(ewala.__all__)
    told = [line for page in python_pages().values() for line in page.splitlines() if line.startswith("::: ")]
    assert len(told) == len(set(told)) > 200
    assert "::: ewala.Game" in told
    assert "::: ewala.core.game.Game" not in told


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


def house(folder: Path, **modules: str) -> Path:
    """A package `ewala` of these modules; `__` in a name stands for a folder."""
    for name, text in modules.items():
        path = folder / "ewala" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "line",
    [
        'if game == "kingdom-run":',
        "class KingdomRunTable:",
        "# as in Kingdom Run",
        "    def chronicles(self) -> None: ...",
        '"""Who begins (KR-3.4)."""',
    ],
)
def test_a_game_s_name_outside_its_folder_is_found(tmp_path: Path, line: str) -> None:
    (found,) = told_names(house(tmp_path, play__table=f"one = 1\n{line}\n"))
    assert found.startswith("ewala/play/table.py:2: ")


def test_in_its_folder_and_in_the_registry_it_may_stand(tmp_path: Path) -> None:
    text = 'NAME = "kingdom-run"\n'
    assert not list(told_names(house(tmp_path, games__kingdom_run__kit=text, games__registry=text, bench__rules=text)))
    assert list(told_names(house(tmp_path, games__chronicles__kit=text)))


def test_a_circle_is_found_also_if_it_is_for_types_alone_or_deep_in_a_function(tmp_path: Path) -> None:
    source = house(
        tmp_path,
        one="from ewala.two import thing\n",
        two="def ask():\n    from ewala import three\n",
        three="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ewala.one import other\n",
        four="from ewala.one import thing\n",
    )
    assert circles(imports_of(source)) == [{"ewala.one", "ewala.two", "ewala.three"}]


def test_this_house_has_neither() -> None:
    assert circles(imports_of()) == []
    assert list(told_names()) == []


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


def test_every_example_passes_mypy_strict(tmp_path: Path) -> None:
    for page in PAGES:
        if code := program(page):
            (tmp_path / f"{page.stem.lower()}_examples.py").write_text(code, encoding="utf-8")
    settings = tmp_path / "mypy.ini"  # of ours as `make check` has it, so that what it has found out is used
    settings.write_text(
        "[mypy]\nstrict = true\n"
        "mypy_path = src:examples:tests/server:tests/page:tests/third_game:tests/unit/play:tools\n"
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
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make ([a-z]+)", workflow.read_text(encoding="utf-8"))) <= targets
