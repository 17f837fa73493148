"""Every yardstick of a game; one of them is whole games against somebody who knows how an opponent plays."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ewala.games.given_bots import GivenBot
from ewala.games.registry import kit_of
from ewala.kit.bot import Chooser
from ewala.kit.yardstick import Column, Contender, Figure, Findings, Sampling, Yardstick
from ewala.lab.arena.play import play_arena
from ewala.lab.arena.summary import Line

_GAMES = 40
_COLUMNS = (
    Column("bot", "bot"),
    Column("games", "games"),
    Column("won", "responder won"),
    Column("shared", "shared"),
    Column("share", "responder's share", ".1%"),
    Column("low", "at least", ".1%"),
    Column("high", "at most", ".1%"),
)


def yardsticks_of(game: str) -> list[Yardstick]:
    """The game's own, and the responder if there is one."""
    kit = kit_of(game)
    found = list(kit.yardsticks())
    if responder := kit.responder():
        measure = partial(_whole_games, game, responder)
        found.append(Yardstick("responder", "whole games against somebody who knows how a bot plays", _GAMES, measure))
    return found


def _whole_games(
    game: str,
    responder: Callable[[Contender, int], Chooser],
    contenders: Sequence[Contender],
    sampling: Sampling,
) -> Iterator[Findings]:
    """The responder at a table with each bot, in the arena: every deal from both seats."""
    found = Findings("Whole games against a responder, who knows how the bot plays", _COLUMNS)
    found.notes.append("A best response would win at least as much. Every deal is played from both seats.")
    for n, contender in enumerate(contenders):
        bots: list[GivenBot] = [responder(contender, sampling.seed), _with_budget(contender)]
        results = play_arena(game, bots, games=sampling.samples, seed=sampling.seed)
        if meetings := results.summary().meetings if results.rows else []:
            found.rows.append({"bot": contender.label, **_figures(meetings[0].lines[0])})
            yield found
        if results.stopped:
            raise KeyboardInterrupt
        sampling.watch((n + 1) / len(contenders))


def _figures(line: Line) -> dict[str, Figure]:
    shares = {"share": line.share.value, "low": line.share.low, "high": line.share.high}
    return {"games": line.games, "won": line.won, "shared": line.shared, **shares}


def _with_budget(contender: Contender) -> str:
    """The bot as an arena takes it: with the budget that the responder reckons with."""
    if "@" in contender.label:
        return contender.label
    budget = contender.budget
    return f"{contender.label}@{budget.iterations if budget.seconds is None else f'{budget.seconds:g}s'}"
