"""Measure how much of the kernels the interpreted part of the suite runs; fails unless it is every line and branch.

Compiled code leaves no trace in coverage, so only tests on the interpreted engine are run, and compilation is off. They
are run here once more, and slowly; so of a game's editions that have the same kernel one alone is played.
What cannot be reached carries `# pragma: no cover` with its reason.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ewala.games.registry import GAMES, kit_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "ewala"
RULES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/unit/games/*/rules"))
PARTS = [  # that run side by side, and take about as long
    [
        *RULES,
        "tests/unit/core/test_arithmetic.py",
        "tests/unit/core/test_defaults.py",
        *(f"tests/conformance/test_{name}.py" for name in ("explanations", "hidden_bids", "moves")),
    ],
    ["tests/conformance/test_any_game.py"],
]
LEFT_OUT = (
    "compiled",
    *(f"{name}-{edition}" for name in GAMES for edition in kit_of(name).for_tools("coverage").get("same_kernel", ())),
)
EXCUSE = re.compile(r"# pragma: no (cover|branch)(.*)")


def kernel_modules() -> list[Path]:
    """The modules of the rules that hold kernel functions; searches are tested against naive ones instead."""
    sources = [path for part in ("core", "games/*/rules") for path in SOURCE.glob(f"{part}/*.py")]
    return sorted(path for path in sources if re.search(r"(?m)^@kernel$", path.read_text("utf-8")))


def measure(modules: list[Path], folder: Path) -> dict[str, Any]:
    """Run the suite under coverage; returns its report."""
    settings = folder / "coveragerc"
    names = "\n    ".join(str(path) for path in modules)
    run = f"[run]\nbranch = True\nparallel = True\ndata_file = {folder / 'data'}\ninclude =\n    {names}\n"
    settings.write_text(run)
    options = [f"--rcfile={settings}"]
    coverage = [sys.executable, "-m", "coverage"]
    pytest = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", f"not ({' or '.join(LEFT_OUT)})"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    commands = [[*coverage, "run", *options, *pytest, *part] for part in PARTS]
    outputs = [(folder / f"{n}.txt").open("w+", encoding="utf-8") for n in range(len(PARTS))]
    running = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
        for command, output in zip(commands, outputs, strict=True)
    ]
    for process, output in zip(running, outputs, strict=True):
        if process.wait():
            output.seek(0)
            sys.exit(f"the interpreted tests fail:\n{output.read()[-5000:]}")
        output.close()
    subprocess.run([*coverage, "combine", *options, "-q"], cwd=folder, check=True)
    report = folder / "report.json"
    subprocess.run([*coverage, "json", *options, "-q", "-o", str(report)], cwd=ROOT, check=True)
    files: dict[str, Any] = json.loads(report.read_text("utf-8"))["files"]
    return files


def without_reason(modules: list[Path]) -> list[str]:
    """Excuses that give no reason."""
    return [
        f"{path.relative_to(ROOT)}:{number}: no reason after the pragma"
        for path in modules
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        if (excuse := EXCUSE.search(line)) and not re.search(r"\w", excuse[2])
    ]


def missing(name: str, file: dict[str, Any]) -> list[str]:
    lines = [f"{name}:{line}: not run" for line in file["missing_lines"]]
    branches = [f"{name}:{start}: never goes on at {end}" for start, end in file["missing_branches"]]
    return lines + branches


def main() -> None:
    modules = kernel_modules()
    with tempfile.TemporaryDirectory() as folder:
        files = measure(modules, Path(folder))
    wrong = without_reason(modules)
    by_path = {(ROOT / name).resolve(): file for name, file in files.items()}
    sys.stdout.write(f"{'kernel':<42}{'lines':>7}{'branches':>10}{'covered':>9}\n")
    for path in modules:
        name = str(path.relative_to(SOURCE))
        file = by_path.get(path.resolve())
        if file is None:
            wrong.append(f"{name}: not run at all")
            continue
        summary = file["summary"]
        lines, branches = summary["num_statements"], summary["num_branches"]
        sys.stdout.write(f"{name:<42}{lines:>7}{branches:>10}{summary['percent_covered']:>8.1f}%\n")
        wrong += missing(name, file)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
