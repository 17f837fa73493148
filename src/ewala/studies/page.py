"""A study's report: one page that stands by itself."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from ewala._version import __version__
from ewala.kit.study.brief import Brief, played
from ewala.kit.study.figures import Answer, Figure
from ewala.report.machine import machine, today
from ewala.report.page import page

__all__ = ["report_of"]


def report_of(brief: Brief, answers: Sequence[Answer], seed: int) -> str:
    """The report, as an HTML page."""
    title = f"{brief.game.title}: a study"
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    sections = [_heading(title, brief, seed), _in_short(answers), *map(_section, answers), _method()]
    return page(title, sections, more_style=style)


def _heading(title: str, brief: Brief, seed: int) -> str:
    what = machine()
    counts = [len(game.seats) for game in brief.by_players()]
    alike = {  # what differs from one number of players to another only says who plays
        name: value
        for name, value in brief.game.parameters().items()
        if len({game.parameters()[name] for game in brief.by_players()}) == 1
    }
    rules = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in alike.items() if value)
    games = "; ".join(f"{brief.games_of(policy):,} {played(policy)}" for policy in brief.policies)
    facts = [
        ("Players", ", ".join(map(str, counts))),
        ("Games", f"{games}, for each number of players" if len(counts) > 1 else games),
        ("Rules", rules),
        ("Seed", str(seed)),
        ("Made", f"{today()} with Ewala {__version__}, {what['processor']}, {what['cores']} cores"),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    lead = "What simulated games say about the rules. Each number has its 95 % interval in parentheses."
    return f"<h1>{escape(title)}</h1>\n<p class=lead>{lead}</p>\n<dl>{listed}</dl>"


def _in_short(answers: Sequence[Answer]) -> str:
    lines = "".join(
        f'<li><a href="#{answer.question}">{escape(answer.title)}</a> {escape(answer.short)}</li>' for answer in answers
    )
    return f"<h2>In short</h2>\n<ul class=answers>{lines}</ul>"


def _section(answer: Answer) -> str:
    head = f'<h2 id="{answer.question}">{escape(answer.title)}</h2>\n<p class=short>{escape(answer.short)}</p>'
    return head + "\n" + "\n".join(_figure(figure) for figure in answer.figures)


def _figure(figure: Figure) -> str:
    text = "".join(f"<p>{escape(sentence)}</p>" for sentence in figure.text.splitlines())
    return (
        f"<h3>{escape(figure.title)}</h3>\n{text}\n<figure>{figure.plot}</figure>\n"
        f'<details><summary>The numbers (<a href="csv/{figure.name}.csv">{figure.name}.csv</a>)</summary>'
        f"{figure.table()}</details>"
    )


_METHOD = """\
Playing at random means that every legal move is equally likely: it shows what the rules do by themselves. Playing
greedily means to make the move after which one is farthest ahead at once: nearer to people, who look farther than that.

An interval of 95 % holds the true value in nineteen of twenty cases; of many numbers some are outside. The game is the
unit everywhere: what happens within a game may depend on each other. Shares have Wilson’s interval, averages the normal
one. Rules are compared game by game, with the same dice as long as the games are the same.

The same seed gives the same games and the same numbers, whatever plays them.
"""


def _method() -> str:
    paragraphs = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in _METHOD.split("\n\n"))
    return f"<footer><h2>How it was reckoned</h2>\n{paragraphs}</footer>"
