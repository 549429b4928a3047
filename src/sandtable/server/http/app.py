"""The service as an ASGI application: routes made from the list of endpoints, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Struct

from sandtable.game.files.typed_files import decode_json, prepared
from sandtable.server.commands import ENDPOINTS
from sandtable.server.commands.call import Call, Endpoint, Letter, Page, Reckoning
from sandtable.server.games.keys import LONGEST_KEY
from sandtable.server.games.rooms import LOG, Rooms
from sandtable.server.http.faults import (
    NOT_NOW,
    NOT_THERE,
    NOT_UNDERSTOOD,
    OUR_FAULT,
    TOO_FAST,
    TOO_LARGE,
    Denied,
    told,
)
from sandtable.server.http.guard import COMPILING_POLICY, PAGE_POLICY, Doors, Guard, address_of
from sandtable.server.http.limits import Buckets, Limits
from sandtable.server.http.live import Live
from sandtable.server.http.openapi import document
from sandtable.server.http.pages import page_for, pages_in
from sandtable.server.http.wire import Trouble
from sandtable.server.store import Store
from sandtable.server.workers.clerks import Clerks
from sandtable.server.workers.warming import Warmth

JSON: Final = "application/json"
HTML: Final = "text/html"
LONGEST_REASON: Final = 120
"""A WebSocket is closed with few words only."""
AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


class Settings(Struct, frozen=True, kw_only=True):
    """What the service is started with; *pages* is the folder of the built browser side."""

    database: str
    pages: Path | None = None
    doors: Doors = Doors()
    limits: Limits = Limits()


class Service:
    """The service and what it holds while it runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self._rooms: Rooms | None = None
        self.warmth = Warmth()
        self._reckoning = Reckoning(settings.limits)
        self.clerks = Clerks(settings.limits)
        self._making = Buckets(settings.limits.games)
        self._reckonings = Buckets(settings.limits.reckoning)
        self._sockets: dict[str, int] = {}

    @property
    def rooms(self) -> Rooms:
        """The open games."""
        assert self._rooms is not None, "the service has not started"
        return self._rooms

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """From opening the database to closing it."""
        self._rooms = Rooms(await Store.open(self.settings.database), self.limits)
        self.warmth.start()
        try:
            yield
        finally:
            self.warmth.stop()
            await self.clerks.close()
            await self._rooms.close()

    # ------------------------------------------------------------- requests
    async def carry_out(self, endpoint: Endpoint, request: AnyRequest) -> Response[bytes]:
        """Do what a request asks, and tell what came of it."""
        try:
            self._require_patience(endpoint, address_of(request.scope))
            if endpoint.needs_battle:
                await self._require_ready()
            call = Call(
                rooms=self.rooms,
                readiness=self.warmth.status,
                reckoning=self._reckoning,
                clerks=self.clerks,
                path={name: str(value) for name, value in request.path_params.items()},
                query=_query(endpoint, request),
                body=await self._body(endpoint, request),
                key=_key(request),
            )
            result = await endpoint.do(call)
        except Exception as fault:
            return _failure(fault)
        if isinstance(result, Page):
            headers = {**_UNKEPT, "content-security-policy": PAGE_POLICY}
            return Response(result.text.encode(), media_type=HTML, headers=headers, status_code=200)
        if isinstance(result, Letter):
            return Response(result.content, media_type=JSON, headers=_UNKEPT, status_code=result.status)
        return Response(msgspec.json.encode(result), media_type=JSON, headers=_UNKEPT, status_code=200)

    def _require_patience(self, endpoint: Endpoint, address: str) -> None:
        wanted = (endpoint.makes_game, self._making), (endpoint.is_reckoning, self._reckonings)
        if any(counts and not buckets.take(address) for counts, buckets in wanted):
            raise Denied(TOO_FAST, "too much of this in too short a time; wait a moment")

    async def _require_ready(self) -> None:
        if not await self.warmth.is_ready_within(self.limits.ready_within):
            raise Denied(NOT_NOW, "the table is still getting ready; try again in a moment")

    async def _body(self, endpoint: Endpoint, request: AnyRequest) -> Any:
        if endpoint.body is None:
            return None
        limit = self.limits.record if endpoint.is_record else self.limits.body
        content = bytearray()
        async for chunk in request.stream():
            content += chunk
            if len(content) > limit:
                raise Denied(TOO_LARGE, f"at most {limit:,} bytes are read here")
        if endpoint.is_on_paper:
            return bytes(content)
        return decode_json(bytes(content), endpoint.body, "")

    # ------------------------------------------------------------- sockets
    async def attend(self, socket: AnySocket) -> None:
        """A client that wants to hear what happens in a game."""
        address = address_of(socket.scope)
        await socket.accept()
        many = sum(self._sockets.values()) >= self.limits.sockets
        if many or self._sockets.get(address, 0) >= self.limits.sockets_from_one:
            await socket.close(4429, "too many connections; close one first")
            return
        self._sockets[address] = self._sockets.get(address, 0) + 1
        try:
            await self._require_ready()
            await Live(self.rooms, str(socket.path_params["game"]), socket).attend()
        except Exception as fault:
            await _hang_up(socket, fault)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


