"""Make the image of deploy/Containerfile with buildah, twice, and try it; `make release` does, after the wheel.

    python tools/make_image.py                 from the wheel in dist/, on a Debian made with mmdebstrap
    python tools/make_image.py --base NAME     on a base of one's own, from a registry or not
    python tools/make_image.py --mirror URL    on the Debian of a day: http://snapshot.debian.org/archive/debian/…

The base is Debian as its mirror has it; upon the same base the same wheel gives the same image, to the byte. With a
base that was made here, nothing is fetched while the image is built: the wheels are fetched before, by their hashes. It
needs root, or a user with a range of user ids; no daemon, and no right to namespaces (buildah's isolation is `chroot`).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from inspect import getsource
from pathlib import Path

import bill_of_materials
from markdown_pages import ROOT

DIST = ROOT / "dist"
CONTAINER = Path("deploy", "Containerfile")
SUITE, PYTHON = "bookworm", "3.11"
MADE_HERE = "localhost/ewala-base"
LEFT_OUT = ("/usr/share/man/*", "/usr/share/locale/*", "/usr/share/doc/*", "/usr/share/info/*")
INSTALL = "apt-get install buildah mmdebstrap"

Package = tuple[str, str, str]  # of Debian's: name, version, architecture


def why_no_image() -> str:
    """What is missing on this machine; nothing if an image can be made."""
    return "" if shutil.which("buildah") else f"there is no buildah ({INSTALL})"


class Images:
    """buildah with a storage of its own, in a folder that goes afterwards."""

    def __init__(self, folder: Path, when: int) -> None:
        self.folder, self.when = folder, when
        self._environment = {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
        self._buildah = ["buildah", "--root", str(folder / "images"), "--runroot", str(folder / "running")]

    def run(self, *words: str | Path, cwd: Path | None = None) -> str:
        command = [*self._buildah, *map(str, words)]
        done = subprocess.run(command, env=self._environment, cwd=cwd, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout[-3000:]}")
        return done.stdout.strip()

    def make_base(self, mirror: str) -> str:
        """A Debian with Python, and nothing else that is not needed."""
        archive = self.folder / "base.tar"
        words = ["--variant=minbase", "--include=python3,python3-venv", "--aptopt=Acquire::Languages none"]
        words += [f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT]
        words += ["--dpkgopt=path-include=/usr/share/doc/*/copyright", SUITE, str(archive), *filter(None, [mirror])]
        times = {**os.environ, "SOURCE_DATE_EPOCH": str(self.when)}
        subprocess.run(["mmdebstrap", "--quiet", *words], env=times, check=True)
        container = self.run("from", "scratch")
        self.run("add", "--quiet", container, archive, "/")
        self.run("commit", "--quiet", "--rm", "--timestamp", str(self.when), container, MADE_HERE)
        return MADE_HERE

    def fetch_wheels(self) -> Path:
        """All that the image needs from Python's index, by their hashes; also what is for other systems or Pythons than
        this one: pip asks its own whether a pin is meant, and the base may have another."""
        wheels, pins = self.folder / "wheels", self.folder / "pins.txt"
        text = (ROOT / "requirements" / "site.txt").read_text(encoding="utf-8")
        pins.write_text(re.sub(r" ; [^\\\n]+", " ", text), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        pip += ["--only-binary=:all:", f"--python-version={PYTHON}", "--dest", str(wheels)]
        subprocess.run([*pip, "--requirement", str(pins)], check=True)
        return wheels

    def build(self, sources: Path, name: str, base: str, wheels: Path | None) -> str:
        """The image of the sources and their dist/; returns its digest."""
        words = ["--no-cache", "--quiet", "--timestamp", str(self.when), "--file", str(CONTAINER), "--tag", name]
        words += ["--build-arg", f"SOURCE_DATE_EPOCH={self.when}"]
        words += ["--build-arg", f"BASE={base}"] if base else []
        if wheels is not None:
            words += ["--volume", f"{wheels}:/wheels:ro"]
            words += ["--build-arg", "PIP_NO_INDEX=1", "--build-arg", "PIP_FIND_LINKS=/wheels"]
        self.run("build", *words, ".", cwd=sources)
        return str(json.loads(self.run("inspect", "--type", "image", name))["FromImageDigest"])

    def save(self, name: str, archive: Path) -> None:
        archive.unlink(missing_ok=True)
        self.run("push", "--quiet", name, f"oci-archive:{archive}:{name}")


def serve_within() -> None:
    """Runs in the image, as its user, where nothing is but Python and what the image has: have it serve, and ask what
    others ask."""
    import re
    import socket
    import subprocess
    import sys
    import urllib.request

    import psycopg
    import redis

    patience = 120  # seconds

    def asked(address: str) -> bytes:
        with urllib.request.urlopen(address, timeout=patience) as answer:
            assert answer.status == 200
            content: bytes = answer.read()
        return content

    with socket.create_server(("127.0.0.1", 0)) as listening:
        operate = int(listening.getsockname()[1])
    words = ["serve", "--port", "0", "--data-dir", "/var/lib/ewala", "--operate", str(operate), "--log", "json"]
    with subprocess.Popen(["ewala", *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        assert asked(f"http://127.0.0.1:{operate}/live") == b"alive\n"
        assert asked(f"http://127.0.0.1:{operate}/ready") == b"ready\n"
        assert b"assets/" in asked(found[0])
        server.terminate()
        assert server.wait(patience) == 0
    for driver in (psycopg, redis):  # what PostgreSQL and Redis need is there
        assert driver.__version__
    sys.stdout.write("alive\n")


def try_image(buildah: Callable[..., str], name: str) -> list[Package]:
    """Have it serve, and ask whether it lives; raises if it does not. Returns Debian's packages in it."""
    container = buildah("from", "--pull-never", name)
    try:
        said = buildah("run", container, "--", "python", "-c", f"{getsource(serve_within)}\nserve_within()")
        if said.splitlines()[-1:] != ["alive"]:
            raise SystemExit(f"the image does not serve: {said}")
        version = buildah("run", container, "--", "ewala", "--version").split()[-1]
        if name != f"ewala:{version}":
            raise SystemExit(f"the image {name} says that it is {version}")
        listed = buildah("run", container, "--", "dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}\\n")
    finally:
        buildah("rm", container)
    return [(package, version, kind) for package, version, kind in map(str.split, listed.splitlines())]


