"""The table under fingers: a tap counts at once after a drag, two fingers zoom, a tablet shows everything."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import CDPSession, Locator, Page, ViewportSize, expect

from tests.browser.conftest import PHONE, Opener, Table
from tests.browser.player import DRAW, ORDER, Player
from tests.browser.seats import made, seats_of, sits_down

FLICKS: Final = 4
HEADS: Final = (1440, 1180, 1024, 820)
"""The widths of screens that show the table as a whole, the widest first."""
TABLETS: Final = (ViewportSize(width=820, height=1180), ViewportSize(width=1180, height=820))


def _touch(finger: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    """Put fingers down, move them or lift them all."""
    points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
    finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def _flick(finger: CDPSession, x: float, y: float) -> None:
    """Drag upwards and lift the finger while it still moves."""
    _touch(finger, "Start", (x, y))
    for up in range(4, 49, 4):
        _touch(finger, "Move", (x, y - up))
    _touch(finger, "End")


def _draws_on_a_phone(table: Table, person: Opener) -> Player:
    player = Player.at_cowpens(person(viewport=PHONE, has_touch=True, is_mobile=True), table.url)
    player.take("The Generals stay as they are")
    player.take("No more charges")
    player.page.get_by_role("button", name="Orders").tap()
    player.units.get_by_role("button", name="71st Highlanders").tap()
    player.take("Advance")
    player.until(DRAW)
    return player


def test_a_single_tap_commits_even_right_after_a_flick(table: Table, person: Opener) -> None:
    player = _draws_on_a_phone(table, person)
    page = player.page
    finger = page.context.new_cdp_session(page)
    for _ in range(FLICKS):
        _flick(finger, *player.place("71st Highlanders"))
        box = player.commits().bounding_box()
        assert box
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        with player.answering():
            _touch(finger, "Start", middle)
            _touch(finger, "End")
        player.is_asked(ORDER)
        with player.answering():
            page.get_by_role("button", name="Undo").tap()
        player.is_asked(DRAW)  # and what was taken back is answered anew in the next round


def test_two_fingers_stretch_the_map_and_choose_nobody(table: Table, person: Opener) -> None:
    player = Player.at_cowpens(person(viewport=PHONE, has_touch=True, is_mobile=True), table.url)
    finger = player.page.context.new_cdp_session(player.page)
    before = player.body("Light infantry").bounding_box()
    for kind, apart in (("Start", 80), ("Move", 120), ("Move", 160)):
        _touch(finger, kind, (190 - apart / 2, 300), (190 + apart / 2, 300))
    _touch(finger, "End")
    after = player.body("Light infantry").bounding_box()
    assert before
    assert after
    assert after["width"] > 1.7 * before["width"]
    expect(player.map.locator("[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("screen", TABLETS, ids=["upright", "across"])
def test_a_tablet_shows_the_whole_table_and_every_option(
    table: Table, person: Opener, screen: ViewportSize
) -> None:
    page = person(viewport=screen, has_touch=True)
    player = Player.at_cowpens(page, table.url)
    ground = player.map.bounding_box()
    assert ground
    assert ground["width"] * ground["height"] > 0.4 * screen["width"] * screen["height"]
    _is_within(page, player.options.get_by_role("button").first, screen)
    _is_within(page, page.get_by_role("tab", name="Talk"), screen)
    _is_within(page, player.tools.get_by_role("button", name="Keys"), screen)
    _is_within(page, page.get_by_role("button", name="Menu"), screen)
    player.body("Riflemen, left").tap()
    expect(page.get_by_role("region", name="Riflemen, left")).to_be_visible()


def test_the_head_of_the_table_is_cut_nowhere_however_long_the_names_are(
    table: Table, person: Opener
) -> None:
    page = person()
    wanted = {"system": "coldsteel", "scenario": "hougoumont", "seats": seats_of(0)}
    sits_down(page, table.url, made(page, table.url, "games", wanted))
    head = page.get_by_role("banner")
    expect(head).to_contain_text("field of Waterloo, Belgium, 18 June 1815")
    for width in HEADS:
        page.set_viewport_size({"width": width, "height": 900})
        expect(head).to_have_js_property("clientWidth", width)
        menu = head.get_by_role("button", name="Menu")
        expect(menu).to_be_in_viewport(ratio=1)
        for words in ("Hougoumont", "Turn 1"):
            expect(head.get_by_text(words).first).to_be_in_viewport(ratio=1)
    expect(head).not_to_contain_text("Sandtable", use_inner_text=True)  # what matters least has gone


def _is_within(page: Page, part: Locator, screen: ViewportSize) -> None:
    """Nothing of a part lies beyond the edge, and the page does not scroll."""
    box = part.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
