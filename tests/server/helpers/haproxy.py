"""HAProxy with the configuration that ships, over TLS, on ports that are free."""

import os
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import free_port, listens_by
from programs import program
from waiting import PATIENCE

DEPLOY = Path(__file__).parents[3] / "deploy"


def new_certificate(folder: Path) -> Path:
    """Chain and key in one file, as HAProxy wants them."""
    key, chain, both = (folder / name for name in ("key.pem", "chain.pem", "both.pem"))
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    words += ["-subj", "/CN=tables.example.org", "-keyout", str(key), "-out", str(chain)]
    subprocess.run([program("openssl"), *words], check=True, capture_output=True)
    both.write_text(chain.read_text() + key.read_text())
    return both


def trusting(certificate: Path) -> ssl.SSLContext:
    """Whoever trusts that certificate, whatever the server is called."""
    context = ssl.create_default_context(cafile=certificate)
    context.check_hostname = False
    return context


@contextmanager
def haproxy(folder: Path, certificate: Path, hosts: list[str], port: int, operate: int) -> Iterator[int]:
    """In front of servers at these addresses, all at the same ports; gives its own. It ships with two servers, and has
    fewer connections here than it ships with: so many descriptors not every machine gives."""
    front, (one, two, *more) = free_port(), hosts
    others = "".join(f'\n    server {n} "{host}:{port}"' for n, host in enumerate(more, 3))
    text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    for before, after in (
        ("    maxconn 20000\n", "    maxconn 2000\n"),
        ("bind :8443 ", f"bind 127.0.0.1:{front} "),
        ("bind :8080", f"bind 127.0.0.1:{free_port()}"),
        ("port 9017 ", f"port {operate} "),
        ('ONE}:8017"', f'ONE}}:{port}"'),
        ('TWO}:8017"', f'TWO}}:{port}"{others}'),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    (folder / "haproxy.cfg").write_text(text)
    places = {"EWALA_CERTIFICATE": str(certificate), "EWALA_ONE": one, "EWALA_TWO": two}
    command = [program("haproxy"), "-W", "-db", "-f", str(folder / "haproxy.cfg")]
    with (folder / "haproxy.log").open("w") as said:
        proxy = subprocess.Popen(command, env={**os.environ, **places}, stdout=said, stderr=said)
    try:
        listens_by(front, proxy)
        yield front
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE)
