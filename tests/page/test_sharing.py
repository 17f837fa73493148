"""Pictures of positions, results and whole games, made by the page: real files with something on them, no secrets."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from actions import better_plies, finished, hold, send_move
from browsers import PHONE, Visit, accessibility_problems, visitor
from fixed_chance import fixed_chance
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, expect
from table_server import Server, served

GAMES = ["kingdom-run", "chronicles-of-run"]
PNG, GIF = b"\x89PNG\r\n\x1a\n", b"GIF89a"


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def make(page: Page, button: str) -> bytes:
    """Have a picture made, save it, put it away; the file."""
    page.get_by_role("button", name=button, exact=True).first.click()
    expect(dialog(page).get_by_role("img")).to_be_visible()
    with page.expect_download() as download:
        dialog(page).get_by_role("button", name="Save").click()
    dialog(page).get_by_role("button", name="Close").click()
    expect(dialog(page)).to_have_count(0)
    return Path(download.value.path()).read_bytes()


def image(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("RGB")


def colours(picture: Image.Image) -> int:
    return len(picture.getcolors(1 << 24) or [])


def brightness(picture: Image.Image) -> float:
    """Of its edge, where the ground is."""
    red, green, blue = picture.resize((1, 1), box=(0, 0, picture.width, 20)).getpixel((0, 0))  # type: ignore[misc]
    return (red + green + blue) / 3


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_a_replay_is_saved_by_day_and_by_night(visit: Visit, server: Server, game: str) -> None:
    """Everybody can use the dialog; another position is another picture, and the same is the same."""
    table = finished(server, game)
    for scheme, light in (("light", True), ("dark", False)):
        page = visit(scheme=scheme).open(f"#/replay/{table.id}/20")
        button = page.get_by_role("button", name="Save a picture", exact=True)
        button.press("Enter")
        expect(dialog(page).get_by_role("img")).to_be_visible()
        assert accessibility_problems(page) == []
        page.keyboard.press("Escape")
        expect(dialog(page)).to_have_count(0)
        expect(button).to_be_focused()
        file = make(page, "Save a picture")
        assert file.startswith(PNG)
        assert 50_000 < len(file) < 2_000_000
        picture = image(file)
        assert picture.width >= 1200
        assert colours(picture) > 200
        assert (brightness(picture) > 128) == light
    page.locator("body").press("End")
    expect(page.get_by_role("button", name="Picture of the result")).to_be_visible()
    assert make(page, "Picture of the result") != file
    page.get_by_role("slider", name="Position").fill("20")
    assert make(page, "Save a picture") == file


FACES = "**/*.woff2"


def held_up(page: Page) -> list[Route]:
    """The page's letters, which wait; not those that are put into a picture."""
    held: list[Route] = []

    def ask(route: Route) -> None:
        if route.request.resource_type == "font":
            held.append(route)
        else:
            route.continue_()

    page.route(FACES, ask)
    return held


def test_letters_that_come_late_make_the_same_picture(visit: Visit, server: Server) -> None:
    """Lines are measured by the letters they are drawn with, so they break where they always do."""
    table = finished(server)
    pictures = []
    for late in (False, True):
        person = visit()
        held = held_up(person.page) if late else []
        person.open(f"#/replay/{table.id}/20")
        person.page.get_by_role("button", name="Save a picture", exact=True).click()
        expect(dialog(person.page)).to_be_visible()
        if late:
            person.page.wait_for_timeout(500)  # in which it would be drawn without them
        for one in held:
            one.continue_()
        expect(dialog(person.page).get_by_role("img")).to_be_visible()
        with person.page.expect_download() as download:
            dialog(person.page).get_by_role("button", name="Save").click()
        pictures.append(Path(download.value.path()).read_bytes())
        assert len(held) == 2 * late
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_under_review_is_saved_as_it_is_shown(browser: Browser, tmp_path: Path, game: str) -> None:
    """Also one of a better line, which the game itself never had."""
    with (
        served(tmp_path, coach_iterations=1) as server,
        visitor(browser, f"http://127.0.0.1:{server.port}") as person,
    ):
        table = finished(server, game)
        page = person.page
        person.open(f"#/analysis/{table.id}")
        expect(page.locator("[data-decision][aria-pressed=true]")).to_have_count(1)
        before = make(page, "Save a picture")
        assert before.startswith(PNG)
        assert image(before).width >= 1200
        assert colours(image(before)) > 200
        ply = int(page.locator("[data-decision][aria-pressed=true]").get_attribute("data-decision") or 0)
        page.get_by_role("radio", name="What was better").check()
        expect(page.locator(f"[data-ply='{ply + better_plies(server, table.id, ply)}']")).to_be_visible()
        assert make(page, "Save a picture") != before
        page.get_by_role("radio", name="The position").check()
        expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
        assert make(page, "Save a picture") == before


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_saved_as_an_animated_picture(visit: Visit, server: Server, game: str) -> None:
    table = finished(server, game)
    page = visit().open(f"#/replay/{table.id}")
    file = make(page, "Animated picture")
    assert file.startswith(GIF)
    assert len(file) < 3_000_000
    film = Image.open(io.BytesIO(file))
    frames, times = [], []
    for n in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(n)
        frames.append(film.convert("RGB").copy())
        times.append(film.info["duration"])
    assert 5 <= len(frames) <= 90
    assert all(colours(frame) > 50 for frame in frames)
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(frames))
    assert times[-1] == max(times) > times[1]


