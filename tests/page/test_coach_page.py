"""The coach on the page: hints where they are allowed, and a finished game looked through."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from actions import against_computer, better_plies, finished, hold, plies, turn_bar
from browsers import PHONE, Visit, visitor
from devices import Player
from local_tables import played_by
from playwright.sync_api import Browser, Locator, Page, expect
from scene_setup import Arrange, Say
from scenes_around_games import analysed, reviewed
from scenes_at_boards import cr_result, kr_result
from table_server import Server, Table, served

from ewala.games.records import read_record
from ewala.locale.languages import LANGUAGES, translator


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose coach only glances: how good its judgement is, others test. No other test's games run there, of which
    no record would be looked through."""
    with served(tmp_path, coach_iterations=1) as running:
        yield running


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_hint_against_the_computer_is_shown_marked_and_played(visit: Visit, server: Server, game: str) -> None:
    table, seat = against_computer(server, game)
    page = hold(visit(size=PHONE), table, seat).open(f"#/table/{table.id}")
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_role("region", name="The coach", exact=True)
    expect(hint.get_by_text("Winning chance:")).to_be_visible()
    sentence = hint.locator(".sentence").inner_text()
    assert "because" in sentence
    assert "Ada" not in sentence  # it is plain who would do it
    assert sentence.count(". ") == 0  # one sentence
    expect(hint.get_by_role("list")).to_have_count(0)
    hint.get_by_role("button", name="More").click()  # the line and the other moves come when they are asked for
    moves = hint.get_by_role("list", name="Moves to consider").get_by_role("button")
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


@pytest.mark.smoke
def test_in_company_a_hint_is_offered_once_everybody_has_agreed(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    other = "S" if seat == "K" else "K"
    page = hold(visit(), table, seat).open(f"#/table/{table.id}")
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
    return [float(text.replace("−", "-").replace(",", "").removesuffix("%")) for text in texts]


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_finished_game_is_looked_through(visit: Visit, server: Server, game: str) -> None:
    table = finished(server, game)
    last = len(table.look()["log"])
    winners = table.look()["result"]["winners"]
    page = visit().open(f"#/replay/{table.id}")
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
    page.get_by_text("How it adds up").click()
    for seat in seats:
        *parts, result = figures(page, seat)
        assert result == shares[seat]
        assert sum(parts) == pytest.approx(result, abs=3)  # each is rounded
        accuracy = float(page.locator(f"[data-accuracy='{seat}']").inner_text().rstrip("%"))
        assert 0 < accuracy < 100, "they played at random"
    assert "point" not in page.get_by_role("complementary").inner_text()  # points are the game's own
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("table").last.get_by_role("row")).to_have_count(last + 2)

    decision = page.locator("[data-decision]").first
    ply = int(decision.get_attribute("data-decision") or 0)
    decision.click()
    expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
    played = page.get_by_role("radio", name="What was played")
    played.check()
    expect(page.locator(f"[data-ply='{ply + 1}']")).to_be_visible()
    page.get_by_role("radio", name="What was better").check()
    shown = page.get_by_role("region", name="The decision")
    expect(shown).to_contain_text("Winning chance:")
    expect(page.locator(f"[data-ply='{ply + better_plies(server, table.id, ply)}']")).to_be_visible()
    page.get_by_role("button", name="Back to the whole game").click()
    expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()


def played_by_people(server: Server, game: str) -> Table:
    table = server.kingdom_run("KS") if game == "kingdom-run" else server.chronicles()
    with table.device(*table.keys) as device:
        Player(device, 5).play()
    return table


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_review_opens_at_ones_own_costliest_decision(visit: Visit, server: Server, game: str) -> None:
    table = played_by_people(server, game)
    name = server.call("POST", "/api/analyses", body={"table": table.id}).json()["id"]
    seat = list(table.keys)[1]
    page = hold(visit(), table, seat).open(f"#/analysis/{table.id}")
    chosen = page.locator("[data-decision][aria-pressed=true]")
    expect(chosen).to_have_count(1)
    costly = server.call("GET", f"/api/analyses/{name}").json()["result"]["costly"]
    own = max((one for one in costly if one["seat"] == seat), key=lambda one: one["loss"])
    expect(chosen).to_have_attribute("data-decision", str(own["ply"]))
    expect(page.locator(f"[data-ply='{own['ply']}']")).to_be_visible()
    expect(page.locator("[data-decision]").first).to_have_attribute("data-decision", str(own["ply"]))
    shown = page.get_by_role("region", name="The decision")
    expect(shown).to_contain_text(str(own["size"]).capitalize())
    expect(shown).to_contain_text("of the winning chance")
    people = page.get_by_role("group", name="Whose decisions").get_by_role("radio")
    expect(people.first).to_be_checked()
    assert people.count() == 3
    page.get_by_role("radio", name="All", exact=True).check()
    expect(page.locator("[data-decision]")).to_have_count(len(costly))


