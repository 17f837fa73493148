"""One command, `ewala`: reads the arguments and hands over to the module of the command that was named.

Exit codes: 0 done; 1 the input was refused, with one line on the error stream that says why; 2 the arguments were not
understood; 130 stopped by Ctrl-C.
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from ewala._version import __version__
from ewala.core.errors import EwalaError
from ewala.locale.languages import LANGUAGES, translator

# command -> what it does, and the module that has `add_arguments` and `run`; imported only when asked for.
COMMANDS = {
    "play": ("play in this terminal", "ewala.terminal.line_mode"),
    "serve": ("host tables for browsers, terminals and programs", "ewala.server.run"),
    "page": ("write the page as a folder that any static host can serve", "ewala.commands.page"),
    "tables": ("look at a server's tables, and keep their records", "ewala.commands.tables"),
    "desk": ("make another key for the host's desk, if the first was lost", "ewala.commands.desk"),
    "ratings": ("list a server's ratings, or reckon them again from the games", "ewala.commands.ratings"),
    "doctor": ("say what could keep a server from running well here", "ewala.commands.doctor"),
    "backup": ("keep a server's database in a file, while it runs", "ewala.commands.backup"),
    "restore": ("fill an empty database from such a file", "ewala.commands.restore"),
    "moves": ("list the legal moves of a position", "ewala.commands.moves"),
    "apply": ("play moves from a position and show what it leads to", "ewala.commands.apply"),
    "perft": ("count the paths of a given length from a position", "ewala.commands.perft"),
    "replay": ("show a record move by move", "ewala.commands.replay"),
    "verify": ("check a record's moves, result and dice", "ewala.commands.verify"),
    "analyse": ("look through a record: chances, luck, costly decisions", "ewala.commands.analyse"),
    "arena": ("let bots play each other, and say who is stronger", "ewala.commands.arena"),
    "train": ("let opponents learn by playing themselves", "ewala.commands.train"),
    "perfect": ("say how far from perfect bots play", "ewala.commands.perfect"),
    "simulate": ("play many games, and keep a table with a row for each", "ewala.commands.simulate"),
    "study": ("answer a designer's questions with simulated games", "ewala.commands.study"),
    "bench": ("measure speed beside named peers", "ewala.commands.bench"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    _prepare_streams()
    words = _joined(list(sys.argv[1:] if arguments is None else arguments))
    parser = argparse.ArgumentParser(
        prog="ewala",
        description="Board games: play them, check positions and records, count, measure.",
        epilog="Without a command: play in a browser on this machine. Each explains itself: ewala COMMAND --help",
    )
    parser.add_argument("--version", action="version", version=f"ewala {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (summary, module) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in words[:1]:
            import_module(module).add_arguments(command)
    if not words:
        return _guarded(lambda _: int(import_module(COMMANDS["serve"][1]).play_here()), argparse.Namespace())
    parsed = parser.parse_args(words)
    run: Callable[[argparse.Namespace], int] = import_module(COMMANDS[parsed.command][1]).run
    return _guarded(run, parsed)


def _prepare_streams() -> None:
    """No character stops us, whatever comes in and wherever it is shown; a closed stream swallows, or is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (while we run)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _joined(words: list[str]) -> list[str]:
    """Options whose value begins with a negative number, joined with it as argparse wants it."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].startswith("--") and "=" not in joined[-1] and re.match(r"-\d", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _guarded(run: Callable[[argparse.Namespace], int], parsed: argparse.Namespace) -> int:
    """Run a command; whatever the input was, no traceback."""
    try:
        return run(parsed)
    except EwalaError as error:
        said = error.sentence.said(translator(getattr(parsed, "language", None) or LANGUAGES[0]))
        sys.stderr.write(f"ewala: {said} [{error.code}]\n")
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        name = str(error.filename or "file")
        shown = name if name.isprintable() else repr(name)
        sys.stderr.write(f"ewala: {shown}: {error.strerror or error} [file/unusable]\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\newala: stopped\n")
        return 130
