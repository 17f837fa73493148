"""An arena's report: one page that stands by itself, without a script and without the network, in plain words."""

from collections.abc import Sequence
from html import escape

from ewala._version import __version__
from ewala.kit.phrases import capital
from ewala.kit.report.drawing import Bar, intervals, spread
from ewala.kit.report.machine import machine, today
from ewala.kit.report.page import columns, page, table
from ewala.lab.arena.ratings import Rating, Share
from ewala.lab.arena.sequential import Hypotheses
from ewala.lab.arena.summary import Line, MeetingFigures, Summary


def as_text(summary: Summary) -> str:
    """The tables that a person reads at once; the report has the rest."""
    contest = summary.contest
    lines = [f"{summary.title}, {round(1 / summary.fair)} players, {summary.games} games; seed {contest.seed}", ""]
    if summary.meetings:
        body = [_plain_cells(line) for figures in summary.meetings for line in figures.lines]
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


def _plain_cells(line: Line) -> list[str]:
    name = f"{line.bot} against {line.against}"
    counts = [str(count) for count in (line.games, line.won, line.shared, line.lost)]
    return [name, *counts, per_cent(line.share.value), interval(line.share), per_cent(line.fair)]


def _earned_cells(line: Line) -> list[str]:
    assert line.earned is not None
    return [f"{line.bot} against {line.against}", per_cent(line.earned.value), interval(line.earned), saved(line)]


def _rating_cells(rating: Rating) -> list[str]:
    return [rating.bot, points(rating.value), f"{points(rating.low)} to {points(rating.high)}"]


_FEWEST = 10  # deals of a pair, below which ratings are not compared in words


def report_of(summary: Summary) -> str:
    """The report, as an HTML page."""
    title = f"{summary.title}: {_listed(summary.contest.labels)}"
    sections = [
        _heading(summary, title),
        _ratings(summary) if len(summary.ratings) > 2 else "",
        _shares(summary),
        _earned(summary),
        _test(summary) if summary.test else "",
        _seats(summary),
        _lengths(summary),
        _thinking_times(summary),
        _method(summary),
    ]
    return page(title, sections)