def test_the_first_part_is_shown_while_the_rest_is_made(browser: Browser, tmp_path: Path) -> None:
    with (
        served(tmp_path, coach_iterations=3_000) as server,
        visitor(browser, f"http://127.0.0.1:{server.port}") as person,
    ):
        table = finished(server, "chronicles-of-run")
        page = person.page
        person.open(f"#/analysis/{table.id}")
        expect(page.get_by_role("slider", name="Winning chances")).to_be_visible()
        expect(page.get_by_text("The coach is still looking more closely.")).to_be_visible()
        expect(page.locator("[data-decision][aria-pressed=true]")).to_have_count(1)
        expect(page.get_by_role("progressbar")).to_be_visible()


def position_of(table: Table) -> str:
    """Where a table's game began; what has been played since may lie face down, and then its record cannot be read."""
    found = re.search(r"^start: (.*)$", table.record(*table.keys.values()), re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_position_of_a_replay_is_played_on_against_the_computer(visit: Visit, server: Server, game: str) -> None:
    table = finished(server, game)
    ply = 25 if game == "kingdom-run" else 15
    replayed = server.call("POST", "/api/records", body={"text": table.record()}).json()
    person = visit(size=PHONE)
    page = person.open(f"#/replay/{table.id}/{ply}")
    person.forgiven += ["400"]  # a bid that lies face down is not set out from
    page.get_by_role("button", name="Play on from here").click()
    new = played_by(page, server)
    expect(turn_bar(page)).to_be_visible()
    assert position_of(new) in replayed["positions"][ply - 1 : ply + 1]
    seats = new.look(*new.keys.values())["table"]["seats"]
    assert sorted(sitter["kind"] for sitter in seats) == ["bot", "person"]


def test_what_was_better_is_played_on(visit: Visit, server: Server) -> None:
    table = played_by_people(server, "kingdom-run")
    page = hold(visit(), table, "K").open(f"#/analysis/{table.id}")
    expect(page.locator("[data-decision][aria-pressed=true]")).to_have_count(1)
    page.get_by_role("radio", name="What was better").check()
    last = page.get_by_role("region", name="The decision").locator(".words")
    expect(last).to_contain_text("Winning chance:")
    page.get_by_role("button", name="Play on from here").click()
    new = played_by(page, server)
    expect(turn_bar(page)).to_be_visible()
    assert list(new.keys) == ["K"]
    assert read_record(new.record(*new.keys.values())).start.text != table.look()["position"]["text"]


def test_a_record_from_a_file_is_looked_through(visit: Visit, server: Server, tmp_path: Path) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, "chronicles-of-run").record())
    page = visit(size=PHONE).open("#/replay")
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
    expect(page.locator("[data-decision][aria-pressed=true]")).to_have_count(1)
    curve.press("Home")
    expect(page.locator("[data-ply='0']")).to_be_visible()
    for ply in (1, 2):
        curve.press("ArrowRight")
        expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
    page.wait_for_url(f"**/#/analysis/{asked['id']}/2")
    for _ in range(8):
        curve.press("ArrowRight")
    expect(page.locator("[data-ply='10']")).to_be_visible()  # what is dealt takes little of the curve
    line, frame = page.locator(".curve .here").first.bounding_box(), page.locator(".curve svg").bounding_box()
    assert line
    assert frame
    assert (line["x"] - frame["x"]) / frame["width"] < 0.12  # ten of some thirty moves
    expect(page.get_by_role("slider", name="Position")).to_have_attribute("min", "10")
    decision = page.locator("[data-decision]").first
    ply = int(decision.get_attribute("data-decision") or 0)
    decision.click()
    page.get_by_role("radio", name="What was better").check()
    expect(page.locator(f"[data-ply='{ply + better_plies(server, asked['id'], ply)}']")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_be_visible()


def test_a_closer_look_is_waited_for_beside_the_first(visit: Visit, server: Server) -> None:
    table = finished(server, "chronicles-of-run")
    page = visit(size=PHONE).open(f"#/analysis/{table.id}")
    closer = page.get_by_role("region", name="In-depth review of this game")
    expect(closer).to_contain_text("about four times as long")
    closer.get_by_role("button", name="Review in depth").click()
    expect(closer.get_by_role("progressbar").or_(closer.get_by_role("link"))).to_be_visible()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()  # still there to be read
    expect(closer.get_by_role("status")).to_have_text("The in-depth review is ready.")
    closer.get_by_role("link", name="See the in-depth review").click()
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}(/\d+)?$"))
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()
    expect(page.locator("main .chronicles")).to_be_visible()
    expect(closer).to_have_count(0)
    page.go_back()
    closer.get_by_role("button", name="Review in depth").click()  # it is there already
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}(/\d+)?$"))


