"""How the server is: alive, ready for players, or not quite well. Told to anybody, so without the names of tables."""

from typing import Literal

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ewala._version import __version__
from ewala.locale.languages import LANGUAGES
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.registry import TableRegistry


class Health(msgspec.Struct):
    """`ok`; `degraded`: games go on, but something is wrong; `stopping`: come back in a moment."""

    status: Literal["ok", "degraded", "stopping"]
    version: str
    languages: list[str]
    storage: Literal["ok", "slow", "failing"]  # whether the database takes what it is given
    storage_seconds: float  # for how long it has not
    reason: str  # while it fails, a code: server/storage
    set_aside: int  # tables that cannot be read; the log says which, and why


class Alive(msgspec.Struct):
    status: Literal["alive"] = "alive"


class Ready(msgspec.Struct):
    ready: bool


@get("/api/health", tags=("server",), summary="How the server is", responses=refusals())
async def health(registry: NamedDependency[TableRegistry]) -> Health:
    storage = registry.health.state
    well = storage == "ok" and not registry.set_aside
    return Health(
        "stopping" if registry.stopping else "ok" if well else "degraded",
        __version__,
        list(LANGUAGES),
        storage,
        round(max(registry.health.failing_for, registry.health.busy_for if storage == "slow" else 0.0), 1),
        registry.health.reason,
        len(registry.set_aside),
    )


@get("/api/live", tags=("server",), summary="Whether the server is alive", responses=refusals())
async def alive() -> Alive:
    """It answers: so it need not be started anew."""
    return Alive()


@get("/api/ready", tags=("server",), summary="Whether players should be sent here", responses=refusals(503))
async def ready(registry: NamedDependency[TableRegistry]) -> Response[Ready]:
    """503 while nothing can be stored, and while the server stops."""
    return Response(Ready(registry.ready), status_code=200 if registry.ready else 503)
