"""The tables. Entries are only added; of a game only its status and the time of its last act change."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("scenario", String(100), nullable=False),
    Column("title", String(200), nullable=False),
    Column("status", String(12), nullable=False),
    Column("listed", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("heading", Text, nullable=False),
    Index("games_by_time", "listed", "touched"),
    Index("games_by_status", "status"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
)

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("battle", Text, nullable=False),
)
