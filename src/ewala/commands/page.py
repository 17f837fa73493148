"""`ewala page`: the page as a folder that any static host can serve, without a server of ours behind it.

It is what the server serves, with two lines more in its head: the policy that our server would send as a header, and
that there is no server to ask. All in it is named from its own folder, so it may lie wherever a host wants it.
"""

import argparse
import hashlib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from ewala._version import __version__
from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.config import Config
from ewala.server.platform.edge.page_security import IN_THE_PAGE

BUILT = Config().page_dir
INDEX, WORKER = "index.html", "sw.js"
OURS = ".ewala-page"  # by it we know a folder that may be replaced
PACKED = {".br", ".gz"}  # of our server; hosts pack files as they like it
PICTURE = "preview.png"  # which a server shows to whoever is sent a link
CHARSET = '<meta charset="utf-8" />'
NO_SERVER = '<meta name="ewala-server" content="none" />'
BUILD = re.compile(r'^const BUILD = "([0-9a-f]+)";$', re.MULTILINE)
READABLE = 0o755  # also for whoever a web server runs as


class CannotWrite(EwalaError):
    """A page that is not there, or a folder that is somebody's."""


STRANGE = CannotWrite("page/strange", Sentence("the page is not as this version builds it: run “make page” again"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="a folder that is new or empty, or that this command wrote",
    )


def run(parsed: argparse.Namespace) -> int:
    files = write_page(BUILT, parsed.out)
    size = sum(path.stat().st_size for path in files)
    sys.stdout.write(
        f"{parsed.out}: {len(files)} files, {size / 1e6:.1f} MB. Any static host can serve it, from any path.\n"
    )
    return 0


def write_page(page: Path, out: Path) -> list[Path]:
    """Write the built page into a folder, all of it or nothing; returns its files."""
    if not ((page / INDEX).is_file() and (page / WORKER).is_file()):
        raise CannotWrite("page/not-built", Sentence("the page has not been built: run “make page” first"))
    out = Path(os.path.abspath(out))  # noqa: PTH100  (a link stays one: it is replaced, not what it leads to)
    _check_free(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        fresh = beside / "new"
        _fill(fresh, page)
        if out.exists():
            out.rename(beside / "old")
        try:
            fresh.rename(out)
        except OSError:
            if (beside / "old").exists():
                (beside / "old").rename(out)
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return sorted(path for path in out.rglob("*") if path.is_file())


def _check_free(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise CannotWrite(
            "page/not-a-folder", Sentence("{out}: this is no folder; name a new or an empty one", out=str(out))
        )
    if out.is_dir() and any(out.iterdir()) and not (out / OURS).is_file():
        raise CannotWrite(
            "page/folder-in-use",
            Sentence("{out}: there is something else in this folder; name a new or an empty one", out=str(out)),
        )


def _fill(folder: Path, page: Path) -> None:
    folder.mkdir(mode=READABLE)
    for path in sorted(page.rglob("*")):
        there = folder / path.relative_to(page)
        if path.is_dir():
            there.mkdir(mode=READABLE)
        elif path.suffix not in PACKED and path.name != PICTURE and not path.name.startswith("."):
            shutil.copyfile(path, there)
    index = _without_server((page / INDEX).read_text(encoding="utf-8"))
    (folder / INDEX).write_text(index, encoding="utf-8", newline="\n")
    worker = (page / WORKER).read_text(encoding="utf-8")
    (folder / WORKER).write_text(_of_another_build(worker, index), encoding="utf-8", newline="\n")
    (folder / OURS).write_text(f"ewala {__version__}\n", encoding="utf-8")


def _without_server(index: str) -> str:
    policy = f'<meta http-equiv="content-security-policy" content="{IN_THE_PAGE}" />'
    before, charset, after = index.partition(CHARSET)
    if not charset:
        raise STRANGE
    return f"{before}{charset}\n    {policy}\n    {NO_SERVER}{after}"


def _of_another_build(worker: str, index: str) -> str:
    """The same files with another index: a browser that has been to a server's page at this address takes it anew."""
    found = BUILD.search(worker)
    if found is None:
        raise STRANGE
    build = hashlib.sha256((found[1] + index).encode()).hexdigest()[: len(found[1])]
    return worker.replace(found[0], f'const BUILD = "{build}";', 1)
