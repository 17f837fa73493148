"""The coach on the page: hints where they are allowed, and a finished game looked through."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsers import PHONE, Visitor
from hands import finished, hold, plies
from playwright.sync_api import Page, expect
from table_server import Server, Table, served

Visit = Callable[..., Visitor]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose coach only glances: how good its judgement is, others test."""
    with served(tmp_path, coach_iterations=1) as running:
        yield running


def against_computer(server: Server, game: str) -> tuple[Table, str]:
    """A table at which one person plays a bot, and has not decided anything yet."""
    table = server.table(game)
    seat, bot, *others = list("KSFG" if game == "kingdom-run" else "OC")
    table.sit(seat, "Ada")
    table.seat_bot(bot)
    for other in others:
        table.close(other)
    table.start()
    return table, seat


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_hint_against_the_computer_is_shown_marked_and_played(visit: Visit, server: Server, game: str) -> None:
    table, seat = against_computer(server, game)
    person = visit(size=PHONE)
    hold(person, table, seat)
    page = person.page
    person.open(f"#/table/{table.id}")
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_role("region", name="The coach", exact=True)
    expect(hint.get_by_text("Winning chance:")).to_be_visible()
    hint.get_by_role("button", name="Why?").click()  # on a phone the others are folded away
    moves = hint.get_by_role("list").get_by_role("button")
    expect(moves.first).to_have_attribute("aria-pressed", "true")
    assert 1 <= moves.count() <= 4
    play = page.locator("[data-play]")
    for number in range(moves.count()):  # each can be looked at, and then it is the one to be played
        moves.nth(number).click()
        expect(moves.nth(number)).to_have_attribute("aria-pressed", "true")
        move = str(play.get_attribute("data-play"))
        if game == "chronicles-of-run":
            expect(page.locator(f"[data-hinted='{move.split('>')[1]}']")).to_be_visible()
        elif len(move) > 3 or move[2] != "-":
            expect(page.locator(".dice .pointed")).to_have_count(len(move) - 2)
        else:
            expect(page.locator(".dice .pointed")).to_have_count(0)
    before = plies(table, table.keys[seat])
    wanted = play.get_attribute("data-play")
    play.click()
    expect(hint).to_have_count(0)
    assert table.look(table.keys[seat])["log"][before] in (wanted, f"?>{str(wanted).split('>')[-1]}")


def test_in_company_a_hint_is_offered_once_everybody_has_agreed(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    other = "S" if seat == "K" else "K"
    person = visit()
    hold(person, table, seat)
    page = person.page
    person.open(f"#/table/{table.id}")
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    button = page.get_by_role("button", name="Hint", exact=True)
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_text("Nobody has agreed yet.")).to_be_visible()
    page.get_by_role("switch", name="I agree to hints").check()
    expect(page.get_by_text(f"Agreed so far: Player {seat}.")).to_be_visible()
    expect(button).to_have_count(0)
    table.do("POST", "/hints", table.keys[other], body={"allow": True})
    expect(page.get_by_text("Everybody has agreed.", exact=True)).to_be_visible()
    expect(button).to_be_visible()
    table.do("POST", "/hints", table.keys[other], body={"allow": False})
    expect(button).to_have_count(0)


