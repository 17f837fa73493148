"""Who is one client."""

import pytest

from ewala.server.platform.edge.hosts import client_at


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
