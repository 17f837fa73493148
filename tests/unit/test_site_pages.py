"""Our pages as the documentation site wants them: the same words, in its Markdown and at its places."""

from pathlib import Path, PurePosixPath

import pytest
from build_docs import as_site_markdown, gather, site_place
from markdown_pages import is_elsewhere, links_of
from reference_pages import exported, python_pages

import ewala


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
