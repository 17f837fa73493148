"""What a link shows before it is followed: in the reader's language, with a picture of ours, nothing that is hidden."""

import gzip
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from table_server import Server, served

from ewala.games.registry import GAMES, game_class, kit_of
from ewala.server.page import LINKS, PICTURE_SIZE, Preview, base_of

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="Old." />
    <title>Ewala</title>
    <script type="module" src="./assets/index-Ab12.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
"""
MAGIC = b"\x89PNG\r\n\x1a\n"


class Head(HTMLParser):
    """The tags of a page's head, as a program reads them that makes a preview."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.metas: dict[str, str] = {}
        self.tags: list[str] = []
        self.language = self.title = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        if tag == "html":
            self.language = given["lang"]
        if tag == "meta" and "content" in given:
            name = given.get("property") or given["name"]
            assert name not in self.metas
            self.metas[name] = given["content"]

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["title"] and not self.title:
            self.title = data.strip()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text(INDEX)
    (folder / "index.html.gz").write_bytes(gzip.compress(INDEX.encode()))
    (folder / "preview.png").write_bytes(MAGIC)
    with served(tmp_path_factory.mktemp("tables"), page_dir=folder) as server:
        yield server


def head(server: Server, path: str, **headers: str) -> Head:
    answer = server.http.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return Head(answer.text)


def test_the_start_page_introduces_itself(server: Server) -> None:
    found = head(server, "/")
    assert found.title == "Ewala"
    assert found.metas["og:title"] == "Ewala"
    assert found.metas["og:description"] == found.metas["description"]
    assert found.metas["og:description"].startswith("Board games to play together")
    assert found.metas["twitter:card"] == "summary_large_image"
    assert found.metas["og:image"] == f"http://127.0.0.1:{server.port}/preview.png"
    assert "og:url" not in found.metas


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("kind", list(LINKS))
def test_a_link_says_what_it_leads_to_and_of_which_game(server: Server, kind: str, game: str) -> None:
    found = head(server, f"/{kind}/{game}")
    title, about = LINKS[kind]
    assert found.metas["og:title"] == title.template.format(game=game_class(game).title)
    assert found.title == f"{found.metas['og:title']} – Ewala"
    assert found.metas["og:description"] == str(about)
    assert found.metas["og:image"] == f"http://127.0.0.1:{server.port}/preview/{game}.png"
    assert (int(found.metas["og:image:width"]), int(found.metas["og:image:height"])) == PICTURE_SIZE


@pytest.mark.parametrize("language", ["fr", "es", "nl"])
def test_it_speaks_the_languages_of_the_reader_and_of_the_link(server: Server, language: str) -> None:
    asked = head(server, "/", **{"accept-language": f"{language}-XX,en;q=0.5"})
    assert asked.language == language
    sent = head(server, f"/join/kingdom-run/{language}", **{"accept-language": "en"})
    assert sent.language == language
    for strange in ("xx", "english"):
        assert head(server, f"/join/kingdom-run/{strange}", **{"accept-language": language}).language == language


def test_variants_of_languages_are_told_apart_and_kept(server: Server) -> None:
    ways = {"accept-encoding": "gzip"}
    answers = [server.http.get("/", headers={**ways, "accept-language": language}) for language in ("en", "fr", "en")]
    assert [answer.headers["vary"] for answer in answers] == ["accept-encoding, accept-language"] * 3
    assert [answer.headers["content-encoding"] for answer in answers] == ["gzip"] * 3
    first, other, again = (answer.headers["etag"] for answer in answers)
    assert first == again != other
    known = server.http.get("/", headers={"accept-language": "fr", "if-none-match": other})
    assert (known.status_code, known.content) == (304, b"")


def test_a_preview_tells_nothing_of_a_table(server: Server) -> None:
    """However it is asked: all that is told is what the link itself says."""
    table = server.table("chronicles-of-run", listed=False, title="Our secret evening")
    table.sit("O", "Zenobia")
    plain = server.http.get("/join/chronicles-of-run").text
    for path in (
        f"/join/chronicles-of-run?table={table.id}",
        f"/join/chronicles-of-run?watch={table.watch}&key={table.keys['O']}",
        f"/join/chronicles-of-run/en?id={table.id}",
    ):
        answer = server.http.get(path, headers={"authorization": f"Bearer {table.keys['O']}"})
        assert answer.text == plain
    for secret in (table.id, table.watch, table.keys["O"], "Zenobia", "Our secret evening"):
        assert secret not in plain


