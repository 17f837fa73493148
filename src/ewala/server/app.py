"""The application: its routes, what they share, and how errors leave it."""

import logging
from collections.abc import Callable
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
from ewala.server.features.accounts.accounts import Accounts
from ewala.server.features.accounts.profile_routes import MeController, me_of
from ewala.server.features.accounts.routes import PeopleController, PeopleLimiters
from ewala.server.features.admin.access import DeskTries, host_of
from ewala.server.features.admin.action_routes import DeskActsController
from ewala.server.features.admin.public_routes import house
from ewala.server.features.admin.routes import DeskController
from ewala.server.features.admin.service import HostsDesk
from ewala.server.features.daily.routes import DayLimiters, DaysController
from ewala.server.features.evenings.organizer import Organising
from ewala.server.features.evenings.routes import EveningsController
from ewala.server.features.mail.routes import MailController, ask_by_mail, stop_mail
from ewala.server.features.mail.service import Mailing
from ewala.server.features.matchmaking.play_now import PlayNow
from ewala.server.features.matchmaking.routes import InvitationsController, play_now, who_is_there
from ewala.server.features.notifications.notifier import Notifier
from ewala.server.features.notifications.routes import PushController, push_key
from ewala.server.features.ratings.routes import leaders
from ewala.server.page import Page, page_handlers
from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.guard import Guard
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.operate.log_lines import Discreet
from ewala.server.platform.wire.openapi import api_description
from ewala.server.tables.analyses import Analyses
from ewala.server.tables.api.access import caller_of, language_of
from ewala.server.tables.api.analyses import AnalysisLimiters, analysed_record, analysis, want_analysis
from ewala.server.tables.api.drawn import draw
from ewala.server.tables.api.health import alive, health, ready
from ewala.server.tables.api.hints import HintLimiters, allow_hints, ask_hint
from ewala.server.tables.api.live import live
from ewala.server.tables.api.past import look_back, tell_story
from ewala.server.tables.api.positions import study
from ewala.server.tables.api.records import download, replay
from ewala.server.tables.api.rules import games
from ewala.server.tables.api.stream import stream
from ewala.server.tables.api.tables import TablesController
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


def create_app(config: Config, now: Callable[[], int] | None = None) -> Litestar:
    """The server's ASGI application; `now` gives the time in milliseconds."""
    registry = TableRegistry(config, now)
    edge = Edge(config)
    jobs = JobPool(config.limits)
    app_state = AppState({"registry": registry, "edge": edge, "jobs": jobs})
    page = Page(config.page_dir)
    desk = Accounts(registry, registry.now)
    mailing = Mailing(desk.ask, config.mail, config.mail_from, config.limits)
    notifier = Notifier(registry, mailing)
    organising = Organising(registry)
    finding = PlayNow(registry)
    hosts_desk, desk_tries = HostsDesk(registry), DeskTries(config.limits)
    people_limiters, day_limiters = PeopleLimiters(config.limits), DayLimiters(config.limits)
    analyses = Analyses(registry, jobs, registry.now)
    analysis_limiters, hint_limiters = AnalysisLimiters(config.limits), HintLimiters(config.limits)
    table_limiters = RateLimiters(config.limits.tables_per_hour / 3600, config.limits.tables_burst)
    app = Litestar(
        route_handlers=[
            TablesController,
            PeopleController,
            MeController,
            PushController,
            MailController,
            ask_by_mail,
            stop_mail,
            push_key,
            EveningsController,
            DaysController,
            InvitationsController,
            play_now,
            who_is_there,
            DeskController,
            DeskActsController,
            house,
            leaders,
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
            *page_handlers,
        ],
        dependencies={
            "caller": Provide(caller_of),
            "me": Provide(me_of),
            "mailing": Provide(lambda: mailing, sync_to_thread=False, use_cache=True),
            "notifier": Provide(lambda: notifier, sync_to_thread=False, use_cache=True),
            "host": Provide(host_of),
            "hosts_desk": Provide(lambda: hosts_desk, sync_to_thread=False, use_cache=True),
            "desk_tries": Provide(lambda: desk_tries, sync_to_thread=False, use_cache=True),
            "organising": Provide(lambda: organising, sync_to_thread=False, use_cache=True),
            "day_limiters": Provide(lambda: day_limiters, sync_to_thread=False, use_cache=True),
            "finding": Provide(lambda: finding, sync_to_thread=False, use_cache=True),
            "desk": Provide(lambda: desk, sync_to_thread=False, use_cache=True),
            "people_limiters": Provide(lambda: people_limiters, sync_to_thread=False, use_cache=True),
            "edge": Provide(lambda: edge, sync_to_thread=False, use_cache=True),
            "registry": Provide(lambda: registry, sync_to_thread=False, use_cache=True),
            "jobs": Provide(lambda: jobs, sync_to_thread=False, use_cache=True),
            "page": Provide(lambda: page, sync_to_thread=False, use_cache=True),
            "table_limiters": Provide(lambda: table_limiters, sync_to_thread=False, use_cache=True),
            "analyses": Provide(lambda: analyses, sync_to_thread=False, use_cache=True),
            "analysis_limiters": Provide(lambda: analysis_limiters, sync_to_thread=False, use_cache=True),
            "hint_limiters": Provide(lambda: hint_limiters, sync_to_thread=False, use_cache=True),
        },
        guards=[_pays],
        on_startup=[registry.open, notifier.start, *([jobs.start] if config.warm_bots else [])],
        on_shutdown=[jobs.close, registry.close, mailing.close],
        after_exception=[_log_unexpected],
        exception_handlers={EwalaError: _refused, SQLAlchemyError: _not_read, HTTPException: _http_error},
        request_class=JsonRequest,
        request_max_body_size=config.limits.body_bytes,
        openapi_config=api_description(),
        logging_config=None,
        state=app_state,
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
        log.error("a request failed: %s", Discreet(scope["path"], scope.get("path_template", "")), exc_info=error)


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
