"""Machine code for the bots, made by another process: the server goes on answering while it is being compiled."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence

from ewala.games.warm_up import is_warm

log = logging.getLogger("ewala.server")

COMMAND = (sys.executable, "-m", "ewala.games.warm_up")
LAST_WORDS = 2000  # characters of what went wrong that are worth keeping


class Warming:
    """The process that fills the cache, if it is not filled; `ready` waits for its end, however it ends.

    If it fails, bots compile in this process when they first think: slower for everybody for a while, but they play.
    """

    def __init__(self, command: Sequence[str] = COMMAND, done_before: Callable[[], bool] = is_warm) -> None:
        self._command = command
        self._done_before = done_before
        self._process: subprocess.Popen[str] | None = None
        self._end: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the process, if there is something for it to do."""
        if self._done_before():
            return
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,  # a Ctrl-C is for the server, which ends this one
            )
        except OSError as error:
            log.warning("bots are not compiled ahead: %s", error)
            return
        self._end = asyncio.create_task(self._see_off(self._process))

    async def ready(self) -> None:
        """Wait until the process has ended, if one was started."""
        if self._end is not None:
            await asyncio.shield(self._end)  # who gives up waiting does not stop it for the others

    async def stop(self) -> None:
        """End the process, if it is still there; what it has compiled is kept."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.terminate()
        await self.ready()

    async def _see_off(self, process: "subprocess.Popen[str]") -> None:
        _, said = await asyncio.to_thread(process.communicate)
        if process.returncode and self._process is process:  # nobody has stopped it
            log.warning("bots could not be compiled ahead (%d): %s", process.returncode, said[-LAST_WORDS:].strip())
