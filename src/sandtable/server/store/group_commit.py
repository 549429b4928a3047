"""Group commit: acts of many games that come during one commit go into the next one together."""

from __future__ import annotations

import asyncio
import sqlite3
from asyncio import Future, Task
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, Executable, Table, bindparam, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.store.checkpoint import Checkpoints
from sandtable.server.store.tables import ENTRIES, GAMES, SNAPSHOTS


class Conflict(Exception):
    """Another process has written an act with this number: what was built on the one before is void."""


class ActRow(NamedTuple):
    """An act to be stored; ``status`` if the game's status changes with it."""

    game: str
    number: int
    at: int
    act: str
    status: str | None = None


class SnapshotRow(NamedTuple):
    """The battle after an act: how many answers and steps stand by then, and how many throws were made."""

    game: str
    number: int
    step: int
    steps: int
    throws: int
    version: int
    battle: str


class _Waiting(NamedTuple):
    row: ActRow
    snapshot: SnapshotRow | None
    done: Future[None]


class Writer(Protocol):
    """Writes rows into the database, all of them in one commit or none."""

    async def write(self, rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]) -> None:
        """Returns once they are durable."""

    async def close(self) -> None:
        """Close the database."""


ROWS_AT_ONCE: Final = 100
"""The most rows in one statement: old builds of SQLite take 999 values in one."""

COMMIT_INTERVAL: Final = 0.002
"""The least seconds between the beginnings of two commits; acts that come meanwhile share the next one.

A single act does not wait. Many commits of one act each would cost more than a few with many.
"""


class ThreadWriter:
    """Writes to SQLite from a thread of its own.

    All rows are one statement, since the thread would wait for the busy event loop after each statement. As a
    rule there is nothing else to write, so that this statement is the whole commit.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="committing")
        self._autocommit: Connection | None = None
        self.checkpoints = Checkpoints(engine)

    async def write(self, rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]) -> None:
        """Write in the thread and wait for it."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._commit, rows, snapshots)

    def _commit(self, rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]) -> None:
        texts = [*_inserts(ENTRIES, [row[:4] for row in rows]), *_inserts(SNAPSHOTS, snapshots)]
        changed = _status_changes(rows)
        autocommit = self._autocommit_connection()
        if len(texts) == 1 and not changed:
            _execute_directly(autocommit, *texts[0])
        else:
            with self._engine.begin() as connection:
                for text in texts:
                    connection.exec_driver_sql(*text)
                if changed:
                    connection.execute(_STATUS_UPDATE, changed)
        self.checkpoints.after(len(rows), autocommit)

    def _autocommit_connection(self) -> Connection:
        """A connection on which each statement is a commit, made in the thread that uses it."""
        if self._autocommit is None:
            self._autocommit = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self._autocommit

    async def close(self) -> None:
        """End the thread."""
        if self._autocommit is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._autocommit.close)
        self._thread.shutdown()
        self.checkpoints.close()
        self._engine.dispose()


def _execute_directly(connection: Connection, text: str, values: tuple[object, ...]) -> None:
    """Execute a statement by the driver: SQLAlchemy would take longer over it than SQLite does."""
    driver: sqlite3.Connection | None = connection.connection.driver_connection
    assert driver is not None, "the connection was given back"
    try:
        driver.execute(text, values)
    except sqlite3.Error as fault:
        raise DBAPIError.instance(text, values, fault, sqlite3.Error) from fault


def _inserts(table: Table, rows: Sequence[tuple[object, ...]]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Statements that insert rows into a table, many at once, each with its values."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        yield _insert(table, len(some)), tuple(chain.from_iterable(some))


@cache
def _insert(table: Table, count: int) -> str:
    names = table.columns.keys()
    row = f"({', '.join('?' * len(names))})"
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {', '.join([row] * count)}"


class LoopWriter:
    """Writes to PostgreSQL from the event loop, by an asynchronous driver."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def write(self, rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]) -> None:
        """Write without a thread."""
        async with self.engine.begin() as connection:
            for statement, parameters in _statements(rows, snapshots):
                await connection.execute(statement, parameters)

    async def close(self) -> None:
        """Do nothing: the store disposes of the engine."""


class Committer:
    """The only writer of journals in this process; ``append`` returns once a row is durable."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._waiting: list[_Waiting] = []
        self._has_waiting = asyncio.Event()
        self._task: Task[None] | None = None
        self._is_closing = False

    async def append(self, row: ActRow, snapshot: SnapshotRow | None = None) -> None:
        """Store a row; Conflict if its number is taken."""
        if self._is_closing:
            raise RuntimeError("the store is closed")
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        done: Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(row, snapshot, done))
        self._has_waiting.set()
        await done

    async def close(self) -> None:
        """Write what still waits, and stop."""
        self._is_closing = True
        self._has_waiting.set()
        if self._task is not None:
            await self._task
        await self._writer.close()

    async def _run(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            await self._has_waiting.wait()
            self._has_waiting.clear()
            begun = time()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._keep(batch)
            if self._is_closing and not self._waiting:
                return
            if (early := begun + COMMIT_INTERVAL - time()) > 0 and not self._is_closing:
                await asyncio.sleep(early)

    async def _keep(self, batch: Sequence[_Waiting]) -> None:
        """Write all rows in one commit; if one of them cannot be written, each in its own."""
        try:
            snapshots = [one.snapshot for one in batch if one.snapshot is not None]
            await self._writer.write([one.row for one in batch], snapshots)
        except IntegrityError:
            if len(batch) > 1:
                for one in batch:
                    await self._keep([one])
            else:
                row = batch[0].row
                _resolve(batch, Conflict(f"act {row.number} of {row.game} is there already"))
        except (DBAPIError, OSError) as fault:
            _resolve(batch, fault)
        else:
            _resolve(batch, None)


def _statements(
    rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]
) -> Iterator[tuple[Executable, list[dict[str, object]]]]:
    """The statements that store these: new acts, changed statuses, snapshots."""
    yield insert(ENTRIES), [_entry(row) for row in rows]
    if changed := _status_changes(rows):
        yield _STATUS_UPDATE, changed
    if snapshots:
        yield insert(SNAPSHOTS), [snapshot._asdict() for snapshot in snapshots]


_STATUS_UPDATE: Final = (
    update(GAMES)
    .where(GAMES.c.id == bindparam("which"))
    .values(status=bindparam("new_status"), touched=bindparam("now"))
)


def _status_changes(rows: Sequence[ActRow]) -> list[dict[str, object]]:
    """The games whose status changes with these acts."""
    return [
        {"which": row.game, "new_status": row.status, "now": row.at} for row in rows if row.status is not None
    ]


def _entry(row: ActRow) -> dict[str, object]:
    return {"game": row.game, "number": row.number, "at": row.at, "act": row.act}


def _resolve(batch: Sequence[_Waiting], fault: Exception | None) -> None:
    for one in batch:
        if one.done.cancelled():
            continue
        if fault is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(fault)
