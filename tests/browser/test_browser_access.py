"""What screen readers, weak eyes and unsteady hands need: axe finds nothing serious on any page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener, Table
from tests.browser.fought import cowpens, cowpens_to_the_end
from tests.browser.player import DRAW, ORDER, Player

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE: Final = ("serious", "critical")


def _findings(page: Page, within: str = "body") -> list[str]:
    """What axe holds to be serious or critical on a page, or within a part of it, as it is now."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate(
        "async (within) => (await axe.run(within, {resultTypes: ['violations']})).violations", within
    )
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:4]]}"
        for one in found
        if one["impact"] in GRAVE
    ]


def test_the_lobby_and_the_rulebook_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    page.goto(table.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_enabled()
    assert _findings(page) == []
    page.get_by_role("button", name="Rule dice.reroll.reliable.scope").click()
    assert _findings(page) == []
    page.goto(f"{table.url}#/rules/liberty/shooting.enfilade")
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
    assert _findings(page) == []
    page.goto(f"{table.url}#/replays")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert _findings(page) == []


def test_the_table_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    player = Player.opening(page, table.url, cowpens(3, "order-give"))
    player.is_asked(ORDER)
    assert _findings(page) == []
    player.order("17th Light Dragoons", "Advance")
    page.keyboard.press("ArrowUp")
    expect(player.commits("1.0")).to_be_enabled()
    assert _findings(page) == []
    for tab in ("Unit", "Odds", "Rules", "Talk"):
        page.get_by_role("tab", name=tab).click()
        assert _findings(page, "aside") == [], tab
    page.get_by_role("button", name="Menu").click()
    assert _findings(page, "dialog") == []
    page.get_by_role("dialog").get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert _findings(page, "dialog") == []


def test_a_replay_and_the_end_can_be_read_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True)
    Player.opening(page, table.url, cowpens_to_the_end(), how="Replay it")
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("step 0 of 265")
    bar.get_by_role("slider").press("End")
    expect(bar).to_contain_text("step 265 of 265")
    assert _findings(page) == []
    bar.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("dialog")).to_contain_text("were to be expected")
    assert _findings(page, "dialog") == []


def test_the_table_on_a_phone_can_be_used_by_everybody(table: Table, person: Opener) -> None:
    page = person(bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(table.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_enabled()
    assert _findings(page) == []
    player = Player.opening(page, table.url, cowpens(3, "move-path"))
    player.is_asked(DRAW)
    assert _findings(page) == []
    for part in ("Orders", "Log", "Unit", "Rules"):
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=part).tap()
        assert _findings(page, ".sheet") == [], part