def make_image(sources: Path, when: int, base: str, mirror: str) -> None:
    """From the sources, which have the wheel in dist/, into our dist/: the image, and what it is made of."""
    (wheel,) = (sources / "dist").glob("*.whl")
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory(prefix="ewala-image-") as folder:
        images = Images(Path(folder), when)
        wheels = None
        if not base and shutil.which("mmdebstrap"):
            base, wheels = images.make_base(mirror), images.fetch_wheels()
        names = f"ewala:{version}", f"ewala:{version}-again"
        first, again = (images.build(sources, name, base, wheels) for name in names)
        if first != again:
            raise SystemExit(f"the image is not the same when built again: {first}, {again}")
        packages = try_image(images.run, names[0])
        images.save(names[0], DIST / f"ewala-{version}.oci.tar")
    bill_of_materials.write(DIST / f"ewala-{version}-image.cdx.json", when, packages)
    sys.stdout.write(f"==> the image, twice the same, and tried: {first}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the image of the wheel in dist/.")
    parser.add_argument("--base", default="", help="an image to build upon, instead of one made with mmdebstrap")
    parser.add_argument("--mirror", default="", help="where Debian comes from")
    arguments = parser.parse_args()
    if missing := why_no_image():
        raise SystemExit(f"no image: {missing}")
    when = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    make_image(ROOT, when, arguments.base, arguments.mirror)
    return 0


if __name__ == "__main__":
    sys.exit(main())
