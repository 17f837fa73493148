"""Being told while the page is closed: by which browsers and programs, of what and when, and that it gets there."""

import asyncio
import hmac
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from people_at import OwnDevice, become, claimed
from push_service import Browser, Pushed, PushService, check_authorization
from table_server import Clock, Server, Table, refused, served
from waiting import until

from ewala.server.features.notifications.delivery import NotPublic, Posted, again_after, endpoint_at, post
from ewala.server.features.notifications.preferences import QuietHours, not_before
from ewala.server.platform.wire.base64url import from_base64url

SERVED = {"clock": ..., "push_loopback": True, "push_contact": "mailto:host@example.org"}


BRUSSELS = ZoneInfo("Europe/Brussels")
NIGHT = QuietHours("22:30", "07:00", "Europe/Brussels")
NOON = QuietHours("12:00", "14:00", "Europe/Brussels")


def at(time: str, day: str = "2026-11-18") -> int:
    """A time of day in Brussels, in milliseconds."""
    return int(datetime.fromisoformat(f"{day} {time}").replace(tzinfo=BRUSSELS).timestamp() * 1000)


QUIET = {  # what somebody has asked for, at which time, and when they can be told
    "nothing asked for": (None, "03:00", "03:00"),
    "before the night": (NIGHT, "22:29", "22:29"),
    "in the morning": (NIGHT, "06:59", "07:00"),
    "at midnight": (NIGHT, "00:00", "07:00"),
    "at its end": (NIGHT, "07:00", "07:00"),
    "before noon": (NOON, "11:59", "11:59"),
    "at noon": (NOON, "12:00", "14:00"),
    "after noon": (NOON, "14:00", "14:00"),
    "no time at all": (QuietHours("08:00", "08:00", "Europe/Brussels"), "08:00", "08:00"),
}


def test_nobody_is_told_anything_in_their_quiet_hours() -> None:
    for when, (quiet, now, then) in QUIET.items():
        assert not_before(quiet, at(now)) == at(then), when
    assert not_before(NIGHT, at("22:30")) == at("07:00", "2026-11-19"), "they end on the next day"


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


def test_what_nobody_can_wish_is_refused_and_quiet_hours_are_somewhere(server: Server) -> None:
    token = become(server, OwnDevice())
    for zone in ("Europe/Nowhere", "Europe", "../Europe/Brussels", "/etc/passwd", "a\0b"):
        body: dict[str, Any] = {"quiet": {"from": "22:30", "until": "07:00", "zone": zone}}
        refused(server.call("PUT", "/api/me/wishes", token, body=body), 400, "push/zone")
    late = {"from": "24:00", "until": "07:00", "zone": "UTC"}
    for body in ({"kinds": ["weather"]}, {"digest_hours": 25}, {"quiet": late}, {"loud": True}):
        refused(server.call("PUT", "/api/me/wishes", token, body=body), 400, "request/invalid")
    assert server.call("GET", "/api/me/wishes", token).json()["quiet"] is None


# --- Browsers


