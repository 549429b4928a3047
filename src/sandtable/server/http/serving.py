"""The program that listens: its address, its settings, and what it warns of."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import os
import socket
import sys
from pathlib import Path
from typing import Final

import uvicorn
from litestar.types import ASGIApp
from msgspec import Struct

from sandtable.server.http.app import Settings, make_service
from sandtable.server.http.guard import LOOPBACK, Origins
from sandtable.server.http.sockets import ClientConnection
from sandtable.server.limits import Limits
from sandtable.server.store import Store

SWITCH_INTERVAL: Final = 0.0005
"""The most seconds that a thread (a commit, a computation) waits for the busy event loop."""

YOUNG_OBJECTS: Final = 500
"""How many more objects must have been made than freed before the young ones are collected.

Nearly as many are freed as made while many play, so this comes seldom.
"""

YOUNG_COLLECTIONS: Final = 20
"""How many collections of young objects come before one of older objects."""


class CannotListen(Exception):
    """The address cannot be listened at; the message says why."""


class Address(Struct, frozen=True):
    """The address at which the service listens."""

    host: str
    port: int

    @property
    def is_private(self) -> bool:
        """Can only this machine reach it?"""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def url(self) -> str:
        """What to open in a browser on this machine."""
        everywhere = self.host in ("0.0.0.0", "::")
        name = "127.0.0.1" if everywhere else self.host
        return f"http://[{name}]:{self.port}/" if ":" in name else f"http://{name}:{self.port}/"

    @property
    def warning(self) -> str:
        """What the address opens to others; empty if only this machine can reach it."""
        if self.is_private:
            return ""
        return (
            f"This opens the table to everybody who can reach {self.host} port {self.port}: they can list and"
            " watch games, make new ones and use this machine to play them. Nothing is encrypted: keys of"
            " seats can be read on the way. Put a proxy with TLS in front of it before you"
            " open it to a network you do not trust."
        )


def default_database() -> str:
    """The default database: a file of this user."""
    base = os.environ.get("XDG_DATA_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "sandtable"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def browser_side() -> Path | None:
    """The folder of the built browser side, if it was built."""
    for base in (Path.cwd(), *Path(__file__).resolve().parents[2:6]):
        if (base / "web" / "dist" / "index.html").is_file():
            return base / "web" / "dist"
    return None


def settings_for(
    address: Address, database: str, *, origins: tuple[str, ...] = (), limits: Limits | None = None
) -> Settings:
    """What the service is started with at an address."""
    names = tuple(dict.fromkeys((*LOOPBACK, address.host))) if address.is_private else ()
    return Settings(
        database=database,
        pages=browser_side(),
        origins=Origins(names, origins),
        limits=limits or Limits(),
    )


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; CannotListen if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only a socket named as TCP gets TCP_NODELAY from asyncio; without it small replies wait 40 ms.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(1024)
    except (OSError, OverflowError) as fault:
        found.close()
        words = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise CannotListen(f"cannot listen at {host} port {port}: {words}") from None
    return found


def check_database(database: str) -> None:
    """Open the database once and bring it up to date, so that a fault is reported before anything starts."""

    async def try_out() -> None:
        await (await Store.open(database)).close()

    asyncio.run(try_out())


def serve(settings: Settings, opened: socket.socket) -> None:
    """Listen until the program is ended."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    sys.setswitchinterval(SWITCH_INTERVAL)
    service, app = make_service(settings)
    _tune_garbage_collection()
    service.kernels.when_ready(_tune_garbage_collection)
    uvicorn.Server(config_for(app, settings)).run(sockets=[opened])


def _tune_garbage_collection() -> None:
    """Collect little garbage at a time, and never what was loaded at the start.

    The event loop stands still during a collection, and nearly all objects of games are freed without one.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, 10)


def config_for(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How uvicorn listens for the service."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws=ClientConnection,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 * 1024,
    )
