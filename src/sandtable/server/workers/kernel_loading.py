"""Loading the compiled kernels in a thread when the service starts; requests that need a battle wait for it.

The first time the kernels are compiled, which takes two or three minutes.
``python -m sandtable.server.workers.kernel_loading`` does that beforehand and shows how far it is.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import pkgutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from rich.progress import track

from sandtable import systems, table
from sandtable.server.wire.fields import Readiness
from sandtable.table import compiled
from sandtable.table.compiled import Kernel

LOG: Final = logging.getLogger("sandtable.server")


class KernelLoading:
    """Loads the kernels and knows whether that is done."""

    def __init__(self) -> None:
        self._is_ready = asyncio.Event()
        self._is_stopped = threading.Event()
        self._when_ready: list[Callable[[], None]] = []

    @property
    def status(self) -> Readiness:
        """How far it is."""
        return "ready" if self._is_ready.is_set() else "getting ready"

    async def is_ready_within(self, seconds: float) -> bool:
        """Are the kernels loaded, if need be after waiting for them?"""
        if not self._is_ready.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._is_ready.wait()
        return self._is_ready.is_set()

    def when_ready(self, act: Callable[[], None]) -> None:
        """Call *act* once the kernels are loaded, before the first request is let in."""
        self._when_ready.append(act)

    def start(self) -> None:
        """Load in a thread of its own; with plain kernels there is nothing to load."""
        if compiled.mode() == "plain":
            self._become_ready()
            return
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._load, args=(loop,), name="kernel loading", daemon=True).start()

    def stop(self) -> None:
        """Load no more."""
        self._is_stopped.set()

    def _load(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for kernel in every_kernel():
                if self._is_stopped.is_set():
                    return
                kernel.compiled()
        except Exception as fault:  # without compiled kernels the service goes on, only slower
            LOG.error("the kernels cannot be compiled, so they run plainly: %s", fault, exc_info=fault)
            compiled.use("plain")
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._become_ready)

    def _become_ready(self) -> None:
        for act in self._when_ready:
            act()
        self._is_ready.set()


def every_kernel() -> Iterator[Kernel[Any, Any]]:
    """Every kernel, after the systems are loaded, which may bring some."""
    for name in systems.names():
        systems.load(name)
    for module in pkgutil.walk_packages(table.__path__, f"{table.__name__}."):
        if ".kernels." not in module.name:
            continue
        found = vars(importlib.import_module(module.name)).values()
        yield from (one for one in found if isinstance(one, Kernel))


def main() -> None:
    """Compile every kernel that is not compiled yet."""
    found = tuple(every_kernel())
    for one in track(found, "compiling, once", transient=True):
        one.compiled()


if __name__ == "__main__":
    main()
