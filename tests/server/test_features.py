"""A server without one of its features, or without any: it starts, games are played, and the routes are gone."""

from pathlib import Path

import pytest
from table_server import Server, served

from ewala.server.composition import FEATURES, whole_schema
from ewala.server.tables.feature import without

NAMES = [feature.name for feature in FEATURES]
ROUTES = {
    "accounts": ("POST", "/api/people/challenge"),
    "ratings": ("GET", "/api/ratings/kingdom-run/2"),
    "notifications": ("GET", "/api/push/key"),
    "mail": ("GET", "/api/me/mail"),
    "matchmaking": ("GET", "/api/lobby"),
    "evenings": ("GET", "/api/evenings/k7m2p9qrst"),
    "daily": ("GET", "/api/days/kingdom-run/2026-11-18"),
    "admin": ("GET", "/api/house"),
}


def has_route(server: Server, name: str) -> bool:
    answer = server.call(*ROUTES[name])
    gone = answer.status_code == 404 and answer.json()["code"] == "request/unknown-path"
    return not gone


def play(server: Server, moves: int) -> None:
    table = server.chronicles()
    for ply in range(moves):
        seat = table.seat_to_act()
        position = table.look(table.keys[seat])["position"]
        table.do("POST", "/moves", table.keys[seat], body={"move": position["moves"][0], "ply": position["ply"]})
        assert table.look(table.watch)["position"]["ply"] > ply
    table.call("POST", "/resign", table.keys[table.seat_to_act()], body={})


@pytest.mark.parametrize("left_out", [*NAMES, "all"])
def test_a_server_does_without_it(left_out: str, tmp_path: Path) -> None:
    kept = without(FEATURES, set(NAMES) if left_out == "all" else {left_out})
    with served(tmp_path, features=kept) as server:
        assert server.call("GET", "/api/health").status_code == 200
        play(server, 4)
        there = {name for name in NAMES if has_route(server, name)}
        assert there == {feature.name for feature in kept}
        rated = server.call("POST", "/api/tables", body={"game": "chronicles-of-run", "rated": True})
        assert rated.is_success == ("ratings" in there), rated.text
        assert rated.is_success or rated.json()["code"] == "house/no-rated"


def test_what_a_feature_needs_comes_before_it_and_goes_with_it() -> None:
    for number, feature in enumerate(FEATURES):
        assert set(feature.needs) <= set(NAMES[:number])
    assert [one.name for one in without(FEATURES, {"accounts"})] == ["evenings", "daily"]
    assert [one.name for one in without(FEATURES, {"mail"})] == [name for name in NAMES if name != "mail"]


def test_every_table_of_the_database_is_of_one_feature_or_of_the_platform() -> None:
    of_features = [table.name for feature in FEATURES for table in feature.schema]
    assert len(of_features) == len(set(of_features))
    platform = {"analyses", "events", "outages", "seat_keys", "secrets", "service", "tables"}
    assert {*of_features, *platform} == set(whole_schema().tables)


def test_all_that_is_kept_of_a_person_has_a_part_of_each_feature() -> None:
    from ewala.server.app import create_app
    from ewala.server.platform.config import Config

    whole = create_app(Config()).state.everything.__struct_fields__
    fewer = create_app(Config(), features=without(FEATURES, {"mail", "ratings"})).state.everything.__struct_fields__
    assert set(whole) - set(fewer) == {"mail", "ratings"}
