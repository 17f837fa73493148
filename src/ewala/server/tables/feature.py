"""What a feature is, and what it is given: the layers below it, and the services of features before it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.types import ControllerRouterHandler
from sqlalchemy import Table

from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.tables.registry import TableRegistry

T = TypeVar("T")

# What handlers take.
HttpRequest = Request[Any, Any, Any]
RegistryDep = NamedDependency[TableRegistry]


class Server:
    """A server while it is composed. Features add to it, one after another."""

    def __init__(self, config: Config, registry: TableRegistry, edge: Edge, jobs: JobPool) -> None:
        self.config, self.registry, self.edge, self.jobs = config, registry, edge, jobs
        self.state: dict[str, Any] = {"registry": registry, "edge": edge, "jobs": jobs}  # of the application
        self.routes: list[ControllerRouterHandler] = []
        self.dependencies: dict[str, Provide] = {}
        self.on_start: list[Callable[[], Awaitable[None]]] = []
        self.on_stop: list[Callable[[], Awaitable[None]]] = []
        self.when_composed: list[Callable[[], None]] = []  # called after the last feature was installed
        self._services: dict[type, Any] = {}

    def provide(self, **services: Any) -> None:
        """Let handlers take these by name, and later features by type."""
        for name, service in services.items():
            self._services[type(service)] = service
            self.dependencies[name] = Provide(_giving(service), sync_to_thread=False, use_cache=True)

    def service(self, kind: type[T]) -> T:
        """The service of a feature that is needed."""
        found: T = self._services[kind]
        return found

    def find(self, kind: type[T]) -> T | None:
        """The service of a feature that may have been left out."""
        return self._services.get(kind)


def _giving(service: Any) -> Callable[[], Any]:
    return lambda: service


@dataclass(frozen=True)
class Feature:
    """One folder of `features`."""

    name: str
    install: Callable[[Server], None]
    needs: tuple[str, ...] = ()  # features that come before it
    schema: tuple[Table, ...] = ()


def without(features: Sequence[Feature], names: set[str]) -> tuple[Feature, ...]:
    """All features but these and those that need them."""
    kept: list[Feature] = []
    for feature in features:
        if feature.name not in names and all(need in {one.name for one in kept} for need in feature.needs):
            kept.append(feature)
    return tuple(kept)
