"""HTTP as uvicorn speaks it, except that nobody may send a request's head without end, or take for ever over it."""

import asyncio
from collections.abc import Sequence

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

__all__ = ["BoundedHttp"]

LONGEST_HEAD = 64 * 1024  # bytes
REQUEST_WITHIN = 20.0  # seconds, from the first byte to the last


class BoundedHttp(HttpToolsProtocol):
    """Closes connections that send too long a head, or no whole request in time."""

    _unfinished: asyncio.TimerHandle | None = None
    _in_head = True
    _head_bytes = 0
    _unanswered: Sequence[RequestResponseCycle] = ()  # of requests that follow one another uvicorn knows the last alone

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_is_here()
        self._nobody_reads()
        super().connection_lost(exc)

    def eof_received(self) -> None:
        self._nobody_reads()  # whoever stops writing is gone: the transport closes now

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._nobody_reads()

    def data_received(self, data: bytes) -> None:
        if self._unfinished is None:
            self._expect_request()
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._in_head:
            self._head_bytes = 0
        elif self._head_bytes > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The request's head is too long.")

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        asked = [cycle for cycle in self._unanswered if not cycle.response_complete]
        if self.cycle is not None and self.cycle not in asked:
            asked.append(self.cycle)
        self._unanswered = asked

    def on_message_complete(self) -> None:
        self._in_head = True
        self._head_bytes = 0
        self._request_is_here()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._request_is_here()
        super().handle_websocket_upgrade()

    def _expect_request(self) -> None:
        self._unfinished = self.loop.call_later(REQUEST_WITHIN, self._give_up)

    def _give_up(self) -> None:
        self.transport.close()
        self._nobody_reads()

    def _nobody_reads(self) -> None:
        """Answers that are still being made go nowhere: written to a closed transport they would be errors of ours."""
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def _request_is_here(self) -> None:
        if self._unfinished is not None:
            self._unfinished.cancel()
            self._unfinished = None
