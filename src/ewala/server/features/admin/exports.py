"""What the host takes along: a backup, or all records. Other processes make them, by the commands that do so at a
terminal, so that players do not wait for it."""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO, Literal

from ewala.core.errors import EwalaError
from ewala.server.platform.config import Config
from ewala.tables.problems import TooMany, Unavailable

Export = Literal["backup", "records"]
AT_ONCE = 256 * 1024  # bytes that are read
BUSY = TooMany("desk/busy", "another file is being made: wait until it is there", 10)


class Exports:
    """One at a time."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._making = asyncio.Lock()

    async def make(self, what: Export) -> BinaryIO:
        """The file, which has no name any more: it is gone when it is closed. Raises Unavailable if there is none."""
        if self._making.locked():
            raise BUSY
        async with self._making:
            folder = Path(await asyncio.to_thread(tempfile.mkdtemp, "", ".export-", self._config.data_dir))
            try:
                file = await self._made(what, folder)
                return await asyncio.to_thread(file.open, "rb")
            except OSError as error:
                raise _failed(error.strerror or "") from None
            finally:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _made(self, what: Export, folder: Path) -> Path:
        if what == "backup":
            file = folder / "ewala.backup"
            await self._run("backup", str(file))
            return file
        records = folder / "records"
        await self._run("tables", "export", str(records))
        return Path(await asyncio.to_thread(shutil.make_archive, str(folder / "packed"), "zip", records))

    async def _run(self, *words: str) -> None:
        """Raises Unavailable with what the command says of why it could not do it."""
        command = [sys.executable, "-m", "ewala", *words, "--database", self._config.database_url]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            raise
        # Records of tables that cannot be read are left out: that is no reason to withhold the others.
        if process.returncode and words[0] != "tables":
            raise _failed(said.decode(errors="replace").strip().rpartition("\n")[2])


def _failed(why: str) -> EwalaError:
    return Unavailable("desk/no-file", "the file could not be made: {why}", why=why)


async def chunks(file: BinaryIO) -> AsyncIterator[bytes]:
    """All of a file, which is then closed."""
    with file:
        while some := await asyncio.to_thread(file.read, AT_ONCE):
            yield some
