"""The tables of the database: the migrations make them as the code reads and writes them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Engine, create_engine, inspect

from sandtable.server.store import ActRow, GameRow, Store
from sandtable.server.store.migrations.versions import v0001_games
from sandtable.server.store.tables import METADATA

STATED = {
    "games": [
        ("id", "VARCHAR(32)", True),
        ("system", "VARCHAR(60)", False),
        ("scenario", "VARCHAR(100)", False),
        ("title", "VARCHAR(200)", False),
        ("status", "VARCHAR(12)", False),
        ("listed", "INTEGER", False),
        ("made", "BIGINT", False),
        ("touched", "BIGINT", False),
        ("heading", "TEXT", False),
    ],
    "entries": [
        ("game", "VARCHAR(32)", True),
        ("number", "INTEGER", True),
        ("at", "BIGINT", False),
        ("act", "TEXT", False),
    ],
    "snapshots": [
        ("game", "VARCHAR(32)", True),
        ("number", "INTEGER", True),
        ("step", "INTEGER", False),
        ("steps", "INTEGER", False),
        ("throws", "INTEGER", False),
        ("version", "INTEGER", False),
        ("battle", "TEXT", False),
    ],
}
"""Each column of a database that is in use: its name, its type, and whether it is part of the key."""
INDEXES = {"games_by_time": ["listed", "touched"], "games_by_status": ["status"]}


@pytest.fixture(params=["migrated", "stated"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """A database whose tables were made by the migrations, or as the code states them."""
    file = tmp_path / "games.db"
    engine = create_engine(f"sqlite:///{file}")
    if request.param == "stated":
        METADATA.create_all(engine)
    else:

        async def opened() -> None:
            await (await Store.open(f"sqlite:///{file}")).close()

        asyncio.run(opened())
    return engine


def test_every_table_has_the_columns_of_databases_in_use(database: Engine) -> None:
    seen = inspect(database)
    assert set(seen.get_table_names()) - {"alembic_version"} == set(STATED)
    for table, columns in STATED.items():
        key = seen.get_pk_constraint(table)["constrained_columns"]
        found = seen.get_columns(table)
        assert [(one["name"], str(one["type"]), one["name"] in key) for one in found] == columns
        assert not any(one["nullable"] for one in found if one["name"] not in key)


def test_games_are_found_by_time_and_by_status(database: Engine) -> None:
    found = {one["name"]: one["column_names"] for one in inspect(database).get_indexes("games")}
    assert found == INDEXES


def test_acts_and_snapshots_belong_to_a_game(database: Engine) -> None:
    for table in ("entries", "snapshots"):
        (key,) = inspect(database).get_foreign_keys(table)
        assert (key["constrained_columns"], key["referred_table"], key["referred_columns"]) == (
            ["game"],
            "games",
            ["id"],
        )


def test_the_first_migration_can_be_undone() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        v0001_games.upgrade()
        assert set(inspect(connection).get_table_names()) == set(STATED)
        v0001_games.downgrade()
        assert inspect(connection).get_table_names() == []


def test_the_acts_of_many_games_are_counted_at_once(tmp_path: Path) -> None:
    """More games than one query takes: the first and the last have acts, and one is not there."""
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def counted() -> list[int]:
        store = await Store.open(url)
        names = [f"{number:04}" for number in range(1001)]
        for name in (names[0], names[-1]):
            await store.make(GameRow(name, "toy", "rug", "Rug", "running", True, 1, 1, "{}"))  # noqa: FBT003
        await store.append(ActRow(names[0], 1, 1, "{}", None))
        for number in (1, 2):
            await store.append(ActRow(names[-1], number, 1, "{}", None))
        found = await asyncio.gather(*(store.acts_of(name) for name in [*names, "none"]))
        await store.close()
        return found

    assert asyncio.run(counted()) == [1, *[0] * 999, 2, 0]
