"""Our games as OpenSpiel games: `python_` and the game's name, with `_imperfect` for some algorithms."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import pyspiel

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.options import Option, Value, from_text
from ewala.core.roles import SPECTATOR
from ewala.core.state import State
from ewala.envs.openspiel.board import CompiledGame
from ewala.envs.openspiel.state import EwalaState, Observer
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.kit.game_kit import Learning

POSITION = "position"  # a parameter beside our options: the text of the position in which play begins
_ESCAPES = {ord(sign): quote(sign) for sign in ",()"}


@dataclass(frozen=True)
class Kind:
    """What OpenSpiel wants to know of a game before it is loaded."""

    name: str  # ours
    imperfect: bool = False  # declared a game in which something is hidden, though nothing is

    @property
    def learning(self) -> Learning:
        return kit_of(self.name).learning

    @property
    def short_name(self) -> str:
        return f"python_{self.name.replace('-', '_')}{'_imperfect' * self.imperfect}"

    def game_type(self) -> Any:
        game, kinds = game_class(self.name), pyspiel.GameType
        hidden, open_to_all = kinds.Information.IMPERFECT_INFORMATION, kinds.Information.PERFECT_INFORMATION
        return kinds(
            short_name=self.short_name,
            long_name=game.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=hidden if game.hides or self.imperfect else open_to_all,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.learning.most,
            min_num_players=self.learning.fewest,
            provides_information_state_string=True,
            provides_information_state_tensor=game.hides,  # else the observation holds all that there is to know
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=_no_choice(game),
        )


class EwalaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its rules settled; its parameters are our options, and `position`."""

    kind: ClassVar[Kind]

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        kind = self.kind
        chosen = {name: _unescaped(value) for name, value in (parameters or {}).items()}
        self.compiled = CompiledGame.of(_start(kind, chosen))
        seats = self.compiled.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.compiled.codes,
            max_chance_outcomes=kind.learning.outcomes,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=kind.learning.longest,
        )
        super().__init__(kind.game_type(), info, {name: _escaped(value) for name, value in chosen.items()})

    def new_initial_state(self) -> EwalaState:
        return EwalaState(self)

    def make_py_observer(self, kind: Any = None, parameters: Mapping[str, Any] | None = None) -> Observer:
        if parameters:
            raise BadSetup("openspiel/observer", "", "a view has no parameters")
        return Observer(
            self.compiled, self.kind.learning.longest, kind or pyspiel.IIGObservationType(perfect_recall=False)
        )


def kinds() -> list[Kind]:
    """Each game; one that hides nothing a second time, for algorithms that take no others, as ISMCTS does."""
    found = []
    for name in GAMES:
        found.append(Kind(name))
        if not game_class(name).hides:
            found.append(Kind(name, imperfect=True))
    return found


@cache
def class_of(kind: Kind) -> type[EwalaGame]:
    """OpenSpiel wants a class for each game."""
    return type(kind.short_name, (EwalaGame,), {"kind": kind})


def __getattr__(name: str) -> type[EwalaGame]:
    """Those classes by their names, where pickle looks for them."""
    for kind in kinds():
        if kind.short_name == name:
            return class_of(kind)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register_games() -> None:
    """Make the games known to `pyspiel.load_game`; a second time changes nothing."""
    known = pyspiel.registered_names()
    for kind in kinds():
        if kind.short_name not in known:
            # OpenSpiel frees what makes a game after Python has ended, which a class survives and a function does not.
            pyspiel.register_game(kind.game_type(), class_of(kind))


def _no_choice(game: type[Game]) -> dict[str, Value]:
    """The parameters where nothing is chosen, which OpenSpiel hands on like chosen ones.

    So they must not look like a choice: what an edition settles is a text here, with `yes` and `no` as in records.
    """
    unless_chosen = {option.name: option.default if _is_plain_switch(game, option) else "" for option in game.options}
    return unless_chosen | {POSITION: ""}


def _is_plain_switch(game: type[Game], option: Option) -> bool:
    return isinstance(option.default, bool) and option.name not in game.edition_options


def _start(kind: Kind, parameters: Mapping[str, Value]) -> State:
    """The first position of the game that the parameters make; an empty text chooses nothing."""
    game_kind = game_class(kind.name)
    chosen = {
        option.name: value if isinstance(value, bool) else from_text(option, value)
        for option in game_kind.options
        if (value := parameters.get(option.name, "")) != ""
    }
    game = game_kind.from_options(chosen)
    if game.by_lot:
        clause = next(option.clause for option in game.options if option.name == game.lot_option)
        raise BadSetup("openspiel/lot", clause, "here a seat must be named that begins")
    text = str(parameters.get(POSITION, ""))
    start = game.parse(text) if text else game.start()
    if start.view(SPECTATOR).data != start.data:
        raise BadSetup("openspiel/hidden", "", "everybody knows where play begins: nothing may be hidden there")
    return start


def _escaped(value: Value) -> Value:
    """As `load_game` can read it in a game's text: there, commas and brackets part parameters."""
    return value.translate(_ESCAPES) if isinstance(value, str) else value


def _unescaped(value: Value) -> Value:
    return unquote(value) if isinstance(value, str) else value
