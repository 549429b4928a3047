"""The store: opens the database, makes and finds games; ``group_commit`` writes their journals."""

from __future__ import annotations

import asyncio
import logging
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, RowMapping, create_engine, event, func, insert, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.server.store.act_counts import ActCounts
from sandtable.server.store.group_commit import (
    ActRow,
    Committer,
    LoopWriter,
    SnapshotRow,
    ThreadWriter,
    Writer,
)
from sandtable.server.store.tables import ENTRIES, GAMES, METADATA, SNAPSHOTS

MIGRATING: Final = 0x5A4D7AB1E
"""The id of the lock that keeps two processes from migrating at once."""

BUSY_MILLISECONDS: Final = 10_000
DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class StoreUnavailable(Exception):
    """The database cannot be used; the message says why and what would work."""


class Status(StrEnum):
    """How far a game is: waiting for players, being fought, ended."""

    GATHERING = "gathering"
    RUNNING = "running"
    OVER = "over"


class GameRow(NamedTuple):
    """A game in the list of games."""

    id: str
    system: str
    scenario: str
    title: str
    status: str
    listed: bool
    made: int
    touched: int
    heading: str


class KeptGame(NamedTuple):
    """A game as it is stored: its row, its journal, and its snapshots, the newest first."""

    game: GameRow
    acts: tuple[str, ...]
    snapshots: tuple[SnapshotRow, ...]


class Store:
    """A database of games."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._committer = Committer(writer)
        self._act_counts = ActCounts(engine)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open a database and bring its tables up to date; StoreUnavailable if that cannot be done."""
        address = _address(url)
        try:
            writer = await (_remote_writer if _is_remote(address) else _local_writer)(address)
        except (DBAPIError, OSError, CommandError, NoSuchModuleError, ImportError) as fault:
            where = address.render_as_string(hide_password=True)
            raise StoreUnavailable(f"the database {where} cannot be used: {_cause(fault)}") from fault
        if isinstance(writer, LoopWriter):
            return cls(writer.engine, writer)
        engine = create_async_engine(address, pool_size=4)
        event.listen(engine.sync_engine, "connect", _tune_sqlite)
        return cls(engine, writer)

    async def close(self) -> None:
        """Finish what is under way and close the database."""
        await self._committer.close()
        await self._engine.dispose()

    # ------------------------------------------------------------- writing
    async def make(self, game: GameRow) -> None:
        """Store a new game."""
        async with self._engine.begin() as connection:
            row = game._asdict() | {"listed": int(game.listed)}
            await connection.execute(insert(GAMES), [row])

    async def append(self, row: ActRow, snapshot: SnapshotRow | None = None) -> None:
        """Store an act; it is durable when this returns. Conflict if another has its number."""
        await self._committer.append(row, snapshot)

    # ------------------------------------------------------------- reading
    async def find(self, game: str) -> KeptGame | None:
        """A game with all that happened to it."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(GAMES).where(GAMES.c.id == game))).mappings().first()
            if row is None:
                return None
            ordered = select(ENTRIES.c.act).where(ENTRIES.c.game == game).order_by(ENTRIES.c.number)
            acts = tuple((await connection.execute(ordered)).scalars())
            newest = select(SNAPSHOTS).where(SNAPSHOTS.c.game == game).order_by(SNAPSHOTS.c.number.desc())
            found = (await connection.execute(newest)).mappings()
            snapshots = tuple(SnapshotRow(**snapshot) for snapshot in found)
        return KeptGame(_game(row), acts, snapshots)

    async def acts_of(self, game: str) -> int:
        """How many acts a game has by now, by any process."""
        return await self._act_counts.acts_of(game)

    async def listed(self, *, status: Status | None, limit: int, before: int | None) -> tuple[GameRow, ...]:
        """The listed games, those touched last first."""
        chosen = select(GAMES).where(GAMES.c.listed == 1).order_by(GAMES.c.touched.desc(), GAMES.c.id)
        if status is not None:
            chosen = chosen.where(GAMES.c.status == status.value)
        if before is not None:
            chosen = chosen.where(GAMES.c.touched < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(chosen.limit(limit))).mappings()
            return tuple(map(_game, rows))

    async def unfinished(self) -> int:
        """How many games are not over."""
        count = select(func.count()).select_from(GAMES).where(GAMES.c.status != Status.OVER.value)
        async with self._engine.connect() as connection:
            return int((await connection.execute(count)).scalar_one())


# --------------------------------------------------------------------- the database itself
def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError:
        words = f'"{url}" is not a database address; write sqlite:///games.db or postgresql://user@host/name'
        raise StoreUnavailable(words) from None
    driver = DRIVERS.get(address.drivername, address.drivername)
    if driver not in {"sqlite+aiosqlite", "postgresql+asyncpg"}:
        words = f'"{address.drivername}" databases are not used here; sqlite and postgresql are'
        raise StoreUnavailable(words)
    return address.set(drivername=driver)


async def _local_writer(address: URL) -> Writer:
    """A writer to a SQLite file, whose tables are up to date."""
    engine = create_engine(address.set(drivername="sqlite"))
    event.listen(engine, "connect", _tune_sqlite)

    def prepare() -> None:
        with engine.begin() as connection:
            _migrate(connection)

    try:
        await asyncio.to_thread(prepare)
    except BaseException:
        engine.dispose()
        raise
    return ThreadWriter(engine)


async def _remote_writer(address: URL) -> Writer:
    """A writer to a PostgreSQL database, whose tables are up to date."""
    engine = create_async_engine(address, pool_size=4, pool_pre_ping=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    except BaseException:
        await engine.dispose()
        raise
    return LoopWriter(engine)


def _is_remote(address: URL) -> bool:
    return address.drivername.startswith("postgresql")


def _cause(fault: Exception) -> str:
    if isinstance(fault, DBAPIError) and fault.orig is not None:
        return str(fault.orig)
    return str(fault)


def _tune_sqlite(connection: Any, record: object) -> None:
    """Use a write-ahead log, sync every commit to disk, and wait for other processes.

    Commits do not write the log back into the file: ``checkpoint`` does.
    """
    del record
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "wal_autocheckpoint=0",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """Bring the tables up to date, one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    script = ScriptDirectory.from_config(config)

    def up(revision: Any, _: MigrationContext) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=up) as context:
        context.configure(connection=connection, target_metadata=METADATA)
        with context.begin_transaction():
            context.run_migrations()


def _game(row: RowMapping) -> GameRow:
    return GameRow(**{**row, "listed": bool(row["listed"])})
