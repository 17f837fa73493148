"""A study's report: one page that stands by itself, in its reader's language."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from ewala._version import __version__
from ewala.core.sentences import Sentence, Translate, english
from ewala.kit.phrases import apart, listed
from ewala.kit.report.machine import machine, today
from ewala.kit.report.page import page
from ewala.kit.study.brief import Brief, played
from ewala.kit.study.figures import Answer, Figure
from ewala.kit.study.words import counted
from ewala.locale.languages import LANGUAGES, translator


def report_of(brief: Brief, answers: Sequence[Answer], seed: int, language: str = LANGUAGES[0]) -> str:
    """The report, as an HTML page."""
    say = _Teller(translator(language))
    title = Sentence("{game}: a study", game=brief.game.title)
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    sections = [say.heading(title, brief, seed), say.in_short(answers), *map(say.section, answers), say.method(brief)]
    return page(title.said(say.translate), sections, more_style=style, language=language)


class _Teller:
    """Tells in one language."""

    def __init__(self, translate: Translate = english) -> None:
        self.translate = translate

    def text(self, sentence: Sentence) -> str:
        return escape(sentence.said(self.translate))

    def heading(self, title: Sentence, brief: Brief, seed: int) -> str:
        listed = "".join(f"<dt>{self.text(name)}</dt><dd>{self.text(told)}</dd>" for name, told in _facts(brief, seed))
        return f"<h1>{self.text(title)}</h1>\n<p class=lead>{self.text(_LEAD)}</p>\n<dl>{listed}</dl>"

    def in_short(self, answers: Sequence[Answer]) -> str:
        lines = "".join(
            f'<li><a href="#{answer.question}">{self.text(answer.title)}</a> {self.text(answer.short)}</li>'
            for answer in answers
        )
        return f"<h2>{self.text(Sentence('In short'))}</h2>\n<ul class=answers>{lines}</ul>"

    def section(self, answer: Answer) -> str:
        head = (
            f'<h2 id="{answer.question}">{self.text(answer.title)}</h2>\n<p class=short>{self.text(answer.short)}</p>'
        )
        return head + "\n" + "\n".join(self.figure(figure) for figure in answer.figures)

    def figure(self, figure: Figure) -> str:
        paragraphs = "".join(f"<p>{self.text(paragraph)}</p>" for paragraph in figure.text)
        return (
            f"<h3>{self.text(figure.title)}</h3>\n{paragraphs}\n<figure>{figure.plot(self.translate)}</figure>\n"
            f"<details><summary>{self.text(Sentence('The numbers'))} "
            f'(<a href="figures.csv">figures.csv</a>, {figure.name})</summary>'
            f"{figure.table(self.translate)}</details>"
        )

    def method(self, brief: Brief) -> str:
        how, *others = _METHOD
        well = [_WELL] if "good" in brief.policies else []
        paragraphs = "".join(f"<p>{self.text(paragraph)}</p>" for paragraph in (how, *well, *others))
        return f"<footer><h2>{self.text(Sentence('How it was reckoned'))}</h2>\n{paragraphs}</footer>"


def _facts(brief: Brief, seed: int) -> list[tuple[Sentence, Sentence]]:
    what = machine()
    counts = [len(game.seats) for game in brief.by_players()]
    alike = {  # what differs from one number of players to another only says who plays
        name: value
        for name, value in brief.game.parameters().items()
        if len({game.parameters()[name] for game in brief.by_players()}) == 1
    }
    rules = [f"{name} {value}" for name, value in alike.items() if value]  # as the command's options have them
    games = apart(
        [
            Sentence("{count} played {play}", count=counted(brief.games_of(policy)), play=played(policy))
            for policy in brief.policies
        ]
    )
    made = {"day": today(), "version": __version__, "processor": what["processor"], "cores": what["cores"]}
    return [
        (Sentence("Players"), listed(counts)),
        (Sentence("Games"), Sentence("{games}, for each number of players", games=games) if len(counts) > 1 else games),
        (Sentence("Rules"), listed(rules)),
        (Sentence("Seed"), listed([seed])),
        (Sentence("Made"), Sentence("{day} with Ewala {version}, {processor}, {cores} cores", **made)),
    ]


_LEAD = Sentence("What simulated games say about the rules. Each number has its 95% interval in parentheses.")
_WELL = Sentence(
    "Playing well means that a search chooses every move: the opponents’ own, made quick for many games. It is far "
    "stronger than greed, and not perfect."
)
_METHOD = (
    Sentence(
        "Playing at random means that every legal move is equally likely: it shows what the rules do by themselves. "
        "Playing greedily means to make the move after which one is farthest ahead at once: nearer to people, who look "
        "farther than that."
    ),
    Sentence(
        "An interval of 95% holds the true value in nineteen of twenty cases; of many numbers some are outside. The "
        "game is the unit everywhere: what happens within a game may depend on each other. Shares have Wilson’s "
        "interval, averages the normal one. Rules are compared game by game, with the same dice as long as the games "
        "are the same."
    ),
    Sentence("The same seed gives the same games and the same numbers, whatever plays them."),
)
