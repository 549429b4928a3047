"""Checkpoints: SQLite's log is written back into its file in a thread, so that no commit waits for it."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

LOG: Final = logging.getLogger("sandtable.server")

ACTS_BETWEEN: Final = 2_000
"""How many acts, about as many pages, are in the log before it is written back."""

WRITE_BACK: Final = "PRAGMA wal_checkpoint(PASSIVE)"
"""Writes back as much as can be without blocking readers and writers."""


class Checkpoints:
    """Writes the log back from time to time, from a thread and a connection of its own.

    What is committed meanwhile stays in the log. This rest, a few pages, is written back between two commits:
    SQLite starts the log anew only when all of it is in the file, otherwise it would grow for ever.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self._acts = 0
        self._under_way: Future[None] | None = None

    def after(self, acts: int, connection: Connection) -> None:
        """Count *acts* committed on a connection; write back if it is time, or write back the rest."""
        self._acts += acts
        if self._under_way is not None:
            if self._under_way.done():
                self._under_way = None
                _write_back(connection)
        elif self._acts >= ACTS_BETWEEN:
            self._acts = 0
            self._under_way = self._thread.submit(self._beside)

    def close(self) -> None:
        """End the thread, once it is done."""
        self._thread.shutdown()

    def _beside(self) -> None:
        with self._engine.connect() as connection:
            _write_back(connection)


def _write_back(connection: Connection) -> None:
    """Write back as much as can be without blocking."""
    try:
        connection.exec_driver_sql(WRITE_BACK).close()
    except DBAPIError as fault:
        # Nothing is lost: what was committed is in the log, and it is tried again.
        LOG.warning("the log of the database could not be written back: %s", fault.orig)
