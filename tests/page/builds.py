"""Builds of the page for tests of what happens when there is a newer one."""

import re
import shutil
from pathlib import Path

from ewala.server.platform.config import Config

TEXTS = {".css", ".html", ".js", ".json"}
PACKED = {".br", ".gz"}


def copied(folder: Path) -> Path:
    """The page as it was built, in a folder of the test's own."""
    shutil.copytree(Config().page_dir, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return folder


def replaced_by_newer(folder: Path) -> None:
    """As a build leaves it after a change that concerns every file: all have other names, and the old ones are gone."""
    page = Config().page_dir
    names = {
        path.name: f"{path.stem}2{path.suffix}" for path in (page / "assets").iterdir() if path.suffix not in PACKED
    }
    named = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    shutil.rmtree(folder / "assets")
    (folder / "assets").mkdir()
    files = [path for path in page.rglob("*") if path.is_file() and path.suffix not in PACKED]
    for path in sorted(files, key=lambda path: path.name == ".built"):  # a build ends with it
        there = (folder / path.relative_to(page)).with_name(names.get(path.name, path.name))
        if path.suffix not in TEXTS:
            shutil.copyfile(path, there)
            continue
        text = named.sub(lambda found: names[found[0]], path.read_text())
        there.write_text(
            re.sub(r'const BUILD = "\w+"', 'const BUILD = "newer"', text) if path.name == "sw.js" else text
        )
