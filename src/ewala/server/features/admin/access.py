"""Who may come to the host's desk: who shows its key."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from ewala.core.sentences import Sentence
from ewala.server.features.admin.service import Admin
from ewala.server.platform.config import Limits
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.tables.api.access import keys_shown
from ewala.tables.problems import NotAllowed, NotUsable, TooMany

DESK_KEY: list[dict[str, list[str]]] = [{"desk": []}]
NOT_THE_KEY = NotAllowed(
    "desk/key", Sentence("this needs the key of the host's desk; `ewala desk new-key` makes another one")
)


class KeyTries:
    """Limits how often a wrong key is tried."""

    def __init__(self, limits: Limits) -> None:
        self._tries = RateLimiters(limits.codes_per_hour / 3600, limits.codes_burst)

    def begin(self, client: str) -> None:
        if not self._tries.take(client):
            raise TooMany("desk/too-many-keys", Sentence("too many keys were tried: wait a while"), 60)

    def was_right(self, client: str) -> None:
        self._tries[client].spend(-1)


async def host_of(
    request: Request[Any, Any, Any], admin: NamedDependency[Admin], key_tries: NamedDependency[KeyTries]
) -> Admin:
    """The host, who has shown the key; raises NotAllowed."""
    shown, client = keys_shown(request), client_of(request.scope)
    if not shown:
        raise NOT_THE_KEY
    key_tries.begin(client)
    if not await admin.opens(shown[0]):
        raise NOT_THE_KEY
    key_tries.was_right(client)
    return admin


def printable(text: str) -> str:
    """A text of which every line can be shown; raises NotUsable for others."""
    if not all(line.isprintable() for line in text.split("\n")):
        raise NotUsable("desk/text", Sentence("this cannot be shown on a line"))
    return text
