"""Make what is released, in dist/: source distribution, wheel, bill of materials, image. `make release` runs it.

Everything is made from what is committed, twice, in folders of different names, and has to come out the same to the
byte; times in it are the last commit's. The wheel is then tried in an empty environment, and the image has to serve.

    python tools/make_release.py              all of it
    python tools/make_release.py --untried    without the empty environment
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bill_of_materials
from build_page import KERNELS
from make_image import make_image, why_no_image
from markdown_pages import ROOT
from try_wheel import try_wheel

DIST = ROOT / "dist"


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


def _say(line: str) -> None:
    sys.stdout.write(f"==> {line}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="Make what is released.")
    parser.add_argument("--untried", action="store_true", help="do not try the wheel in an empty environment")
    parser.add_argument("--base", default="", help="an image to build the image upon (make_image.py)")
    parser.add_argument("--mirror", default="", help="where the image's Debian comes from")
    arguments = parser.parse_args()
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
