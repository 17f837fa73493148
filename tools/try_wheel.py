"""Try a wheel as somebody who has nothing but Python: install it with its pins, ask it, and have it serve.

python tools/try_wheel.py dist/ewala-1.2.3-py3-none-any.whl
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

from markdown_pages import ROOT

PINS = ROOT / "requirements" / "play.txt"
INSTALLING = 900  # seconds, also where files come slowly
ANSWERING = 60
QUIET = ("--quiet", "--disable-pip-version-check")


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


if __name__ == "__main__":
    try_wheel(Path(sys.argv[1]).resolve())
    sys.stdout.write("the wheel works in an empty environment\n")
