"""What people are written, and to which addresses: nothing that somebody else says becomes more than words."""

import pytest

from ewala.server.features.mail.letters import person_in, stop_key, telling
from ewala.server.features.mail.smtp import check_address, reader_of
from ewala.server.features.notifications.messages import Message
from ewala.tables.problems import NotUsable


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
