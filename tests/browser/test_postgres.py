"""A battle in the browser that is kept in PostgreSQL: begun, cut off, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.conftest import Opener, Table
from tests.browser.player import ORDER, Player
from tests.server.conftest import postgres

__all__ = ["postgres"]  # the server that fixture starts is used here too
pytestmark = pytest.mark.usefixtures("postgres")  # first of all: a browser's event loop would be in its way


@pytest.fixture
def kept_afar(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A table whose games are in PostgreSQL."""
    with closing(Table(tmp_path)) as made:
        made.database = request.getfixturevalue("postgres")
        made.start()
        yield made


def test_a_battle_kept_in_postgresql_goes_on_after_the_service_was_killed(
    kept_afar: Table, person: Opener
) -> None:
    player = Player.at_cowpens(person(), kept_afar.url)
    player.take("The Generals stay as they are")
    player.take("No more charges")
    player.is_asked(ORDER)
    step = player.step
    kept_afar.kill()
    kept_afar.start()
    player.page.reload()
    player.is_asked(ORDER)
    assert player.step == step
    player.order("71st Highlanders", "Advance")
    player.page.keyboard.press("ArrowUp")
    with player.answering():
        player.page.keyboard.press("Enter")
    player.is_asked(ORDER)
    assert player.step > step
