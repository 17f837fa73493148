"""The options of Kingdom Run (editions, players, house rules), and the `Rules` for the kernel, made from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.game_base import LOT
from ewala.core.options import Option, Value
from ewala.games.kingdom_run.rules.circuit import DEFAULT, Circuit
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import NEUTRAL, Rules


@dataclass(frozen=True)
class Edition:
    """Where the printed rulebooks differ (KR-9)."""

    direction: str  # KR-9.1: only shown
    copies_apart: bool  # KR-9.2
    rob_finished: bool  # KR-9.3


EDITIONS = {
    "fr": Edition("counter-clockwise", copies_apart=False, rob_finished=False),
    "en": Edition("counter-clockwise", copies_apart=True, rob_finished=True),
    "es": Edition("counter-clockwise", copies_apart=False, rob_finished=False),
    "nl": Edition("clockwise", copies_apart=True, rob_finished=False),
}

OPTIONS = (
    Option("edition", "en", "KR-9.4", "which rulebook", tuple(EDITIONS)),
    Option("direction", "counter-clockwise", "KR-9.1", "shown at the table", ("clockwise", "counter-clockwise")),
    Option("copies_apart", True, "KR-9.2", "carbon copies have a rule of two of their own"),
    Option("rob_finished", True, "KR-9.3", "finished players may be robbed"),
    Option("may_pass", False, "KR-4.4", "house rule: a turn may be ended early"),
    Option("circuit", DEFAULT, "KR-2", "middle boards such as A,B,C, or a racetrack's text"),
    Option("players", "KSFG", "KR-3.1", "two to four clans in seat order, such as KSFG or GK", countable=True),
    Option("first", "", "KR-3.4", "the clan that begins, or 'lot'; the first seat if not given"),
)


def check_players(players: str, first: str) -> None:
    """Two to four different clans, one of which begins (KR-3.1, KR-3.4)."""
    for letter in players:
        if letter not in CLANS:
            raise BadSetup("setup/players", "KR-3.1", "the clans are K, S, F and G, not {letter!r}", letter=letter)
    _check_count(len(players))
    if len(set(players)) != len(players):
        raise BadSetup(
            "setup/players", "KR-3.1", "each clan has one player at most, not so in {players}", players=players
        )
    if first != LOT and (len(first) != 1 or first not in players):
        raise BadSetup(
            "setup/first",
            "KR-3.4",
            "one of {players} begins, or {lot!r} decides; not {first!r}",
            players=players,
            lot=LOT,
            first=first,
        )


def _check_count(count: int) -> None:
    if not 2 <= count <= 4:
        raise BadSetup("setup/players", "KR-3.1", "two to four play, not {count}", count=count)


def by_players(game: Game) -> list[Game]:
    """The game for two, three and four; the first clan begins."""
    return [game.with_options(players=clans, first=clans[0]) for clans in ("KS", "KSF", "KSFG")]


def make_rules(values: Mapping[str, Value], circuit: Circuit) -> Rules:
    """The options as the kernel reads them; where a lot is still to be drawn, the first seat begins."""
    players, first = str(values["players"]), str(values["first"])
    track = circuit.track
    r = Rules()
    r.spaces = len(track)
    r.lakes = sum(1 << space for space, kind in enumerate(track) if kind == "~")
    r.land = (1 << len(track)) - 1 & ~r.lakes
    r.shore = (1 << track.rindex("~")) - 1
    r.value[: len(track)] = circuit.values
    r.places = len(circuit.podium)
    r.prize[: len(circuit.podium)] = circuit.podium
    r.players = len(players)
    r.first = 0 if first == LOT else players.index(first)
    r.clan[: len(players)] = [CLANS.index(letter) for letter in players]
    r.seat = [players.index(letter) if letter in players else NEUTRAL for letter in CLANS]
    r.copies_apart = int(values["copies_apart"] is True)
    r.rob_finished = int(values["rob_finished"] is True)
    r.may_pass = int(values["may_pass"] is True)
    return r
