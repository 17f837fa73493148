"""The page computes dice by itself, from docs/dice.md alone: here its sources are held against the package's."""

import random
from pathlib import Path
from typing import Any

import pytest
from page_sources import answers, bundled

import ewala
from ewala.core.dice import Dice, commitment_of, promise_of
from ewala.core.record import Record
from ewala.tables.match import Match

ENTRY = """
import { rolled } from "./lib/dice";
import * as race from "./games/kingdom-run/text";
import * as duel from "./games/chronicles/chance";
const outcomes = { "kingdom-run": race.outcomes, "chronicles-of-run": duel.outcomes };
export { below, commitmentOf, lot, promiseOf } from "./lib/dice";
export const rolls = (dice, game, log) => rolled(dice, log, outcomes[game]);
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's dice, as a script that Node can run."""
    return bundled(tmp_path_factory.mktemp("page"), ENTRY)


def told(dice: Dice) -> dict[str, Any]:
    """What a page is told of dice once their secret is shown."""
    return {
        "commitment": dice.commitment,
        "secret": dice.secret.hex(),
        "promises": dict(dice.promises),
        "entropy": dict(dice.entropy),
    }


def any_dice(seed: int, seats: str) -> Dice:
    """Some seats have promised, some of those have shown; or all have added plainly, as before promises."""
    rng = random.Random(seed)
    secret = rng.randbytes(32)
    added = {seat: rng.choice(["", "é", "日本", "x" * 200]) + rng.randbytes(rng.randrange(40)).hex() for seat in seats}
    if seed % 4 == 0:
        return Dice(secret, {seat: part for seat, part in added.items() if part})
    promised = {seat: part for seat, part in added.items() if part and rng.random() < 0.9}
    shown = {seat: part for seat, part in promised.items() if rng.random() < 0.8}
    seal = commitment_of(secret)
    return Dice(secret, shown, {seat: promise_of(seal, seat, part) for seat, part in promised.items()})


def played(game: ewala.Game, dice: Dice, seed: int) -> Record:
    match, chosen = Match.begin(game, dice=dice), random.Random(seed)
    while (seat := match.to_act) is not None:
        if isinstance(seat, str):
            match.submit(chosen.choice(match.view(seat).moves()), seat)
        else:
            match.roll()
    return match.record


def test_seals_and_promises_are_those_of_the_package(page: Path) -> None:
    texts = ["", "a", "é日本", "x" * 55, "x" * 56, "x" * 64, "y" * 119, "z" * 1000]
    secrets = [bytes(32), bytes(range(32)), b"\xff" * 32]
    asked = [("promiseOf", "ab" * 32, "K", text) for text in texts]
    asked_seals = [("commitmentOf", secret.hex()) for secret in secrets]
    expected = [promise_of("ab" * 32, "K", text) for text in texts] + [commitment_of(secret) for secret in secrets]
    assert answers(page, *asked, *asked_seals) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 6, 126, 1296, 2**31 + 11])
def test_draws_are_those_of_the_package(page: Path, n: int) -> None:
    dice = [any_dice(seed, "KSFG") for seed in range(8)]
    asked = [
        ("below", told(one), n, purpose, k) for one in dice for purpose in ("chance", "first") for k in (0, 1, 300)
    ]
    expected = [one.below(n, purpose, k) for one in dice for purpose in ("chance", "first") for k in (0, 1, 300)]
    assert answers(page, *asked) == expected


@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_every_roll_of_whole_games_is_computed_alike(page: Path, name: str) -> None:
    games = [(any_dice(seed, "KSFG" if name == "kingdom-run" else "OC"), seed) for seed in range(12)]
    records = [played(ewala.load(name), dice, seed) for dice, seed in games]
    asked = [("rolls", told(dice), name, record.moves) for (dice, _), record in zip(games, records, strict=True)]
    found = answers(page, *asked)
    for rolls, record in zip(found, records, strict=True):
        said = [move[1:] for move in record.moves if move.startswith("!")]
        assert [roll["said"] for roll in rolls] == said
        assert [roll["drawn"] for roll in rolls] == said


def test_a_roll_that_was_changed_is_named(page: Path) -> None:
    dice = any_dice(1, "KS")
    moves = list(played(ewala.load("kingdom-run", players="KS"), dice, 1).moves)
    rolls = [at for at, move in enumerate(moves) if move.startswith("!")]
    moves[rolls[2]] = "!" + "".join("L" if face != "L" else "X" for face in moves[rolls[2]][1:])
    (found,) = answers(page, ("rolls", told(dice), "kingdom-run", moves))
    assert [at for at, roll in enumerate(found) if roll["said"] != roll["drawn"]] == [2]


@pytest.mark.parametrize("players", ["KS", "GKS", "SF", "KSFG"])
def test_the_lot_falls_alike(page: Path, players: str) -> None:
    game = ewala.load("kingdom-run", players=players, first="lot")
    dice = [any_dice(seed, players) for seed in range(12)]
    drawn = [game.drawn_by_lot(one) for one in dice]
    order = [list(str(one.parameters()["players"])) for one in drawn]
    found = answers(page, *(("lot", told(one), seats) for one, seats in zip(dice, order, strict=True)))
    assert found == [one.values["first"] for one in drawn]
    assert len(set(found)) > 1
