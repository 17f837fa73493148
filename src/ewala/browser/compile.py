"""A game's doors compiled in a process of their own: `python -m ewala.browser.compile GAME FILE`.

There Numba is told to optimise nothing. What it writes then knows nothing of this machine, and is the same on any.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ewala.browser.assembled import assembled
from ewala.browser.bound import doors_of
from ewala.browser.written import write_only
from ewala.core.errors import BadSetup
from ewala.games.registry import kit_of

# Nothing of this machine, and nothing that depends on the order of a set.
PLAIN = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}
REFUSED = 3  # the exit status of a process that has said why, in its last line


def compiled_object(name: str) -> bytes:
    """The object with a game's doors; raises BadSetup where its kernel needs what a browser has not."""
    with TemporaryDirectory(prefix="ewala-") as folder:
        file = Path(folder, "doors.o")
        done = subprocess.run(
            [sys.executable, "-m", __name__, name, str(file)],
            env={**os.environ, **PLAIN},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = done.stderr.strip().rpartition("\n")[2]
            code, _, sentence = said.partition(" ") if done.returncode == REFUSED else ("browser/compiler", "", said)
            raise BadSetup(code, "", f"{name}: {sentence}")
        return file.read_bytes()


def main() -> int:
    import numba

    write_only()
    name, file = sys.argv[1:]
    kit = kit_of(name)
    kernel = importlib.import_module(kit.game().kernel)
    records = [numba.from_dtype(record.dtype()) for record in (kernel.State, kernel.Rules)]
    try:
        Path(file).write_bytes(assembled(doors_of(kit), *records))
    except BadSetup as error:
        sys.stderr.write(f"{error.code} {error}\n")
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
