"""Which bus carries the news: none where a database is one process's alone, else PostgreSQL's own or a Redis."""

from ewala.core.sentences import Sentence
from ewala.server.news.bus import Alone, Bus
from ewala.server.news.postgresql_bus import PostgresqlBus
from ewala.server.news.redis_bus import NoRedis, RedisBus
from ewala.server.storage.store import Store

__all__ = ["bus_for"]


def bus_for(store: Store, news: str) -> Bus:
    """`news` is a Redis's address, or nothing. Raises NoRedis if it is none, or nobody would hear anything there."""
    if not store.shared and news:
        raise NoRedis("server/news", Sentence("SQLite is one process's alone: there is nobody to hear news from"))
    if not store.shared:
        return Alone()
    return RedisBus(news) if news else PostgresqlBus(store.engine)
