"""Showing the page: where a browser can be seen, and whether a server is one of ours."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from ewala._version import __version__
from ewala.server import browser


@pytest.mark.parametrize(
    ("platform", "environment", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "10.0.0.1"}, False),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_where_it_can_be_seen(platform: str, environment: dict[str, str], seen: bool) -> None:
    assert browser.has_desktop(environment, platform) == seen


@pytest.mark.parametrize("desktop", [True, False])
def test_the_page_is_shown_on_a_desktop_alone(monkeypatch: pytest.MonkeyPatch, desktop: bool) -> None:
    opened: list[str] = []
    open_: Callable[[str], None] = opened.append
    monkeypatch.setattr("webbrowser.open", open_)
    monkeypatch.setattr(browser, "has_desktop", lambda: desktop)
    browser.show("http://127.0.0.1:8017/", wait=True)
    assert opened == (["http://127.0.0.1:8017/"] if desktop else [])


@contextmanager
def answering(body: bytes) -> Iterator[str]:
    """A server that says this, whatever it is asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the base class names it)
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("body", "ours"),
    [
        (json.dumps({"status": "ok", "version": __version__}), True),
        (json.dumps({"status": "ok", "version": "0.0.1"}), False),
        (json.dumps(["ok"]), False),
        ("<html>another program", False),
    ],
)
def test_a_server_of_this_version_is_known_by_what_it_says(body: str, ours: bool) -> None:
    with answering(body.encode()) as address:
        assert browser.is_ours(address) == ours


def test_where_nobody_answers_nobody_is_ours() -> None:
    with answering(b"") as address:
        pass
    assert not browser.is_ours(address)
