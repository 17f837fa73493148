"""Addresses: of hosts, keys, letters, and the address book."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ewala.server.features.accounts.register import NewKey, Profile, add_person
from ewala.server.features.mail.addresses import address_row, ask_address, confirm_address, correspondent, note_delivery
from ewala.server.features.mail.letters import person_in, stop_key, telling
from ewala.server.features.mail.smtp import Backoff, Delivery, check_address, reader_of
from ewala.server.features.notifications.messages import Message
from ewala.server.platform.edge.hosts import Names, WrongHost, client_at
from ewala.server.platform.storage.store import Store
from ewala.tables.keys import digest_of, fits, is_table_id, new_key, new_table_id
from ewala.tables.problems import NotUsable


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:DB8:1:2::2", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("somebody", "somebody", True),
        ("somebody", "somebody else", False),
    ],
)
def test_an_ipv6_network_is_one_client_and_ipv4_is_ipv4_however_it_is_written(one: str, other: str, same: bool) -> None:
    assert (client_at(one) == client_at(other)) is same


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


def test_every_key_is_new_and_goes_into_a_header() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(len(key) >= 32 and key.isascii() and "," not in key and " " not in key for key in keys)


def test_every_table_has_a_name_of_its_own_that_is_easily_read() -> None:
    names = {new_table_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 10 and not set(name) & set("01iloIO") for name in names)
    assert all(is_table_id(name) for name in names)


def test_what_cannot_be_a_tables_name() -> None:
    assert not any(map(is_table_id, ["", "2222222222 ", "222222222", "22222222222", "222222222O", "é222222222"]))


def test_a_key_fits_its_own_digest_alone() -> None:
    key, other = new_key(), new_key()
    assert fits(key, digest_of(key))
    assert not fits(other, digest_of(key))
    assert not fits("", digest_of(key))
    assert not fits(digest_of(key), digest_of(key)), "whoever reads the database has no key"
    assert key not in digest_of(key)


@pytest.mark.parametrize("address", ["ada@example.org", "a.d-a+x@mail.club.example", "o'neil@xn--bcher-kva.example"])
def test_addresses(address: str) -> None:
    assert check_address(f" {address} ") == address


@pytest.mark.parametrize(
    "text",
    [
        *("", "ada", "@", "ada@", "@example.org", "ada@localhost", "ada@127.0.0.1", "ada@[127.0.0.1]", "a@b..example"),
        *(
            "a@b.example\r\nBcc: c@d.example",
            "a@b.example\n",
            "a@b.example\0",
            "a@b.example,c@d.example",
            "a@b@c.example",
        ),
        *("a b@c.example", '"a b"@c.example', "a@-b.example", "a@b.example.", ".a@b.example", "a..b@c.example"),
        *("a%d.example@b.example", "d.example!a@b.example", "Ada <a@b.example>", "é@b.example", "a@é.example"),
        *("a" * 65 + "@b.example", "a@" + "b" * 64 + ".example", "a@" + "b." * 130 + "example"),
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(NotUsable) as refused:
        check_address(text)
    assert refused.value.code == "mail/address"


def test_whom_many_addresses_reach() -> None:
    assert reader_of("A.d.a+games@Example.org") == reader_of("ada@example.org")
    assert reader_of("ada@example.org") != reader_of("ada@example.com")
    assert reader_of("ada@example.org") != reader_of("bo@example.org")


def test_nobodys_name_makes_a_line_of_its_own_and_links_stay_whole() -> None:
    message = Message("Your turn\r\nBcc: c@d.example", "with Bo\r\n.\r\nQUIT", "#/table/k7m2p9qrst", "k", 1)
    origin = "https://" + "a-long-name." * 15 + "example"
    letter = telling("ada@home.example", message, origin, "k7m2p9qrstuv." + "0f" * 16, "en")
    assert letter.keys().count("Bcc") == 0
    lines = letter.as_bytes().splitlines()
    assert b"List-Unsubscribe: <" + origin.encode() + b"/api/mail/stop/k7m2p9qrstuv." + b"0f" * 16 + b">" in lines
    assert origin.encode() + b"/#/table/k7m2p9qrst" in lines


def test_a_key_is_good_for_one_person_and_address() -> None:
    key = stop_key(b"secret", "k7m2p9qrstuv", "ada@home.example")
    assert person_in(key) == "k7m2p9qrstuv"
    others = [
        stop_key(b"another", "k7m2p9qrstuv", "ada@home.example"),
        stop_key(b"secret", "k7m2p9qrstuw", "ada@home.example"),
        stop_key(b"secret", "k7m2p9qrstuv", "bo@home.example"),
    ]
    assert key not in others


MINUTE = 60_000
DAY = 24 * 60 * MINUTE
ADDRESS = "ada@home.example"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    with store.engine.connect() as connection:
        yield connection
    store.close()


@pytest.fixture
def person(connection: Connection) -> str:
    """With an address that is shown to be theirs."""
    profile, key = Profile("Ada", "", "en"), NewKey("0" * 64, "device", b"")
    added = add_person(connection, profile, key, "", 0).id
    code = ask_address(connection, added, ADDRESS, "https://club.example", 0)
    assert confirm_address(connection, added, code, 0)
    return added


def test_an_address_that_nobody_has_is_forgotten_after_two_days(connection: Connection, person: str) -> None:
    now = 0
    while (again := note_delivery(connection, person, ADDRESS, Delivery.REFUSED, now)) is not None:
        assert again > now
        now = again
    assert 2 * DAY < now < 3 * DAY
    assert address_row(connection, person) is None


def test_one_that_takes_nothing_for_a_while_is_tried_ever_more_seldom(connection: Connection, person: str) -> None:
    now = 0
    for _ in range(40):
        again = note_delivery(connection, person, ADDRESS, Delivery.LATER, now)
        assert again is not None
        assert MINUTE < again - now <= 6 * 60 * MINUTE
        now = again
    assert note_delivery(connection, person, ADDRESS, Delivery.TAKEN, now) == now + 5 * MINUTE
    again = note_delivery(connection, person, ADDRESS, Delivery.REFUSED, now)
    assert again == now + 2 * MINUTE, "counted from the last that was taken"


def test_what_becomes_of_a_letter_to_an_old_address_is_no_matter_of_the_new_one(
    connection: Connection, person: str
) -> None:
    code = ask_address(connection, person, "ada@work.example", "https://club.example", 0)
    assert confirm_address(connection, person, code, 0)
    assert note_delivery(connection, person, ADDRESS, Delivery.REFUSED, 0) is None
    assert note_delivery(connection, "nobody", ADDRESS, Delivery.REFUSED, 0) is None
    found = correspondent(connection, person)
    assert found is not None
    assert (found.address, found.not_before) == ("ada@work.example", 0)


def test_a_mail_server_that_is_away_is_tried_by_one_letter_at_a_time() -> None:
    backoff = Backoff()
    together = [backoff.begin(0) for _ in range(50)]
    assert {backoff.failed(begun, 0) for begun in together} == {2 * MINUTE}
    now, pauses = 2 * MINUTE, []
    for _ in range(6):
        begun = backoff.begin(now)
        assert backoff.not_before > now, "others wait"
        pauses.append(backoff.failed(begun, now) - now)
        now = backoff.not_before
    assert pauses == [4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, 32 * MINUTE, 32 * MINUTE]
    backoff.worked()
    assert backoff.not_before == 0
    assert backoff.failed(backoff.begin(now), now) == now + 2 * MINUTE
