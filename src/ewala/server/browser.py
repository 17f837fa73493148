"""Showing the page to whoever sits at this machine."""

import json
import os
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping

from ewala._version import __version__

PATIENCE = 3.0  # seconds that a server on this machine may take to say who it is, or a browser to start
LONGEST_ANSWER = 10_000
OURS = ("ok", "degraded")  # what a server of ours says of itself while players may come


def has_desktop(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser's window would be seen here: not over SSH, nor on a server."""
    if environment.get("BROWSER"):
        return True
    if platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def show(address: str, *, wait: bool = False) -> None:
    """Open the page in a browser, if there is a desktop; `wait` until it is on its way, where we would end before."""
    if has_desktop():
        opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
        opening.start()
        opening.join(PATIENCE if wait else 0)


def is_ours(address: str) -> bool:
    """Whether an Ewala server of this version answers there."""
    ask = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # this machine is not behind a proxy
    try:
        with ask.open(f"{address}api/health", timeout=PATIENCE) as answer:
            health = json.loads(answer.read(LONGEST_ANSWER))
    except (OSError, ValueError, urllib.error.URLError):
        return False
    return isinstance(health, dict) and health.get("status") in OURS and health.get("version") == __version__
