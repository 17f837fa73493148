"""WebAssembly gives the same answers as Python."""

import base64
import json
import os
import random
import subprocess
from collections.abc import Callable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import positions
import pytest
from in_javascript import Script
from native import Native
from programs import program
from rules_to_try import Rules, all_rules, load_rules, rules_id

import ewala.browser
import ewala.browser.script
from ewala.browser.build import Module
from ewala.browser.describe import search_described
from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine
from ewala.browser.weights import files_of, flat_file, read_by
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.state import State
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State as Bids
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import shipped_values
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, SOW
from ewala.games.kingdom_run.rules.state import State as Position
from ewala.games.registry import GAMES, kit_of, load
from ewala.kit.bot import Budget

MANY = int(os.environ.get("EWALA_BROWSER_POSITIONS", "500"))
COUNTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "perft" / "perft.json").read_text())

Both = tuple[Native, Machine]
Modules = Callable[[str], Machine]


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture
def both(twins: tuple[Game, Game], machine: Modules) -> Both:
    """A game with an edition and rules of its own, on the processor and in a browser."""
    _, fast = twins
    return Native(fast), machine(fast.name)


def test_every_answer_is_the_same_in_every_position(both: Both) -> None:
    """Moves, outcomes with weights, refusals, scores, winners, views, features, what is filled in, random draws."""
    game = both[0].game
    job: dict[str, Any] = {"rules": packed(game.rules.pack()), "rng": str(Rng(11).word), "seats": len(game.seats)}
    here, there = (one.ask("walk", **job, positions=MANY) for one in both)
    for number, (ours, other) in enumerate(zip(here["digests"], there["digests"], strict=True)):
        if ours != other:
            looks = [one.ask("look", **job, position=number) for one in both]
            assert looks[0] == looks[1], f"position {number}"
    assert here == there


def test_the_same_games_are_played_to_the_same_ends(both: Both) -> None:
    """Each at random: as many moves, the same last position, the same draws."""
    native, module = both
    job: dict[str, Any] = {"rules": packed(native.game.rules.pack()), "rng": str(Rng(5).word), "games": MANY}
    here, there = native.ask("ends", **job), module.ask("ends", **job)
    assert [game for game in range(MANY) if here[game] != there[game]] == []
    assert len(set(here)) > MANY * 0.9


@pytest.mark.parametrize("name", GAMES)
def test_paths_are_counted_as_another_implementation_counts_them(name: str, machine: Modules) -> None:
    """All counts of KR-11 and CR-8."""
    counts = [count for count in COUNTS if count["game"] == name]
    found = []
    for count in counts:
        state = load(name, **count["options"]).parse(count["position"])
        job: dict[str, Any] = {
            "rules": packed(state.game.rules.pack()),
            "state": packed(state.data),
            "depth": count["depth"],
        }
        found.append(machine(name).ask("perft", **job))
    assert found == [count["perft"] for count in counts]
    assert len(found) > 20


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_the_same_texts(name: str, machine: Modules, module: Callable[[str], Module]) -> None:
    game = load(name)
    codes = range(module(name).about["codes"]["CODES"])
    texts = machine(name).ask("spell", rules=packed(game.rules.pack()), codes=list(codes))
    spelled = {code: text for code, text in zip(codes, texts, strict=True) if text}
    assert spelled == {code: game.move_text(code) for code in spelled}
    assert {text: game.read_move(text).code for text in spelled.values()} == {
        text: code for code, text in spelled.items()
    }
    assert len(spelled) > 200


def check(recorded: RecordingMachine, module: Machine, rules: bytes) -> None:
    job = {"rules": base64.b64encode(rules).decode()}
    assert module.ask("keep", structures=recorded.structures(), steps=recorded.told(), **job) == len(recorded.steps)
    for number, (step, there) in enumerate(zip(recorded.steps, module.ask("follow", **job), strict=True)):
        assert there["gives"] == step.gives, f"what {step.call} gives, call {number}"
        assert there["digests"] == list(step.digests.values()), f"the buffers after {step.call}, call {number}"


