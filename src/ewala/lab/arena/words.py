"""What an arena found, in lines for a terminal; and how its numbers are written there and in the report."""

from ewala.kit.report.columns import columns
from ewala.lab.arena.ratings import Rating, Share
from ewala.lab.arena.sequential import Hypotheses
from ewala.lab.arena.summary import Line, MeetingFigures, Summary


def as_text(summary: Summary) -> str:
    """The tables that a person reads at once; the report has the rest."""
    contest = summary.contest
    lines = [f"{summary.title}, {round(1 / summary.fair)} players, {summary.games} games; seed {contest.seed}", ""]
    if summary.meetings:
        body = [_cells(line) for figures in summary.meetings for line in figures.lines]
        lines += columns(["", "games", "won", "shared", "lost", "share", "95 % interval", "fair"], body)
        earned = [_earned_cells(line) for figures in summary.meetings for line in figures.lines if line.earned]
        if earned:
            lines += ["", *columns(["Without luck", "share", "95 % interval", ""], earned)]
        if summary.test:
            said = [f"{one.meeting.name}: {verdict(one, contest.hypotheses)}" for one in summary.meetings]
            lines += ["", *said]
    if len(summary.ratings) > 2:
        lines += ["", *columns(["Rating", "", "95 % interval"], [_rating_cells(rating) for rating in summary.ratings])]
    if summary.thinking_times:
        body = [[bot.bot, span(bot.median), span(bot.p99), span(bot.longest)] for bot in summary.thinking_times]
        lines += ["", *columns(["Time for a decision", "median", "p99", "longest"], body)]
    return "\n".join(lines) + "\n"


def verdict(figures: MeetingFigures, hypotheses: Hypotheses | None) -> str:
    """What the test says, or that it has not come to an end."""
    one, other = figures.meeting.bots[:2]
    margin = per_cent(hypotheses.margin if hypotheses else 0)
    said = {
        "first": f"{one} is the stronger",
        "second": f"{other} is the stronger",
        "alike": f"alike: neither has an edge of {margin}",
        None: "not decided",
    }
    return f"{said[figures.decision]} ({figures.deals} deal{'' if figures.deals == 1 else 's'})"


def per_cent(value: float) -> str:
    return f"{100 * value:.1f} %".replace("-", "−")


def interval(share: Share) -> str:
    """Where the true share lies: of few games without luck the reckoned bounds may lie beyond what a share can be."""
    low, high = (min(max(end, 0.0), 1.0) for end in (share.low, share.high))
    return f"{100 * low:.1f} – {100 * high:.1f} %"


def saved(line: Line) -> str:
    """How many plain games it would have taken to know as much."""
    if line.worth is None:
        return "—"
    more = round(line.worth) - line.games
    known = f"as sure as {round(line.worth):,} plain games"
    return f"{known}: saves {more:,}" if more > 0 else known


def points(value: float | None) -> str:
    return "—" if value is None else f"{value:+.0f}".replace("-", "−")


def span(seconds: float) -> str:
    """A time as people say it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs"


def _cells(line: Line) -> list[str]:
    name = f"{line.bot} against {line.against}"
    counts = [str(count) for count in (line.games, line.won, line.shared, line.lost)]
    return [name, *counts, per_cent(line.share.value), interval(line.share), per_cent(line.fair)]


def _earned_cells(line: Line) -> list[str]:
    assert line.earned is not None
    return [f"{line.bot} against {line.against}", per_cent(line.earned.value), interval(line.earned), saved(line)]


def _rating_cells(rating: Rating) -> list[str]:
    return [rating.bot, points(rating.value), f"{points(rating.low)} to {points(rating.high)}"]
