"""Times in which nobody could move are noted once, also where nobody was told that they had been."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from ewala.server.platform.storage.store import Store
from ewala.server.tables.clock import Outage, Outages


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    yield store
    store.close()


def test_one_whose_acknowledgement_was_lost_is_not_noted_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was tried again under its number for ever, and clocks stood for as long."""
    outages = Outages(store)
    add = store.add_outage

    def cut(number: int, since: int, until: int) -> None:
        add(number, since, until)
        raise OperationalError("COMMIT", {}, Exception("the line was cut"))

    monkeypatch.setattr(store, "add_outage", cut)
    with pytest.raises(OperationalError):
        outages.add(1000, 5000)
    monkeypatch.undo()
    outages.add(1000, 6000)
    assert outages.after(0) == [Outage(1, 1000, 5000), Outage(2, 5000, 6000)]
    assert Outages(store).after(0) == outages.after(0)


def test_they_are_known_again_after_a_restart(store: Store) -> None:
    outages = Outages(store)
    outages.add(1000, 5000)
    outages.add(9000, 7000)  # somebody has set the clock
    again = Outages(store)
    assert again.after(0) == [Outage(1, 1000, 5000), Outage(2, 9000, 7000)]
    assert again.after(1) == [Outage(2, 9000, 7000)]
    assert again.after(2) == []
