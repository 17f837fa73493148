"""The end of a game of Kingdom Run, and what it was worth (KR-8)."""

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.state import CLANS, PLACES, RUNNERS, TOKEN_VALUE, State, Table


@kernel
def finished(s: State, t: Table, seat: int) -> bool:
    """All four runners of the player have crossed the line (KR-8.4)."""
    return s.home[t.clan[seat]] == RUNNERS


@kernel
def game_over(s: State, t: Table) -> bool:
    """The podium is full, or one of two players, or all of more, are finished (KR-8.1, KR-8.2)."""
    if s.arrived == t.places:
        return True
    if s.arrived < RUNNERS:
        return False  # too few for anybody to be finished
    done = 0
    for seat in range(t.players):
        if finished(s, t, seat):
            done += 1
    return done == t.players or (done > 0 and t.players == 2)


@kernel
def score(s: State, t: Table, seat: int) -> int:
    """Podium values, zone values of runners still on the circuit, two points a token (KR-8.3)."""
    clan = t.clan[seat]
    points = TOKEN_VALUE * s.tokens[seat]
    for place in range(s.arrived):
        if s.podium[place] == clan:
            points += t.prize[place]
    spaces = s.awake[clan] | s.asleep[clan]
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        ground = s.ground[space] >> 4 * clan
        points += ((ground & 15) + ((ground >> 4 * CLANS) & 15)) * t.value[space]
    return points


@kernel
def best_runner(s: State, t: Table, seat: int) -> int:
    """How well placed the player's best runner is: podium places first, then the farthest space (KR-8.5)."""
    clan = t.clan[seat]
    for place in range(s.arrived):
        if s.podium[place] == clan:
            return t.spaces + PLACES - place
    best = 0
    spaces = s.awake[clan] | s.asleep[clan]
    while spaces:
        best = lowest(spaces)
        spaces &= spaces - 1
    return best


@kernel
def scores(s: State, t: Table, out: list[int]) -> None:
    """The scores as they stand, by seat (KR-8.3)."""
    for seat in range(t.players):
        out[seat] = score(s, t, seat)


@kernel
def result(s: State, t: Table, out: list[int]) -> None:
    """The scores as they stand, by seat, then for each seat 1 if it wins with them, else 0 (KR-8.3, KR-8.5)."""
    scores(s, t, out)
    best = -1
    for seat in range(t.players):
        rank = out[seat] * 64 + best_runner(s, t, seat)
        out[t.players + seat] = rank
        best = max(best, rank)
    for seat in range(t.players):
        out[t.players + seat] = int(out[t.players + seat] == best)
