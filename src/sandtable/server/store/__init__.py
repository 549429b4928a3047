"""Where games are stored: a heading, an append-only journal and snapshots, in SQLite or PostgreSQL.

``store`` opens the database, makes and finds games; ``group_commit`` writes acts, many in one commit;
``act_counts`` reads how far games are; ``checkpoint`` writes SQLite's log back; ``tables`` and ``migrations``
define the tables.
"""

from sandtable.server.store.group_commit import ActRow, Conflict, SnapshotRow
from sandtable.server.store.store import GameRow, KeptGame, Status, Store, StoreUnavailable

__all__ = ["ActRow", "Conflict", "GameRow", "KeptGame", "SnapshotRow", "Status", "Store", "StoreUnavailable"]
