"""The service with a trivial game: two fencers who salute each other for ever.

python -m benchmarks.load.host sqlite:///games.db
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from sandtable import systems
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.server.http.serving import Address, listening, serve, settings_for
from sandtable.server.limits import Limits, Rate
from tests.conformance.duel.system import DuelSystem

FREE: Final = Rate(per_second=1e6, at_once=1_000_000)
LIMITS: Final = Limits(requests=FREE, messages=FREE, games=FREE, sockets_from_one=2_000)
TURNS: Final = 10_000


class Salutes(DuelSystem):
    """A duel that lasts longer than a benchmark."""

    def scenario(self, id: str) -> Scenario:
        """The same duel with turns enough."""
        return replace(super().scenario(id), turn_limit=TURNS)


def install() -> None:
    """Add the duel to the systems."""
    names, load, duel = systems.names(), systems.load, Salutes()

    def load_any(name: str) -> System[Any]:
        return duel if name == duel.id else load(name)

    systems.names = lambda: (*names, duel.id)
    systems.load = cache(load_any)


def main(database: str) -> None:
    """Serve until killed; the first line printed is the port."""
    install()
    opened = listening("127.0.0.1", 0)
    port = opened.getsockname()[1]
    print(port, flush=True)
    serve(settings_for(Address("127.0.0.1", port), database, limits=LIMITS), opened)


if __name__ == "__main__":
    main(sys.argv[1])
