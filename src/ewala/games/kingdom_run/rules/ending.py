"""The end of a game of Kingdom Run, and what it was worth (KR-8)."""

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.state import CLANS, PLACES, RUNNERS, TOKEN_VALUE, Rules, State


@kernel
def finished(s: State, r: Rules, seat: int) -> bool:
    """All four runners of the player have crossed the line (KR-8.4)."""
    return s.home[r.clan[seat]] == RUNNERS


@kernel
def game_over(s: State, r: Rules) -> bool:
    """The podium is full, or one of two players, or all of more, are finished (KR-8.1, KR-8.2)."""
    if s.arrived == r.places:
        return True
    if s.arrived < RUNNERS:
        return False  # too few for anybody to be finished
    done = 0
    for seat in range(r.players):
        if finished(s, r, seat):
            done += 1
    return done == r.players or (done > 0 and r.players == 2)


@kernel
def score(s: State, r: Rules, seat: int) -> int:
    """Podium values, zone values of runners still on the circuit, two points a token (KR-8.3)."""
    clan = r.clan[seat]
    points = TOKEN_VALUE * s.tokens[seat]
    for place in range(s.arrived):
        if s.podium[place] == clan:
            points += r.prize[place]
    spaces = s.awake[clan] | s.asleep[clan]
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        ground = s.ground[space] >> 4 * clan
        points += ((ground & 15) + ((ground >> 4 * CLANS) & 15)) * r.value[space]
    return points


@kernel
def best_runner(s: State, r: Rules, seat: int) -> int:
    """How well placed the player's best runner is: podium places first, then the farthest space (KR-8.5)."""
    clan = r.clan[seat]
    for place in range(s.arrived):
        if s.podium[place] == clan:
            return r.spaces + PLACES - place
    best = 0
    spaces = s.awake[clan] | s.asleep[clan]
    while spaces:
        best = lowest(spaces)
        spaces &= spaces - 1
    return best


@kernel
def scores(s: State, r: Rules, out: list[int]) -> None:
    """The scores as they stand, by seat (KR-8.3)."""
    for seat in range(r.players):
        out[seat] = score(s, r, seat)


@kernel
def result(s: State, r: Rules, out: list[int]) -> None:
    """The scores as they stand, by seat, then for each seat 1 if it wins with them, else 0 (KR-8.3, KR-8.5)."""
    scores(s, r, out)
    best = -1
    for seat in range(r.players):
        rank = out[seat] * 64 + best_runner(s, r, seat)
        out[r.players + seat] = rank
        best = max(best, rank)
    for seat in range(r.players):
        out[r.players + seat] = int(out[r.players + seat] == best)
