"""The page as it is served: the index, hashed assets, packed variants, nothing but what was built; and what a link
shows before it is followed: in the reader's language, with a picture of ours, nothing that is hidden."""

import gzip
import os
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from table_server import Server, served

from ewala.games.registry import GAMES, game_class, kit_of
from ewala.server.page import LINKS, PICTURE_SIZE, Page, Preview, base_of

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
SERVED = {"page_dir": ...}


@pytest.fixture(scope="module")
def page_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "page"
    build(folder)
    (folder.parent / "private.txt").write_text("not for you")
    return folder


SCRIPT = "console.log('a page');\n" * 50
FOREVER = "public, max-age=31536000, immutable"


def build(folder: Path, index: str = INDEX) -> None:
    """A page as Vite would leave it."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    for name, content in {
        "index.html": index.encode(),
        "index.html.gz": gzip.compress(index.encode()),
        "preview.png": MAGIC,
        "favicon.svg": b"<svg/>",
        "sw.js": b"self.addEventListener('fetch', () => {});",
        "manifest.webmanifest": b"{}",
        ".stamp": b"secret",
        "assets/index-Ab12.js": SCRIPT.encode(),
        "assets/index-Ab12.js.gz": gzip.compress(SCRIPT.encode()),
        "assets/serif-Cd34.woff2": b"wOF2",
    }.items():
        (folder / name).write_bytes(content)


def test_the_index_is_at_the_root_and_not_sent_again_while_it_is_the_same(server: Server) -> None:
    answer = server.http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '<div id="app"></div>' in answer.text
    head, etag = server.http.head("/"), answer.headers["etag"]
    plain = server.http.get("/", headers={"accept-encoding": "identity"})
    assert (head.status_code, head.content) == (200, b"")
    assert server.http.head("/", headers={"accept-encoding": "identity"}).headers["content-length"] == str(
        len(plain.content)
    )
    again = server.http.get("/", headers={"if-none-match": f'"other", W/{etag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert server.http.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_files_have_their_types_and_are_kept(server: Server) -> None:
    for name, kind, caching in (
        ("/assets/index-Ab12.js", "text/javascript; charset=utf-8", FOREVER),
        ("/assets/serif-Cd34.woff2", "font/woff2", FOREVER),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
    ):
        answer = server.http.get(name)
        told = (answer.status_code, answer.headers["content-type"], answer.headers["cache-control"])
        assert told == (200, kind, caching), name


@pytest.mark.parametrize(
    ("accepted", "way"),
    [("gzip, deflate, br", "gzip"), ("gzip;q=0.5", "gzip"), ("gzip;q=0", None), ("identity", None), ("br", None)],
)
def test_a_packed_variant_goes_to_whoever_can_read_it(server: Server, accepted: str, way: str | None) -> None:
    answer = server.http.get("/assets/index-Ab12.js", headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == way
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.text == SCRIPT


def test_what_was_not_built_is_an_unknown_address(server: Server) -> None:
    outside = ("/private.txt", "/../private.txt", "/%2e%2e/private.txt", "/assets/../../private.txt")
    escaped = ("/assets/..%2f..%2fprivate.txt", "/assets/%2e%2e/%2e%2e/private.txt", "/assets//etc/passwd")
    inside = ("/nothing", "/assets/", "/assets", "/.stamp", "/assets/index-Ab12.js.gz", "/api", "/api/nothing")
    for path in (*outside, *escaped, *inside, "/table/abc"):
        answer = raw(server, path)
        assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "request/unknown-path")


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with served(tmp_path / "tables", page_dir=folder) as server:
        for language, word in {"en": "make page", "fr": "n’a pas été construite"}.items():
            answer = server.http.get("/", headers={"accept-language": language})
            assert answer.status_code == 503
            assert answer.headers["content-type"].startswith("text/plain")
            assert word in answer.text
        assert raw(server, "/favicon.svg").status_code == 404
        build(folder, "first")
        assert server.http.get("/").text == "first"
        build(folder, "newer")
        os.utime(folder / "index.html", ns=(1, 1))
        assert server.http.get("/").text == "newer"


def test_a_page_that_is_being_built_is_shown_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build empties the folder first; what was found there may be gone when it is read."""
    build(tmp_path)
    page = Page(tmp_path)
    before = page.file("index.html")
    assert before is not None
    (tmp_path / "index.html").unlink()
    assert page.file("index.html") == before
    build(tmp_path, "newer")
    (tmp_path / "assets" / "index-Ab12.js").unlink()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_file", lambda path: True)  # still there when it was looked for
        patched.setattr(Path, "rglob", lambda folder, _: [folder / "assets" / "index-Ab12.js"])
        assert page.file("index.html") == before
    after = page.file("index.html")
    assert after is not None
    assert after.body == b"newer"


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


