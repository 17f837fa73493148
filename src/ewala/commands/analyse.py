"""`ewala analyse`: a record looked through; what is shown in the terminal can also be written as a page or as JSON."""

import argparse
import shutil
import sys
from functools import partial
from pathlib import Path

import msgspec
from tqdm import tqdm

from ewala.commands.analysis_page import page_of
from ewala.commands.analysis_text import text_of
from ewala.core.record import Record
from ewala.games.coach import analyse, fingerprint_of, keep, kept
from ewala.games.records import load_record
from ewala.kit.analysis import Analysis
from ewala.kit.background import in_background
from ewala.kit.effort import ORDINARY, THOROUGH_TIMES, Effort
from ewala.lab.arguments import whole_number
from ewala.locale.languages import add_language, settle_language, translator
from ewala.tables.analysis_in_words import analysis_in_words

MOST = 10**9
STEPS = 1000  # of the progress bar
WIDEST = 100  # columns of a summary: longer lines are hard to read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, finished or not")
    parser.add_argument("--out", metavar="PAGE", type=Path, help="also write a page with the curve, for a browser")
    parser.add_argument("--json", action="store_true", help="write everything as JSON instead of a summary")
    add_language(parser, "it is told")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--iterations",
        metavar="N",
        type=whole_number(MOST),
        default=ORDINARY.iterations,
        help=f"how closely to look, {ORDINARY.iterations} if not said: some twenty seconds for a game of two",
    )
    effort.add_argument(
        "--thorough",
        dest="iterations",
        action="store_const",
        const=THOROUGH_TIMES * ORDINARY.iterations,
        help=f"the same as --iterations {THOROUGH_TIMES * ORDINARY.iterations}",
    )


def run(parsed: argparse.Namespace) -> int:
    language = settle_language(parsed)
    translate = translator(language)
    effort = Effort(parsed.iterations)
    record = load_record(parsed.file)
    shown = analysis_in_words(_analysed(record, effort), language)
    if parsed.out:
        parsed.out.write_text(page_of(shown, record.game.title, language), "utf-8")
    if parsed.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(shown)).decode() + "\n")
    else:
        columns = min(WIDEST, shutil.get_terminal_size().columns - 1)
        sys.stdout.write(text_of(shown, record.game.title, columns, translate))
    return 0


def _analysed(record: Record, effort: Effort) -> Analysis:
    """From the cache, or made now, with a progress bar."""
    fingerprint = fingerprint_of(record, effort)
    analysis = kept(fingerprint)
    if analysis is None:
        with tqdm(total=STEPS, leave=False, disable=None, bar_format="{l_bar}{bar}| {elapsed}<{remaining}") as bar:

            def watch(part: float) -> None:
                bar.update(round(STEPS * part) - bar.n)

            analysis = in_background(partial(analyse, record, effort, watch))
        keep(fingerprint, analysis)
    return analysis
