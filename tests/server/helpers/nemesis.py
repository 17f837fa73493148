"""Whoever hurts a site, one part after another, by a seed. Each wound is healed before the next; only a server that was
started again may still be on its way."""

import random
import signal
import time

from site_of_servers import Node, Site


class Nemesis:
    """`strike` does one harm and undoes it. Nothing is waited for while it lasts: how long that is, chance says."""

    def __init__(self, site: Site, seed: int) -> None:
        self._site = site
        self._chance = random.Random(seed)
        self._order: list[str] = []
        self._coming: Node | None = None  # a server that was started again
        self.struck: list[str] = []

    def strike(self) -> None:
        if not self._order:  # each kind in turn, in another order each time
            self._order = self._chance.sample(A_ROUND, len(A_ROUND))
        harm = self._order.pop()
        self.struck.append(harm)
        HARMS[harm](self)

    def _last(self, longest: float) -> None:
        time.sleep(self._chance.uniform(0.2, longest))

    def heal(self) -> None:
        """Wait for whoever is still on the way."""
        if self._coming is not None:
            self._coming.until_ready()
            self._coming = None

    def _node(self) -> Node:
        """One that serves."""
        return self._chance.choice([node for node in self._site.nodes if node is not self._coming])

    def _start_again(self, node: Node) -> None:
        node.start()
        self._coming = node

    def kill(self) -> None:
        self.heal()
        node = self._node()
        node.end(signal.SIGKILL)
        self._last(0.5)
        self._start_again(node)

    def deploy(self) -> None:
        self.heal()
        node = self._node()
        assert node.end(signal.SIGTERM) == 0, node.log.read_text()[-3000:]
        self._start_again(node)

    def stand_still(self) -> None:
        node = self._node()
        node.send(signal.SIGSTOP)
        self._last(3.0)
        node.send(signal.SIGCONT)

    def restart_postgresql(self) -> None:
        self._site.postgresql.stop()
        self._last(0.5)
        self._site.postgresql.start()

    def cut_redis(self) -> None:
        self._site.redis.stop()
        self._last(2.0)
        self._site.redis.start()

    def cut_off(self) -> None:
        """One process has no database, and its lines break wherever they are."""
        line = self._site.lines[self._node()]
        line.sever()
        self._last(2.0)
        line.mend()

    def cut_commits(self) -> None:
        """At one process the line breaks when a commit has been sent, before it arrives or before its answer does."""
        line = self._site.lines[self._node()]
        line.cut = self._chance.choice(["before", "after"])
        self._last(1.0)
        line.cut = ""

    def set_clock(self) -> None:
        """A process wakes up in another hour; all other clocks are set while they run."""
        self.heal()
        ahead, late = self._node(), self._chance.choice([-3600, 3600])
        for node in self._site.nodes:
            node.clock.write_text(str(late if node is ahead else -late))
        ahead.end(signal.SIGKILL)
        self._start_again(ahead)


HARMS = {
    "kill": Nemesis.kill,
    "deploy": Nemesis.deploy,
    "stand still": Nemesis.stand_still,
    "restart PostgreSQL": Nemesis.restart_postgresql,
    "cut Redis": Nemesis.cut_redis,
    "cut off the database": Nemesis.cut_off,
    "cut commits": Nemesis.cut_commits,
    "set clocks": Nemesis.set_clock,
}
RESTARTS = {"kill", "deploy", "set clocks"}  # which take seconds, and are tried half as often
A_ROUND = [harm for harm in HARMS for _ in range(1 if harm in RESTARTS else 2)]
