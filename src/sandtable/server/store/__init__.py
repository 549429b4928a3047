"""Where games are kept: a heading, an append-only journal and snapshots, in SQLite or PostgreSQL.

store = await Store.open("sqlite+aiosqlite:///games.db")
await store.append(ActRow("a1b2", 1, text))      # returns once it is durable
"""

from sandtable.server.store.group_commit import ActRow, Conflict, SnapshotRow
from sandtable.server.store.store import GameRow, KeptGame, Status, Store, StoreUnavailable

__all__ = ["ActRow", "Conflict", "GameRow", "KeptGame", "SnapshotRow", "Status", "Store", "StoreUnavailable"]
