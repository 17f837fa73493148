"""The echo's load: as many connections as the tables have, each sending its next message when the last came back."""

import asyncio
from time import perf_counter

from ewala.core.sentences import Sentence
from ewala.lab.bench.light_client import Socket
from ewala.server.subprocess_server import ServerLost

MESSAGE = b'{"type":"move","id":"123","seat":"K","move":"C12K","ply":123}'  # as long as a move


class Echo:
    def __init__(self, port: int) -> None:
        self._port = port
        self._sockets: list[Socket] = []
        self._going = False
        self._messages = 0

    async def open(self, connections: int) -> None:
        for number in range(connections):
            self._sockets.append(await Socket.connect(self._port, "/echo", lambda _, n=number: self._on_frame(n)))  # type: ignore[misc]

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()

    async def messages_per_second(self, seconds: float, warm_up: float) -> float:
        self._going = True
        for socket in self._sockets:
            socket.send(MESSAGE)
        await asyncio.sleep(warm_up)
        before, begun = self._messages, perf_counter()
        await asyncio.sleep(seconds)
        rate = (self._messages - before) / (perf_counter() - begun)
        self._going = False
        await asyncio.sleep(0.1)  # until the last have come back
        if any(socket.closed for socket in self._sockets):
            raise ServerLost("bench/connection", Sentence("the measured server closed a connection"))
        return rate

    def _on_frame(self, number: int) -> None:
        self._messages += 1
        if self._going:
            self._sockets[number].send(MESSAGE)
