"""Build the documentation site: gather its pages, and have MkDocs make a site of them. `make docs` runs it.

    python tools/build_docs.py                  into build/site
    python tools/build_docs.py --to FOLDER      into FOLDER/site, with the pages gathered in FOLDER/docs

The pages lie in the repository as forges show them. For the site, those of the root are laid beside those of docs/,
what they link to comes along, and some are made: the Python and the HTTP interface, and the messages on the wire.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path, PurePosixPath

from markdown_pages import ROOT, ROOT_PAGES, is_elsewhere, pages, plain_lines, with_links
from reference_pages import DESCRIPTION_FILE, description_file, http_page, python_pages

SOURCE = "source"  # where files lie that are no pages, but that pages link to
_LIST = re.compile(r"(- |\* |1\. )")
_NESTED = re.compile(r" {2,3}(- |\* )")


def site_place(place: PurePosixPath) -> PurePosixPath:
    """Where something of the repository lies in the site's pages."""
    if place.parts[0] == "docs":
        return place.relative_to("docs")
    if place.name in ROOT_PAGES:
        return PurePosixPath("tour.md" if place.name == "README.md" else place.name.lower())
    return PurePosixPath(SOURCE, f"{place}.md")


def gather(folder: Path) -> None:
    """Write every page of the site into a folder, ready for MkDocs."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.md"))
    wanted: set[PurePosixPath] = set()
    for path in pages():
        place = PurePosixPath(path.relative_to(ROOT).as_posix())
        text = with_links(path.read_text(encoding="utf-8"), partial(_led, page=place, wanted=wanted))
        _write(folder / site_place(place), as_site_markdown(text))
    for place in sorted(wanted):
        _write(folder / site_place(place), _shown(ROOT / place))
    for name, text in {**python_pages(), "reference/http.md": http_page()}.items():
        _write(folder / name, text)
    _write(folder / "reference" / DESCRIPTION_FILE, description_file())


def _led(target: str, page: PurePosixPath, wanted: set[PurePosixPath]) -> str:
    """A link as the site needs it; notes in `wanted` what it leads to that is no page."""
    name, _, anchor = target.partition("#")
    if is_elsewhere(target) or not name:
        return target
    there = PurePosixPath(os.path.normpath(page.parent / name))
    if (ROOT / there).is_dir():
        there = there / "README.md"
        if not (ROOT / there).exists():
            wanted.add(there)
    elif there.suffix != ".md" and there.parts[0] != "docs":
        wanted.add(there)
    found = os.path.relpath(site_place(there), site_place(page).parent)
    return f"{found}#{anchor}" if anchor else found


def _shown(path: Path) -> str:
    """A page for what is none: a source as it is, a folder as a list of its files."""
    if path.name == "README.md":
        files = sorted(file.name for file in path.parent.iterdir() if file.is_file())
        lines = "".join(f"- [{name}]({name})\n" for name in files)
        return f"# {path.parent.relative_to(ROOT / 'docs')}\n\n{lines}"
    language = "python" if path.suffix == ".py" else "text"
    text = path.read_text(encoding="utf-8")
    return f"# {path.relative_to(ROOT)}\n\n````{language}\n{text}````\n"


def as_site_markdown(text: str) -> str:
    """The same page for MkDocs, whose Markdown wants an empty line before a list, and four spaces before an inner one;
    and sessions called by their name, so that prompts are told from code."""
    lines: list[str] = []
    for line, is_plain in plain_lines(text):
        before = lines[-1] if lines else ""
        if not is_plain:
            if before.strip() == "```python" and line.startswith(">>> "):
                lines[-1] = before.replace("python", "pycon")
        elif _LIST.match(line) and before and not before.startswith((" ", "#")) and not _is_item(before):
            lines.append("")
        elif _NESTED.match(line):
            line = f"    {line.lstrip()}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _is_item(line: str) -> bool:
    return re.match(r"(- |\* |\d+\. )", line) is not None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def build(folder: Path) -> bool:
    """Gather the pages in a folder and build the site beside them; says what is wrong, if anything is."""
    gather(folder / "docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(ROOT / "mkdocs.yml")]
    done = subprocess.run(
        [*command, "--site-dir", str(folder / "site")],
        env={**os.environ, "EWALA_DOCS": str(folder / "docs")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--to", type=Path, default=ROOT / "build", metavar="FOLDER", help="where to; else build/")
    folder = parser.parse_args().to.resolve()
    if not build(folder):
        return 1
    sys.stdout.write(f"the site is built: {folder / 'site' / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
