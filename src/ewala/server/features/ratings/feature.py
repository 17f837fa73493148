"""Ratings: who plays how well, from rated games."""

from ewala.server.features.accounts import Accounts, Me, PersonalData
from ewala.server.features.ratings.routes import leaders
from ewala.server.features.ratings.schema import ratings
from ewala.server.features.ratings.store import PersonRating, RatingBook, forget_ratings
from ewala.server.features.ratings.tables import RatedTables
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    accounts, ask = server.service(Accounts), server.registry.ask

    async def own_ratings(me: Me) -> list[PersonRating]:
        return list(await ask(lambda engine: RatingBook(engine).of(me.id)))

    accounts.seating.before_reading.append(lambda engine: RatingBook(engine).reckon())
    accounts.on_forget.append(forget_ratings)
    accounts.personal_data.append(PersonalData("ratings", list[PersonRating], own_ratings))
    server.registry.hooks.rated_seats = RatedTables(accounts)
    server.routes.append(leaders)


FEATURE = Feature("ratings", install, needs=("accounts",), schema=(ratings,))
