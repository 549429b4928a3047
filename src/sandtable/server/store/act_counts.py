"""How many acts games have by now; requests that come at about the same time share one query."""

from __future__ import annotations

import asyncio
from asyncio import Task
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.store.tables import ENTRIES, GAMES

GAMES_AT_ONCE: Final = 500

_LAST: Final = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()


class ActCounts:
    """Counts the acts of games.

    A request that comes while a query is under way waits for the next one, so that its count is never older
    than itself.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._is_asking = asyncio.Lock()
        self._wanted: list[str] = []
        self._next: Task[dict[str, int]] | None = None

    async def acts_of(self, game: str) -> int:
        """How many acts a game has by now."""
        self._wanted.append(game)
        if self._next is None:
            self._next = asyncio.create_task(self._count())
        return (await asyncio.shield(self._next)).get(game, 0)

    async def _count(self) -> dict[str, int]:
        async with self._is_asking:
            wanted, self._wanted, self._next = self._wanted, [], None
            found: dict[str, int] = {}
            async with self._engine.connect() as connection:
                for start in range(0, len(wanted), GAMES_AT_ONCE):
                    some = wanted[start : start + GAMES_AT_ONCE]
                    rows = await connection.execute(select(GAMES.c.id, _LAST).where(GAMES.c.id.in_(some)))
                    found |= {id: last or 0 for id, last in rows}
        return found
