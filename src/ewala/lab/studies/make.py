"""A study from beginning to end: `make_study`, for programs as for the command."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, kit_of, settled
from ewala.kit.study.brief import Brief, Question
from ewala.kit.study.figures import Answer
from ewala.lab.simulation.players import policies_of_seats
from ewala.lab.simulation.run import MOST_GAMES, need_polars
from ewala.lab.simulation.workers import shared_processes
from ewala.lab.studies.folder import Folder, Means, PlayedGames
from ewala.lab.studies.page import report_of
from ewala.locale.languages import LANGUAGES


def chosen(game: str, names: Sequence[str] | None) -> list[Question]:
    """The questions of these names, in the order of the report; all if none is named."""
    need_polars()
    kit = kit_of(game)
    known = {question.name: question for question in kit.questions()}
    if not known:
        sentence = Sentence("nobody has a question about {game} yet", game=kit.game().title)
        raise BadSetup("study/no-questions", "", sentence)
    for name in names or ():
        if name not in known:
            raise BadSetup(
                "study/question",
                "",
                Sentence(
                    "there is no question {name!r} about {game}; there are {known}",
                    name=name,
                    game=game,
                    known=", ".join(known),
                ),
            )
    return [question for name, question in known.items() if not names or name in names]


def names_of_questions() -> dict[str, list[str]]:
    """The names of every game's questions; none where Polars is missing, which `make_study` then says."""
    try:
        need_polars()
    except BadSetup:
        return {}
    return {game: [question.name for question in kit_of(game).questions()] for game in GAMES}


GAMES_EACH = 100_000  # at random, for each question and number of players, if nothing is said
POLICIES = ("uniform", "greedy")

_FEWEST = 20  # games, of which an interval says something


@dataclass(frozen=True)
class Study:
    """What was found."""

    brief: Brief
    answers: Sequence[Answer]
    folder: Path
    stopped: bool = False  # by Ctrl-C, before the end


def make_study(
    game: str | Game,
    *,
    folder: Path | str,
    games: int = GAMES_EACH,
    policies: Sequence[str] = POLICIES,
    options: Mapping[str, object] | None = None,
    only: Sequence[str] | None = None,
    seed: int = 1,
    backend: str = "cpu",
    threads: int | None = None,
    ray: str | None = None,
    resume: bool = False,
    language: str = LANGUAGES[0],
) -> Study:
    """Answer a designer's questions about a game; report, `figures.csv` and games go to `folder`.

    `game` is a game with its rules settled, or its name with `options`.
    `games` are played at random for each question and number of players; policies that take longer get fewer. Unless
    `options` say who plays, every number of players is studied. `backend`, `threads` and `ray` are those of
    `simulate`. Ctrl-C ends it early: what is answered is in the report, what is played is kept, `resume` goes on.
    The report is in `language`; `figures.csv` is for programs, and always the same.
    """
    rules = settled(game, options or {})
    kit, questions = kit_of(rules.name), chosen(rules.name, only)
    all_counts = isinstance(game, str) and "players" not in (options or {})
    brief = Brief(rules, games, tuple(policies), kit.by_players(rules) if all_counts else ())
    _check(brief)
    about = {
        "game": brief.game.name,
        "parameters": brief.game.parameters(),
        "all player counts": all_counts,
        "policies": list(policies),
        "seed": seed,
    }
    kept = Folder(Path(folder), about, resume=resume)
    answers: list[Answer] = []
    source = PlayedGames(kept.games, seed, Means(backend, threads, ray))
    try:
        with shared_processes():
            _ask(questions, brief, source, kept, answers)
    except KeyboardInterrupt:
        stopped = True
    except EwalaError:
        kept.leave_no_trace()
        raise
    else:
        stopped = False
    if answers:
        kept.report.write_text(report_of(brief, answers, seed, language), encoding="utf-8")
    return Study(brief, answers, kept.path, stopped)


def _ask(questions: Sequence[Question], brief: Brief, source: PlayedGames, kept: Folder, answers: list[Answer]) -> None:
    """One question after another, with one bar for all games that they need."""
    from tqdm import tqdm

    due = source.left([run for question in questions for run in question.runs(brief)])
    with tqdm(total=due, unit="game", unit_scale=True, disable=None, file=sys.stderr) as bar:

        def further(games: int) -> None:
            bar.total = (bar.total or 0) + games

        def there(games: int) -> None:
            bar.update(games)

        source.progress, source.expect = there, further
        for question in questions:
            bar.set_description(question.name)
            answer = question.answer(brief, source)
            answers.append(answer)
            kept.write(answers)


def _check(brief: Brief) -> None:
    if isinstance(brief.games, bool) or not isinstance(brief.games, int) or not _FEWEST <= brief.games <= MOST_GAMES:
        sentence = Sentence(
            "a study's games are from {least} to {most}, not {games!r}",
            least=_FEWEST,
            most=MOST_GAMES,
            games=brief.games,
        )
        raise BadSetup("study/games", "", sentence)
    if not brief.policies or len(set(brief.policies)) != len(brief.policies):
        sentence = Sentence("name one policy or more, each once; not {policies}", policies=", ".join(brief.policies))
        raise BadSetup("study/policies", "", sentence)
    for policy in brief.policies:
        if "," in policy:
            sentence = Sentence("a study's policy is that of all seats: {policy!r} has several", policy=policy)
            raise BadSetup("study/policies", "", sentence)
        policies_of_seats(brief.game, policy)
