"""Our pages of Markdown as they lie in the repository: which of them there are, their links and their headings.

The test of links and the documentation site read them by the same rules, those by which forges show such pages.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOT_PAGES = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")

_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_LINK = re.compile(r"""(?:\]\(<?|(?:src|href)=")(?P<target>[^)\s">]+)""")
_HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)?$")


def pages(root: Path = ROOT) -> list[Path]:
    """Every page that people read: those of the repository's root, and all of docs/."""
    return [*(root / name for name in ROOT_PAGES), *sorted((root / "docs").rglob("*.md"))]


def is_elsewhere(target: str) -> bool:
    """Whether a link leads out of the repository: to a site, or to a mail program."""
    return re.match(r"[a-z]+:", target) is not None


def plain_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Every line, and whether it is Markdown: code between fences is not."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found and fence in ("", found[1]):
            yield line, False
            fence = "" if fence else found[1]
        else:
            yield line, not fence


def links_of(text: str) -> list[str]:
    """Where a page's links and images lead, as it is written; those in code are no links."""
    found: list[str] = []

    def note(target: str) -> str:
        found.append(target)
        return target

    with_links(text, note)
    return found


def with_links(text: str, changed: Callable[[str], str]) -> str:
    """The page with every link leading to what `changed` makes of its target."""
    lines = []
    for line, is_plain in plain_lines(text):
        hidden = _CODE.sub(lambda code: "x" * len(code[0]), line) if is_plain else ""
        parts, done = [], 0
        for link in _LINK.finditer(hidden):
            start, end = link.span("target")
            parts += [line[done:start], changed(line[start:end])]
            done = end
        lines.append("".join([*parts, line[done:]]))
    return "\n".join(lines) + "\n"


def anchors_of(text: str) -> set[str]:
    """What a link can name of a page: its headings, small, without signs, with hyphens for spaces."""
    found: set[str] = set()
    for line, is_plain in plain_lines(text):
        if is_plain and (heading := _HEADING.match(line)):
            words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = re.sub(r"[^\w\- ]", "", words).strip().lower().replace(" ", "-")
            times = next(n for n in range(1000) if (f"{slug}-{n}" if n else slug) not in found)
            found.add(f"{slug}-{times}" if times else slug)
    return found
