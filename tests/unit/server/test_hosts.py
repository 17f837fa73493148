"""Under which names the server is asked for."""

import socket

import pytest

from ewala.server.platform.edge.hosts import Names, WrongHost

NAMES = Names(["tables.example"], ["https://club.example:8443"])


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "192.0.2.7:8017",
        "[2001:db8::1]:8017",
        "[::1]",
        "localhost",
        "LOCALHOST:1",
        "tables.example",
        "Tables.Example.:443",
        "club.example",
        f"{socket.gethostname()}:8017",
        f"{socket.gethostname().partition('.')[0]}.local",
    ],
)
def test_addresses_and_its_own_names_are_the_servers(host: str) -> None:
    NAMES.check(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8017", "tables.example.evil.example", "", "1.2.3.4.evil"]
)
def test_other_names_are_not(host: str) -> None:
    with pytest.raises(WrongHost) as refused:
        NAMES.check(host)
    assert refused.value.code == "server/unknown-name"


def test_who_names_no_host_is_no_browser() -> None:
    NAMES.check(None)
