"""The package as others install it: a wheel, no Node, and plain `ewala` serves the page."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from actions import turn_bar
from browsers import chromium, visitor
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.long  # builds and installs a wheel

ROOT = Path(__file__).parents[2]
SLOW = 300  # seconds: longer than building takes


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chromium()
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
        check=True,
        timeout=SLOW,
    )
    (built,) = folder.glob("ewala-*.whl")
    return built


def test_the_wheel_has_the_page_and_the_catalogues_and_no_sources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "ewala/server/page/index.html" in names
    assert any(name.startswith("ewala/server/page/assets/") and name.endswith(".js.br") for name in names)
    assert {f"ewala/locale/{language}/LC_MESSAGES/ewala.mo" for language in ("fr", "es", "nl")} <= set(names)
    assert not [name for name in names if "node_modules" in name or name.endswith((".svelte", ".ts"))]


@contextmanager
def plain_ewala(folder: Path) -> Iterator[str]:
    """`ewala` of the virtual environment in this folder; where it says it is.

    It begins with any free port: at its own it would show the Ewala that somebody, or another test, has running there.
    """
    (folder / "sitecustomize.py").write_text("import ewala.server.run\n\newala.server.run.PORT = 0\n")
    environment = {
        "PATH": str(folder / "bin"),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONPATH": str(folder),
    }
    process = subprocess.Popen(
        [folder / "bin/ewala"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=environment, cwd=folder
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Ewala is at http://127.0.0.1:"), line
        assert "already" not in line
        yield line.split()[3].rstrip("/")
    finally:
        process.terminate()
        process.wait(SLOW)
        process.stdout.close()


def test_plain_ewala_from_the_wheel_serves_the_page_without_node(wheel: Path, browser: Browser, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    (packages,) = (tmp_path / "lib").glob("python*/site-packages")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", tmp_path / "bin/python", "install", "--quiet", "--no-deps", wheel],
        check=True,
        timeout=SLOW,
    )
    # What it depends on comes from here; Ewala itself does not, whose editable copy is found by a hook of its own.
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    found = subprocess.run(
        [tmp_path / "bin/python", "-c", "import ewala; print(ewala.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": os.defpath},
    )
    assert Path(found.stdout.strip()).is_relative_to(packages)
    with plain_ewala(tmp_path) as address, visitor(browser, address) as person:
        person.open()
        person.page.get_by_role("button", name="Against the computer").first.click()
        expect(turn_bar(person.page)).to_contain_text(
            re.compile("Your turn|The Squire.s turn")
        )  # whom the lot names; bots are still being compiled
