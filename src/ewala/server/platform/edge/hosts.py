"""Under which names the server is asked for: a page of another site that has made its own name point at this machine
would otherwise pass for ours."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

LONGEST_SHOWN = 80


class WrongHost(EwalaError):
    """A request for another host."""

    def __init__(self, name: str) -> None:
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_SHOWN])
        super().__init__(
            "server/unknown-name",
            Sentence("this server does not go by the name {name}: start it with --name {name}", name=shown),
        )


class Names:
    """The names that the server goes by, besides addresses, which nobody can claim."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own.partition('.')[0]}.local"}
        self._names.update(name.lower().rstrip(".") for name in names)
        self._names.update(filter(None, (_host_in(origin) for origin in origins)))

    def check(self, host: str | None) -> None:
        """Raises WrongHost. A program that names no host has no browser's user to misuse."""
        if host is not None and not self.includes(host):
            raise WrongHost(host)

    def includes(self, host: str) -> bool:
        name = _without_port(host).lower().rstrip(".")
        return name in self._names or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and ":" in host else host


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _host_in(origin: str) -> str:
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:
        return ""
