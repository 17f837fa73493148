"""Who is away is told that a game waits for them: by a push service on this machine, to browsers that read it."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from people_at import OwnDevice, become, claimed
from push_service import Browser, PushService, check_authorization, push_service
from table_server import Clock, Server, Table, served
from waiting import until

from ewala.server.features.notifications.delivery import NotPublic, Posted, endpoint_at, post

PATIENCE = 21  # seconds until somebody is told, and a bit
HOUR = 3600


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(int(datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp() * 1000))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("turns")


@pytest.fixture(scope="module")
def server(folder: Path, clock: Clock) -> Iterator[Server]:
    with served(folder, clock=clock, push_loopback=True, push_contact="mailto:host@example.org") as running:
        yield running


class Somebody:
    """A person with a browser, who plays the knights at a table and is to begin."""

    def __init__(self, server: Server, service: PushService, name: str, language: str = "en") -> None:
        self.server, self.service = server, service
        self.token = become(server, OwnDevice(), name)
        server.call("PUT", "/api/me", self.token, body={"name": name, "language": language})
        self.browser: Browser = service.browser(name)
        assert self.browser.subscribe(server, self.token).status_code == 200

    @property
    def id(self) -> str:
        person: str = self.server.call("GET", "/api/me", self.token).json()["person"]
        return person

    def wish(self, **wishes: Any) -> None:
        assert self.server.call("PUT", "/api/me/wishes", self.token, body=wishes).status_code == 200

    def plays(self, **settings: Any) -> Table:
        table = self.server.table(**settings)
        table.sit("K", "Ada")
        table.sit("S", "Bo")
        table.close("F")
        table.close("G")
        claimed(self.server, self.token, table, "K")
        table.start()
        return table

    @property
    def told(self) -> list[Any]:
        return [self.browser.read(pushed.body) for pushed in self.service.sent_to(self.browser)]


WITNESSES = count()


def go_round(server: Server, service: PushService, clock: Clock) -> None:
    """Let the server look round, twice: somebody else is told each time; what was not done by then is not to come."""
    for _ in range(2):
        witness = Somebody(server, service, f"Witness{next(WITNESSES)}")
        witness.plays()
        clock.advance(PATIENCE)
        until(lambda: witness.told)  # noqa: B023


def test_who_is_away_is_told_once_in_their_language(server: Server, service: PushService, clock: Clock) -> None:
    ada = Somebody(server, service, "Ada", "fr")
    table = ada.plays()
    clock.advance(PATIENCE)
    until(lambda: ada.told)
    link = f"#/table/{table.id}"
    assert ada.told == [{"title": "À vous", "body": "Kingdom Run, avec Bo", "link": link, "tag": table.id, "badge": 1}]
    go_round(server, service, clock)
    (pushed,) = service.sent_to(ada.browser)
    assert (pushed.headers["content-encoding"], pushed.headers["topic"]) == ("aes128gcm", table.id)
    claims = check_authorization(pushed.headers["authorization"], server.call("GET", "/api/push/key").json()["key"])
    assert (claims["aud"], claims["sub"]) == (service.address, "mailto:host@example.org")
    assert 0 < claims["exp"] - clock.now / 1000 <= 24 * HOUR


def test_who_is_there_or_does_not_wish_it_or_is_forgotten_is_told_nothing(
    server: Server, service: PushService, clock: Clock
) -> None:
    there, deaf, gone = (Somebody(server, service, name) for name in ("There", "Deaf", "Gone"))
    deaf.wish(kinds=["clock"])
    table = there.plays()
    deaf.plays()
    gone.plays()
    told = Somebody(server, service, "Told")
    told.plays()
    assert server.call("DELETE", "/api/me", gone.token).status_code == 204
    with table.device("K"):
        clock.advance(PATIENCE)
        until(lambda: told.told)
        go_round(server, service, clock)
        assert (there.told, deaf.told, gone.told) == ([], [], [])


def test_quiet_hours_are_waited_for_and_games_then_told_together(
    server: Server, service: PushService, clock: Clock
) -> None:
    ada = Somebody(server, service, "Quiet")
    hour = datetime.fromtimestamp(clock.now / 1000, UTC).hour
    quiet = {"from": f"{hour:02}:00", "until": f"{(hour + 2) % 24:02}:00", "zone": "Etc/UTC"}
    ada.wish(quiet=quiet)
    first, second, moved = ada.plays(), ada.plays(), ada.plays()
    go_round(server, service, clock)
    assert ada.told == []
    moved.do("POST", "/resign", moved.keys["K"], body={})
    clock.advance(2 * HOUR)
    until(lambda: ada.told)
    assert [(told["body"], told["badge"], told["link"]) for told in ada.told] == [("2 games wait for you", 2, "#/")]
    assert {first.id, second.id}.isdisjoint({told["tag"] for told in ada.told})


def test_where_there_is_no_hurry_turns_are_told_once_in_some_hours(
    server: Server, service: PushService, clock: Clock
) -> None:
    ada = Somebody(server, service, "Digest")
    ada.wish(digest_hours=4)
    ada.plays()
    clock.advance(PATIENCE)
    until(lambda: len(ada.told) == 1)
    ada.plays()
    go_round(server, service, clock)
    assert len(ada.told) == 1
    clock.advance(4 * HOUR)
    until(lambda: len(ada.told) == 2)
    assert ada.told[1]["badge"] == 2


def test_a_clock_near_its_end_is_told(server: Server, service: PushService, clock: Clock) -> None:
    ada = Somebody(server, service, "Clock")
    ada.plays(clock={"kind": "correspondence", "seconds": 24 * HOUR})
    clock.advance(PATIENCE)
    until(lambda: len(ada.told) == 1)
    clock.advance(21 * HOUR)
    go_round(server, service, clock)  # by now the table was not in memory
    until(lambda: len(ada.told) == 2)
    assert [told["title"] for told in ada.told] == ["Your turn", "Your clock is running out"]


def test_who_is_asked_to_play_again_is_told_until_they_do(server: Server, service: PushService, clock: Clock) -> None:
    ada, bo = Somebody(server, service, "Again"), Somebody(server, service, "Before")
    table = ada.plays()
    claimed(server, bo.token, table, "S")
    table.do("POST", "/resign", table.keys["K"], body={})
    table.do("POST", "/rematch", table.keys["S"])
    clock.advance(PATIENCE)
    until(lambda: ada.told)
    assert ada.told == [
        {
            "title": "Once more?",
            "body": "Kingdom Run, with Bo",
            "link": f"#/table/{table.id}",
            "tag": table.id,
            "badge": 0,
        }
    ]
    table.do("POST", "/rematch", table.keys["K"])
    go_round(server, service, clock)
    assert (len(ada.told), bo.told) == (1, [])


def test_who_is_invited_is_told_unless_they_sit_there_already(
    server: Server, service: PushService, clock: Clock
) -> None:
    ada, sits, deaf = (Somebody(server, service, name) for name in ("Invited", "Sits", "NotInvited"))
    deaf.wish(kinds=["turn"])
    bo = become(server, OwnDevice(), "Bo")
    table = server.table()
    table.sit("K", "Sits")
    claimed(server, sits.token, table, "K")
    for somebody in (ada, sits, deaf, ada, sits, deaf):
        body = {"table": table.id, "key": table.host, "person": somebody.id}
        assert server.call("POST", "/api/me/invitations", bo, body=body).status_code == 204
    until(lambda: ada.told)
    go_round(server, service, clock)
    told = [(one["title"], one["body"], one["link"], one["badge"]) for one in ada.told]
    assert told == [("You are invited", "Bo asks you to a table: Kingdom Run", f"#/table/{table.id}", 0)]
    assert (sits.told, deaf.told) == ([], [])


def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    server: Server, service: PushService, clock: Clock
) -> None:
    ada = Somebody(server, service, "Fails")
    gone = service.browser("gone")
    gone.subscribe(server, ada.token)
    service.answers.update({"/gone": 410, "/Fails": 307})
    ada.plays()
    clock.advance(PATIENCE)
    until(lambda: service.sent_to(gone) and service.sent_to(ada.browser))
    until(lambda: len(server.call("GET", "/api/me/everything", ada.token).json()["push"]) == 1)
    go_round(server, service, clock)
    assert len(service.sent_to(ada.browser)) == 1, "it is left alone for a while"
    assert service.pushed["/elsewhere"] == [], "nobody is followed elsewhere"
    service.answers["/Fails"] = 201
    clock.advance(3 * 60)
    until(lambda: len(service.sent_to(ada.browser)) == 2)
    assert len(service.sent_to(gone)) == 1


def _told_some_time(somebody: Somebody, clock: Clock) -> bool:
    """Whether they were told; time goes on meanwhile, not all at once: what nobody looks at leaves memory."""
    clock.advance(0.2)
    return bool(somebody.told)


def test_what_was_to_be_told_when_a_server_ended_is_told_by_the_next(
    tmp_path: Path, service: PushService, clock: Clock
) -> None:
    with served(tmp_path, clock=clock, push_loopback=True) as before:
        ada = Somebody(before, service, "Later")
        ada.plays()
    clock.advance(24 * HOUR)
    with served(tmp_path, clock=clock, push_loopback=True):
        until(partial(_told_some_time, ada, clock))
    assert len(ada.told) == 1


@pytest.mark.parametrize("address", ["https://localhost/", "https://localhost.localdomain/"])
def test_a_name_that_means_a_private_address_is_not_called(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = endpoint_at(address)

    async def call() -> Posted:
        loop = asyncio.get_running_loop()

        async def resolved(*_: object, **__: object) -> list[Any]:
            return [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]

        monkeypatch.setattr(loop, "getaddrinfo", resolved)
        with pytest.raises(NotPublic):
            await endpoint.address()
        return await post(endpoint, {}, b"")

    assert asyncio.run(call()) is Posted.GONE