def test_a_link_says_what_it_leads_to_and_of_which_game(server: Server) -> None:
    for game in GAMES:
        for kind, (title, about) in LINKS.items():
            metas = head(server, f"/{kind}/{game}").metas
            assert metas["og:title"] == title.template.format(game=game_class(game).title), (kind, game)
            assert metas["og:description"] == str(about), (kind, game)
            assert metas["og:image"] == f"http://127.0.0.1:{server.port}/preview/{game}.png", (kind, game)
            assert (int(metas["og:image:width"]), int(metas["og:image:height"])) == PICTURE_SIZE, (kind, game)
    found = head(server, "/join/kingdom-run")
    assert found.title == f"{found.metas['og:title']} – Ewala"


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


def test_a_game_that_is_not_played_here_is_not_repeated(server: Server) -> None:
    for game in ("chess", "%22%3E%3Cscript%3Ealert(1)", "kingdom-run%00"):
        answer = raw(server, f"/join/{game}")
        assert (game, answer.status_code, answer.text) == (game, 200, server.http.get("/").text)


def raw(server: Server, path: str, host: str | None = None) -> httpx.Response:
    """A request for exactly this path, of a host by this name."""
    url = httpx.URL(scheme="http", host="127.0.0.1", port=server.port, raw_path=path.encode())
    headers = {"host": f"127.0.0.1:{server.port}" if host is None else host}
    return server.http.send(httpx.Request("GET", url, headers=headers))


def test_the_policy_is_strict_and_files_are_found_from_every_address(server: Server) -> None:
    for path in ("/", "/join/kingdom-run/fr"):
        answer = server.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy, path
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert 'src="/assets/index-Ab12.js"' in answer.text, path


@pytest.mark.parametrize(
    ("host", "base"), [("LOCALHOST:8017", "http://localhost:8017"), ("[::1]:8017", "http://[::1]:8017")]
)
def test_pictures_are_at_the_host_that_was_asked_for_if_it_is_ours(server: Server, host: str, base: str) -> None:
    assert Head(raw(server, "/", host).text).metas["og:image"] == f"{base}/preview.png"
    assert raw(server, "/", "evil.example").json()["code"] == "server/unknown-name"


@pytest.mark.parametrize("host", ["1.2.3.4%0a", "127.0.0.1%eth0"])
def test_a_host_that_no_link_has_is_not_repeated(server: Server, host: str) -> None:
    """An address may be followed by the name of a network, in which anything may stand."""
    answer = raw(server, "/", host)
    found = Head(answer.text)
    assert ("og:image" in found.metas, found.metas["twitter:card"]) == (False, "summary")
    assert host not in answer.text


def test_the_base_of_whole_addresses() -> None:
    good = {("https", "ewala.example"): "https://ewala.example", ("http", "10.0.0.7:8017"): "http://10.0.0.7:8017"}
    bad = [("javascript", "ewala.example"), ("http", "a b"), ("http", 'x"'), ("http", "")]
    for (scheme, host), base in {**good, **dict.fromkeys(bad, "")}.items():
        assert base_of(scheme, host) == base, (scheme, host)


def test_everything_is_escaped() -> None:
    page = Preview("en", "http://h", "", "", '/"><script>&').put_into(INDEX.encode()).decode()
    assert '"><script>' not in page
    assert Head(page).metas["og:image"] == 'http://h/"><script>&'


def test_many_hosts_do_not_fill_the_memory(server: Server) -> None:
    for port in range(1, 600):
        assert raw(server, "/", f"127.0.0.1:{port}").status_code == 200


# --- Pictures


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(MAGIC)
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_every_game_of_ours_and_the_house_have_a_small_picture_of_the_right_size(server: Server) -> None:
    house = (Path(__file__).parents[2] / "web/public/preview.png").read_bytes()
    for name, picture in {"house": house, **{game: kit_of(game).preview() for game in GAMES}}.items():
        assert picture is not None, name
        assert (size_of(picture), len(picture) < 200_000) == (PICTURE_SIZE, True), name
    for game in GAMES:
        answer = server.http.get(f"/preview/{game}.png")
        assert (answer.content, answer.headers["content-type"]) == (kit_of(game).preview(), "image/png"), game
        assert "max-age" in answer.headers["cache-control"], game
    for other in ("chess.png", "kingdom-run", "kingdom-run.svg", "..%2fkit.py"):
        assert raw(server, f"/preview/{other}").status_code == 404, other
