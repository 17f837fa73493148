"""How busy a server and the process that measures it are: a client that always is measures itself."""

from time import perf_counter, process_time

from ewala.server.subprocess_server import Server


class Busy:
    """How much processor time both took inside the block, or in several of them together; several servers as one."""

    def __init__(self, *servers: Server) -> None:
        self._servers = servers
        self.seconds = self.served = 0.0  # that passed; that the server worked, all its threads together
        self._asked = 0.0

    def __enter__(self) -> "Busy":
        self._add(-1)
        return self

    def __exit__(self, *_: object) -> None:
        self._add(1)

    def _add(self, sign: int) -> None:
        self.served += sign * sum(server.processor_seconds() for server in self._servers)
        self._asked += sign * process_time()
        self.seconds += sign * perf_counter()

    @property
    def server(self) -> float:
        """How busy the server was, as a share of one core."""
        return self.served / self.seconds

    @property
    def client(self) -> float:
        return self._asked / self.seconds