_UNKEPT: Final = {"cache-control": "no-store"}


def _failure(fault: Exception) -> Response[bytes]:
    """What a request is told that was not carried out."""
    found = told(fault)
    if found is None:
        LOG.error("a request broke down: %s", type(fault).__name__, exc_info=fault)
        found = OUR_FAULT, Trouble("something broke here; it was noted, and nothing was changed")
    status, trouble = found
    headers = {**_UNKEPT, "retry-after": "1"} if status == TOO_FAST else {**_UNKEPT}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if isinstance(fault, HTTPException):
        headers |= fault.headers or {}
    return Response(msgspec.json.encode(trouble), media_type=JSON, headers=headers, status_code=status)


async def _hang_up(socket: AnySocket, fault: Exception) -> None:
    found = told(fault)
    if found is None:
        LOG.error("a connection broke down: %s", type(fault).__name__, exc_info=fault)
        found = OUR_FAULT, Trouble("something broke here; it was noted")
    status, trouble = found
    await socket.close(4000 + status, shorten(trouble.words, LONGEST_REASON, placeholder=" ..."))


def _query(endpoint: Endpoint, request: AnyRequest) -> Any:
    given = request.query_params.dict()
    if endpoint.query is None:
        return None
    flat: dict[str, str] = {}
    for name, values in given.items():
        if len(values) != 1:
            raise Denied(NOT_UNDERSTOOD, f"{name} is given {len(values)} times; give it once")
        flat[name] = values[0]
    try:
        return msgspec.convert(flat, prepared(endpoint.query), strict=False)
    except msgspec.ValidationError as fault:
        raise Denied(NOT_UNDERSTOOD, f"the address is not understood: {fault}") from None


def _key(request: AnyRequest) -> str | None:
    """The key that a request carries in its header, and nowhere else."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer" or not 1 <= len(key.strip()) <= LONGEST_KEY:
        raise Denied(401, "the header must be Authorization: Bearer KEY")
    return key.strip()


# --------------------------------------------------------------------- routes
def _route(service: Service, endpoint: Endpoint) -> HTTPRouteHandler:
    path = endpoint.path.replace("}", ":str}")

    async def respond(request: AnyRequest) -> Response[bytes]:
        return await service.carry_out(endpoint, request)

    respond.__name__ = endpoint.name
    made: Callable[..., Any] = get if endpoint.method == "GET" else post
    handler: HTTPRouteHandler = made(path, status_code=200, include_in_schema=False)(respond)
    return handler


def _description() -> HTTPRouteHandler:
    @get("/api/openapi.json", include_in_schema=False)
    async def describe() -> Response[bytes]:
        return Response(document(ENDPOINTS), media_type=JSON)

    return describe


def _live(service: Service) -> Any:
    @websocket("/api/games/{game:str}/live")
    async def live(socket: AnySocket) -> None:
        await service.attend(socket)

    return live


def _browser_side(folder: Path | None) -> list[HTTPRouteHandler]:
    pages = {} if folder is None else pages_in(folder)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def browse(request: AnyRequest) -> Response[bytes]:
        path = str(request.path_params.get("path", "/"))
        page = None if path.startswith("/api/") else page_for(pages, path)
        if page is None:
            words = f"there is nothing at {path[:200]}"
            if not pages:
                words += "; the browser side is not built here, the interface is at /api/openapi.json"
            return _failure(Denied(NOT_THERE, words))
        keep = "public, max-age=31536000, immutable" if page.is_lasting else "no-cache"
        headers = {"etag": page.tag, "cache-control": keep, "vary": "accept-encoding"}
        if page.compiles:
            headers["content-security-policy"] = COMPILING_POLICY
        if request.headers.get("if-none-match") == page.tag:
            return Response(b"", status_code=304, headers=headers)
        if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                page.packed, media_type=page.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(page.plain, media_type=page.kind, headers=headers)

    return [browse]


def _on_fault(_: AnyRequest, fault: Exception) -> Response[bytes]:
    return _failure(fault)


def make_service(settings: Settings) -> tuple[Service, ASGIApp]:
    """The service and the application that listens for it."""
    service = Service(settings)
    app = Litestar(
        route_handlers=[
            *(_route(service, endpoint) for endpoint in ENDPOINTS),
            _description(),
            _live(service),
            *_browser_side(settings.pages),
        ],
        lifespan=[service.lifespan],
        exception_handlers={Exception: _on_fault, HTTPException: _on_fault},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=None,  # each endpoint has a limit of its own
    )
    return service, Guard(app, settings.doors, settings.limits)


__all__ = ["Service", "Settings", "make_service"]
