"""The toy and the duel installed beside the real systems; as a program, a table with them that can be killed.

python -m tests.server.toy_table sqlite:///games.db
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from sandtable import systems
from sandtable.game.kit.system import System
from sandtable.server.http.serving import Address, listening, serve, settings_for
from sandtable.server.limits import Limits, Rate
from sandtable.table import compiled
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY

EASY = Rate(per_second=1e6, at_once=1_000_000)
EASY_LIMITS = Limits(requests=EASY, messages=EASY, games=EASY, computations=EASY, sockets_from_one=1_000)


def install_toy(patch: pytest.MonkeyPatch) -> None:
    """Have the toy and the duel among the systems, and geometry run plainly: there is nothing to compile."""
    names, load = systems.names(), systems.load
    more: dict[str, System[Any]] = {"duel": DUEL, "toy": TOY}
    every = tuple(sorted((*names, *more)))

    def load_any(name: str) -> System[Any]:
        return more[name] if name in more else load(name)

    patch.setattr(systems, "names", lambda: every)
    patch.setattr(systems, "load", load_any)
    compiled.use("plain")


def main(database: str) -> None:
    """Listen until killed; the port is the first line that is printed."""
    install_toy(pytest.MonkeyPatch())
    opened = listening("127.0.0.1", 0)
    port = opened.getsockname()[1]
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    serve(settings_for(Address("127.0.0.1", port), database, limits=EASY_LIMITS), opened)


if __name__ == "__main__":
    main(sys.argv[1])
