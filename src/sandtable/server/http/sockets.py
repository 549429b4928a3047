"""The WebSocket protocol of the server: uvicorn's, without the two things that cost most when many play.

Reading is paused only when a client is several messages ahead, not around each message. A text is put into
its frame here and sent directly: the application finds the connection among the extensions of the scope.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

MOST_UNREAD: Final = 4
"""How many messages of one client may wait before no more are read from it."""

SWITCHING_PROTOCOLS: Final = 101
"""The status of a handshake that was accepted."""

EXTENSION: Final = "sandtable.wire"

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""


def text_frame(text: bytes) -> bytes:
    """A text as a server sends it: its length in as few bytes as possible, and no mask.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(text)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 65_536:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + text


class ClientConnection(WebSocketsSansIOProtocol):
    """One client's connection."""

    def handle_connect(self, event: Request) -> None:
        """Put the connection into the scope before the application begins."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; reading goes on unless too many wait."""
        goes_on = not self.read_paused and self.queue.qsize() < MOST_UNREAD
        if goes_on:
            self.read_paused = True  # as far as uvicorn knows, so that it does not stop reading
        super().send_receive_event_to_app()
        if goes_on:
            self.read_paused = False

    async def receive(self) -> ASGIReceiveEvent:
        """The next message."""
        if self.read_paused or not self.queue.qsize():
            return await super().receive()
        return self.queue.get_nowait()

    def try_send(self, text: bytes) -> bool:
        """Send a text directly; False if the connection is not open or its buffer is full."""
        is_open = self.handshake_complete and not self.disconnected and not self.close_sent
        is_free = is_open and self.writable.is_set() and self.conn.state is State.OPEN
        if is_free:
            self.transport.write(text_frame(text))
        return is_free


def connection_of(scope: Mapping[str, Any]) -> ClientConnection | None:
    """The connection of a scope, if this module serves it."""
    return (scope.get("extensions") or {}).get(EXTENSION)
