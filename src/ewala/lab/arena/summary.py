"""What the games say: shares of the wins, ratings, what a seat is worth, how long games and decisions take."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pvariance

from ewala.lab.arena.contest import Contest, Meeting
from ewala.lab.arena.ratings import Rating, Share, by_deal, earned_in_deals, ratings_of, share_of_deals
from ewala.lab.arena.results import GameRow, seconds_of
from ewala.lab.arena.sequential import Decision
from ewala.lab.arena.standings import Standings


@dataclass(frozen=True, slots=True)
class Line:
    """One bot, alone against others: what it won."""

    bot: str
    against: str
    fair: float  # the share of somebody no better and no worse
    share: Share  # shared wins divided
    games: int
    won: int
    shared: int
    earned: Share | None = None  # the share without luck; None where that was not reckoned, or of one deal alone

    @property
    def lost(self) -> int:
        return self.games - self.won - self.shared

    @property
    def of_decided(self) -> float | None:
        """The share of the games that nobody shared."""
        decided = self.won + self.lost
        return self.won / decided if decided else None

    @property
    def told_apart(self) -> int:
        """1 if it is better than fair, -1 if worse, 0 if the games do not tell; without luck, if that is known."""
        known = self.earned or self.share
        return (known.low > self.fair) - (known.high < self.fair)

    @property
    def worth(self) -> float | None:
        """How many games would tell the plain share as closely as these tell the one without luck."""
        if self.earned is None or self.earned.high == self.earned.low:
            return None
        return self.games * ((self.share.high - self.share.low) / (self.earned.high - self.earned.low)) ** 2


@dataclass(frozen=True, slots=True)
class MeetingFigures:
    meeting: Meeting
    deals: int
    lines: list[Line]
    decision: Decision | None  # of the test, where there is one


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a seat, or a place in the order of play, won, whoever sat there."""

    name: str
    share: Share


@dataclass(frozen=True, slots=True)
class ThinkingTimes:
    """How long a bot's decisions took, in seconds; about, as they are counted in steps of 6 %."""

    bot: str
    decisions: int
    median: float
    p99: float
    longest: float


@dataclass(frozen=True)
class Summary:
    contest: Contest
    title: str  # of the game
    fair: float
    meetings: list[MeetingFigures]
    ratings: list[Rating]
    seats: list[SeatFigures]
    places: list[SeatFigures]  # in the order of play; none where that is the order of the seats anyway
    lengths: list[int]  # moves of each game
    thinking_times: list[ThinkingTimes]
    endings: dict[str, int]
    worth: float | None  # independent games that a game of a deal was worth, on average
    test: bool
    leftover: int  # games of deals that are not whole

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def median_length(self) -> float:
        return median(self.lengths)


def summary_of(contest: Contest, standings: Standings) -> Summary:
    """The figures of whole deals, as only these are balanced; at least one game must have been played."""
    game = contest.load_game()
    figures, counted = [], []
    for meeting in standings.meetings:
        deals = standings.whole_deals(meeting)
        counted += [row for played in deals.values() for row in played]
        if deals:
            lines = _lines(meeting, deals)
            figures.append(MeetingFigures(meeting, len(deals), lines, standings.decision(meeting)))
    everything = standings.rows()
    places = {row.key: row.order() for row in counted}
    always_so = all(order == list(game.seats) for order in places.values())
    return Summary(
        contest,
        game.title,
        1 / len(game.seats),
        figures,
        ratings_of(counted, [bot for bot in contest.labels if any(bot in one.meeting.bots for one in figures)])
        if counted
        else [],
        [_seat(seat, [(row, seat) for row in counted]) for seat in game.seats] if counted else [],
        []
        if always_so
        else [_seat(str(n + 1), [(row, places[row.key][n]) for row in counted]) for n in range(len(game.seats))],
        [row.moves for row in everything],
        _thinking_times(contest.labels, everything),
        dict(Counter(row.ending for row in everything).most_common()),
        _worth(standings),
        contest.until_sure,
        len(everything) - len(counted),
    )


def _lines(meeting: Meeting, deals: Mapping[int, Sequence[GameRow]]) -> list[Line]:
    if meeting.together:
        others = {bot: " + ".join(other for other in meeting.bots if other != bot) for bot in meeting.bots}
        return [_line(bot, against, meeting, deals) for bot, against in others.items()]
    one, other = meeting.bots
    if meeting.players == 2:
        return [_line(one, other, meeting, deals)]
    many = meeting.players - 1
    return [_line(one, f"{many} × {other}", meeting, deals), _line(other, f"{many} × {one}", meeting, deals)]


def _line(bot: str, against: str, meeting: Meeting, deals: Mapping[int, Sequence[GameRow]]) -> Line:
    alone = [[row for row in played if list(row.seats.values()).count(bot) == 1] for played in deals.values()]
    rows = [row for played in alone for row in played]
    reckoned = len(alone) > 1 and any(row.luck for row in rows)
    mine = [(next(seat for seat, who in row.seats.items() if who == bot), row.winners) for row in rows]
    return Line(
        bot,
        against,
        1 / meeting.players,
        share_of_deals([[row.share_of(bot) for row in played] for played in alone]),
        len(rows),
        sum(winners == [seat] for seat, winners in mine),
        sum(seat in winners and len(winners) > 1 for seat, winners in mine),
        earned_in_deals([[row.earned_by(bot) for row in played] for played in alone]) if reckoned else None,
    )


def _seat(name: str, sat: Sequence[tuple[GameRow, str]]) -> SeatFigures:
    seat_of = {row.key: seat for row, seat in sat}
    deals = by_deal(row for row, _ in sat)
    return SeatFigures(name, share_of_deals([[row.share(seat_of[row.key]) for row in rows] for rows in deals.values()]))


def _thinking_times(bots: Iterable[str], rows: Sequence[GameRow]) -> list[ThinkingTimes]:
    found = []
    for bot in bots:
        counted: Counter[int] = Counter()
        for row in rows:
            counted.update(row.times.get(bot, {}))
        if counted:
            total = counted.total()
            middle, last = _quantile(counted, 0.5), _quantile(counted, 0.99)
            found.append(ThinkingTimes(bot, total, middle, last, seconds_of(max(counted))))
    return found


def _quantile(counted: Counter[int], part: float) -> float:
    below = 0
    for bucket in sorted(counted):
        below += counted[bucket]
        if below >= part * counted.total():
            break
    return seconds_of(bucket)


def _worth(standings: Standings) -> float | None:
    """How much less the deals' shares spread than those of independent games would, over all pairs."""
    expected, found = 0.0, 0.0
    for meeting in standings.meetings:
        deals = list(standings.whole_deals(meeting).values())
        if len(deals) < 2:
            continue
        shares = [[row.share_of(meeting.bots[0]) for row in _of_a_kind(meeting, played)] for played in deals]
        expected += pvariance([share for deal in shares for share in deal]) / len(shares[0])
        found += pvariance([fmean(deal) for deal in shares]) * len(deals) / (len(deals) - 1)
    return expected / found if found else None


def _of_a_kind(meeting: Meeting, rows: Sequence[GameRow]) -> list[GameRow]:
    """The games in which the first bot is alone."""
    return [row for row in rows if list(row.seats.values()).count(meeting.bots[0]) == 1]
