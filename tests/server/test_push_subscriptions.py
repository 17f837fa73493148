"""Browsers at which people want to be told something, and the key that the server tells them by."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from people_at import OwnDevice, become, refused
from push_service import Browser
from table_server import Server, served

from ewala.server.features.notifications.delivery import NotPublic, endpoint_at
from ewala.server.platform.wire.base64url import from_base64url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("push")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with served(folder) as running:
        yield running


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


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/",
        "ftp://push.example.org/",
        "https://",
        "https://ada@push.example.org/",
        "https://push.example.org:99999/",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nHost:x",
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[::]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/",
        "https://[::1",
    ],
)
def test_no_push_service_is_at_a_private_address(endpoint: str) -> None:
    with pytest.raises(NotPublic):
        endpoint_at(endpoint)


def test_an_address_that_is_refused_is_not_kept(server: Server) -> None:
    token = become(server, OwnDevice())
    refused(Browser("https://127.0.0.1/").subscribe(server, token), 400, "push/endpoint")
    assert subscribed(server, token) == []
