"""Every link of our pages leads somewhere: to a file that is there, and to a heading that it has."""

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


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert broken(page, ROOT) == []


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
