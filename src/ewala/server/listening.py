"""Where a server listens, and what may keep it from that."""

import socket

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence


class CannotServe(EwalaError):
    """The server cannot start, and why."""


def listen(host: str, port: int) -> socket.socket:
    """Raises CannotServe where that is not possible."""
    listening = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise CannotServe(
            "server/port",
            Sentence(
                "{host}:{port} cannot be listened on: {why}; --port 0 takes any free one",
                host=host,
                port=port,
                why=error.strerror,
            ),
        ) from None
    return listening


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