def test_an_animated_picture_can_be_given_up(visit: Visit, server: Server) -> None:
    table = finished(server)
    page = visit().open(f"#/replay/{table.id}")
    page.get_by_role("button", name="Animated picture").click()
    expect(dialog(page).get_by_role("progressbar")).to_be_visible()
    dialog(page).get_by_role("button", name="Cancel").click()
    expect(dialog(page)).to_have_count(0)
    expect(page.locator("[data-ply]")).to_have_count(1)  # what it was drawn from is gone, too


def test_after_a_game_its_result_is_saved_and_copied(visit: Visit, server: Server) -> None:
    person = visit(permissions=["clipboard-read", "clipboard-write"])
    table = finished(server)
    hold(person, table, host=True)
    person.open(f"#/table/{table.id}")
    page = person.page
    file = make(page, "Picture of the result")
    assert image(file).width >= 1200
    page.get_by_role("button", name="Picture of the result").first.click()
    dialog(page).get_by_role("button", name="Copy").click()
    expect(dialog(page).get_by_text("Copied")).to_be_visible()
    kinds = page.evaluate("async () => (await navigator.clipboard.read()).flatMap(({types}) => types)")
    assert kinds == ["image/png"]


@pytest.mark.smoke
def test_where_a_device_can_share_it_is_handed_the_file(visit: Visit, server: Server) -> None:
    person = visit(size=PHONE)
    table = finished(server, "chronicles-of-run")
    person.page.add_init_script(
        "navigator.canShare = ({files}) => files.length === 1;"
        "navigator.share = async ({files}) => void (window.handed = files.map(({name, type}) => `${name} ${type}`));"
    )
    person.open(f"#/replay/{table.id}/6")
    person.page.get_by_role("button", name="Save a picture").click()
    dialog(person.page).get_by_role("button", name="Share").click()
    assert person.page.evaluate("window.handed") == ["chronicles-of-run-6.png image/png"]


# --- What is hidden

SLOT = "5a"
RUNES = (4, 8)
# Every drawing that becomes an image is kept, to be looked through.
KEEP_DRAWINGS = """
window.drawings = [];
const {set} = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
Object.defineProperty(HTMLImageElement.prototype, "src", {set(value) {
  if (value.startsWith("data:image/svg")) window.drawings.push(decodeURIComponent(value));
  set.call(this, value);
}});
"""


def picture_after_bid(browser: Browser, folder: Path, rune: int, shared: bool) -> tuple[bytes, str]:
    """Somebody has bid this rune: the picture that their browser makes of the table, and what it is drawn from."""
    with served(folder, absent_seconds=0) as server, fixed_chance("a rune face down"):
        table = server.chronicles()
        first = table.seat_to_act()
        send_move(table, first, f"{rune}>{SLOT}")
        with visitor(browser, f"http://127.0.0.1:{server.port}") as person:
            hold(person, table, *("OC" if shared else first))
            person.page.add_init_script(KEEP_DRAWINGS)
            person.open(f"#/table/{table.id}")
            person.page.get_by_role("tab", name="Table").click()
            file = make(person.page, "Save a picture")
            drawing: str = person.page.evaluate("window.drawings.at(-1)")
            return file, drawing


@pytest.mark.smoke
@pytest.mark.parametrize("shared", [False, True], ids=["own device", "one device"])
def test_a_rune_face_down_is_in_no_picture_not_even_its_owners(browser: Browser, tmp_path: Path, shared: bool) -> None:
    """Two tables differ in nothing but the rune that was bid: what is drawn is the same to the byte (CR-3.2)."""
    (one, drawing), (other, same) = (picture_after_bid(browser, tmp_path / str(rune), rune, shared) for rune in RUNES)
    assert drawing == same
    assert one == other
    assert drawing.count("<text") > len(RUNES)  # it is the picture
    for inner in ("data-", "aria-", "class=", "tabindex", "<title"):
        assert inner not in drawing
