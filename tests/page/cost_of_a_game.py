"""What a whole game against the strongest opponent costs whoever hosts the page, at a server's table and on the device.

Not one of the tests, for it takes minutes: `pytest -s tests/page/cost_of_a_game.py` prints what docs/server.md says.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socket import SHUT_WR, create_connection, create_server, socket

import pytest
from browsers import visitor
from local_tables import AT_A_SERVER, OF_THIS_DEVICE
from players import Curious, Hand, play_out
from playwright.sync_api import Browser, expect
from table_server import spawned

SEATS = {"kingdom-run": "K", "chronicles-of-run": "O"}
STRONGEST = {"kingdom-run": "The Champion", "chronicles-of-run": "The Oracle"}
RIVALS = {"kingdom-run": "sorcerers", "chronicles-of-run": "chaos"}

# From the press of the button until the board is there.
READY = """() => new Promise((resolve) => {
    const began = performance.now();
    new MutationObserver(() => {
        if (document.querySelector("[data-ply]")) requestAnimationFrame(() => resolve(performance.now() - began));
    }).observe(document, { subtree: true, childList: true, attributes: true });
    document.querySelector(".go button.main").click();
})"""


@dataclass
class Counted:
    """What goes through a line to a server."""

    requests: int = 0
    bytes: int = 0

    def pump(self, there: socket, here: socket, *, asking: bool) -> None:
        with there, suppress(OSError):  # either side may go without a word
            while data := there.recv(65536):
                self.bytes += len(data)
                self.requests += data.count(b" HTTP/1.1\r\n") if asking else 0
                here.sendall(data)
            here.shutdown(SHUT_WR)


@contextmanager
def counting(port: int) -> Iterator[tuple[int, Counted]]:
    """A line to a server at which all is counted that goes through."""
    counted = Counted()
    with create_server(("127.0.0.1", 0)) as listening:

        def take() -> None:
            while True:
                try:
                    person, _ = listening.accept()
                except OSError:
                    return
                server = create_connection(("127.0.0.1", port))
                for ends, asking in (((person, server), True), ((server, person), False)):
                    threading.Thread(target=counted.pump, args=ends, kwargs={"asking": asking}, daemon=True).start()

        threading.Thread(target=take, daemon=True).start()
        yield listening.getsockname()[1], counted


def seconds(process: int) -> float:
    """Of a processor, that a process and those whom it started have used."""
    proc = Path(f"/proc/{process}")
    user, system = proc.joinpath("stat").read_text().rpartition(") ")[2].split()[11:13]
    children = [int(one) for task in proc.glob("task/*/children") for one in task.read_text().split()]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") + sum(map(seconds, children))


@pytest.mark.parametrize("at_server", [True, False], ids=["server", "device"])
@pytest.mark.parametrize("game", SEATS)
def test_cost(browser: Browser, tmp_path: Path, game: str, at_server: bool) -> None:
    with (
        spawned(tmp_path) as server,
        counting(server.port) as (port, counted),
        visitor(browser, f"http://127.0.0.1:{port}") as person,
    ):
        page, process = person.page, server.process.pid
        person.open(f"#/new/{game}/computer")
        page.get_by_role("button", name=f"{RIVALS[game]}: The ").click()
        page.get_by_role("radio", name=STRONGEST[game]).check(force=True)
        page.locator("summary", has_text="Clock and table").click()
        page.get_by_label("A turn ends when its player says so, and can be taken back until then").uncheck()
        if at_server:
            page.get_by_label("Show the table in the lobby").check()
        page.wait_for_load_state("networkidle")
        before, used = (counted.requests, counted.bytes), seconds(process)
        ready = page.evaluate(READY)
        page.wait_for_url(AT_A_SERVER if at_server else OF_THIS_DEVICE)
        hand = Hand(person, None, SEATS[game])
        moves = play_out({SEATS[game]: hand}, Curious())
        expect(page.locator("section.result table")).to_be_visible()
        spent = seconds(process) - used
        sys.stdout.write(
            f"\n{game}, {'at the server' if at_server else 'on the device'}: {len(moves)} moves of one's own, "
            f"{counted.requests - before[0]} requests, {(counted.bytes - before[1]) / 1000:.0f} KB, "
            f"{spent:.2f} s of processor; the board was there after {ready:.0f} ms\n"
        )
