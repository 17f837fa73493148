"""Addresses that letters do not reach: nobody's is forgotten because a mail server is away, or is wrong for a day."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ewala.server.features.accounts.register import NewKey, Profile, Register
from ewala.server.features.mail.addresses import AddressBook
from ewala.server.features.mail.smtp import Backoff, Delivery
from ewala.server.platform.storage.store import Store

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
ADDRESS = "ada@home.example"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    yield store.engine
    store.close()


@pytest.fixture
def person(engine: Engine) -> str:
    """With an address that is shown to be theirs."""
    profile, key = Profile("Ada", "", "en"), NewKey("0" * 64, "device", b"")
    added = Register(engine).add(profile, key, "", 0).id
    book = AddressBook(engine)
    book.confirm(added, book.put(added, ADDRESS, "https://club.example", 0), 0)
    return added


def test_an_address_that_nobody_has_is_forgotten_after_two_days(engine: Engine, person: str) -> None:
    book, now = AddressBook(engine), 0
    while (again := book.note(person, ADDRESS, Delivery.REFUSED, now)) is not None:
        assert again > now
        now = again
    assert 2 * DAY < now < 3 * DAY
    assert book.reachable(person) is None
    assert book.of(person, offered=True).address == ""


def test_one_that_takes_nothing_for_a_while_is_tried_ever_more_seldom(engine: Engine, person: str) -> None:
    book, now = AddressBook(engine), 0
    for _ in range(40):
        again = book.note(person, ADDRESS, Delivery.LATER, now)
        assert again is not None
        assert MINUTE < again - now <= 6 * 60 * MINUTE
        now = again
    assert book.note(person, ADDRESS, Delivery.TAKEN, now) == now + 5 * MINUTE
    assert book.note(person, ADDRESS, Delivery.REFUSED, now) == now + 2 * MINUTE, "counted from the last that was taken"


def test_what_becomes_of_a_letter_to_an_old_address_is_no_matter_of_the_new_one(engine: Engine, person: str) -> None:
    book = AddressBook(engine)
    book.confirm(person, book.put(person, "ada@work.example", "https://club.example", 0), 0)
    assert book.note(person, ADDRESS, Delivery.REFUSED, 0) is None
    assert book.note("nobody", ADDRESS, Delivery.REFUSED, 0) is None
    found = book.reachable(person)
    assert found is not None
    assert (found.address, found.not_before) == ("ada@work.example", 0)


def test_a_mail_server_that_is_away_is_tried_by_one_letter_at_a_time() -> None:
    patience = Backoff()
    together = [patience.begin(0) for _ in range(50)]
    assert {patience.failed(begun, 0) for begun in together} == {2 * MINUTE}
    now, pauses = 2 * MINUTE, []
    for _ in range(6):
        begun = patience.begin(now)
        assert patience.not_before > now, "others wait"
        pauses.append(patience.failed(begun, now) - now)
        now = patience.not_before
    assert pauses == [4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, 32 * MINUTE, 32 * MINUTE]
    patience.worked()
    assert patience.not_before == 0
    assert patience.failed(patience.begin(now), now) == now + 2 * MINUTE