def decisions(game: KingdomRun, seed: int) -> Iterator[State]:
    """Two decisions before actions and two in the middle of them, of a game at random."""
    rng, dice, state = random.Random(seed), Rng(seed), game.start()
    met: dict[bool, list[State]] = {True: [], False: []}
    while state.to_act is not None:
        if isinstance(state.to_act, str):
            met[Position.unpack(state.data).phase in (ACT, SOW)].append(state)
            state = state.play(rng.choice(state.moves()))
        else:
            state = state.play(state.sample(dice))
    for some in met.values():
        yield from rng.sample(some, 2)


@pytest.mark.parametrize("players", ["KS", "KSF", "KSFG"])
def test_turns_are_looked_through_alike(players: str, machine: Modules) -> None:
    game = load("kingdom-run", players=players)
    assert isinstance(game, KingdomRun)
    recorded = RecordingMachine()
    search = TurnSearch(game, shipped_values(game, "learned"), recorded)
    search.__dict__["_wide"] = search._narrow  # a large one would take long to compare
    for state in decisions(game, len(players)):
        search.judge(state.data)
        search.features(state.data)
        if Position.unpack(state.data).phase in (ACT, SOW):
            search.ends(state.data, width=20, most=9, noise=0.02, seed=6)
        else:
            search.look(state.data, width=3)
    assert {step.call for step in recorded.steps} >= {"grow", "note_stuck", "expect_keeping", "judge_board"}
    check(recorded, machine(game.name), game.rules.pack())


def test_bids_are_weighed_alike(machine: Modules) -> None:
    """From an early turn to the last: by learned values, by the end of the game, and with errors."""
    recorded = RecordingMachine()
    game = load("chronicles-of-run")
    assert isinstance(game, Chronicles)
    search = Search(game, "win", fitted_network(), recorded)

    class Recorded(ChroniclesBot):
        def search_for(self, game: Chronicles) -> Search:
            return search

    for seed, turn in enumerate((3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9)):
        state = public_position(turn, seed)
        assert isinstance(state.to_act, str)
        view = state.view(state.to_act)
        Recorded(turns_exact=2, noise=0.1).think(view, Budget(iterations=8), random.Random(seed) if seed % 2 else None)
        search.worth(Bids.unpack(state.data), 1)
    assert {step.call for step in recorded.steps} == {
        "blur",
        "forget",
        "lay_out_slot",
        "pair_worth",
        "solve_game",
        "worth",
    }
    check(recorded, machine(game.name), game.rules.pack())


POSITIONS = int(os.environ.get("EWALA_BROWSER_POSITIONS", "150"))
PORTION = 200  # not too much to be told at once
CASES = [rules for rules in all_rules() if rules[0] in GAMES]


def kind(rules: Rules) -> tuple[str, str, str]:
    name, edition, _ = rules
    return name, edition, load_rules(rules, "interpreted").parameters().get("layout", "")


@pytest.fixture(scope="session")
def kinds() -> list[tuple[str, str, str]]:
    return list(map(kind, CASES))


@pytest.mark.parametrize("rules", CASES, ids=rules_id)
def test_everything_is_the_same_in_every_position(
    rules: Rules, kinds: list[tuple[str, str, str]], script: Callable[..., Script]
) -> None:
    name, _, variant = rules
    parameters = load_rules(rules, "interpreted").parameters()
    many = ceil(POSITIONS / kinds.count(kind(rules)))
    for portion, first in enumerate(range(0, many, PORTION)):
        job = (name, parameters, 10 * portion + variant, min(PORTION, many - first))
        here, there = positions.walked(*job), script().ask("walked", *job)
        for number, (ours, other) in enumerate(zip(here, there, strict=True)):
            if ours != other:
                assert other.split("\n") == ours.split("\n"), f"position {number} of {job}"


MEMORY = """
import { readFileSync } from "node:fs";
const [home, folder] = process.argv.slice(-2);
const { equip, machine_of } = await import(`${home}/standins/ewala.core.machines.mjs`);
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
    (tmp_path / "about").write_text(json.dumps(search_described(kit_of("kingdom-run"))))
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


READER = Path(ewala.browser.__file__).with_name("weights.mjs")
READ_WEIGHTS = """
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
    subprocess.run([program("node"), "--input-type=module", "-e", READ_WEIGHTS, "--", READER, folder], check=True)
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
