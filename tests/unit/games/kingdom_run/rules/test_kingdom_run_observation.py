"""What a learner sees: every feature held by values, and written again from the texts of whole games."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ewala
from ewala.core.game import Game
from ewala.core.state import State, Viewer

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
SPACES, PLACES = 32, 15
FACES, ACTIONS, PHASES = "DCBVLX", "DCBVL", ("roll", "keep", "again", "act", "sow", "over")


def in_order(game: Any, viewer: Viewer) -> str:
    """The clans in the order of play from the viewer's own, then the neutral ones."""
    players = "".join(game.seats)
    at = players.index(viewer) if isinstance(viewer, str) and viewer in players else 0
    return players[at:] + players[:at] + "".join(clan for clan in "KSFG" if clan not in players)


def rewritten(state: State, viewer: Viewer) -> list[int]:
    """The features as somebody would write them who reads the position's text."""
    game: Any = state.game
    spaces, podium, tokens, players, seat, phase = state.text.split()
    grounds = [*spaces.split("/"), *[""] * (SPACES - spaces.count("/") - 1)]
    held = dict(zip(players, map(int, tokens.split(",")), strict=True))
    kind, *rest = phase.split(":")
    done = rest[1] if kind in ("act", "sow") else ""
    features: list[int] = []
    for clan in in_order(game, viewer):
        features += [many for ground in grounds for many in (ground.count(clan), ground.count(clan.lower()))]
        features += [int(podium[place : place + 1] == clan) for place in range(PLACES)]
        features += [int(clan in players), int(clan == seat), held.get(clan, 0), podium.count(clan)]
    track, values = game.circuit.track.ljust(SPACES), [*game.circuit.values, *[0] * SPACES]
    for space in range(SPACES):
        features += [int(track[space] != " "), int(track[space] == "~"), values[space]]
    features += [*game.circuit.podium, *[0] * PLACES][:PLACES]
    features += [rest[0].count(face) if rest else 0 for face in FACES]
    features += [many for action in ACTIONS for many in (done.count(action), done.count(action.lower()))]
    features += [int(kind == each) for each in PHASES]
    features += [int(space) for space in rest[2].split(">")] if kind == "sow" else [0, 0]
    return features + [int(game.values[rule]) for rule in ("copies_apart", "rob_finished", "may_pass")]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": "GK", "may_pass": True, "edition": "fr"},
        {"players": "FSK", "first": "K", "circuit": "C',A',B'", "edition": "nl"},
        {"players": "SF", "circuit": f"oooo|~{'o' * 13}~{'o' * 12}~ 1:20,2:8 9,9,8,8,8,8,3,2,1,0"},
    ],
    ids=lambda rules: rules.get("players", "KSFG"),
)
def test_the_features_of_a_whole_game_are_what_its_texts_say(rules: dict[str, Any], playing: Playing) -> None:
    game = ewala.load("kingdom-run", backend="interpreted", **rules)
    met = set()
    for number, (state, _) in enumerate(playing(game, 2)):
        viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
        viewer = viewers[number % len(viewers)]
        met.add((state.text.split()[-1].partition(":")[0], viewer))
        assert state.view(viewer).observation() == rewritten(state, viewer), f"{viewer} of {state.text}"
    assert {phase for phase, _ in met} == set(PHASES)


def test_a_position_by_hand() -> None:
    """Two play, from G's point of view: G, K, then the neutral S and F."""
    game = ewala.load("kingdom-run", players="KG", backend="interpreted")
    state = game.parse("SFG/s/sFG/K/-/F/-/-/-/-/-/-/-/G KSKFKG 5,7 KG G sow:LX:Dd:3>4")
    seen = state.view("G").observation()
    a_clan = 2 * SPACES + PLACES + 4
    clans = [seen[n * a_clan : (n + 1) * a_clan] for n in range(4)]
    on = [{at: many for at, many in enumerate(clan[: 2 * SPACES]) if many} for clan in clans]
    assert on == [{0: 1, 4: 1, 26: 1}, {6: 1}, {0: 1, 3: 1, 5: 1}, {0: 1, 4: 1, 10: 1}]  # even: awake, odd: asleep
    podiums = [[place for place, there in enumerate(clan[2 * SPACES : -4]) if there] for clan in clans]
    assert podiums == [[5], [0, 2, 4], [1], [3]]
    assert [clan[-4:] for clan in clans] == [[1, 1, 7, 1], [1, 0, 5, 3], [0, 0, 0, 1], [0, 0, 0, 1]]
    board = seen[4 * a_clan : 4 * a_clan + 3 * SPACES]
    assert board[: 3 * 4] == [1, 0, 0] * 4
    assert board[3 * 4 : 3 * 8] == [1, 0, 2, 1, 1, 2, 1, 0, 3, 1, 0, 3]
    assert board[3 * 13 : 3 * 15] == [1, 0, 6, 0, 0, 0]
    rest = seen[4 * a_clan + 3 * SPACES :]
    assert rest[:PLACES] == [13, 12, 11, 10, 9, 8, 7, 6, *[0] * 7]
    assert rest[PLACES : PLACES + 6] == [0, 0, 0, 0, 1, 1]
    assert rest[PLACES + 6 : PLACES + 16] == [1, 1, *[0] * 8]
    assert rest[PLACES + 16 :] == [0, 0, 0, 0, 1, 0, 3, 4, 1, 1, 0]