def figures(page: Page, seat: str) -> list[float]:
    texts = page.locator(f"[data-sums='{seat}'] .figure").all_inner_texts()
    return [float(text.replace("−", "-").replace(",", "")) for text in texts]


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_finished_game_is_looked_through(visit: Visit, server: Server, game: str) -> None:
    table = finished(server, game)
    last = len(table.look()["log"])
    winners = table.look()["result"]["winners"]
    person = visit()
    page = person.page
    person.open(f"#/replay/{table.id}")
    page.get_by_role("link", name="Review this game with the coach").click()
    page.wait_for_url(f"**/#/analysis/{table.id}")
    curve = page.get_by_role("slider", name="Winning chances")
    expect(curve).to_have_attribute("aria-valuemax", str(last))
    curve.press("End")
    expect(page.locator(f"[data-ply='{last}']")).to_be_visible()
    seats = "KS" if game == "kingdom-run" else "OC"
    shares = {seat: 100 // len(winners) if seat in winners else 0 for seat in seats}
    ends = ", ".join(f"[^,]*: {shares[seat]}%" for seat in seats)
    expect(curve).to_have_attribute("aria-valuetext", re.compile(f"Move {last} of {last}, {ends}"))
    for seat in seats:
        *parts, result = figures(page, seat)
        assert result == shares[seat]
        assert sum(parts) == pytest.approx(result, abs=0.5)
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("table").last.get_by_role("row")).to_have_count(last + 2)

    decision = page.locator("[data-decision]").first
    ply = int(decision.get_attribute("data-decision") or 0)
    decision.click()
    expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
    played = page.get_by_role("radio", name="What was played")
    played.check()
    expect(page.locator(f"[data-ply='{ply + 1}']")).to_be_visible()
    with page.expect_response("**/api/positions") as answer:
        page.get_by_role("radio", name="What was better").check()
    position = answer.value.json()["positions"][-1]
    shown = page.get_by_role("region", name="The decision")
    expect(shown).to_contain_text("Winning chance:")
    expect(page.locator(f"[data-ply='{ply + position['ply']}']")).to_be_visible()
    page.get_by_role("button", name="Back to the whole game").click()
    expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()


def test_a_record_from_a_file_is_looked_through(visit: Visit, server: Server, tmp_path: Path) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, "chronicles-of-run").record())
    person = visit(size=PHONE)
    page = person.page
    person.open("#/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Review this game with the coach").click()
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}"))
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(page.locator("main .chronicles")).to_be_visible()


def test_whoever_has_the_link_of_an_analysis_sees_its_board(visit: Visit, server: Server) -> None:
    table = finished(server, "chronicles-of-run")
    asked = server.call("POST", "/api/analyses", body={"table": table.id}).json()
    person = visit()  # a browser that has never been at the table, nor seen the record
    page = person.page
    person.open(f"#/analysis/{asked['id']}")
    curve = page.get_by_role("slider", name="Winning chances")
    expect(page.locator("[data-ply='0']")).to_be_visible()
    for ply in (1, 2):
        curve.press("ArrowRight")
        expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
    page.wait_for_url(f"**/#/analysis/{asked['id']}/2")
    decision = page.locator("[data-decision]").first
    ply = int(decision.get_attribute("data-decision") or 0)
    decision.click()
    with page.expect_response("**/api/positions") as answer:
        page.get_by_role("radio", name="What was better").check()
    position = answer.value.json()["positions"][-1]
    expect(page.locator(f"[data-ply='{ply + position['ply']}']")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_be_visible()


def test_a_closer_look_is_waited_for_beside_the_first(visit: Visit, server: Server) -> None:
    table = finished(server, "chronicles-of-run")
    person = visit(size=PHONE)
    page = person.page
    person.open(f"#/analysis/{table.id}")
    closer = page.get_by_role("region", name="In-depth review of this game")
    expect(closer).to_contain_text("about four times as long")
    closer.get_by_role("button", name="Review in depth").click()
    expect(closer.get_by_role("progressbar").or_(closer.get_by_role("link"))).to_be_visible()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()  # still there to be read
    expect(closer.get_by_role("status")).to_have_text("The in-depth review is ready.")
    closer.get_by_role("link", name="See the in-depth review").click()
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}$"))
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()
    expect(page.locator("main .chronicles")).to_be_visible()
    expect(closer).to_have_count(0)
    page.go_back()
    closer.get_by_role("button", name="Review in depth").click()  # it is there already
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}$"))


def test_a_game_that_goes_on_is_not_looked_through(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    person = visit()
    person.forgiven += ["404", "409"]
    hold(person, table, "K")
    person.open(f"#/analysis/{table.id}")
    expect(person.page.get_by_role("heading", name="The coach cannot review this game")).to_be_visible()
    expect(person.page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()
