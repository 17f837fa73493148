"""What games have shown: our share of the wins with its interval, and who has thought how long."""

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from ewala.envs.openspiel.match import Played
from ewala.kit.stats.intervals import Z, wilson


def by_deals(played: Sequence[Played], seats: int) -> tuple[float, float] | None:
    """The 95 % interval of our share, the deal being its unit, since games of a deal have the same dice.

    Only whole deals count; None if there are fewer than two.
    """
    shares = defaultdict(list)
    for game in played:
        shares[game.deal].append(game.share)
    means = [fmean(deal) for deal in shares.values() if len(deal) == seats]
    if len(means) < 2:
        return None
    spread = Z * stdev(means) / sqrt(len(means))
    return max(0.0, fmean(means) - spread), min(1.0, fmean(means) + spread)


def summary(played: Sequence[Played], seats: int) -> str:
    """Our share of the wins, wins and losses, and how long each side thought, in a few lines."""
    if not played:
        return "no games yet"
    share = fmean(game.share for game in played)
    low, high = wilson(share, len(played))
    lines = [f"{len(played)} games: our share {share:.1%}, 95 % interval {low:.1%} to {high:.1%} (games, Wilson)"]
    deals = by_deals(played, seats)
    if deals:
        lines[0] += f", {deals[0]:.1%} to {deals[1]:.1%} (deals)"
    wins, draws = sum(game.share == 1 for game in played), sum(0 < game.share < 1 for game in played)
    lines.append(f"won {wins}, drawn {draws}, lost {len(played) - wins - draws}")
    for name, seconds, decisions in (
        ("ours", [game.our_seconds for game in played], sum(game.our_decisions for game in played)),
        ("theirs", [game.their_seconds for game in played], sum(game.their_decisions for game in played)),
    ):
        a_decision = sum(seconds) / max(1, decisions)
        lines.append(
            f"{name}: {a_decision:.4f} s a decision, {fmean(seconds):.2f} s a game, "
            f"{decisions / len(played):.1f} decisions a game"
        )
    return "\n".join(lines)
