"""The features of a server. One line less is a server without that feature and without those that need it."""

from collections.abc import Sequence

from sqlalchemy import MetaData

from ewala.server.features.accounts.feature import FEATURE as ACCOUNTS
from ewala.server.features.admin.feature import FEATURE as ADMIN
from ewala.server.features.daily.feature import FEATURE as DAILY
from ewala.server.features.evenings.feature import FEATURE as EVENINGS
from ewala.server.features.mail.feature import FEATURE as MAIL
from ewala.server.features.matchmaking.feature import FEATURE as MATCHMAKING
from ewala.server.features.notifications.feature import FEATURE as NOTIFICATIONS
from ewala.server.features.ratings.feature import FEATURE as RATINGS
from ewala.server.platform.storage.schema import metadata
from ewala.server.tables.feature import Feature

FEATURES: Sequence[Feature] = (
    ACCOUNTS,
    RATINGS,
    NOTIFICATIONS,
    MAIL,
    MATCHMAKING,
    EVENINGS,
    DAILY,
    ADMIN,
)


def whole_schema() -> MetaData:
    """All tables of the database: every feature's, also of those that a server leaves out."""
    return metadata
