"""Modules for the tests, each built once and kept; and the machines that run them."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from programs import program, skip

from ewala.browser.build import Module, module_of
from ewala.browser.node import Machine, in_node


@pytest.fixture(scope="session")
def module() -> Callable[[str], Module]:
    """The module of a game."""
    if importlib.util.find_spec("ziglang") is None:
        skip("the linker for browsers is missing: make browser")
    return cache(module_of)


@pytest.fixture(scope="session")
def node(module: Callable[[str], Module]) -> Iterator[Callable[[str], Machine]]:
    """The module of a game, at work in Node."""
    program("node")
    with ExitStack() as running:
        yield cache(lambda name: running.enter_context(in_node(module(name))))
