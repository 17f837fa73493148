"""What the API's description says besides its routes: refusals, keys, the parts of addresses."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Example, SecurityScheme, Tag
from litestar.params import Parameter

from ewala._version import __version__
from ewala.server.platform.edge import costs
from ewala.tables.problems import Problem

TableId = Annotated[
    str,
    Parameter(description="The table's name: ten letters and digits.", examples=[Example(value="k7m2p9qrst")]),
]
SeatLetter = Annotated[
    str,
    Parameter(
        description="The letter of a seat, one of those that the table shows.",
        examples=[Example(value="K")],
    ),
]

# What an operation asks for; a listed table may be looked at without a key.
KEY: list[dict[str, list[str]]] = [{"key": []}]
KEY_OR_NONE: list[dict[str, list[str]]] = [{"key": []}, {}]
TOKEN: list[dict[str, list[str]]] = [{"token": []}]

_REFUSALS = {
    400: (
        "The request cannot be read, or asks for what cannot be.",
        Problem("setup/seat", "the seats are K, S, F, G, not 'X'"),
    ),
    403: ("The key that was shown does not allow this.", Problem("table/host-only", "this is for the host")),
    404: ("There is no such table, or you may not see it.", Problem("table/unknown", "there is no such table")),
    409: ("The table is not in a state for this.", Problem("move/not-your-turn", "S has to act, not K")),
    413: ("The request is too large.", Problem("request/too-large", "the request is too large")),
    415: ("The request's body does not say that it is JSON.", Problem("request/media-type", "the body is JSON")),
    429: ("Too much at once; `Retry-After` says when.", Problem("server/too-many", "too many requests at once")),
    503: (
        "The server cannot do it now; nothing has changed.",
        Problem("server/storage", "it could not be stored: nothing has changed"),
    ),
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of an operation, each with a Problem; too many requests are refused everywhere, and any storage may
    be away."""
    found = {}
    for status in sorted({*statuses, 429, 503}):
        about, problem = _REFUSALS[status]
        found[status] = ResponseSpec(
            Problem,
            generate_examples=False,
            description=about,
            examples=[Example(value={"code": problem.code, "sentence": problem.sentence})],
        )
    return found


H = TypeVar("H", bound=HTTPRouteHandler)


def route(
    method: Callable[..., H], path: str, summary: str, *refused: int, cost: float = costs.COMMAND, **options: Any
) -> H:
    """A route with what is said of it: a line, the refusals besides those that every route has, and what it costs."""
    return method(path or None, summary=summary, responses=refusals(*refused), opt={"cost": cost}, **options)


def api_description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Ewala",
        version=__version__,
        summary="Tables for board games",
        description=(
            "Make a table, sit down, start, move. Who makes a table is told its keys, who sits down the seat's: "
            "show them as `Authorization: Bearer KEY`, several separated by commas. A refusal is a `Problem`: "
            "its code never changes, its sentence is in the language that `Accept-Language` asks for. "
            "What happens at a table arrives over a WebSocket, `/api/tables/{table_id}/live`, or as lines of JSON from "
            "`/api/tables/{table_id}/stream`."
        ),
        path="/api/docs",
        render_plugins=[JsonRenderPlugin()],
        tags=[
            Tag("tables", "Making tables, seats, the start and the moves."),
            Tag("bots", "With `moves`, all that a program needs to play."),
            Tag("people", "A lasting place for whoever wants one: without a password, proved by keys of devices."),
            Tag("evenings", "Club evenings: who sits where, and how everybody stands."),
            Tag("records", "Games as text: to keep, to verify, to replay."),
            Tag("coach", "Hints, and games looked through afterwards."),
            Tag("desk", "The host's desk, for whoever runs the server."),
            Tag("rules", "What can be played, and how."),
            Tag("server", "The server itself."),
        ],
        components=Components(
            security_schemes={
                "key": SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="A key of a host, a seat or a watcher; up to four, separated by commas.",
                ),
                "desk": SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="The key of the host's desk, which the first `ewala serve` tells.",
                ),
                "token": SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="What `/api/people/token` gives whoever proves who they are.",
                ),
            }
        ),
    )
