"""The service as an ASGI application: routes for endpoints, the live socket and the page, and the guard."""

from __future__ import annotations

import logging
from collections import Counter
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
from sandtable.server.commands.asker import Asker, KeyWords
from sandtable.server.commands.service import Service
from sandtable.server.commands.views import HtmlPage
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.keys import LONGEST_KEY
from sandtable.server.http.endpoint import Endpoint
from sandtable.server.http.faults import NO_KEY, NOT_UNDERSTOOD, OUR_FAULT, TOO_FAST, status_and_trouble
from sandtable.server.http.guard import COMPILING_POLICY, PAGE_POLICY, Guard, Origins, address_of
from sandtable.server.http.live import Live
from sandtable.server.http.openapi import document
from sandtable.server.http.routes import ENDPOINTS
from sandtable.server.http.static_files import StaticFile, file_for, files_in
from sandtable.server.limits import Buckets, Limits
from sandtable.server.wire.fields import Trouble
from sandtable.server.workers.lab_process import LabAnswer

LOG: Final = logging.getLogger("sandtable.server")
BY_HEADER: Final = KeyWords(
    seat_needed="this needs the key of a seat, as Authorization: Bearer KEY",
    not_the_umpires="this needs the key of a seat; the umpire's key does not open one",
    needed_to_talk="only players and the umpire may talk: give the key of a seat",
    umpire_needed="this needs the umpire's key, as Authorization: Bearer KEY",
)
"""What is said of keys that are shown in the header of a request."""

JSON: Final = "application/json"
HTML: Final = "text/html"
LONGEST_REASON: Final = 120
"""The most characters of the reason with which a WebSocket is closed."""
AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of the service; *pages* is the folder of the built browser side."""

    database: str
    pages: Path | None = None
    origins: Origins = Origins()
    limits: Limits = Limits()


class Interface:
    """The HTTP side of a service: carries requests out and attends sockets, within the limits."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._limits = service.limits
        self._new_games = Buckets(service.limits.games)
        self._computations = Buckets(service.limits.computations)
        self._sockets: Counter[str] = Counter()

    # ------------------------------------------------------------- requests
    async def carry_out(self, endpoint: Endpoint, request: AnyRequest) -> Response[bytes]:
        """Call the command of an endpoint, and send its result or why it was not carried out."""
        try:
            self._require_rate(endpoint, address_of(request.scope))
            if endpoint.needs_battle:
                await self._service.require_ready()
            path = {name: str(value) for name, value in request.path_params.items()}
            asked = _query(endpoint, path, request)
            if endpoint.body is not None:
                asked = await self._body(endpoint, request)
            asker = Asker(self._service, BY_HEADER, path.get("game", ""), _key(request))
            result = await (endpoint.do(asker) if asked is None else endpoint.do(asker, asked))
        except Exception as fault:
            return _failure(fault)
        return _success(result)

    def _require_rate(self, endpoint: Endpoint, address: str) -> None:
        limited = {"new game": self._new_games, "computation": self._computations}
        buckets = limited.get(endpoint.rate)
        if buckets is not None and not buckets.take(address):
            raise Denied(Denial.TOO_FAST, "too many requests of this kind in a short time; wait a moment")

    async def _body(self, endpoint: Endpoint, request: AnyRequest) -> Any:
        limit = self._limits.record if endpoint.content == "record" else self._limits.body
        content = bytearray()
        async for chunk in request.stream():
            content += chunk
            if len(content) > limit:
                raise Denied(Denial.TOO_LARGE, f"at most {limit:,} bytes are read here")
        if endpoint.content == "lab":
            return bytes(content)
        return decode_json(bytes(content), endpoint.body, "")

    # ------------------------------------------------------------- sockets
    async def attend(self, socket: AnySocket) -> None:
        """Serve a client that watches a game, until it goes."""
        address = address_of(socket.scope)
        await socket.accept()
        many = self._sockets.total() >= self._limits.sockets
        if many or self._sockets[address] >= self._limits.sockets_from_one:
            await socket.close(4429, "too many connections; close one first")
            return
        self._sockets[address] += 1
        try:
            await self._service.require_ready()
            await Live(self._service, str(socket.path_params["game"]), socket).attend()
        except Exception as fault:
            await _hang_up(socket, fault)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


_NOT_CACHED: Final = {"cache-control": "no-store"}


def _success(result: object) -> Response[bytes]:
    """The result of a command as it is sent."""
    if isinstance(result, HtmlPage):
        headers = {**_NOT_CACHED, "content-security-policy": PAGE_POLICY}
        return Response(result.text.encode(), media_type=HTML, headers=headers, status_code=200)
    if isinstance(result, LabAnswer):
        status = NOT_UNDERSTOOD if result.is_fault else 200
        return Response(bytes(result.body), media_type=JSON, headers=_NOT_CACHED, status_code=status)
    return Response(msgspec.json.encode(result), media_type=JSON, headers=_NOT_CACHED, status_code=200)