@pytest.mark.smoke
def test_a_game_that_goes_on_is_not_looked_through(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    person = visit()
    person.forgiven += ["404", "409"]
    hold(person, table, "K")
    person.open(f"#/analysis/{table.id}")
    expect(person.page.get_by_role("heading", name="The coach cannot review this game")).to_be_visible()
    expect(person.page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()


# --- A decision on the smallest phone: all of it in sight, nothing cut off, all within a thumb's reach

SMALLEST = (390, 664)
THUMB = 44  # pixels

# What is cut off or hangs over, among the bar and all that is in it.
CUT = """(bar) => [bar, ...bar.querySelectorAll("p, strong, label, label span, button")].filter((one) => {
  if (one.matches(".heard")) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline" && one.clientWidth > 0
    || one.matches(".decision") && one.scrollHeight > one.clientHeight + 1
    || left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
}).map((one) => one.outerHTML.slice(0, 120))"""


def board_in_sight(page: Page, bar: Locator) -> float:
    """How much of the screen's height the board has above the bar."""
    top: float = bar.evaluate("(bar) => bar.getBoundingClientRect().top")
    board = page.locator(".stage").bounding_box()
    assert board
    return (min(top, board["y"] + board["height"]) - max(0, board["y"])) / SMALLEST[1]


@pytest.mark.parametrize("arranged", [kr_result, cr_result], ids=["kingdom-run", "chronicles"])
def test_a_decision_has_room_on_the_smallest_phone_in_every_language(
    visit: Visit, server: Server, arranged: Arrange
) -> None:
    place = analysed(arranged)(server)
    for language in LANGUAGES:
        say = translator(language)
        person = visit(size=SMALLEST, language=language)
        place.opened_by(person.page, person.address)
        reviewed(person.page, say, place)
        bar = person.page.get_by_role("region", name=say("The decision"))
        look_at_each_side(person.page, bar, say)
        bar.locator("button[aria-expanded]").click()
        expect(bar.locator(".reason")).to_be_visible()
        assert bar.evaluate(CUT) == []
        expect(bar.get_by_role("button", name=say("Play on from here"))).to_be_in_viewport(ratio=1)
        person.page.locator("[data-decision]").nth(1).click()
        expect(bar.locator(".reason")).to_have_count(0)  # of another decision one asks again


def look_at_each_side(page: Page, bar: Locator, say: Say) -> None:
    """What was there, what was played, what was better: each with its price, and the board in sight."""
    shown = bar.get_by_role("radio")
    for number in range(shown.count()):
        shown.nth(number).check()
        expect(bar.locator(".words")).to_contain_text(say("Winning chance: {chance}.").split("{")[0])
        assert bar.evaluate(CUT) == []
        assert board_in_sight(page, bar) > 0.5
        for one in [*bar.locator("label").all(), *bar.get_by_role("button").all()]:
            box = one.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= THUMB, one.inner_text()
