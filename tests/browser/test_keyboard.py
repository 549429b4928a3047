"""A turn played without a mouse: everything is reached by keys, and what has the focus has a name."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import CHARGE, DRAW, ORDER, SHOOT, Player

FARTHEST = 60
"""Nothing is farther away than so many presses of Tab."""


def test_a_turn_is_played_by_keys_alone(table: Table, person: Opener) -> None:
    page = person()
    page.goto(table.url)
    _tab_to(page, "Liberty")
    _press(page, "Enter")
    _begins(page)
    player = Player(page)
    _answers_by_number(player)
    _moves(player)
    _orders_from_the_list(player)
    _looks_things_up(player)
    _shoots(player)
    expect(player.log).to_contain_text("American, Command")


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def _tab_to(page: Page, name: str) -> None:
    """Press Tab until what has this name has the focus."""
    wanted = page.get_by_role("button", name=name).or_(page.get_by_role("radio", name=name))
    focused = wanted.and_(page.locator(":focus"))
    for _ in range(FARTHEST):
        if focused.count() > 0:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name}")


def _begins(page: Page) -> None:
    expect(page.get_by_role("complementary")).to_contain_text("moves first")  # then it is known whose I am
    _tab_to(page, "Hannah’s Cowpens")
    page.keyboard.press("Enter")
    _tab_to(page, "Captain")
    _press(page, "ArrowLeft", "ArrowLeft")
    expect(page.get_by_role("radio", name="Militia")).to_be_checked()
    _tab_to(page, "Begin the battle")
    page.keyboard.press("Enter")


def _answers_by_number(player: Player) -> None:
    player.is_asked("Attach or detach a General")
    with player.answering():
        player.page.keyboard.press("1")
    player.is_asked(CHARGE)
    with player.answering():
        player.page.keyboard.press("1")
    player.is_asked(ORDER)


def _choose(player: Player, unit: str) -> None:
    """Go round those in need until this unit is selected."""
    chosen = player.units.get_by_role("button", name=unit, pressed=True)
    for _ in range(FARTHEST):
        player.page.keyboard.press("n")
        if chosen.count() > 0:
            return
    raise AssertionError(f"n never comes to {unit}")


def _answer_until(player: Player, heading: str) -> None:
    """Give the first answer to whatever else is asked, by its number or from the list."""
    while not player.asks(heading):
        keys = ("1",) if player.options.get_by_role("button").count() > 0 else ("o", "Enter")
        with player.answering():
            _press(player.page, *keys)
        expect(player.asked).to_contain_text("your decision")


def _moves(player: Player) -> None:
    _choose(player, "71st Highlanders")
    with player.answering():
        player.page.keyboard.press("3")
    _answer_until(player, DRAW)
    _press(player.page, "ArrowUp", "ArrowUp", "ArrowRight", "Alt+ArrowRight", "Backspace")
    expect(player.commits("2.7")).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    player.is_asked(ORDER)
    with player.answering():
        player.page.keyboard.press("z")
    player.is_asked(DRAW)
    with player.answering():
        player.page.keyboard.press("Shift+z")
    player.is_asked(ORDER)


def _orders_from_the_list(player: Player) -> None:
    page = player.page
    _press(page, "Escape", "o")
    options = page.get_by_role("dialog", name="All options")
    expect(options.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("fusiliers hold")
    page.keyboard.press("ArrowDown")
    expect(options.get_by_role("button", name="7th Fusiliers: HOLD")).to_be_focused()
    with player.answering():
        page.keyboard.press("Enter")
    player.is_asked(ORDER)
    expect(player.units.get_by_role("button", name="7th Fusiliers")).to_have_accessible_name(
        re.compile("done|hold", re.IGNORECASE)
    )


def _looks_things_up(player: Player) -> None:
    page = player.page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Next unit that needs something")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    sight = page.get_by_role("group", name="Show over the map").get_by_role("button", name="Sight")
    expect(sight).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(sight).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("F10")
    expect(page.get_by_role("dialog", name="Table")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def _shoots(player: Player) -> None:
    page = player.page
    page.keyboard.press("Escape")
    with player.answering():
        page.keyboard.press("1")
    player.is_asked(SHOOT)
    _choose(player, "Two 3pdr guns")
    with player.answering():
        page.keyboard.press("1")
    expect(player.log).to_contain_text("Two 3pdr guns shoots at")
    _answer_until(player, SHOOT)
    page.keyboard.press("Escape")
    with player.answering():
        page.keyboard.press("1")