@pytest.mark.parametrize("game", ["chess", "%22%3E%3Cscript%3Ealert(1)", "kingdom-run%00"])
def test_a_game_that_is_not_played_here_is_not_repeated(server: Server, game: str) -> None:
    answer = raw(server, f"/join/{game}")
    assert (answer.status_code, answer.text) == (200, server.http.get("/").text)


def raw(server: Server, path: str, host: str | None = None) -> httpx.Response:
    """A request for exactly this path, of a host by this name."""
    url = httpx.URL(scheme="http", host="127.0.0.1", port=server.port, raw_path=path.encode())
    headers = {"host": f"127.0.0.1:{server.port}" if host is None else host}
    return server.http.send(httpx.Request("GET", url, headers=headers))


def test_pictures_are_at_the_host_that_was_asked_for_if_it_is_ours(server: Server) -> None:
    found = Head(raw(server, "/", "LOCALHOST:8017").text)
    assert found.metas["og:image"] == "http://localhost:8017/preview.png"
    found = Head(raw(server, "/", "[::1]:8017").text)
    assert found.metas["og:image"] == "http://[::1]:8017/preview.png"
    assert raw(server, "/", "evil.example").json()["code"] == "server/unknown-name"


@pytest.mark.parametrize("host", ["1.2.3.4%0a", "127.0.0.1%eth0"])
def test_a_host_that_no_link_has_is_not_repeated(server: Server, host: str) -> None:
    """An address may be followed by the name of a network, in which anything may stand."""
    answer = raw(server, "/", host)
    found = Head(answer.text)
    assert "og:image" not in found.metas
    assert found.metas["twitter:card"] == "summary"
    assert host not in answer.text


@pytest.mark.parametrize(
    ("scheme", "host", "base"),
    [
        ("https", "ewala.example", "https://ewala.example"),
        ("http", "10.0.0.7:8017", "http://10.0.0.7:8017"),
        ("javascript", "ewala.example", ""),
        ("http", "a b", ""),
        ("http", 'x"', ""),
        ("http", "", ""),
    ],
)
def test_the_base_of_whole_addresses(scheme: str, host: str, base: str) -> None:
    assert base_of(scheme, host) == base


def test_everything_is_escaped() -> None:
    page = Preview("en", "http://h", "", "", '/"><script>&').put_into(INDEX.encode()).decode()
    assert '"><script>' not in page
    assert Head(page).metas["og:image"] == 'http://h/"><script>&'


def test_the_policy_is_as_strict_as_ever(server: Server) -> None:
    policies = {server.http.get(path).headers["content-security-policy"] for path in ("/", "/join/kingdom-run/fr")}
    assert len(policies) == 1
    assert "unsafe" not in policies.pop().replace("'wasm-unsafe-eval'", "")


@pytest.mark.parametrize("path", ["/", "/join/kingdom-run/fr"])
def test_the_page_finds_its_files_from_every_address(server: Server, path: str) -> None:
    assert 'src="/assets/index-Ab12.js"' in server.http.get(path).text


def test_many_hosts_do_not_fill_the_memory(server: Server) -> None:
    for port in range(1, 600):
        assert raw(server, "/", f"127.0.0.1:{port}").status_code == 200


# --- Pictures


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(MAGIC)
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_of_ours_has_a_small_picture_of_the_right_size(server: Server, game: str) -> None:
    picture = kit_of(game).preview()
    assert picture is not None
    assert size_of(picture) == PICTURE_SIZE
    assert len(picture) < 200_000
    answer = server.http.get(f"/preview/{game}.png")
    assert answer.content == picture
    assert answer.headers["content-type"] == "image/png"
    assert "max-age" in answer.headers["cache-control"]


def test_so_has_the_house() -> None:
    picture = (Path(__file__).parents[2] / "web/public/preview.png").read_bytes()
    assert size_of(picture) == PICTURE_SIZE
    assert len(picture) < 200_000


@pytest.mark.parametrize("name", ["chess.png", "kingdom-run", "kingdom-run.svg", "..%2fkit.py"])
def test_there_are_no_other_pictures(server: Server, name: str) -> None:
    assert raw(server, f"/preview/{name}").status_code == 404
