"""The application: tables and the features of this server, and how errors leave it."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State as AppState
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException, WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.status_codes import HTTP_415_UNSUPPORTED_MEDIA_TYPE
from litestar.types import Scope
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.composition import FEATURES
from ewala.server.page import Page, page_handlers
from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.guard import Guard
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.operate.log_lines import Redacted
from ewala.server.platform.wire.openapi import api_description
from ewala.server.tables.analyses import Analyses
from ewala.server.tables.api.access import caller_of, language_of
from ewala.server.tables.api.analyses import AnalysisLimiters, analysed_record, analysis, want_analysis
from ewala.server.tables.api.drawn import draw
from ewala.server.tables.api.health import alive, health, ready
from ewala.server.tables.api.hints import HintLimiters, allow_hints, ask_hint
from ewala.server.tables.api.live import live
from ewala.server.tables.api.positions import download, games, look_back, replay, study, tell_story
from ewala.server.tables.api.stream import stream
from ewala.server.tables.api.tables import TOO_MANY_TABLES, TablesController
from ewala.server.tables.feature import Feature, Server, without
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import Problem, TooMany, Unavailable, problem_of, status_of

log = logging.getLogger("ewala.server")


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is JSON, and says so; that it cannot be read is the client's mistake.

    A page of another site cannot send such a request: a browser would ask us first, and we do not answer.
    """

    async def json(self) -> Any:
        if await self.body() and self.content_type[0] != "application/json":
            raise HTTPException("the body is not JSON", status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE)
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError):
            raise ClientException("the body cannot be read") from None


class BadRequest(EwalaError):
    """A request that does not follow the API's description."""


def create_app(
    config: Config, now: Callable[[], int] | None = None, features: Sequence[Feature] = FEATURES
) -> Litestar:
    """The server's ASGI application; `now` gives the time in milliseconds."""
    registry, edge, jobs = TableRegistry(config, now), Edge(config), JobPool(config.limits)
    limits = config.limits
    server = Server(config, registry, edge, jobs)
    server.routes += [
        TablesController,
        draw,
        look_back,
        tell_story,
        download,
        replay,
        study,
        want_analysis,
        analysis,
        analysed_record,
        ask_hint,
        allow_hints,
        games,
        health,
        alive,
        ready,
        stream,
        live,
    ]
    server.dependencies["caller"] = Provide(caller_of)
    server.provide(
        registry=registry,
        edge=edge,
        jobs=jobs,
        page=Page(config.page_dir),
        table_limiters=Quota(limits.tables_per_hour, limits.tables_burst, TOO_MANY_TABLES),
        analyses=Analyses(registry, jobs, registry.now),
        analysis_limiters=AnalysisLimiters(limits),
        hint_limiters=HintLimiters(limits),
    )
    for feature in without(features, set()):
        feature.install(server)
    for finish in server.when_composed:
        finish()
    app = Litestar(
        route_handlers=[*server.routes, *page_handlers],
        dependencies=server.dependencies,
        guards=[_pays],
        on_startup=[registry.open, *server.on_start, *([jobs.start] if config.warm_bots else [])],
        on_shutdown=[jobs.close, registry.close, *server.on_stop],
        after_exception=[_log_unexpected],
        exception_handlers={EwalaError: _refused, SQLAlchemyError: _not_read, HTTPException: _http_error},
        request_class=JsonRequest,
        request_max_body_size=config.limits.body_bytes,
        openapi_config=api_description(),
        logging_config=None,
        state=AppState(server.state),
        debug=False,
    )
    # Around everything: as the framework's middleware there would be a guard for each route, and none for the others.
    app.asgi_handler = Guard(app.asgi_handler, config, edge, registry.figures.refused)
    return app


async def _pays(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """What a handler says that it costs, besides what every request does."""
    if cost := handler.opt.get("cost"):
        edge: Edge = connection.app.state.edge
        edge.pay(connection.scope, cost)


async def _log_unexpected(error: Exception, scope: Scope) -> None:
    """What no input should cause: the client hears of an error, the log of its cause."""
    if isinstance(error, SQLAlchemyError):
        log.error("the database could not be asked: %s", str(error).partition("\n")[0])
    elif not isinstance(error, EwalaError | HTTPException | WebSocketDisconnect):
        log.error("a request failed: %s", Redacted(scope["path"], scope.get("path_template", "")), exc_info=error)


def _refused(request: Request[Any, Any, Any], error: EwalaError) -> Response[Problem]:
    request.app.state.registry.figures.refused[error.code] += 1
    headers = {"retry-after": str(error.seconds)} if isinstance(error, TooMany) else {}
    return Response(problem_of(error, language_of(request)), status_code=status_of(error), headers=headers)


def _not_read(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Problem]:
    """What is written goes through the writer, which says so itself: here something could not be read."""
    away = Sentence("the database does not answer: try again in a moment")
    return _refused(request, Unavailable("server/storage", away))


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
