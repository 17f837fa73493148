"""The page's own modules as scripts that Node can run: bundled as they are, so that tests ask the sources."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
BUNDLER = WEB / "node_modules" / ".bin" / "esbuild"
RUN = """
const page = require(process.argv[1]);
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([name, ...given]) => page[name](...given))));
"""


def bundled(folder: Path, entry: str) -> Path:
    """A script that exports what `entry`, a module that lies in web/src, exports."""
    if not BUNDLER.is_file() or not shutil.which("node"):
        pytest.skip("the page cannot be tried here: make page")
    script = folder / "page.cjs"
    words = [str(BUNDLER), "--bundle", "--format=cjs", "--platform=node", "--loader=ts", f"--outfile={script}"]
    subprocess.run(words, input=entry, text=True, cwd=WEB / "src", check=True, capture_output=True)
    return script


def answers(script: Path, *asked: tuple[Any, ...]) -> list[Any]:
    """What the script's functions answer, each asked by its name with what it is given."""
    done = subprocess.run(
        ["node", "-e", RUN, script], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found
