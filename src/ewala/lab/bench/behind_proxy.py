"""HAProxy in front of a measured server, with a configuration such as the one that ships, but without TLS."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ewala.core.sentences import Sentence
from ewala.server.subprocess_server import HOST, ServerLost

STARTS_WITHIN = 10.0  # seconds


@contextmanager
def behind_haproxy(configuration: Path, port: int, folder: Path) -> Iterator[int]:
    """Gives the port at which HAProxy listens. Of the servers that the configuration names only the first is there, and
    it is not asked whether it is ready."""
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if program is None:
        raise ServerLost("bench/proxy", Sentence("haproxy is not installed"))
    front, plain = _free_port(), _free_port()
    text = configuration.read_text(encoding="utf-8")
    for pattern, value in (
        (r"maxconn 20000", "maxconn 5000"),
        (r"bind \S+ ssl .*", f"bind {HOST}:{front}"),
        (r"bind :\d+", f"bind {HOST}:{plain}"),
        (r"check port .* rise \d+", ""),
        (r"server one .*", f"server one {HOST}:{port}"),
        (r"server two .*", ""),
    ):
        text = re.sub(pattern, value, text)
    (folder / "haproxy.cfg").write_text(text, encoding="utf-8")
    with (folder / "haproxy.log").open("w") as log:
        proxy = subprocess.Popen([program, "-db", "-f", str(folder / "haproxy.cfg")], stdout=log, stderr=log)
    try:
        _wait_for(front, proxy)
        yield front
    finally:
        proxy.terminate()
        proxy.wait()


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as free:
        return int(free.getsockname()[1])


def _wait_for(port: int, proxy: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and proxy.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise ServerLost("bench/proxy", Sentence("haproxy did not start"))
