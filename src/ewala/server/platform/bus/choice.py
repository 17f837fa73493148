"""Which bus carries the news: none where a database is one process's alone, else PostgreSQL's own or a Redis."""

from ewala.core.sentences import Sentence
from ewala.server.platform.bus.bus import Alone, Bus
from ewala.server.platform.bus.postgresql_bus import PostgresqlBus
from ewala.server.platform.bus.redis_bus import NoRedis, RedisBus
from ewala.server.platform.storage.store import Store


def bus_for(store: Store, news: str) -> Bus:
    """`news` is a Redis's address, or nothing. Raises NoRedis if it is none, or nobody would hear anything there."""
    if not store.shared and news:
        raise NoRedis("server/news", Sentence("SQLite is one process's alone: there is nobody to hear news from"))
    if not store.shared:
        return Alone()
    return RedisBus(news) if news else PostgresqlBus(store.engine)
