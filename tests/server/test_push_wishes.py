"""What people want to be told while the page is closed, and when not."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from people_at import OwnDevice, become, refused
from table_server import Server, served

from ewala.server.features.notifications.preferences import QuietHours, not_before

BRUSSELS = ZoneInfo("Europe/Brussels")
NIGHT = QuietHours("22:30", "07:00", "Europe/Brussels")
NOON = QuietHours("12:00", "14:00", "Europe/Brussels")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("wishes")) as running:
        yield running


def at(time: str, day: str = "2026-11-18") -> int:
    """A time of day in Brussels, in milliseconds."""
    return int(datetime.fromisoformat(f"{day} {time}").replace(tzinfo=BRUSSELS).timestamp() * 1000)


@pytest.mark.parametrize(
    ("quiet", "now", "then"),
    [
        (None, "03:00", "03:00"),
        (NIGHT, "22:29", "22:29"),
        (NIGHT, "06:59", "07:00"),
        (NIGHT, "00:00", "07:00"),
        (NIGHT, "07:00", "07:00"),
        (NOON, "11:59", "11:59"),
        (NOON, "12:00", "14:00"),
        (NOON, "14:00", "14:00"),
        (QuietHours("08:00", "08:00", "Europe/Brussels"), "08:00", "08:00"),
    ],
)
def test_nobody_is_told_anything_in_their_quiet_hours(quiet: QuietHours | None, now: str, then: str) -> None:
    assert not_before(quiet, at(now)) == at(then)


def test_quiet_hours_end_on_the_next_day() -> None:
    assert not_before(NIGHT, at("22:30")) == at("07:00", "2026-11-19")


def test_quiet_hours_end_by_the_clock_on_the_wall_when_it_is_set_back() -> None:
    begin, end = at("22:30", "2026-10-24"), at("07:00", "2026-10-25")
    assert not_before(NIGHT, begin) == end
    assert timedelta(milliseconds=end - begin) == timedelta(hours=9, minutes=30)


def test_who_has_said_nothing_is_told_everything(server: Server) -> None:
    wishes = server.call("GET", "/api/me/wishes", become(server, OwnDevice())).json()
    assert wishes == {"kinds": ["turn", "clock", "invitation", "rematch"], "quiet": None, "digest_hours": 0}


def test_wishes_are_kept(server: Server) -> None:
    token = become(server, OwnDevice())
    quiet = {"from": "22:30", "until": "07:00", "zone": "Europe/Brussels"}
    wishes = {"kinds": ["turn"], "quiet": quiet, "digest_hours": 4}
    for wished in ({**wishes, "digest_hours": 3}, wishes):
        assert server.call("PUT", "/api/me/wishes", token, body=wished).json() == wished
    assert server.call("GET", "/api/me/wishes", token).json() == wishes
    assert server.call("GET", "/api/me/everything", token).json()["wishes"] == wishes


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "Europe", "../Europe/Brussels", "/etc/passwd", "a\0b"])
def test_quiet_hours_are_somewhere(server: Server, zone: str) -> None:
    token = become(server, OwnDevice())
    body = {"quiet": {"from": "22:30", "until": "07:00", "zone": zone}}
    refused(server.call("PUT", "/api/me/wishes", token, body=body), 400, "push/zone")
    assert server.call("GET", "/api/me/wishes", token).json()["quiet"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"kinds": ["weather"]},
        {"digest_hours": 25},
        {"quiet": {"from": "24:00", "until": "07:00", "zone": "UTC"}},
        {"loud": True},
    ],
)
def test_what_nobody_can_wish_is_refused(server: Server, body: object) -> None:
    refused(server.call("PUT", "/api/me/wishes", become(server, OwnDevice()), body=body), 400, "request/invalid")
