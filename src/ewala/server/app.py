"""The application: its routes, what they share, and how errors leave it."""

from collections.abc import Callable
from typing import Any

from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ewala._version import __version__
from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.access import language_of
from ewala.server.api_records import download, replay
from ewala.server.api_rules import games, health
from ewala.server.api_stream import stream
from ewala.server.api_tables import TablesController
from ewala.server.config import Config
from ewala.server.guard import Guard
from ewala.server.hub import Hub, milliseconds
from ewala.server.live import live
from ewala.server.problems import Problem, problem_of, status_of
from ewala.server.throttle import Buckets

__all__ = ["create_app"]


class BadRequest(EwalaError):
    """A request that does not follow the API's description."""


def create_app(config: Config, now: Callable[[], int] = milliseconds) -> Litestar:
    """The server's ASGI application; `now` gives the time in milliseconds."""
    channels = ChannelsPlugin(
        backend=MemoryChannelsBackend(),
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=config.limits.watcher_backlog,
        subscriber_backlog_strategy="backoff",
    )
    hub = Hub(config, channels, now)
    makers = Buckets(config.limits.tables_per_hour / 3600, config.limits.tables_burst)
    return Litestar(
        route_handlers=[TablesController, download, replay, games, health, stream, live],
        plugins=[channels],
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False, use_cache=True),
            "makers": Provide(lambda: makers, sync_to_thread=False, use_cache=True),
        },
        middleware=[lambda app: Guard(app, config)],
        on_startup=[hub.open],
        on_shutdown=[hub.close],
        exception_handlers={EwalaError: _refused, HTTPException: _http_error},
        request_max_body_size=config.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Ewala", version=__version__, path="/api/docs", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
    )


def _refused(request: Request[Any, Any, Any], error: EwalaError) -> Response[Problem]:
    return Response(problem_of(error, language_of(request)), status_code=status_of(error))


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The framework's own refusals, in our form: a code that does not change, no inner workings."""
    kinds = {
        400: ("request/invalid", Sentence("the request does not follow the API's description")),
        404: ("request/unknown-path", Sentence("there is nothing at this address")),
        405: ("request/method", Sentence("this address does not take this method")),
        413: ("request/too-large", Sentence("the request is too large")),
        415: ("request/media-type", Sentence("the request's body is JSON")),
    }
    code, sentence = kinds.get(error.status_code, ("server/error", Sentence("the server could not do this")))
    return Response(problem_of(BadRequest(code, sentence), language_of(request)), status_code=error.status_code)
