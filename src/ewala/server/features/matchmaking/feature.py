"""Matchmaking: play now, the lobby, invitations."""

from ewala.server.features.accounts import Accounts, PersonalData
from ewala.server.features.matchmaking.invitations import Invited, Inviter, invitations, lobby, unwelcome
from ewala.server.features.matchmaking.play_now import PlayNow
from ewala.server.features.matchmaking.routes import InvitationsController, play_now, who_is_there
from ewala.server.features.notifications import Notifier
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    inviter = Inviter(server.registry, server.find(Notifier))
    server.service(Accounts).personal_data.append(PersonalData("invitations", Invited, inviter.of))
    server.routes += [InvitationsController, play_now, who_is_there]
    server.provide(finding=PlayNow(server.registry), inviter=inviter)


FEATURE = Feature("matchmaking", install, needs=("accounts",), schema=(lobby, invitations, unwelcome))
