"""External programs in an arena: they take a seat through the bot API, at a table of a real server of our own.

Bots of the roster have the other seat, at their own pace. The server rolls, so a game's dice are its own; its record
is the server's, and can be verified like any other.
"""

import json
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from ewala.core.errors import EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.records import read_record
from ewala.lab.arena.contest import Contest, Entrant, Task
from ewala.lab.arena.duel import luck_of
from ewala.lab.arena.results import GameRow

BLANKS = ("{server}", "{table}", "{seat}", "{name}")
POLL = 0.1  # seconds between two looks at a table
PATIENCE = 300.0  # seconds without a move until a program counts as stuck
GRACE = 10.0  # seconds that a program has to end when its game is over


class ProgramFailed(EwalaError):
    """A program did not take its seat, or did not play to the end."""


def command_line(command: str, **values: str) -> list[str]:
    """The words of a command, with its blanks filled in; one without blanks is given all of them at its end."""
    words = shlex.split(command)
    if not any(blank in word for word in words for blank in BLANKS):
        words += BLANKS
    for name, value in values.items():
        words = [word.replace(f"{{{name}}}", value) for word in words]
    return words


def play_at_server(
    contest: Contest, game: Game, entrants: Mapping[str, Entrant], task: Task, server: str
) -> tuple[GameRow, str]:
    """Make a table, let everybody sit down, and wait for the end."""
    start = perf_counter()
    options = {option.name: game.values[option.name] for option in game.options}
    made = _ask(f"{server}/api/tables", "", {"game": game.name, "options": options})
    name, host, watch = made["table"]["id"], made["host_key"], made["watch_key"]
    table = f"{server}/api/tables/{name}"
    programs: list[subprocess.Popen[bytes]] = []
    try:
        for seat, label in zip(game.seats, task.line_up, strict=True):
            entrant = entrants[label]
            if entrant.command:
                words = command_line(entrant.command, server=server, table=name, seat=seat, name=f"program-{seat}")
                programs.append(_started(words))
            else:
                _ask(f"{table}/seats/{seat}/bot", host, {"bot": entrant.name})
        _wait(table, host, programs, lambda now: all(seat["kind"] != "open" for seat in now["table"]["seats"]))
        _ask(f"{table}/start", host, {})
        result = _wait(table, watch, programs, lambda now: now["result"] is not None)["result"]
        for program in programs:
            program.wait(GRACE)
    except subprocess.TimeoutExpired:
        pass  # it has played to the end; that is enough
    finally:
        for program in programs:
            program.kill()
            program.wait()
    record = read_record(_text(f"{table}/record", watch))
    record.seats = dict(zip(record.game.seats, task.line_up, strict=True))
    seconds = round(perf_counter() - start, 4)
    began = next(str(state.to_act) for state in record.states() if state.to_act in record.game.seats)
    row = GameRow(
        *task.key,
        seats=record.seats,
        began=began,
        scores=result["scores"],
        winners=result["winners"],
        ending=result["ending"],
        moves=len(record.moves),
        seconds=seconds,
        times={},
        luck=luck_of(record, contest.luck_effort) if contest.reckons_luck else None,
    )
    return row, record.text()


def _started(words: list[str]) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    except OSError as error:
        sentence = Sentence("{program} cannot be started: {why}", program=words[0], why=error.strerror or str(error))
        raise ProgramFailed("arena/program", sentence) from None


def _wait(table: str, key: str, programs: Sequence["subprocess.Popen[bytes]"], done: Callable[[Any], bool]) -> Any:
    """What is known of the table once it has come so far; programs must live and the game go on until then."""
    seq, since = -1, perf_counter()
    while True:
        gone = [program for program in programs if program.poll() is not None]
        now = _ask(table, key)
        if done(now):
            return now
        if gone:
            command = shlex.join(map(str, gone[0].args))  # type: ignore[arg-type]
            ended = "a program ended before its game was over, with exit code {code}: {command}"
            raise ProgramFailed("arena/program", Sentence(ended, code=gone[0].returncode, command=command))
        if now["seq"] != seq:
            seq, since = now["seq"], perf_counter()
        if perf_counter() - since > PATIENCE:
            sentence = Sentence(
                "nothing has happened at a program's table for {seconds} seconds", seconds=int(PATIENCE)
            )
            raise ProgramFailed("arena/program", sentence)
        sleep(POLL)


def _ask(address: str, key: str, body: object = None) -> Any:
    return json.loads(_text(address, key, body))


def _text(address: str, key: str, body: object = None) -> str:
    headers = {"Content-Type": "application/json", "Accept-Language": "en"} | (
        {"Authorization": f"Bearer {key}"} if key else {}
    )
    request = Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            text: str = answer.read().decode()
            return text
    except HTTPError as refused:
        sentence = Sentence("the server of the programs' tables refused: {why}", why=refused.read().decode()[:200])
        raise ProgramFailed("arena/server", sentence) from None
    except OSError as error:
        sentence = Sentence("the server of the programs' tables is gone: {why}", why=str(error))
        raise ProgramFailed("arena/server", sentence) from None
