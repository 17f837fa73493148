"""The signals by which somebody asks a server to stop."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stop_signals(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Calls `stop` with each. Whoever was asked to stop goes: asked again on the way out, while the interpreter ends,
    it would go as if it had failed, so from then on nobody listens."""
    asked = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        stop(number, frame)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if asked else handler)
