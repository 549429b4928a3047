"""Accessibility: axe finds nothing serious on any page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Opener, Table
from tests.browser.drafting_player import DraftingPlayer
from tests.browser.player import DRAW, ORDER, Player, enters
from tests.browser.recorded_battles import cowpens, cowpens_to_the_end, short_elan


def test_the_lobby_and_the_rulebook_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    enters(page, table.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_enabled()
    assert findings(page) == []
    page.get_by_role("button", name="Rule dice.reroll.reliable.scope").click()
    assert findings(page) == []
    page.goto(f"{table.url}#/rules/liberty/shooting.enfilade")
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
    assert findings(page) == []
    page.goto(f"{table.url}#/replays")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert findings(page) == []


def test_the_table_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    player = Player.opening(page, table.url, cowpens(3, "order-give"))
    player.is_asked(ORDER)
    assert findings(page) == []
    player.order("17th Light Dragoons", "Advance")
    page.keyboard.press("ArrowUp")
    expect(player.commits("1.0")).to_be_enabled()
    assert findings(page) == []
    for tab in ("Unit", "Odds", "Rules", "Talk"):
        page.get_by_role("tab", name=tab).click()
        assert findings(page, "aside") == [], tab
    page.get_by_role("button", name="Menu").click()
    assert findings(page, "dialog") == []
    page.get_by_role("dialog").get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert findings(page, "dialog") == []


def test_a_replay_and_the_end_can_be_read_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    Player.opening(page, table.url, cowpens_to_the_end(), how="Replay it")
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("step 0 of 265")
    bar.get_by_role("slider").press("End")
    expect(bar).to_contain_text("step 265 of 265")
    assert findings(page) == []
    bar.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("dialog")).to_contain_text("were to be expected")
    assert findings(page, "dialog") == []


def test_the_table_on_a_phone_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    enters(page, table.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_enabled()
    assert findings(page) == []
    player = Player.opening(page, table.url, cowpens(3, "move-path"))
    player.is_asked(DRAW)
    assert findings(page) == []
    for part in ("Orders", "Log", "Unit", "Rules"):
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=part).tap()
        assert findings(page, ".sheet") == [], part


def test_elan_on_hexes_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    page.goto(table.url)
    page.get_by_role("button", name="Élan").click()
    expect(page.get_by_role("group", name="Scale")).to_be_visible()
    assert findings(page) == []
    DraftingPlayer.opening(page, table.url, short_elan("quatre-bras", turns=2, scale=2), seat=0)
    general = DraftingPlayer(page)
    column = general.moves("2nd Light", "92nd Line", "61st Line", "93rd Line")
    general.points(across=0, up=96, beside=column)
    expect(general.commit).to_contain_text("Move for")
    assert findings(page) == []


def test_drawing_up_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    DraftingPlayer.opening(page, table.url, short_elan("swiepwald", turns=2, deployment=1), seat=1)
    general = DraftingPlayer(page)
    general.is_asked("Draw up")
    expect(general.commit).to_be_enabled()
    assert findings(page) == []


def test_elan_on_a_phone_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    DraftingPlayer.opening(page, table.url, short_elan("swiepwald", turns=2, scale=2, deployment=1), seat=1)
    general = DraftingPlayer(page)
    general.is_asked("Draw up")
    assert findings(page) == []
    before = general.place("26th Regiment")
    page.touchscreen.tap(before[0] - 40, before[1] - 110)  # puts down the held piece
    expect(page.get_by_role("button", name="Begin so")).to_be_enabled()
    assert general.place("26th Regiment")[1] < before[1] - 40
