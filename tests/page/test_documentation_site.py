"""The documentation site as `make docs` builds it: whole, searched, by day and night, with nothing from elsewhere."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browsers import Scheme, visitor
from playwright.sync_api import Browser, expect
from reference_pages import exported

from ewala.server.app import create_app
from ewala.server.platform.config import Config

pytestmark = pytest.mark.long  # builds the documentation site

ROOT = Path(__file__).parents[2]
SLOW = 200  # seconds; it takes twelve
FETCHED = {"src", "srcset", "poster", "data"}  # attributes whose address a browser fetches, whatever has them
LINKS = {"alternate", "canonical", "next", "prev"}  # relations of <link> that it does not follow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("the site cannot be built here: make docs installs what it needs")
    folder = tmp_path_factory.mktemp("documentation")
    built = subprocess.run(
        [sys.executable, ROOT / "tools/build_docs.py", "--to", folder],
        capture_output=True,
        text=True,
        timeout=SLOW,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder / "site"


class Fetched(HTMLParser):
    """The addresses that a browser fetches for a page by itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.addresses += [value for name, value in told.items() if name in FETCHED]
        if tag == "link" and not LINKS & set(told.get("rel", "").split()):
            self.addresses.append(told.get("href", ""))
        self.addresses += style_addresses(told.get("style", ""))


def style_addresses(css: str) -> list[str]:
    return re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""", css)


def is_elsewhere(address: str) -> bool:
    return re.match(r"(?!data:)([a-z]+:|//)", address) is not None


@pytest.mark.parametrize(
    "html",
    [
        '<script src="https://example.org/a.js"></script>',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<link rel="preconnect" href="https://example.org" crossorigin>',
        '<p style="background: url(http://example.org/a.png)">',
    ],
)
def test_what_a_page_would_fetch_is_seen(html: str) -> None:
    assert [is_elsewhere(address) for address in Fetched(html).addresses] == [True]
    assert Fetched('<a href="https://example.org">elsewhere</a><link rel="next" href="b.html">').addresses == []


def test_nothing_in_it_is_fetched_from_elsewhere(site: Path) -> None:
    pages, sheets = list(site.rglob("*.html")), list(site.rglob("*.css"))
    assert len(pages) > 50
    assert sheets
    found = {path: Fetched(path.read_text(encoding="utf-8")).addresses for path in pages}
    found |= {path: style_addresses(path.read_text(encoding="utf-8")) for path in sheets}
    assert {path: away for path, all_of in found.items() if (away := list(filter(is_elsewhere, all_of)))} == {}


def test_every_exported_name_and_every_request_has_its_place(site: Path) -> None:
    python = (site / "reference/python/ewala.html").read_text(encoding="utf-8")
    assert [name for name in exported("ewala") if f'id="ewala.{name}"' not in python] == []
    http = (site / "reference/http.html").read_text(encoding="utf-8")
    assert [path for path in create_app(Config()).openapi_schema.to_schema()["paths"] if path not in http] == []


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("scheme", "drawn"), [("light", "default"), ("dark", "slate")])
def test_it_is_searched_and_follows_the_device_by_day_and_night(
    browser: Browser, address: str, scheme: Scheme, drawn: str
) -> None:
    with visitor(browser, address, scheme=scheme) as person:
        asked: list[str] = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.open("index.html")
        expect(person.page.locator("body")).to_have_attribute("data-md-color-scheme", drawn)
        # Key by key: what is put there at once, without any, it may not hear.
        person.page.get_by_role("textbox", name="Search").press_sequentially("acknowledged when")
        expect(person.page.locator(".md-search-result__item").first).to_be_visible()
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
