"""The guard before the service: which requests are let in, how fast, and which headers every reply has."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from sandtable.server.http.faults import NOT_JSON, TOO_FAST, TOO_LARGE, WRONG_KEY
from sandtable.server.limits import Buckets, Limits
from sandtable.server.wire.fields import Trouble

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
COMPILING_POLICY: Final = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of the lab page's worker, which may also start the Python that is compiled for browsers."""
PAGE_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "sandbox allow-same-origin",
    )
)
"""The policy of a page that has its own style: no script runs in it."""
HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in (
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    )
)
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
UNSAFE: Final = ("POST", "PUT", "PATCH", "DELETE")


class Origins(Struct, frozen=True):
    """The host names that the service answers to, and the other origins from which browsers may come.

    If there are no names, any name will do: the service then listens to more than this machine.
    """

    names: tuple[str, ...] = LOOPBACK
    others: tuple[str, ...] = ()


class Guard:
    """Wraps the whole application: checks host, origin, rate and size, and adds headers."""

    def __init__(self, app: ASGIApp, origins: Origins, limits: Limits) -> None:
        self._app = app
        self._origins = origins
        self._limits = limits
        self._requests = Buckets(limits.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or reply why not."""
        kind = kind_of(scope)
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused = self._objection(scope)
        if refused is not None:
            await _turn_away(scope, receive, send, *refused)
            return
        await self._app(scope, receive, _with_headers(send) if kind == "http" else send)

    def _objection(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not let in; None if it is."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        names = self._origins.names
        if names and _name(host) not in names:
            known = ", ".join(names)
            return WRONG_KEY, f'this table is not called "{host[:100]}"; it is called {known}'
        origin = headers.get(b"origin")
        if origin is not None and not self._is_own(origin, host):
            return WRONG_KEY, "requests from pages of other origins are refused"
        if not self._requests.take(address_of(scope)):
            return TOO_FAST, "too many requests in a short time; wait a moment"
        return self._bad_body(scope, headers) if kind_of(scope) == "http" else None

    def _is_own(self, origin: str, host: str) -> bool:
        if origin in self._origins.others:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host

    def _bad_body(self, scope: Any, headers: dict[bytes, str]) -> tuple[int, str] | None:
        if scope["method"] not in UNSAFE:
            return None
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > self._limits.record:
            return TOO_LARGE, f"at most {self._limits.record:,} bytes are read"
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return NOT_JSON, "send JSON, and say so: Content-Type: application/json"
        return None


def kind_of(scope: Scope) -> str:
    """The kind of connection as plain text; litestar's type for it is an enumeration."""
    return str(scope["type"])


def address_of(scope: Scope) -> str:
    """The address that a request comes from, by which rates are limited."""
    client = scope.get("client")
    return client[0] if client else "nowhere"


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            added = [header for header in HEADERS if header[0] not in present]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending


async def _turn_away(scope: Scope, receive: Receive, send: Any, status: int, words: str) -> None:
    """Reply why a request is not let in; a WebSocket is closed before it opens."""
    if kind_of(scope) == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": words[:120]})
        return
    body = msgspec.json.encode(Trouble(words))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    if status == TOO_FAST:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
