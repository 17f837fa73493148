"""How much of a game was luck: of the dice, of the lot for who begins, and of bots that draw their moves by lot."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.core.state import Seat, State
from ewala.games.registry import kit_of
from ewala.kit.arbiter import Arbiter, luck
from ewala.kit.bot import Drawn
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances

_DIGITS = 9  # to which it is kept


def luck_of(record: Record, effort: Effort, drawn: Mapping[int, Drawn] | None = None) -> dict[Seat, float] | None:
    """Each seat's luck in a game that is over, None where nobody can say; `drawn` has what bots drew, by ply."""
    arbiter = kit_of(record.game.name).arbiter(record.game, effort)
    if arbiter is None:
        return None
    found = luck_in(arbiter, list(record.states()), record.moves, drawn or {})
    if record.by_lot:
        found = _plus(found, _luck_of_the_lot(record, effort))
    return {seat: round(gained, _DIGITS) for seat, gained in zip(record.game.seats, found, strict=True)}


def luck_in(
    arbiter: Arbiter, states: Sequence[State], moves: Sequence[str], drawn: Mapping[int, Drawn] | None = None
) -> Chances:
    """Each seat's luck in these moves; `states` has the positions before them."""
    total: Chances = (0.0,) * len(states[0].game.seats)
    for ply, (state, move) in enumerate(zip(states, moves, strict=False)):
        code_of = state.game.move_code
        lot = (drawn or {}).get(ply)
        if state.to_act is CHANCE:
            outcomes = state.game.engine.chances(state.data)
            every = sum(weight for _, weight in outcomes)
            odds = {code: Fraction(weight, every) for code, weight in outcomes}
            total = _plus(total, luck(arbiter, state, odds, code_of(move)))
        elif lot is not None and len(lot.odds) > 1:
            odds_of = {code_of(text): chance for text, chance in lot.odds.items()}
            total = _plus(total, luck(arbiter, state, odds_of, code_of(lot.drew)))
    return total


def _luck_of_the_lot(record: Record, effort: Effort) -> Chances:
    """What it was worth that the lot made this game of those that it might have made."""
    games = record.game.undrawn().lots()
    worths = [kit_of(game.name).arbiter(game, effort) for game in games]
    shares = [arbiter.worth(game.start()) for arbiter, game in zip(worths, games, strict=True) if arbiter]
    drawn = shares[games.index(record.game)]
    return tuple(
        share - sum(every) / len(shares) for share, every in zip(drawn, zip(*shares, strict=True), strict=True)
    )


def _plus(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))
