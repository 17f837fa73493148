"""Plain `ewala`: a server on this machine, or the one that is there already."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from table_server import running_here
from waiting import PATIENCE

from ewala.cli import main
from ewala.server import run
from ewala.server.platform.config import Config

QUIET = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@contextmanager
def plain(folder: Path) -> Iterator[str]:
    """`ewala` in its own process: the first line that it says."""
    environment = {**os.environ, **QUIET, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    process = subprocess.Popen([sys.executable, "-m", "ewala"], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


def test_it_serves_on_a_free_port_and_says_where(tmp_path: Path) -> None:
    with plain(tmp_path) as line:
        assert line.startswith("Ewala is at http://127.0.0.1:80")


def test_a_server_of_ours_that_is_there_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("ewala.server.browser.show", lambda address, **_: shown.append(address))
    monkeypatch.setattr("ewala.server.browser.PATIENCE", PATIENCE)  # a busy machine may take a while to say who it is
    with running_here(Config(data_dir=tmp_path)) as port:
        monkeypatch.setattr(run, "PORT", port)
        assert main([]) == 0
    assert shown == [f"http://127.0.0.1:{port}/"]
    assert capsys.readouterr().out == f"Ewala is at {shown[0]} already\n"


def test_a_port_that_another_program_has_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[int, bool]] = []

    def note(config: Config, listening: socket.socket, *, show: bool) -> int:
        served.append((listening.getsockname()[1], show))
        listening.close()
        return 0

    monkeypatch.setattr(run, "_serve", note)
    monkeypatch.setattr(run, "_data_dir", lambda _: tmp_path)
    monkeypatch.setattr("ewala.server.browser.PATIENCE", 0.1)  # the other program says nothing
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(run, "PORT", taken)
        assert main([]) == 0
    assert served[0][0] != taken
    assert served[0][1]
