"""`ewala study`: a designer's questions, answered by simulated games."""

import argparse
import sys
from pathlib import Path

from ewala.core.sentences import Sentence
from ewala.games.arguments import add_game, options_from
from ewala.kit.background import STOPPED
from ewala.lab.arguments import add_number, add_seed
from ewala.lab.studies.make import GAMES_EACH, POLICIES, names_of_questions
from ewala.locale.languages import add_language, settle_language, translator

_MOST_GAMES = 10**12
_MOST_THREADS = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    about = "random games for each question and number of players, fewer of slower policies"
    add_number(parser, "--games", _MOST_GAMES, about, GAMES_EACH)
    parser.add_argument(
        "--policies",
        nargs="+",
        action="extend",
        metavar="POLICY",
        help="how all seats play, one study for each: uniform, greedy, good or a bot's name (default: uniform greedy)",
    )
    known = "; ".join(f"{game}: {', '.join(names)}" for game, names in names_of_questions().items())
    parser.add_argument("--only", nargs="+", action="extend", metavar="QUESTION", help=f"answer these alone ({known})")
    add_seed(parser)
    parser.add_argument("--backend", default="cpu", metavar="BACKEND", help="cpu or cuda (default: cpu)")
    add_number(parser, "--threads", _MOST_THREADS, "of this machine (default: all cores)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the cluster at this address")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="for report, figures as CSV and games (default: study-GAME)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")
    add_language(parser, "the report is written")


def run(parsed: argparse.Namespace) -> int:
    from ewala.lab.studies import make_study

    language = settle_language(parsed)
    translate = translator(language)
    folder = parsed.out or Path(f"study-{parsed.game}")
    study = make_study(
        parsed.game,
        folder=folder,
        games=parsed.games,
        policies=parsed.policies or POLICIES,
        options=options_from(parsed),
        only=parsed.only,
        seed=parsed.seed,
        backend=parsed.backend,
        threads=parsed.threads,
        ray=parsed.ray,
        resume=parsed.resume,
        language=language,
    )
    for answer in study.answers:
        sys.stdout.write(f"{answer.title.said(translate)}\n{answer.short.said(translate)}\n\n")
    if study.answers:
        report = Sentence("The report: {file}", file=folder / "report.html")
        sys.stdout.write(report.said(translate) + "\n")
    if study.stopped:
        many = len(study.answers)
        stopped = Sentence(
            "stopped; 1 question is answered, the games are kept; go on with --resume"
            if many == 1
            else "stopped; {count} questions are answered, the games are kept; go on with --resume",
            count=many,
        )
        sys.stderr.write(f"\newala: {stopped.said(translate)}\n")
        return STOPPED
    return 0
