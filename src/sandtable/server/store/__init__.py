"""Where games are kept: a heading, an append-only journal and snapshots, in SQLite or PostgreSQL.

store = await Store.open("sqlite+aiosqlite:///games.db")
await store.append(Row("a1b2", 1, text))      # returns once it is durable
"""

from sandtable.server.store.committing import Conflict, Row, SnapshotRow
from sandtable.server.store.store import GameRow, Kept, Status, Store, StoreUnavailable

__all__ = ["Conflict", "GameRow", "Kept", "Row", "SnapshotRow", "Status", "Store", "StoreUnavailable"]
