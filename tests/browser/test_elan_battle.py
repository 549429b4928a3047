"""Battles of elan are played to their end in the browser, in inches and on hexes."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Table
from tests.browser.drafting_player import DraftingPlayer
from tests.browser.recorded_battles import short_elan

FRENCH: Final = 0
SMALL: Final = 1
HEX: Final = 2
HEX_HIGH: Final = 48
"""Pixels from a row of hexes to the next, the whole table being shown."""
COLUMNS: Final = ("2nd Light", "92nd Line", "61st Line", "93rd Line")
HORSE: Final = ("Pire's chasseurs", "Pire's lancers")
MOVES: Final = re.compile(r"^Move for \d+ point")


def test_a_battle_in_inches_is_played_to_its_end(table: Table, person: Opener) -> None:
    page = person()
    DraftingPlayer.opening(page, table.url, short_elan("quatre-bras", turns=2, scale=SMALL), seat=FRENCH)
    player = DraftingPlayer(page)
    _joins(player)
    _drags_a_column_forward(player)
    _puts_the_commander_down(player)
    assert player.fights_on() > 3
    expect(player.end).to_contain_text(re.compile("point|VP"))
    expect(player.end).to_contain_text("Luck of the dice")


def _joins(player: DraftingPlayer) -> None:
    player.awaits("Commanders")
    expect(player.asked).to_contain_text("Bachelu")
    with player.answering():
        player.body("61st Line").click()  # the unit that he may join is offered on the map
    expect(player.log).to_contain_text("Bachelu joins the 61st Line")


def _drags_a_column_forward(player: DraftingPlayer) -> None:
    column = player.moves(*COLUMNS)
    stood = player.place(column)
    player.drag(column, across=10, up=40)
    expect(player.commits()).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    player.awaits("Who moves?")
    assert player.place(column)[1] < stood[1] - 15
    player.take("No more moves")


def _puts_the_commander_down(player: DraftingPlayer) -> None:
    """In the next turn he leaves the unit again and is put down beside it, where he is pointed to."""
    player.awaits("Commanders")
    expect(player.asked).to_contain_text("Bachelu")
    player.take("Leave")
    player.awaits("Place the commander")
    player.points(across=0, up=300, beside="61st Line")
    expect(player.asked.get_by_role("status")).to_contain_text("it must be within")
    player.asked.get_by_role("button", name="Nearest allowed").click()
    expect(player.commit).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    expect(player.log).to_contain_text("Bachelu leaves his unit")


def test_a_battle_on_hexes_is_played_to_its_end(table: Table, person: Opener) -> None:
    page = person()
    DraftingPlayer.opening(page, table.url, short_elan("quatre-bras", turns=2, scale=HEX), seat=FRENCH)
    player = DraftingPlayer(page)
    _measures_in_hexes(player)
    _clicks_a_hex(player)
    _drags_to_a_hex(player)
    _steps_by_keys(player)
    player.awaits("Who moves?")
    player.take("No more moves")
    assert player.fights_on() > 3
    expect(player.end).to_contain_text("Luck of the dice")


def _measures_in_hexes(player: DraftingPlayer) -> None:
    """Four rows up and a bit aside, from wherever in its hex to wherever in another."""
    expect(player.asked).to_contain_text("your decision")
    player.page.keyboard.press("m")
    expect(player.page.get_by_role("button", name="Measure")).to_have_attribute("aria-pressed", "true")
    player.drag(COLUMNS[0], across=8, up=4 * HEX_HIGH)
    tape = player.map.get_by_role("button", name="Tape, 4 hexes: take it away")
    expect(tape).to_be_visible()
    player.page.keyboard.press("m")
    tape.click()
    expect(tape).to_have_count(0)


def _clicks_a_hex(player: DraftingPlayer) -> None:
    column = player.moves(*COLUMNS)
    stood = player.place(column)
    player.points(across=0, up=2 * HEX_HIGH, beside=column)
    expect(
        player.asked.get_by_role("img", name=re.compile("point"))
    ).to_be_visible()  # what it costs, by hexes
    expect(player.commit).to_have_text(MOVES)
    with player.answering():
        player.commit.click()
    player.awaits("Who moves?")
    assert player.place(column)[1] < stood[1] - HEX_HIGH / 2


def _drags_to_a_hex(player: DraftingPlayer) -> None:
    column = player.moves(*COLUMNS)
    player.drag(column, across=25, up=HEX_HIGH)
    expect(player.commit).to_have_text(MOVES)
    with player.answering():
        player.page.keyboard.press("Enter")


def _steps_by_keys(player: DraftingPlayer) -> None:
    player.moves(*HORSE, *COLUMNS)
    for key in ("ArrowUp", "Alt+ArrowLeft", "Alt+ArrowRight", "ArrowDown"):
        player.page.keyboard.press(key)
        player.settles()
        if player.commit.is_visible():
            break
        player.page.keyboard.press("Backspace")  # a friend or a brook was in the way
        player.settles()
    expect(player.commit).to_have_text(MOVES)
    with player.answering():
        player.page.keyboard.press("Enter")


def test_a_side_draws_its_brigades_up_where_they_are_put(table: Table, person: Opener) -> None:
    page = person()
    page.goto(table.url)
    page.get_by_role("button", name="Élan").click()
    page.get_by_role("button", name="Swiepwald").click()
    page.get_by_role("group", name=re.compile("^Scale")).get_by_text("Hex").click()
    expect(page.get_by_role("complementary")).to_contain_text("units stand in hexes")
    expect(page.get_by_role("button", name="Swiepwald")).to_contain_text("hexes")  # what is drawn there too
    page.get_by_role("group", name=re.compile("^Deployment")).get_by_text("Free").click()
    page.get_by_role("group", name="Who plays Prussians").get_by_text("Me", exact=True).click()
    page.get_by_role("group", name="Who plays Austrians").get_by_text("Computer").click()
    page.get_by_role("group", name="Level").get_by_text("Militia").click()
    page.get_by_role("button", name="Begin the battle").click()
    player = DraftingPlayer(page)
    player.is_asked("Draw up")
    _drags_a_regiment_out_of_its_zone_and_back(player)
    player.asked.get_by_role("group", name="26th Regiment").get_by_role("button", name="column").first.click()
    expect(player.body("26th Regiment")).to_be_visible()
    with player.answering():
        player.commit.click()
    expect(player.log).to_contain_text("13th Brigade begins the battle")


def _drags_a_regiment_out_of_its_zone_and_back(player: DraftingPlayer) -> None:
    stood = player.place("26th Regiment")
    player.drag("26th Regiment", across=0, up=-5 * HEX_HIGH)
    expect(player.asked.get_by_role("status")).to_contain_text("outside the zone")
    expect(player.commit).to_be_disabled()
    player.points(across=0, up=7 * HEX_HIGH, beside="26th Regiment")  # puts down the held piece
    expect(player.commit).to_be_enabled()
    assert player.place("26th Regiment")[1] < stood[1] - HEX_HIGH