def subscribed(server: Server, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.call("GET", "/api/me/everything", token).json()["push"]
    return found


def test_the_servers_key_is_made_once_and_is_a_point_of_the_curve(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with served(tmp_path) as running:
            keys += [running.call("GET", "/api/push/key").json()["key"] for _ in range(2)]
    assert len(set(keys)) == 1
    assert (len(from_base64url(keys[0])), from_base64url(keys[0])[0]) == (65, 4)


def test_a_browser_is_told_until_its_person_thinks_better_of_it(server: Server) -> None:
    token, browser = become(server, OwnDevice()), Browser("https://push.example.org/ada?x=1")
    first = browser.subscribe(server, token, "phone").json()
    assert (first["endpoint"], first["label"]) == (browser.endpoint, "phone")
    again = browser.subscribe(server, token, "my phone").json()
    assert (again["id"], again["label"]) == (first["id"], "my phone")
    assert subscribed(server, token) == [again]
    stranger = become(server, OwnDevice())
    assert server.call("DELETE", f"/api/me/push/{first['id']}", stranger).status_code == 204
    assert subscribed(server, token) == [again], "it is not the stranger's to take away"
    assert [server.call("DELETE", f"/api/me/push/{first['id']}", token).status_code for _ in range(2)] == [204, 204]
    assert subscribed(server, token) == []


def test_a_browser_is_told_of_one_person(server: Server) -> None:
    ada, bo = become(server, OwnDevice()), become(server, OwnDevice(), "Bo")
    browser = Browser("https://push.example.org/shared")
    browser.subscribe(server, ada)
    browser.subscribe(server, bo)
    assert (len(subscribed(server, ada)), len(subscribed(server, bo))) == (0, 1)


def test_a_device_whose_key_was_taken_away_is_told_no_more(server: Server) -> None:
    token, phone = become(server, OwnDevice()), OwnDevice()
    code = server.call("POST", "/api/me/pairing", token).json()["code"]
    there = phone.by_code(server, "pair", code).json()["token"]
    Browser("https://push.example.org/lost").subscribe(server, there)
    kept = Browser("https://push.example.org/kept").subscribe(server, token).json()
    assert len(subscribed(server, token)) == 2
    server.call("DELETE", f"/api/me/keys/{phone.id}", token)
    assert subscribed(server, token) == [kept]


def test_somebody_is_told_at_ten_browsers_at_most(server: Server) -> None:
    token = become(server, OwnDevice())
    browsers = [Browser(f"https://push.example.org/{number}") for number in range(11)]
    answers = [browser.subscribe(server, token) for browser in browsers]
    assert {answer.status_code for answer in answers[:10]} == {200}
    refused(answers[10], 403, "push/too-many")
    assert browsers[0].subscribe(server, token).status_code == 200, "one that is told already"


def test_keys_that_encrypt_nothing_are_refused(server: Server) -> None:
    token, browser = become(server, OwnDevice()), Browser("https://push.example.org/keys")
    browser.auth = b"short"
    refused(browser.subscribe(server, token), 400, "push/keys")
    keys = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
    body = {"endpoint": browser.endpoint, "keys": keys}
    refused(server.call("PUT", "/api/me/push", token, body=body), 400, "push/keys")


NO_ADDRESS = ("http://a.example/", "ftp://a.example/", "https://", "https://ada@a.example/", "https://a.example:99999/")
UNPRINTABLE = ("https://a.example/a b", "https://a.example/a\r\nHost:x", "https://[::1")
PRIVATE = (  # hosts
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]"),
)


@pytest.mark.parametrize("endpoint", [*NO_ADDRESS, *UNPRINTABLE, *(f"https://{host}/" for host in PRIVATE)])
def test_no_push_service_is_at_a_private_address(endpoint: str) -> None:
    with pytest.raises(NotPublic):
        endpoint_at(endpoint)


def test_an_address_that_is_refused_is_not_kept(server: Server, ada: str) -> None:
    refused(Browser("https://10.0.0.1/").subscribe(server, ada), 400, "push/endpoint")
    assert subscribed(server, ada) == []
    for address in ("https://192.168.1.1/", "https://[fd00::1]/", "https://a@example.org/", "example.org"):
        refused(server.call("PUT", "/api/me/webhook", ada, body={"address": address}), 400, "webhook/address")
    assert server.call("GET", "/api/me/webhook", ada).json()["address"] == ""


# --- Programs


def hook(server: Server, token: str, address: str) -> dict[str, Any]:
    answer = server.call("PUT", "/api/me/webhook", token, body={"address": address})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def plays(server: Server, token: str) -> str:
    table = server.kingdom_run("KS")
    claimed(server, token, table, "K")
    return table.id


def check_signature(pushed: Pushed, secret: str, now: int) -> None:
    """As a program does it."""
    parts = dict(part.split("=") for part in pushed.headers["ewala-signature"].split(","))
    expected = hmac.new(secret.encode(), f"{parts['t']}.".encode() + pushed.body, "sha256").hexdigest()
    assert hmac.compare_digest(parts["v1"], expected)
    assert 0 <= now / 1000 - int(parts["t"]) < 1


def test_a_program_is_told_under_a_signature_without_any_browser(
    server: Server, service: PushService, clock: Clock
) -> None:
    token = become(server, OwnDevice())
    older = hook(server, token, f"{service.address}/older")
    made = hook(server, token, f"{service.address}/program?x=1")
    assert made["secret"] != older["secret"]
    assert server.call("GET", "/api/me/webhook", token).json() == {"address": made["address"], "failures": 0}
    assert made["secret"] not in server.call("GET", "/api/me/everything", token).text, "it is said once"
    table = plays(server, token)
    clock.advance(PATIENCE)
    until(lambda: service.pushed["/program?x=1"])
    (pushed,) = service.pushed["/program?x=1"]
    check_signature(pushed, made["secret"], clock.now)
    assert pushed.headers["content-type"] == "application/json"
    assert msgspec.json.decode(pushed.body) == {
        "title": "Your turn",
        "body": "Kingdom Run, with Player S",
        "link": f"#/table/{table}",
        "tag": table,
        "badge": 1,
    }
    assert service.pushed["/older"] == []
    assert [server.call("DELETE", "/api/me/webhook", token).status_code for _ in range(2)] == [204, 204]
    assert server.call("GET", "/api/me/webhook", token).json() == {"address": "", "failures": 0}


def test_a_program_that_fails_is_left_alone_and_one_that_is_gone_is_given_up(
    server: Server, service: PushService, clock: Clock
) -> None:
    token = become(server, OwnDevice())
    service.answers["/failing"] = 302
    hook(server, token, f"{service.address}/failing")
    plays(server, token)
    clock.advance(PATIENCE)
    for failures in (1, 2, 3):
        until(lambda: server.call("GET", "/api/me/webhook", token).json()["failures"] == failures)  # noqa: B023
        assert len(service.pushed["/failing"]) == failures
        clock.advance(2**failures * MINUTE)
    service.answers["/failing"] = 410
    until(lambda: server.call("GET", "/api/me/webhook", token).json()["address"] == "")
    assert service.pushed["/elsewhere"] == [], "nobody is followed elsewhere"


def test_who_fails_for_two_days_is_given_up() -> None:
    waits = [again_after(failures, 0) for failures in range(1, 16)]
    assert sum(wait or 0 for wait in waits) / 3600_000 > 48
    assert (again_after(16, 0), again_after(0, 0)) == (None, 0)


PATIENCE = 21  # seconds until somebody is told, and a bit
MINUTE, HOUR = 60, 3600


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
    moved.resign("K")
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
    table.resign("K")
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