def _failure(fault: Exception) -> Response[bytes]:
    """The reply to a request that was not carried out."""
    found = status_and_trouble(fault)
    if found is None:
        LOG.error("a request broke down: %s", type(fault).__name__, exc_info=fault)
        found = OUR_FAULT, Trouble("an error occurred here; it was logged, and nothing was changed")
    status, trouble = found
    headers = {**_NOT_CACHED, "retry-after": "1"} if status == TOO_FAST else {**_NOT_CACHED}
    if status == NO_KEY:
        headers["www-authenticate"] = "Bearer"
    if isinstance(fault, HTTPException):
        headers |= fault.headers or {}
    return Response(msgspec.json.encode(trouble), media_type=JSON, headers=headers, status_code=status)


async def _hang_up(socket: AnySocket, fault: Exception) -> None:
    found = status_and_trouble(fault)
    if found is None:
        LOG.error("a connection broke down: %s", type(fault).__name__, exc_info=fault)
        found = OUR_FAULT, Trouble("an error occurred here; it was logged")
    status, trouble = found
    await socket.close(4000 + status, shorten(trouble.words, LONGEST_REASON, placeholder=" ..."))


def _query(endpoint: Endpoint, path: dict[str, str], request: AnyRequest) -> Any:
    """The request that an address makes: what its path names, and its query where the endpoint reads one."""
    if endpoint.query is None:
        return None
    asked = {name: value for name, value in path.items() if name != "game"}
    # A type that lets unknown fields pass stands in the path alone; its query is not read.
    reads_query = endpoint.query.__struct_config__.forbid_unknown_fields
    for name, values in request.query_params.dict().items() if reads_query else ():
        if name in path or len(values) != 1:
            times = len(values) + (name in path)
            raise Denied(Denial.NOT_UNDERSTOOD, f"{name} is given {times} times; give it once")
        asked[name] = values[0]
    try:
        return msgspec.convert(asked, prepared(endpoint.query), strict=False)
    except msgspec.ValidationError as fault:
        raise Denied(Denial.NOT_UNDERSTOOD, f"the address is not understood: {fault}") from None


def _key(request: AnyRequest) -> str | None:
    """The key that a request carries in its header; it is read nowhere else."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer" or not 1 <= len(key.strip()) <= LONGEST_KEY:
        raise Denied(Denial.NO_KEY, "the header must be Authorization: Bearer KEY")
    return key.strip()


# --------------------------------------------------------------------- routes
def _route(interface: Interface, endpoint: Endpoint) -> HTTPRouteHandler:
    path = endpoint.path.replace("}", ":str}")

    async def respond(request: AnyRequest) -> Response[bytes]:
        return await interface.carry_out(endpoint, request)

    respond.__name__ = endpoint.name
    made: Callable[..., Any] = get if endpoint.method == "GET" else post
    handler: HTTPRouteHandler = made(path, status_code=200, include_in_schema=False)(respond)
    return handler


def _description() -> HTTPRouteHandler:
    @get("/api/openapi.json", include_in_schema=False)
    async def describe() -> Response[bytes]:
        return Response(document(ENDPOINTS), media_type=JSON)

    return describe


def _live(interface: Interface) -> Any:
    @websocket("/api/games/{game:str}/live")
    async def live(socket: AnySocket) -> None:
        await interface.attend(socket)

    return live


def _browser_side(folder: Path | None) -> HTTPRouteHandler:
    files = {} if folder is None else files_in(folder)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def browse(request: AnyRequest) -> Response[bytes]:
        path = str(request.path_params.get("path", "/"))
        file = None if path.startswith("/api/") else file_for(files, path)
        if file is None:
            words = f"there is nothing at {path[:200]}"
            if not files:
                words += "; the web page is not built here, the interface is at /api/openapi.json"
            return _failure(Denied(Denial.NOT_THERE, words))
        return _file_response(file, request)

    return browse


def _file_response(file: StaticFile, request: AnyRequest) -> Response[bytes]:
    """A file of the browser side: unchanged, packed, or plain, as the client can take it."""
    keep = "public, max-age=31536000, immutable" if file.is_lasting else "no-cache"
    headers = {"etag": file.tag, "cache-control": keep, "vary": "accept-encoding"}
    if file.compiles:
        headers["content-security-policy"] = COMPILING_POLICY
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.plain, media_type=file.kind, headers=headers)


def _on_fault(_: AnyRequest, fault: Exception) -> Response[bytes]:
    return _failure(fault)


def make_service(settings: Settings) -> tuple[Service, ASGIApp]:
    """The service and the application that listens for it."""
    service = Service(settings.database, settings.limits)
    interface = Interface(service)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await service.open()
        try:
            yield
        finally:
            await service.close()

    app = Litestar(
        route_handlers=[
            *(_route(interface, endpoint) for endpoint in ENDPOINTS),
            _description(),
            _live(interface),
            _browser_side(settings.pages),
        ],
        lifespan=[lifespan],
        exception_handlers={Exception: _on_fault, HTTPException: _on_fault},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=None,  # each endpoint has a limit of its own
    )
    return service, Guard(app, settings.origins, settings.limits)
