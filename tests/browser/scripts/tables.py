"""A game at a table, told to everybody in four languages, as the server tells it."""

from ewala.core.dice import commitment_of, promise_of
from ewala.core.errors import EwalaError
from ewala.games.records import read_record
from ewala.games.registry import game_class, kit_of
from ewala.locale.languages import translator
from ewala.tables import views
from ewala.tables.broadcast import Group, Telling, happenings_of
from ewala.tables.events import Created, Event, Settings
from ewala.tables.table import Table

LANGUAGES = ("en", "fr", "es", "nl")


def _told(table: Table, events: list[Event], now: int) -> list[str]:
    """What each device hears of it: nobody's, and each seat's."""
    lines = []
    happenings = happenings_of(table, events, now)  # type: ignore[arg-type]
    telling = Telling(table, lambda: views.table_view("abc", table, []), happenings)  # type: ignore[arg-type]
    for seats in [(), *((seat,) for seat in table.game.seats)]:
        for language in LANGUAGES:
            for line in telling.lines(Group(seats, language, explained=True)):
                lines.append(line.decode())
    return lines


def spoken(game: str, options: dict[str, object], seed: int, most: int) -> list[str]:
    """All frames of a game with dice that people have added to, and its record, read again."""
    lines: list[str] = []
    secret = bytes(range(32))
    settled = game_class(game).for_people(options)
    created = Created(
        game=game, parameters=settled.parameters(), settings=Settings(), commitment=commitment_of(secret), at=1000
    )
    table = Table(created, secret)
    now = 1000
    for n, seat in enumerate(table.game.seats):
        part = f"part of {seat}"
        now += 10
        table.sit_down(seat, f"Ada {n}", promise_of(created.commitment, seat, part), now)
    lines += _told(table, table.events[1:], now)
    lines += _told(table, table.start(now), now)
    for seat in table.game.seats:
        lines += _told(table, table.show_part(seat, f"part of {seat}", now + 5), now + 5)
    word = seed * 7919 + 13
    for _ in range(most):
        if table.status != "playing":
            break
        acting = table.to_act
        assert acting is not None
        assert table.match is not None
        view = table.match.view(acting)
        word = (word * 1103515245 + 12345) % 2147483648
        moves = view.moves()
        now += 1000
        lines += _told(table, table.move(acting, moves[(word >> 8) % len(moves)], table.ply, f"m{now}", now), now)
        if word % 5 == 0:
            try:
                lines += _told(table, table.take_back(acting, now), now)
            except EwalaError as error:
                lines.append(str(error))
    assert table.match is not None
    record = table.match.public_text()
    lines.append(record)
    again = read_record(record)
    lines.append(f"{again.moves == table.match.record.moves} {again.secret}")
    words = kit_of(game).words()
    for language in LANGUAGES:
        for sentence in words.account(table.match.view(table.game.seats[0])):
            lines.append(sentence if isinstance(sentence, str) else sentence.said(translator(language)))
    return lines
