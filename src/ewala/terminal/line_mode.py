"""`ewala play`: the line mode. Sets the table, plays, and says how to go on with a game that is left."""

import argparse
import contextlib
import random
import sys
from datetime import datetime

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.kit.background import STOPPED
from ewala.kit.screen import Screen
from ewala.locale.languages import settle_language, translator
from ewala.tables.match import Match
from ewala.terminal.arguments import HUMAN, add_arguments, check_resume, complete, own_bots, seated, setup_of
from ewala.terminal.autosave import SaveFile, default_path, dice_of, read_saved
from ewala.terminal.session import Left, Session
from ewala.terminal.teller import show_result

__all__ = ["add_arguments", "run"]


def run(parsed: argparse.Namespace) -> int:
    """Play; returns the exit code. Raises EwalaError if the game cannot be started or resumed."""
    language = settle_language(parsed)
    check_resume(parsed)
    screen = Screen(sys.stdin, sys.stdout, plain=parsed.plain, translate=translator(language))
    if parsed.resume is None:
        return _start(parsed, screen)
    return _resume(parsed, screen)


def _start(parsed: argparse.Namespace, screen: Screen) -> int:
    setup = setup_of(parsed)
    if setup.game is None and screen.interactive:
        try:
            setup = complete(setup, screen)
        except (EOFError, KeyboardInterrupt) as leave:
            screen.say("", Sentence("No game was started."))
            return 0 if isinstance(leave, EOFError) else STOPPED
    game, seats = seated(setup)
    now = datetime.now()
    match = Match.begin(game, seats=seats)
    match.record.tags["date"] = f"{now:%Y-%m-%d}"
    file = SaveFile(parsed.save or default_path(game.name, now))
    file.begin(match)
    return _play(match, file, screen, parsed)


def _resume(parsed: argparse.Namespace, screen: Screen) -> int:
    file = SaveFile(parsed.resume)
    saved = read_saved(file.path)
    screen.tell(*saved.notes)
    record = saved.record
    if record.state.to_act is None:
        screen.say(Sentence("This game is over."))
        show_result(record, file, screen)
        return 0
    held = file.read_held()
    match = Match(record, dice_of(record, file, new_dice=parsed.new_dice))
    if held and isinstance(match.to_act, str):
        with contextlib.suppress(EwalaError):
            match.submit(held, match.to_act)
    for seat in match.game.seats:
        record.seats.setdefault(seat, HUMAN)
    file.save(match)
    return _play(match, file, screen, parsed)


def _play(match: Match, file: SaveFile, screen: Screen, parsed: argparse.Namespace) -> int:
    code, own = 0, own_bots(parsed.against, match.game.name, match.record.seats)
    try:
        Session(match, file, screen, random.Random(parsed.seed), own).play()
    except (Left, EOFError):
        pass
    except KeyboardInterrupt:
        code = STOPPED
    if match.to_act is None:
        return code
    file.save(match)
    screen.say("", Sentence("The game is saved. Go on with:"), f"ewala play --resume {file.quoted}")
    return code
