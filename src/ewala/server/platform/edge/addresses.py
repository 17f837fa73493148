"""Who is one client: an IPv4 address, or a network of IPv6 addresses."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

HOUSEHOLD = 64  # bits: whoever has one IPv6 address has all 2^64 of its network


@lru_cache(4096)
def client_at(address: str) -> str:
    """The client behind an address: an IPv4 address written as IPv6 is the same, what is no address is itself."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, HOUSEHOLD), strict=False))
