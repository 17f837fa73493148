"""One game of an arena, from its dice to its record."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import perf_counter

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State, View
from ewala.games.given_bots import OBJECT, entry_given
from ewala.games.registry import kit_of
from ewala.games.roster import roster
from ewala.kit.arbiter import Arbiter, luck
from ewala.kit.bot import Bot, Budget, Chooser, Drawn, Mixer
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances
from ewala.lab.arena.contest import Contest, Entrant, Task
from ewala.lab.arena.results import GameRow, bucket_of
from ewala.tables.match import Match

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


_ONE_LOOK = Budget(iterations=1)
_BEGINNING = 40  # moves: several turns, in which every kind of decision comes up


def dice_of(seed: int, deal: int) -> Dice:
    """A deal's dice: the n-th chance move of a game is drawn from them by its number alone, so that it can be verified.

    Two games of a deal come to the same deal of tiles and the same first roll, and to the same n-th roll of the same
    dice, whoever makes it; once somebody leaves out a reroll that was made in the other game, their rolls part.
    """
    return Dice(hashlib.sha256(f"ewala arena {seed}, deal {deal}".encode()).digest())


def play_game(
    contest: Contest, game: Game, entrants: dict[str, Entrant], task: Task, objects: Mapping[str, Chooser]
) -> tuple[GameRow, str]:
    """Play it; returns what there is to say of it, and its record's text."""
    seats = dict(zip(game.seats, task.line_up, strict=True))
    match = Match.begin(game, seats=seats, dice=dice_of(contest.seed, task.deal))
    bots = {label: _seated(contest.game, entrants[label].name, objects) for label in set(task.line_up)}
    rngs = {seat: random.Random(f"{contest.seed}, {task.deal}, {task.line_up}, {seat}") for seat in seats}
    times: dict[str, Counter[int]] = {label: Counter() for label in bots}
    drawn: dict[int, Drawn] = {}
    began, start = "", perf_counter()
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
            continue
        began = began or seat
        label = seats[seat]
        budget = entrants[label].budget
        assert budget is not None
        asked = perf_counter()
        chosen = _chosen(bots[label], match.view(seat), budget, rngs[seat])
        passed = perf_counter() - asked
        if len(match.game.engine.legal(match.state.data)) > 1:  # else there was nothing to decide
            times[label][bucket_of(passed)] += 1
        if isinstance(chosen, Drawn):
            drawn[len(match.record.moves)] = chosen
        match.submit(chosen.move if isinstance(chosen, Drawn) else chosen, seat)
    passed = perf_counter() - start
    luck = luck_of(match.record, contest.luck_effort, drawn) if contest.reckons_luck else None
    return row_of(task, match, began, passed, times, luck), match.text()


def _chosen(bot: Bot, view: View, budget: Budget, rng: random.Random) -> str | Drawn:
    if isinstance(bot, Mixer):
        return bot.draw(view, budget=budget, rng=rng)
    return bot.choose(view, budget=budget, rng=rng)


def _seated(game: str, name: str, objects: Mapping[str, Chooser]) -> Bot:
    if name.startswith(OBJECT) and name not in objects:
        gone = Sentence("{bot} was an object of a program: only that can go on with it", bot=name.removeprefix(OBJECT))
        raise BadSetup("arena/object", "", gone)
    return entry_given(game, objects.get(name, name)).bot


def row_of(
    task: Task,
    match: Match,
    began: str,
    seconds: float,
    times: dict[str, Counter[int]],
    luck: dict[str, float] | None,
) -> GameRow:
    """What there is to say of a finished game."""
    state = match.state
    winners = state.winners()
    return GameRow(
        task.deal,
        task.meeting,
        task.number,
        dict(zip(match.game.seats, task.line_up, strict=True)),
        began,
        state.scores(),
        [seat for seat in match.game.seats if seat in winners],
        state.ending or "",
        len(match.record.moves),
        round(seconds, 4),
        {label: dict(sorted(counted.items())) for label, counted in times.items()},
        luck,
    )


def warm_up(contest: Contest, game: Game, entrants: dict[str, Entrant]) -> None:
    """Have everything compiled and loaded that the levels need, each of which begins a game, and the arbiter."""
    for name in {entrant.name for entrant in entrants.values() if entrant.name}:
        entry = roster(contest.game).get(name)
        if entry is not None and entry.level:  # the others are plain Python, or somebody's own
            _begun(game, entry.bot)
    if contest.reckons_luck:
        luck_of(_begun(game, roster(contest.game)["random"].bot), contest.luck_effort)


def _begun(game: Game, bot: Bot) -> Record:
    """The beginning of a game with itself, in which it decides at a glance."""
    match, rng = Match.begin(game, dice=dice_of(0, 0)), random.Random(0)
    while (seat := match.to_act) is not None and len(match.record.moves) < _BEGINNING:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(bot.choose(match.view(seat), budget=_ONE_LOOK, rng=rng), seat)
    return match.record
