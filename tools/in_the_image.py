"""Runs within an image, as its user: has it serve as it would, but where no other server is, and asks what others ask.

trying_image.py hands it in. Nothing is there but Python and what the image has.
"""

import re
import socket
import subprocess
import sys
import urllib.request

import psycopg
import redis

PATIENCE = 120  # seconds


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def asked(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        assert answer.status == 200
        content: bytes = answer.read()
    return content


def main() -> None:
    operate = free_port()
    words = ["serve", "--port", "0", "--data-dir", "/var/lib/ewala", "--operate", str(operate), "--log", "json"]
    with subprocess.Popen(["ewala", *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        assert asked(f"http://127.0.0.1:{operate}/live") == b"alive\n"
        assert asked(f"http://127.0.0.1:{operate}/ready") == b"ready\n"
        assert b"assets/" in asked(found[0])
        server.terminate()
        assert server.wait(PATIENCE) == 0
    for driver in (psycopg, redis):  # what PostgreSQL and Redis need is there
        assert driver.__version__
    sys.stdout.write("alive\n")


main()
