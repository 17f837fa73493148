"""The strongest opponents' searches as contestants: every call of a kernel in a few decisions, made again and again.

What leads a search is left out, on the processor and in a module alike.
"""

import random
from collections.abc import Callable, Iterator
from typing import cast

from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.state import State
from ewala.kit.bot import Budget
from ewala.lab.bench.browser_figures import IN_NODE, SEARCH
from ewala.lab.bench.measure import Contestant, Played
from ewala.lab.bench.ours import COMPILED

_DECISIONS = 4
_REPLIES = 12  # ends of a turn to which replies are looked for
_LOOK = Budget(iterations=40)


def search_contestants(game: Game, machine: Machine, seed: int) -> list[Contestant]:
    """The same decisions on the processor and in a module; none if nobody has a search to record."""
    record = _RECORDED.get(game.name)
    if record is None:
        return []
    kept = RecordingMachine(digests=False)
    opponent, positions = record(game, list(_positions(game, seed)), kept)
    number = machine.ask("keep", **kept.job())

    def here(times: int) -> Played:
        for _ in range(times):
            for step in kept.steps:
                step.again()
        return Played(times, positions and times * positions)

    def there(times: int) -> Played:
        machine.ask("repeat", kept=number, times=times)
        return Played(times, positions and times * positions)

    name = f"{game.title}, {opponent} {SEARCH}"
    return [Contestant(name, COMPILED, True, here), Contestant(name, IN_NODE, True, there)]


def _positions(game: Game, seed: int) -> Iterator[State]:
    """Decisions of games at random."""
    rng, dice = random.Random(seed), Rng(seed)
    for _ in range(_DECISIONS):
        state, met = game.start(), []
        while state.to_act is not None:
            if isinstance(state.to_act, str):
                met.append(state)
                state = state.play(rng.choice(state.moves()))
            else:
                state = state.play(state.sample(dice))
        yield rng.choice(met)


def _kingdom_run(game: Game, states: list[State], machine: RecordingMachine) -> tuple[str, int | None]:
    from ewala.games.kingdom_run.bots.levels import LEVELS
    from ewala.games.kingdom_run.bots.search import TurnSearch
    from ewala.games.kingdom_run.bots.values import shipped_values
    from ewala.games.kingdom_run.rules.game import KingdomRun
    from ewala.games.kingdom_run.rules.state import ACT, SOW
    from ewala.games.kingdom_run.rules.state import State as Position

    bot, own = LEVELS["champion"], cast(KingdomRun, game)
    search = TurnSearch(own, shipped_values(own, "learned"), machine)
    for state in states:
        if Position.unpack(state.data).phase in (ACT, SOW):
            for end in search.ends(state.data, width=bot.width, most=bot.replies)[:_REPLIES]:
                search.look(end.board, width=bot.reply_width)
        else:
            search.look(state.data, width=bot.reroll_width)
    return "the Champion's", search.met


def _chronicles(game: Game, states: list[State], machine: RecordingMachine) -> tuple[str, int | None]:
    from ewala.games.chronicles.bots.bot import ChroniclesBot
    from ewala.games.chronicles.bots.fitted import fitted_network
    from ewala.games.chronicles.bots.search import Search
    from ewala.games.chronicles.rules.game import Chronicles

    search = Search(cast(Chronicles, game), "win", fitted_network(), machine)

    class Recorded(ChroniclesBot):
        def search_for(self, game: Chronicles) -> Search:
            return search

    for state in states:
        assert isinstance(state.to_act, str)
        Recorded().think(state.view(state.to_act), _LOOK)
    return "the Oracle's", None  # it counts no positions


_RECORDED: dict[str, Callable[[Game, list[State], RecordingMachine], tuple[str, int | None]]] = {
    "kingdom-run": _kingdom_run,
    "chronicles-of-run": _chronicles,
}
