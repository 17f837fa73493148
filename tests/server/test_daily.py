"""What others chose in the position of the day: counted, and told to whoever has chosen."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from table_server import Clock, Server, refused, served

from ewala.games.daily_puzzles import day_on, stock_of

NOON = int(datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp() * 1000)
SERVED = {"clock": Clock(NOON)}


GAME = "chronicles-of-run"


def choices(day: str) -> list[str]:
    stock = stock_of(GAME)
    assert stock is not None
    return list(stock.days[day_on(stock, datetime.fromisoformat(day).date())].values)


def test_choices_are_counted_by_day(server: Server) -> None:
    path, (best, other, *_) = f"/api/days/{GAME}/2027-01-15", choices("2027-01-15")
    assert server.call("GET", path).json() == {"choices": {}}
    for choice in (other, best, best):
        answer = server.call("POST", path, body={"choice": choice})
        assert answer.status_code == 200, answer.text
    assert list(answer.json()["choices"].items()) == [(best, 2), (other, 1)]
    assert server.call("GET", path).json() == answer.json()
    assert server.call("GET", f"/api/days/{GAME}/2027-01-14").json() == {"choices": {}}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (f"{GAME}/2027-01-13", "day/date"),
        (f"{GAME}/2027-01-17", "day/date"),
        (f"{GAME}/tomorrow", "day/date"),
        ("chess/2027-01-15", "setup/unknown-game"),
    ],
)
def test_only_todays_position_is_answered(server: Server, path: str, code: str) -> None:
    refused(server.call("GET", f"/api/days/{path}"), 400, code)


def test_what_cannot_be_chosen_is_not_counted(server: Server) -> None:
    path = f"/api/days/{GAME}/2027-01-16"
    refused(server.call("POST", path, body={"choice": "ffffffff"}), 400, "day/choice")
    refused(server.call("POST", path, body={}), 400, "request/invalid")
    assert server.call("GET", path).json() == {"choices": {}}


def test_one_client_does_not_answer_for_everybody(tmp_path: Path) -> None:
    path, (best, *_) = f"/api/days/{GAME}/2027-01-15", choices("2027-01-15")
    with served(tmp_path, clock=Clock(NOON)) as server:
        answers = [server.call("POST", path, body={"choice": best}) for _ in range(42)]
        assert [one.status_code for one in answers[:40]] == [200] * 40
        refused(answers[-1], 429, "day/too-many")
