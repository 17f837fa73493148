"""What was learned comes to a browser as it is on the processor, and a page's machine uses its memory again."""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import program

import ewala.browser
import ewala.browser.script
from ewala.browser.build import Module
from ewala.browser.weights import files_of, flat_file, read_by
from ewala.games.registry import GAMES, kit_of

READER = Path(ewala.browser.__file__).with_name("weights.mjs")
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
const [reader, folder] = process.argv.slice(-2);
const { weights } = await import(reader);
const read = weights(readFileSync(`${folder}/weights`), JSON.parse(readFileSync(`${folder}/about`, "utf8")));
Object.values(read).forEach((numbers, n) => writeFileSync(`${folder}/${n}`, numbers));
"""


def in_node(given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What Node reads from the file."""
    data, about = flat_file(given)
    (folder / "weights").write_bytes(data)
    (folder / "about").write_text(json.dumps(about))
    subprocess.run([program("node"), "--input-type=module", "-e", SCRIPT, "--", READER, folder], check=True)
    kinds = {name: np.float64 if one["kept"] == "f8" else np.float32 for name, one in about.items()}
    return {
        name: np.frombuffer((folder / str(n)).read_bytes(), kind).reshape(given[name].shape)
        for n, (name, kind) in enumerate(kinds.items())
    }


@pytest.mark.parametrize("name", GAMES)
def test_weights_are_the_same_in_node(name: str, tmp_path: Path) -> None:
    given = kit_of(name).weights()
    found = in_node(given, tmp_path)
    assert found.keys() == given.keys()
    for which, array in given.items():
        assert np.array_equal(found[which], array), which


def test_multiples_of_a_step_are_kept_as_what_changes(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    turn = rng.integers(-700, 700, (50, 8)) / 256
    alike = np.stack([turn, turn + rng.integers(-1, 2, turn.shape) / 256, -turn, turn * 0]).astype(np.float16)
    uneven = np.array([[0.1, -2.5e-5], [6e-8, 1000.0]], np.float16)
    data, about = flat_file({"alike": alike})
    assert (about["alike"]["step"], about["alike"]["after"]) == (1 / 256, [True, False, False, False])
    assert len(data) == 2 * alike.size
    for which, array in in_node({"alike": alike, "uneven": uneven}, tmp_path).items():
        assert np.array_equal(array, {"alike": alike, "uneven": uneven}[which]), which


def test_other_numbers_are_kept_in_as_few_bytes_as_have_them(tmp_path: Path) -> None:
    given = {
        "halves": np.array([0.1, -2.5e-5, 1000.0], np.float16).astype(np.float32),
        "longer": np.array([0.1, 1e6], np.float32),
        "longest": np.array([0.1, 0.2]),
    }
    assert [one["kept"] for one in flat_file(given)[1].values()] == ["f2", "f4", "f8"]
    for which, array in in_node(given, tmp_path).items():
        assert np.array_equal(array, given[which]), which


def test_a_game_without_weights_has_no_files(third_game: str) -> None:
    assert files_of(kit_of(third_game)) == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_file_is_read_by_some_bot_and_no_bot_reads_another(name: str) -> None:
    kit = kit_of(name)
    assert {short for entry in kit.opponents() for short in read_by(entry.bot)} == set(files_of(kit))


# --- Buffers that no search holds any more are used again, blank, and those that one holds are not


MEMORY = """
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
        [program("node"), "--expose-gc", "--input-type=module", "-e", MEMORY, "--", str(home), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    rounds = json.loads(ran.stdout)
    sizes = {size for size, _, _ in rounds}
    assert len(sizes) <= 2  # the second may come too early for the first's
    assert [[before, held] for _, before, held in rounds] == [[0, 7]] * 6
