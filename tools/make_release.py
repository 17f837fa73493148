"""Make what is released, in dist/: source distribution, wheel, bill of materials, image. `make release` runs it.

Everything is made from what is committed, twice, in folders of different names, and has to come out the same to the
byte; times in it are the last commit's. The wheel is then tried in an empty environment, and the image has to serve.

    python tools/make_release.py              all of it
    python tools/make_release.py --untried    without the empty environment
    python tools/make_release.py --try WHEEL  only that: install it with its pins, ask it, and have it serve
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import bill_of_materials
from build_page import KERNELS
from make_image import make_image, why_no_image
from markdown_pages import ROOT

DIST = ROOT / "dist"
PINS = ROOT / "requirements" / "play.txt"
INSTALLING = 900  # seconds, also where files come slowly
ANSWERING = 60
QUIET = ("--quiet", "--disable-pip-version-check")


def copy_of_the_sources(folder: Path) -> Path:
    """Every file that git knows, and the kernels of the page's bots where they are built, in a new folder."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    if KERNELS.is_dir():  # not made anew with each page: they need a compiler and a linker, and are the same anywhere
        shutil.copytree(KERNELS, folder / KERNELS.relative_to(ROOT))
    return folder


def built(sources: Path, when: int, **environment: str) -> dict[str, bytes]:
    """Source distribution and wheel of the sources in a folder, by name, made at a time that is given."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel"],
        cwd=sources,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(when), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"the package cannot be built\n{done.stdout}{done.stderr}")
    return {path.name: path.read_bytes() for path in sorted((sources / "dist").iterdir())}


def different(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The names of files that are not the same in both."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def time_of_the_last_commit() -> int:
    said = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    return int(said.stdout)


def check_all_is_committed() -> None:
    said = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=no"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    if said.stdout:
        raise SystemExit(f"commit first; a release is made from what is committed:\n{said.stdout}")


def twice(when: int) -> dict[str, bytes]:
    """Source distribution and wheel, with the page, that came out the same in two folders."""
    with tempfile.TemporaryDirectory(prefix="ewala-") as one, tempfile.TemporaryDirectory(prefix="other-") as other:
        first = built(copy_of_the_sources(Path(one, "ewala")), when)
        again = copy_of_the_sources(Path(other, "the-same-in-another-place"))
        # The modules of the page are checked by their hashes when they are fetched; once is enough.
        shutil.copytree(Path(one, "ewala/web/node_modules"), again / "web/node_modules", symlinks=True)
        if found := different(first, built(again, when)):
            raise SystemExit(f"not the same when built again: {', '.join(found)}")
    return first


def image(when: int, base: str, mirror: str) -> None:
    """The image, built twice and tried; says why there is none, where that cannot be."""
    if missing := why_no_image():
        return _say(f"no image: {missing}")
    with tempfile.TemporaryDirectory(prefix="ewala-sources-") as folder:
        sources = copy_of_the_sources(Path(folder))
        shutil.copytree(DIST, sources / "dist")
        make_image(sources, when, base, mirror)


# --- The wheel in an empty environment


def try_wheel(wheel: Path) -> None:
    """Raises, with what was said, if anything is not as it should be."""
    with tempfile.TemporaryDirectory(prefix="ewala-empty-") as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / "bin" / "python"
        _run(INSTALLING, folder, python, "-m", "pip", "install", *QUIET, "--require-hashes", "--requirement", PINS)
        _run(INSTALLING, folder, python, "-m", "pip", "install", *QUIET, "--no-deps", wheel)
        _run(ANSWERING, folder, python, "-m", "pip", "check")
        ewala = folder / "venv" / "bin" / "ewala"
        version = _run(ANSWERING, folder, ewala, "--version").split()[-1]
        _expect(wheel.name.startswith(f"ewala-{version}-"), f"{wheel.name} says that it is {version}")
        _expect("!DDLX" in _run(ANSWERING, folder, ewala, "moves", "kingdom-run", "start"), "no moves")
        if re.search(r"^ +doctor ", _run(ANSWERING, folder, ewala, "--help"), re.MULTILINE):
            _run(ANSWERING, folder, ewala, "doctor")
        with _served(folder, ewala) as address:
            _visit(address)


def _visit(address: str) -> None:
    """What a browser asks for first, and a table."""
    page = _fetched(address).decode()
    assets = re.findall(r'(?:src|href)="([^"]*assets/[^"]+\.(?:js|css))"', page)
    _expect(bool(assets), "the page has neither scripts nor styles")
    for asset in assets:
        _expect(len(_fetched(urljoin(address, asset))) > 0, f"{asset} is empty")
    made = json.loads(_fetched(urljoin(address, "/api/tables"), {"game": "kingdom-run"}))
    seen = json.loads(_fetched(urljoin(address, f"/api/tables/{made['table']['id']}")))
    _expect(seen["type"] == "snapshot", "a new table cannot be seen")


@contextmanager
def _served(folder: Path, ewala: Path) -> Iterator[str]:
    """A server of the empty environment, where it says it is."""
    command: list[str | Path] = [ewala, "serve", "--port", "0", "--data-dir", folder / "data"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=_alone(folder)) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            _expect(found is not None, f"the server said: {line!r}")
            assert found
            yield f"{found[0]}/"
        finally:
            server.terminate()
            status = server.wait(ANSWERING)
    _expect(status == 0, f"the server ended with {status}")


def _alone(folder: Path) -> dict[str, str]:
    """An environment in which nothing of this one is found; pip alone may know where files come from."""
    told = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.endswith("_proxy")}
    return {**told, "PATH": f"{folder / 'venv' / 'bin'}:{os.defpath}", "HOME": os.environ.get("HOME", str(folder))}


def _run(seconds: float, folder: Path, *command: str | Path) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=_alone(folder), timeout=seconds, check=False
    )
    called = " ".join(str(part) for part in command)
    _expect(done.returncode == 0, f"{called} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def _fetched(address: str, body: object = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(request, timeout=ANSWERING) as answer:
        content: bytes = answer.read()
    return content


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise SystemExit(f"the wheel does not work in an empty environment: {otherwise}")


# --- All of it


def _say(line: str) -> None:
    sys.stdout.write(f"==> {line}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="Make what is released.")
    parser.add_argument("--untried", action="store_true", help="do not try the wheel in an empty environment")
    parser.add_argument("--base", default="", help="an image to build the image upon (make_image.py)")
    parser.add_argument("--mirror", default="", help="where the image's Debian comes from")
    parser.add_argument("--try", dest="wheel", type=Path, metavar="WHEEL", help="only try a wheel that is there")
    arguments = parser.parse_args()
    if arguments.wheel:
        try_wheel(arguments.wheel.resolve())
        _say("the wheel works in an empty environment")
        return 0
    check_all_is_committed()
    when = time_of_the_last_commit()
    _say("source distribution and wheel, twice")
    made = twice(when)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for name, content in made.items():
        (DIST / name).write_bytes(content)
    (wheel,) = DIST.glob("*.whl")
    version = wheel.name.split("-")[1]
    bill_of_materials.write(DIST / f"ewala-{version}.cdx.json", when)
    if not arguments.untried:
        _say("the wheel in an empty environment")
        try_wheel(wheel)
    _say("the image")
    image(when, arguments.base, arguments.mirror)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    sys.stdout.write("".join(sums))
    return 0


if __name__ == "__main__":
    sys.exit(main())
