"""The page as it is served: the index, hashed assets, packed variants; and nothing but what was built."""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from table_server import Server, served

from ewala.server.page import Page

INDEX = "<!doctype html><title>Ewala</title>"
SCRIPT = "console.log('a page');\n" * 50
FOREVER = "public, max-age=31536000, immutable"


def build(folder: Path, index: str = INDEX) -> None:
    """A page as Vite would leave it."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(index)
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "sw.js").write_text("self.addEventListener('fetch', () => {});")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / ".stamp").write_text("secret")
    (folder / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (folder / "assets" / "index-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "serif-Cd34.woff2").write_bytes(b"wOF2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "page"
    build(folder)
    (folder.parent / "private.txt").write_text("not for you")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("tables"), page_dir=folder) as server:
        yield server


def test_the_index_is_at_the_root(server: Server) -> None:
    answer = server.http.get("/")
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_page_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    etag = server.http.get("/").headers["etag"]
    answer = server.http.get("/", headers={"if-none-match": f'"other", W/{etag}'})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == etag
    assert server.http.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_the_security_policy_allows_our_own_files_alone(server: Server) -> None:
    policy = server.http.get("/").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert server.http.get("/").headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "kind", "caching"),
    [
        ("/assets/index-Ab12.js", "text/javascript; charset=utf-8", FOREVER),
        ("/assets/serif-Cd34.woff2", "font/woff2", FOREVER),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
    ],
)
def test_files_have_their_types_and_are_kept(server: Server, name: str, kind: str, caching: str) -> None:
    answer = server.http.get(name)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.headers["cache-control"] == caching


@pytest.mark.parametrize(
    ("accepted", "way"),
    [("gzip, deflate, br", "gzip"), ("gzip;q=0.5", "gzip"), ("gzip;q=0", None), ("identity", None), ("br", None)],
)
def test_a_packed_variant_goes_to_whoever_can_read_it(server: Server, accepted: str, way: str | None) -> None:
    answer = server.http.get("/assets/index-Ab12.js", headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == way
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.text == SCRIPT


def test_head_says_the_same_without_a_body(server: Server) -> None:
    answer = server.http.head("/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(INDEX))


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/private.txt",
        "/../private.txt",
        "/%2e%2e/private.txt",
        "/assets/../../private.txt",
        "/assets/..%2f..%2fprivate.txt",
        "/assets/%2e%2e/%2e%2e/private.txt",
        "/assets//etc/passwd",
        "/assets/",
        "/assets",
        "/.stamp",
        "/assets/index-Ab12.js.gz",
        "/api",
        "/api/nothing",
        "/table/abc",
    ],
)
def test_what_was_not_built_is_an_unknown_address(server: Server, path: str) -> None:
    answer = raw_get(server, path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "request/unknown-path"


def raw_get(server: Server, path: str) -> httpx.Response:
    """A request for exactly this path: httpx would tidy it up."""
    url = httpx.URL(scheme="http", host="127.0.0.1", port=server.port, raw_path=path.encode())
    return server.http.send(httpx.Request("GET", url))


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with served(tmp_path / "tables", page_dir=folder) as server:
        for language, word in {"en": "make page", "fr": "n’a pas été construite"}.items():
            answer = server.http.get("/", headers={"accept-language": language})
            assert answer.status_code == 503
            assert answer.headers["content-type"].startswith("text/plain")
            assert word in answer.text
        assert raw_get(server, "/favicon.svg").status_code == 404
        build(folder)
        assert server.http.get("/").text == INDEX
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
