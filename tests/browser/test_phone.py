"""The table on a phone: a unit is chosen, ordered, drawn and moved with a thumb."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener, Table
from tests.browser.player import CHARGE, DRAW, ORDER, Player, enters

THUMB = 44
"""Pixels that a thumb needs."""


def test_a_move_is_ordered_drawn_and_committed_with_a_thumb(table: Table, person: Opener) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    player = _begins(page, table)
    _chooses_and_orders(player)
    _draws(player)
    with player.answering():
        player.commits().tap()
    player.is_asked(ORDER)
    with player.answering():
        page.get_by_role("button", name="Undo").tap()
    player.is_asked(DRAW)
    _looks_around(page)


def _begins(page: Page, table: Table) -> Player:
    enters(page, table.url)
    player = Player.beginning(page)
    for heading, declined in (("Attach", "The Generals stay as they are"), (CHARGE, "No more charges")):
        player.is_asked(heading)
        with player.answering():
            player.options.get_by_role("button", name=declined).tap()
    player.is_asked(ORDER)
    return player


def _chooses_and_orders(player: Player) -> None:
    parts = player.page.get_by_role("navigation", name="Parts of the table")
    parts.get_by_role("button", name="Orders").tap()
    player.units.get_by_role("button", name="71st Highlanders").tap()
    with player.answering():
        player.options.get_by_role("button", name="Advance").tap()
    while not player.asks(DRAW):
        with player.answering():
            player.options.get_by_role("button", name="Keep").tap()
    player.is_asked(DRAW)


def _draws(player: Player) -> None:
    """With a handle that is pushed, then the unit itself that is dragged."""
    ahead = player.map.get_by_role("button", name="Straight ahead")
    box = ahead.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= THUMB
    ahead.tap()
    expect(player.commits("1.0")).to_be_enabled()
    player.drop.tap()
    expect(player.asked.get_by_role("button", name="Stay here")).to_be_enabled()
    x, y = player.place("71st Highlanders")
    finger = player.page.context.new_cdp_session(player.page)
    for kind, places in (("Start", 0), ("Move", 10), ("Move", 30), ("End", 30)):
        points = [] if kind == "End" else [{"x": x, "y": y - places}]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    expect(player.commits()).to_be_enabled()


def _looks_around(page: Page) -> None:
    parts = page.get_by_role("navigation", name="Parts of the table")
    parts.get_by_role("button", name="Log").tap()
    expect(page.get_by_label("Entries, the newest first")).to_contain_text("British army has")
    parts.get_by_role("button", name="Unit").tap()
    expect(page.get_by_role("region", name="71st Highlanders")).to_contain_text("Highland Infantry Regiment")
    parts.get_by_role("button", name="Rules").tap()
    page.get_by_role("searchbox", name="Search the rules").fill("enfilade")
    expect(page.get_by_role("region", name="Text of the rules")).to_contain_text("shooting.enfilade")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page is wider than the phone"


def test_the_lobby_fits_a_phone(table: Table, person: Opener) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    for address in ("", "#/replays", "#/rules/liberty"):
        page.goto(table.url + address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
