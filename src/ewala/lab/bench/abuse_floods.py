"""The floods that `ewala bench abuse` knows, by name."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from ewala.lab.bench import abuse_http_floods as http
from ewala.lab.bench import abuse_live_floods as live
from ewala.lab.bench import abuse_thinking_floods as thinking
from ewala.lab.bench.abuse_wire import Attack


class Flood(NamedTuple):
    """What somebody could send from one address to keep a server from everybody else."""

    about: str
    begin: Callable[[Attack], Awaitable[None]]  # goes on until it is cancelled


FLOODS: Mapping[str, Flood] = {
    "stale-moves": Flood("100 devices, 50 stale moves a second each", live.stale_moves),
    "allow-hints": Flood("100 devices that agree to hints and do not", live.hints),
    "trailers": Flood("trailers without end, a line each", http.trailers),
    "endless-trailer": Flood("one trailer without end", http.endless_trailer),
    "streams": Flood("1,200 streams held open", http.streams),
    "silent": Flood("1,100 silent connections", http.silent),
    "requests": Flood("lists and unknown paths, kept alive", http.requests),
    "new-connections": Flood("lists, each over a new connection", http.new_connections),
    "analyses": Flood("60 long games to be analysed", thinking.analyses),
    "replays": Flood("120 replays, hung up on", thinking.replays),
    "studies": Flood("250 studies, hung up on", thinking.studies),
    "unread": Flood("60 large answers that nobody reads", thinking.unread),
    "strangers": Flood("120 strangers at a listed table", live.strangers),
    "chat": Flood("chat, coming again for more", live.chat),
    "events": Flood("moves made and taken back", live.events),
    "snapshots": Flood("snapshots over HTTP", http.snapshots),
    "returns": Flood("snapshots for devices that come and go", live.returns),
}
