"""A page's machine: buffers that no search holds any more are used again, blank, and those that one holds are not."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from programs import program

import ewala.browser.script
from ewala.browser.build import Module

SCRIPT = """
import { readFileSync } from "node:fs";
const [home, folder] = process.argv.slice(-2);
const { equip, machine_of } = await import(`${home}/stubs/ewala.core.machines.mjs`);
const { Dict, cls } = await import(`${home}/runtime/python.mjs`);
const about = JSON.parse(readFileSync(`${folder}/about`, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/module`), {});
equip("kingdom-run", instance.exports, about);
const machine = machine_of({ $name: "kingdom-run" });
const fields = Object.keys(about.structures.Workspace.fields).map((name) => [name, null]);
const Workspace = cls("Workspace", [], { kind: "tuple", fields });

function made(number) {
  const work = machine.$blank(Workspace, new Dict([["boards", 4096], ["keys", 65536]]));
  const before = machine.$read(work.$tally)[0];
  machine.$write(work.$tally, [number]);
  return [work, before];
}
const [held] = made(7);
const rounds = [];
for (let round = 1; round <= 6; round++) {
  const before = (() => made(round)[1])(); // nobody has it any more
  rounds.push([instance.exports.memory.buffer.byteLength, before, machine.$read(held.$tally)[0]]);
  gc();
  await new Promise((go) => setTimeout(go));
}
process.stdout.write(JSON.stringify(rounds));
"""


def test_memory_is_used_again(module: Callable[[str], Module], tmp_path: Path) -> None:
    (tmp_path / "module").write_bytes(module("kingdom-run").code)
    (tmp_path / "about").write_text(json.dumps(module("kingdom-run").about))
    home = Path(ewala.browser.script.__file__).parent
    ran = subprocess.run(
        [program("node"), "--expose-gc", "--input-type=module", "-e", SCRIPT, "--", str(home), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    rounds = json.loads(ran.stdout)
    sizes = {size for size, _, _ in rounds}
    assert len(sizes) <= 2  # the second may come too early for the first's
    assert [[before, held] for _, before, held in rounds] == [[0, 7]] * 6