def _heading(summary: Summary, title: str) -> str:
    contest, what = summary.contest, machine()
    many = "iteration" if contest.iterations == 1 else "iterations"
    pace = (
        f"{contest.iterations:,} {many} for each decision"
        if contest.iterations
        else f"{contest.seconds:g} s for each decision"
        if contest.seconds
        else "each bot at its own pace"
    )
    again = "the same seed gives the same games" if contest.repeatable else "by the clock, so that games do not repeat"
    deals = sum(figures.deals for figures in summary.meetings)
    dice = "with the same dice" if contest.shared_dice else "at a server’s table, which rolls its own dice"
    rules = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in contest.parameters.items() if value)
    facts = [
        ("Games", f"{summary.games:,} in {_counted(deals)}, each played from every seat {dice}"),
        ("Thinking", f"{pace}; {again}"),
        ("Rules", rules),
        ("Seed", str(contest.seed)),
        ("Made", f"{today()} with Ewala {__version__}, {what['processor']}, {what['cores']} cores"),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<h1>{escape(title)}</h1>\n<p class=lead>{escape(_in_short(summary))}</p>\n<dl>{listed}</dl>"


def _in_short(summary: Summary) -> str:
    """The result in a sentence or two."""
    if not summary.meetings:
        return "No deal has been played from every seat yet, so there is nothing to compare."
    if len(summary.ratings) == 2:
        return _of_two(summary.meetings[0])
    best, second, *_ = summary.ratings
    if max(figures.deals for figures in summary.meetings) < _FEWEST:
        return f"{capital(best.bot)} comes first, but these are too few deals to say more."
    beaten = _beaten(best.bot, summary)
    rivals = [one.bot for one in summary.ratings[1:] if (one.high or 0) >= (best.low or 0) and one.bot not in beaten]
    if rivals:
        return f"{capital(best.bot)} comes first; the games do not tell it apart from {_listed(rivals)}."
    return f"{capital(best.bot)} is the strongest, {best.value - second.value:.0f} points ahead of {second.bot}."


def _beaten(bot: str, summary: Summary) -> set[str]:
    """Those whom a bot beats, for sure, in the games against them alone."""
    found = set()
    for figures in summary.meetings:
        if bot in figures.meeting.bots and not figures.meeting.together:
            [other] = [one for one in figures.meeting.bots if one != bot]
            if any(line.told_apart == (1 if line.bot == bot else -1) for line in figures.lines):
                found.add(other)
    return found


def _of_two(figures: MeetingFigures) -> str:
    """Who of two is the stronger: each line is about another one of them, if there are two."""
    lines = figures.lines
    won = "; ".join(f"{line.bot} wins {per_cent(line.share.value)} against {line.against}" for line in lines)
    one, other = lines[0].bot, lines[0].against if len(lines) == 1 else lines[1].bot
    edge = lines[0].told_apart - (lines[1].told_apart if len(lines) == 2 else 0)
    found = f"{one if edge > 0 else other} is the stronger" if edge else "the games do not tell them apart"
    if figures.deals == 1:  # what depends on one set of dice says nothing of others
        found = "one deal is too few to tell them apart"
    return f"{capital(won)}: {found}."


def _shares(summary: Summary) -> str:
    lines = [line for figures in summary.meetings for line in figures.lines]
    if not lines:
        return ""
    bars = [_bar(f"{line.bot} – {line.against}", line.share, line.told_apart) for line in lines]
    head = ["", "games", "won", "shared", "lost", "of those not shared", "share of wins", "95 % interval"]
    return (
        "<h2>Shares of the wins</h2>\n"
        "<p>What the first named won against the others. A fair share would be "
        f"{per_cent(summary.fair)}, the dashed line. A win that several share is divided between them. The bar is "
        f"where the true share lies with 95 % confidence: {_KEY}</p>\n"
        + intervals(bars, label="Shares of the wins", scale=100, mark=summary.fair, suffix=" %", within=(0, 1))
        + table(head, [_cells(line) for line in lines])
    )


def _earned(summary: Summary) -> str:
    lines = [line for figures in summary.meetings for line in figures.lines if line.earned]
    if not lines:
        return ""
    bars = [_bar(f"{line.bot} – {line.against}", line.earned, line.told_apart) for line in lines if line.earned]
    body = [
        [f"{line.bot} – {line.against}", per_cent(line.earned.value), interval(line.earned), saved(line)]
        for line in lines
        if line.earned
    ]
    return (
        "<h2>Without luck</h2>\n"
        "<p>The same games, with every roll’s and deal’s luck taken off their results, and that of bots that draw "
        "their moves by lot: by how much what came up was better for a seat than what was to be expected, as an "
        "arbiter sees it. On the average luck is nothing, so that this is the same share, known more closely; it is "
        "what tells bots apart here.</p>\n"
        + intervals(bars, label="Shares without luck", scale=100, mark=summary.fair, suffix=" %")
        + table(["", "share without luck", "95 % interval", ""], body)
    )


def _cells(line: Line) -> list[str]:
    counts = [f"{count:,}" for count in (line.games, line.won, line.shared, line.lost)]
    decided = "—" if line.of_decided is None else per_cent(line.of_decided)
    return [f"{line.bot} – {line.against}", *counts, decided, per_cent(line.share.value), interval(line.share)]


def _ratings(summary: Summary) -> str:
    bars = [Bar(one.bot, one.value, one.low, one.high, _points(one)) for one in summary.ratings]
    return (
        "<h2>Ratings</h2>\n"
        "<p>All games on one scale, that of Elo, on which the average of these bots is 0. At a table for two, 100 "
        "points more mean 64 % of the wins, 200 points 76 %, 400 points 91 %.</p>\n"
        + intervals(bars, label="Ratings", mark=0)
    )


def _test(summary: Summary) -> str:
    hypotheses = summary.contest.hypotheses or Hypotheses()
    said = [f"<b>{escape(one.meeting.name)}</b>: {escape(verdict(one, hypotheses))}" for one in summary.meetings]
    return (
        "<h2>The test that ended the games</h2>\n"
        "<p>After each deal it was asked whether one of the two has an edge of "
        f"{per_cent(hypotheses.margin)} or none at all. Of pairs without an edge, at most about "
        f"{per_cent(hypotheses.false_edge)} are told apart; an edge of that size is missed at most about "
        f"{per_cent(hypotheses.missed_edge)} of the time. Games that end when a test has decided overstate the "
        "difference somewhat: trust the verdict more than the share.</p>\n"
        f"<ul>{''.join(f'<li>{one}</li>' for one in said)}</ul>"
    )


def _seats(summary: Summary) -> str:
    if not summary.seats:
        return ""
    seats = [_bar(f"seat {one.name}", one.share) for one in summary.seats]
    places = [_bar(f"number {one.name} to play", one.share) for one in summary.places]
    order = "" if places else " The seats play in this order."
    return (
        "<h2>What a seat is worth</h2>\n"
        "<p>The wins of each seat, whoever sat there. Every bot sat everywhere equally often, so this is the seats’ "
        f"doing, among bots like these.{order}</p>\n"
        + "".join(
            intervals(bars, label="Wins by seat", scale=100, mark=summary.fair, suffix=" %")
            for bars in (seats, places)
            if bars
        )
    )


def _lengths(summary: Summary) -> str:
    ends = ", ".join(f"{name.replace('-', ' ')} {count:,}" for name, count in summary.endings.items())
    return (
        "<h2>How long games are</h2>\n"
        f"<p>Moves of a game, rolls included: {min(summary.lengths)} to {max(summary.lengths)}, half of them at most "
        f"{summary.median_length:g}. How they ended: {escape(ends)}.</p>\n"
        + spread(summary.lengths, label="Moves of a game")
    )


def _thinking_times(summary: Summary) -> str:
    if not summary.thinking_times:
        return ""
    body = [[p.bot, f"{p.decisions:,}", span(p.median), span(p.p99), span(p.longest)] for p in summary.thinking_times]
    return (
        "<h2>How long decisions take</h2>\n"
        "<p>Every choice between two moves or more. A bot that has planned its turn makes the rest of it at once, so "
        "that its median may be low; 99 of 100 decisions take no longer than p99.</p>\n"
        + table(["", "decisions", "median", "p99", "longest"], body)
    )


def _method(summary: Summary) -> str:
    said = (
        "A deal is one set of dice. It is played once for every way in which the bots change seats, so that nobody "
        "gains by luckier dice or a better seat. Games of one deal depend on each other, deals do not: the intervals "
        "take the deal as their unit."
        if summary.contest.shared_dice
        else "A deal is a game from every seat, so that nobody gains by a better one; each game has dice of its own, "
        "as programs play at a server’s table. The intervals take the deal as their unit."
    )
    if summary.worth is not None and summary.contest.shared_dice:
        said += (
            f" Here a game was worth {summary.worth:.2f} independent games: more than 1 where the same dice helped, "
            "less where they did not, give or take chance."
        )
    if summary.leftover:
        said += f" Games of deals that were not finished ({summary.leftover}) count for lengths and times alone."
    return f"<h2>How it was reckoned</h2>\n<p>{said}</p>"


_KEY = (
    '<span class="swatch better"></span> better than fair, <span class="swatch worse"></span> worse, '
    '<span class="swatch open"></span> not told apart.'
)


def _bar(name: str, share: Share, tone: int = 0) -> Bar:
    return Bar(name, share.value, share.low, share.high, f"{per_cent(share.value)}  ({interval(share)})", tone)


def _points(rating: Rating) -> str:
    if rating.low is None:
        return points(rating.value)
    return f"{points(rating.value)}  ({points(rating.low)} … {points(rating.high)})"


def _counted(deals: int) -> str:
    return "1 deal" if deals == 1 else f"{deals:,} deals"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
