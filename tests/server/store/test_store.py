"""The store: acts are kept in order, once each, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sandtable.server.store import (
    ActRow,
    Conflict,
    GameRow,
    SnapshotRow,
    Status,
    Store,
    StoreUnavailable,
    checkpoint,
    group_commit,
)

Trial = Callable[[str], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    address: str = request.getfixturevalue("postgres")
    return address


def _game(id: str, *, listed: bool = True, touched: int = 1) -> GameRow:
    return GameRow(id, "toy", "hearthrug", "Hearthrug", "gathering", listed, 1, touched, "{}")


def test_what_was_kept_is_found_again_by_another_process(database: str) -> None:
    async def trial() -> None:
        store, other = await Store.open(database), await Store.open(database)
        await store.make(_game("found"))
        for number in range(1, 6):
            await store.append(ActRow("found", number, number, f'"{number}"'))
        snapshot = SnapshotRow("found", 6, 3, 4, 2, 1, "{}")
        await store.append(ActRow("found", 6, 6, '"6"', Status.RUNNING.value), snapshot)
        kept = await other.find("found")
        assert kept is not None
        assert kept.acts == tuple(f'"{number}"' for number in range(1, 7))
        assert kept.game.status == "running"
        assert kept.snapshots == (snapshot,)
        assert await other.acts_of("found") == 6
        assert await other.find("nobody") is None
        await store.close()
        await other.close()

    asyncio.run(trial())


def test_of_two_acts_with_one_number_only_one_is_kept(database: str) -> None:
    async def trial() -> None:
        store, other = await Store.open(database), await Store.open(database)
        await store.make(_game("twice"))
        came = await asyncio.gather(
            *(
                one.append(ActRow("twice", 1, 1, f'"{n}"'))
                for n, one in enumerate((store, other, store, other))
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Conflict) for result in came) == 3
        kept = await store.find("twice")
        assert kept is not None
        assert kept.acts == (f'"{came.index(None)}"',)
        await store.close()
        await other.close()

    asyncio.run(trial())


def commits_of(store: Store) -> list[int]:
    """A list that grows with every commit from now on by its number of acts."""
    writer, found = store._committer._writer, list[int]()
    write = writer.write

    async def noted(rows: Sequence[ActRow], snapshots: Sequence[SnapshotRow]) -> None:
        await write(rows, snapshots)
        found.append(len(rows))

    writer.write = noted  # type: ignore[method-assign]
    return found


def test_a_bad_act_does_not_keep_the_others_of_its_commit_from_being_kept(database: str) -> None:
    async def trial() -> None:
        store = await Store.open(database)
        games = [f"many{number}" for number in range(20)]
        for game in games:
            await store.make(_game(game))
        await store.append(ActRow("many7", 1, 1, '"first"'))
        commits = commits_of(store)
        came = await asyncio.gather(
            *(store.append(ActRow(game, 1, 1, '"new"')) for game in games), return_exceptions=True
        )
        assert [game for game, result in zip(games, came, strict=True) if result is not None] == ["many7"]
        assert isinstance(came[7], Conflict)
        found = [await store.find(game) for game in games]
        assert all(kept is not None and len(kept.acts) == 1 for kept in found)
        assert commits
        await store.close()

    asyncio.run(trial())


def test_acts_that_come_together_are_committed_together(database: str) -> None:
    async def trial() -> None:
        store = await Store.open(database)
        games = [f"group{number}" for number in range(30)]
        for game in games:
            await store.make(_game(game))
        commits = commits_of(store)
        await asyncio.gather(*(store.append(ActRow(game, 1, 1, '"x"')) for game in games))
        assert len(commits) < 5
        await store.close()

    asyncio.run(trial())


def test_acts_that_come_soon_after_a_commit_wait_for_one_another(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "COMMIT_INTERVAL", 0.5)

    async def trial() -> None:
        store = await Store.open(database)
        games = [f"breath{number}" for number in range(6)]
        for game in games:
            await store.make(_game(game))
        await store.append(ActRow(games[0], 1, 1, '"first"'))
        commits, later = commits_of(store), []
        for game in games[1:]:
            later.append(asyncio.create_task(store.append(ActRow(game, 1, 1, '"soon"'))))
            await asyncio.sleep(0)
        await asyncio.gather(*later)
        assert commits == [5]
        await store.close()

    asyncio.run(trial())


def test_nobody_is_told_how_far_a_game_was_before_he_asked(database: str) -> None:
    async def trial() -> None:
        store, other = await Store.open(database), await Store.open(database)
        games = [f"far{number}" for number in range(30)]
        for game in games:
            await store.make(_game(game))
        assert await asyncio.gather(*map(other.acts_of, games)) == [0] * 30
        for number in range(1, 5):
            under_way = asyncio.gather(*map(other.acts_of, games))
            await asyncio.sleep(0)
            for game in games[:number]:
                await store.append(ActRow(game, number, 1, '"x"'))
                assert await other.acts_of(game) == number
            await under_way
        assert await asyncio.gather(*map(other.acts_of, games)) == [4] * 4 + [0] * 26
        assert await other.acts_of("far from here") == 0
        await store.close()
        await other.close()

    asyncio.run(trial())


def test_more_acts_than_one_statement_takes_are_kept_in_one_commit(database: str) -> None:
    async def trial() -> None:
        store = await Store.open(database)
        games = [f"flood{number}" for number in range(250)]
        for game in games:
            await store.make(_game(game))
        snapshots = [SnapshotRow(game, 1, 1, 1, 0, 1, "{}") for game in games]
        acts = [store.append(ActRow(one.game, 1, 1, f'"{one.game}"'), one) for one in snapshots]
        commits = commits_of(store)
        await asyncio.gather(*acts)
        assert len(commits) < 5
        for snapshot in snapshots:
            kept = await store.find(snapshot.game)
            assert kept is not None
            assert (kept.acts, kept.snapshots) == ((f'"{snapshot.game}"',), (snapshot,))
        await store.close()

    asyncio.run(trial())


def _in_the_file_alone(folder: Path) -> int:
    """How many acts are in the file of a database, whatever is in the log beside it."""
    shutil.copy(folder / "games.db", folder / "alone.db")
    with closing(sqlite3.connect(folder / "alone.db")) as alone:
        if not alone.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone():
            return 0
        return int(alone.execute("SELECT count(*) FROM entries").fetchone()[0])


async def _keep(store: Store, first: int, count: int) -> None:
    """Keep acts of one game, each in a commit of its own."""
    for number in range(first, first + count):
        await store.append(ActRow("logged", number, 1, '"x"'))


def test_no_commit_waits_until_the_log_is_written_back(tmp_path: Path) -> None:
    async def trial() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
        await store.make(_game("logged"))
        await _keep(store, 1, 500)  # more pages than SQLite by itself leaves in its log
        assert _in_the_file_alone(tmp_path) == 0
        assert await store.acts_of("logged") == 500
        await store.close()
        assert _in_the_file_alone(tmp_path) == 500

    asyncio.run(trial())


def test_the_log_is_written_back_beside_the_commits_and_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "ACTS_BETWEEN", 20)

    async def trial() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
        await store.make(_game("logged"))
        log, sizes = tmp_path / "games.db-wal", []
        for first in range(1, 800, 80):
            await _keep(store, first, 80)
            sizes.append(log.stat().st_size)
        assert _in_the_file_alone(tmp_path) > 400
        assert sizes[-1] < 3 * sizes[0]
        assert await store.acts_of("logged") == 800
        await store.close()

    asyncio.run(trial())


def test_an_act_is_kept_though_the_log_cannot_be_written_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkpoint, "ACTS_BETWEEN", 5)
    monkeypatch.setattr(checkpoint, "WRITE_BACK", "PRAGMA wal_checkpoint(PASSIVE) is no such thing")

    async def trial() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
        await store.make(_game("logged"))
        await _keep(store, 1, 40)
        assert await store.acts_of("logged") == 40
        await store.close()

    asyncio.run(trial())
    assert "could not be written back" in caplog.text


def test_games_are_listed_the_last_touched_first_and_unlisted_ones_not(database: str) -> None:
    async def trial() -> None:
        store = await Store.open(database)
        for id, touched in (("old", 10_001), ("new", 10_003), ("mid", 10_002)):
            await store.make(_game(f"list-{id}", touched=touched))
        await store.make(_game("list-hidden", listed=False, touched=10_004))
        rows = await store.listed(status=None, limit=3, before=None)
        assert [row.id for row in rows] == ["list-new", "list-mid", "list-old"]
        assert [row.id for row in await store.listed(status=None, limit=1, before=10_003)] == ["list-mid"]
        assert await store.listed(status=Status.OVER, limit=3, before=None) == ()
        await store.close()

    asyncio.run(trial())


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("games.db", "is not a database address"),
        ("mysql://somebody@somewhere/games", "sqlite and postgresql"),
        ("sqlite:////no/such/folder/games.db", "cannot be used"),
        ("postgresql://nobody:topsecret@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_in_words(url: str, words: str) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        asyncio.run(Store.open(url))
    assert words in str(refused.value)
    assert "topsecret" not in str(refused.value)
