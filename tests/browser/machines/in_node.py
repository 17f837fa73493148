"""Modules and translated functions at work in Node, each in a process of its own."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from programs import program

from ewala.browser.build import Module
from ewala.browser.node import Machine, in_node, talking


class InNode:
    """Processes of Node's as machines."""

    def __init__(self) -> None:
        self._node = program("node")
        self._running = ExitStack()

    def module(self, module: Module) -> Machine:
        return self._running.enter_context(in_node(module))

    def script(self, folder: Path, *, luck: int = 0, tick: float = 0.0) -> "_Script":
        changes = json.dumps({"luck": luck, "tick": tick})
        command = [self._node, str(folder / "node_calls.mjs"), changes]
        return _Script(self._running.enter_context(talking(command)))

    def close(self) -> None:
        self._running.close()


class _Script:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def ask(self, do: str, *given: object) -> Any:
        return self._machine.ask(do, given=given)
