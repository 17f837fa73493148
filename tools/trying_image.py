"""Try an image as whoever deploys it: have it serve, ask whether it lives, and what is in it."""

from collections.abc import Callable
from pathlib import Path

Package = tuple[str, str, str]  # of Debian's: name, version, architecture
WITHIN = Path(__file__).with_name("in_the_image.py")


def try_image(buildah: Callable[..., str], name: str) -> list[Package]:
    """Raises if it does not serve; returns Debian's packages in it."""
    container = buildah("from", "--pull-never", name)
    try:
        said = buildah("run", container, "--", "python", "-c", WITHIN.read_text(encoding="utf-8"))
        if said.splitlines()[-1:] != ["alive"]:
            raise SystemExit(f"the image does not serve: {said}")
        version = buildah("run", container, "--", "ewala", "--version").split()[-1]
        if name != f"ewala:{version}":
            raise SystemExit(f"the image {name} says that it is {version}")
        listed = buildah("run", container, "--", "dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}\\n")
    finally:
        buildah("rm", container)
    return [(package, version, kind) for package, version, kind in map(str.split, listed.splitlines())]
