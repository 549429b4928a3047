"""A page loaded again, a lost connection, and a server killed in the middle of a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import DRAW, ORDER, Player, enters

SHOOT = "combatdice.table.infantry.shoot"


def _begun(page: Page, table: Table) -> Player:
    """A battle as far as the British orders."""
    player = Player.at_cowpens(page, table.url)
    player.take("The Generals stay as they are")
    player.take("No more charges")
    player.is_asked(ORDER)
    return player


def _advanced(player: Player) -> tuple[float, float]:
    """Where the Highlanders stand after they went two inches ahead."""
    player.order("71st Highlanders", "Advance")
    player.page.keyboard.press("ArrowUp")
    player.page.keyboard.press("ArrowUp")
    with player.answering():
        player.page.keyboard.press("Enter")
    player.is_asked(ORDER)
    return player.place("71st Highlanders")


def test_a_page_loaded_anew_in_mid_game_asks_what_it_asked(table: Table, person: Opener) -> None:
    player = _begun(person(), table)
    stood, step = _advanced(player), player.step
    player.order("7th Fusiliers", "Advance")
    player.page.keyboard.press("ArrowUp")  # a draft is no answer yet
    player.page.reload()
    player.is_asked(DRAW)
    assert player.place("71st Highlanders") == stood
    expect(player.asked.get_by_role("button", name="Stay here")).to_be_enabled()
    with player.answering():
        player.tools.get_by_role("button", name="Undo").click()
    assert player.step >= step
    player.page.get_by_role("link", name="Sandtable").click()
    card = player.page.get_by_role("region", name="Continue").get_by_role("link", name="Cowpens")
    expect(card).to_contain_text("Your move")
    card.click()
    expect(player.asked).to_contain_text("your decision")


@pytest.mark.parametrize("mortal", [(f"liberty/{SHOOT}=3",)], indirect=True, ids=["by a house rule"])
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(mortal: Table, person: Opener) -> None:
    player = _begun(person(), mortal)
    stood = _advanced(player)
    player.order("7th Fusiliers", "Advance")
    step, lines = player.step, player.log.get_by_role("article").count()
    mortal.kill()
    expect(player.page.get_by_role("main")).to_contain_text("The connection is lost")
    player.asked.get_by_role("button", name="Stay here").click()  # the service is gone
    mortal.start()
    expect(player.page.get_by_role("main")).not_to_contain_text("The connection is lost")
    player.is_asked(DRAW)
    assert (player.step, player.place("71st Highlanders")) == (step, stood)
    assert player.log.get_by_role("article").count() == lines
    player.page.keyboard.press("ArrowUp")
    with player.answering():
        player.page.keyboard.press("Enter")
    player.is_asked(ORDER)
    expect(player.log).to_contain_text("7th Fusiliers carries out ADVANCE")
    enters(player.page, mortal.url)
    told = player.page.get_by_role("region", name="House rules")
    expect(told).to_contain_text(f"infantry, shoot 3 instead of 2.5 {SHOOT}")
    mortal.kill()
    mortal.house_rules = ()
    mortal.start()
    enters(player.page, mortal.url)
    kept = player.page.get_by_role("region", name="Continue")
    expect(kept).to_contain_text(f"it goes on when the table is served with --set liberty/{SHOOT}=3.")
    expect(player.page.get_by_role("heading", name="Readings of the rules")).to_be_visible()
    expect(told).to_have_count(0)
