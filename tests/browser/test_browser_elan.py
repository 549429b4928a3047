"""Battles of elan are played to their end in the browser, in inches and on hexes."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Table
from tests.browser.fought import short_elan
from tests.browser.general import General

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
    General.opening(page, table.url, short_elan("quatre-bras", turns=2, scale=SMALL), seat=FRENCH)
    general = General(page)
    _joins(general)
    _drags_a_column_forward(general)
    _puts_the_commander_down(general)
    assert general.fights_on() > 3
    expect(general.end).to_contain_text(re.compile("point|VP"))
    expect(general.end).to_contain_text("Luck of the dice")


def _joins(general: General) -> None:
    general.awaits("Commanders")
    expect(general.asked).to_contain_text("Bachelu")
    with general.answering():
        general.body("61st Line").click()  # whom he would join is offered on the map
    expect(general.log).to_contain_text("Bachelu joins the 61st Line")


def _drags_a_column_forward(general: General) -> None:
    column = general.moves(*COLUMNS)
    stood = general.place(column)
    general.drag(column, across=10, up=40)
    expect(general.commits()).to_be_enabled()
    with general.answering():
        general.page.keyboard.press("Enter")
    general.awaits("Who moves?")
    assert general.place(column)[1] < stood[1] - 15
    general.take("No more moves")


def _puts_the_commander_down(general: General) -> None:
    """In the next turn he leaves the unit again and is put down beside it, where he is pointed to."""
    general.awaits("Commanders")
    expect(general.asked).to_contain_text("Bachelu")
    general.take("Leave")
    general.awaits("Place the commander")
    general.points(across=0, up=300, beside="61st Line")
    expect(general.asked.get_by_role("status")).to_contain_text("it must be within")
    general.asked.get_by_role("button", name="Nearest allowed").click()
    expect(general.commit).to_be_enabled()
    with general.answering():
        general.page.keyboard.press("Enter")
    expect(general.log).to_contain_text("Bachelu leaves his unit")


def test_a_battle_on_hexes_is_played_to_its_end(table: Table, person: Opener) -> None:
    page = person()
    General.opening(page, table.url, short_elan("quatre-bras", turns=2, scale=HEX), seat=FRENCH)
    general = General(page)
    _measures_in_hexes(general)
    _clicks_a_hex(general)
    _drags_to_a_hex(general)
    _steps_by_keys(general)
    general.awaits("Who moves?")
    general.take("No more moves")
    assert general.fights_on() > 3
    expect(general.end).to_contain_text("Luck of the dice")


def _measures_in_hexes(general: General) -> None:
    """Four rows up and a bit aside, from wherever in its hex to wherever in another."""
    expect(general.asked).to_contain_text("your decision")
    general.page.keyboard.press("m")
    expect(general.page.get_by_role("button", name="Measure")).to_have_attribute("aria-pressed", "true")
    general.drag(COLUMNS[0], across=8, up=4 * HEX_HIGH)
    tape = general.map.get_by_role("button", name="Tape, 4 hexes: take it away")
    expect(tape).to_be_visible()
    general.page.keyboard.press("m")
    tape.click()
    expect(tape).to_have_count(0)


def _clicks_a_hex(general: General) -> None:
    column = general.moves(*COLUMNS)
    stood = general.place(column)
    general.points(across=0, up=2 * HEX_HIGH, beside=column)
    expect(
        general.asked.get_by_role("img", name=re.compile("point"))
    ).to_be_visible()  # what it costs, by hexes
    expect(general.commit).to_have_text(MOVES)
    with general.answering():
        general.commit.click()
    general.awaits("Who moves?")
    assert general.place(column)[1] < stood[1] - HEX_HIGH / 2


def _drags_to_a_hex(general: General) -> None:
    column = general.moves(*COLUMNS)
    general.drag(column, across=25, up=HEX_HIGH)
    expect(general.commit).to_have_text(MOVES)
    with general.answering():
        general.page.keyboard.press("Enter")


def _steps_by_keys(general: General) -> None:
    general.moves(*HORSE, *COLUMNS)
    for key in ("ArrowUp", "Alt+ArrowLeft", "Alt+ArrowRight", "ArrowDown"):
        general.page.keyboard.press(key)
        general.settles()
        if general.commit.is_visible():
            break
        general.page.keyboard.press("Backspace")  # a friend or a brook was in the way
        general.settles()
    expect(general.commit).to_have_text(MOVES)
    with general.answering():
        general.page.keyboard.press("Enter")


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
    general = General(page)
    general.is_asked("Draw up")
    _drags_a_regiment_out_of_its_zone_and_back(general)
    general.asked.get_by_role("group", name="26th Regiment").get_by_role(
        "button", name="column"
    ).first.click()
    expect(general.body("26th Regiment")).to_be_visible()
    with general.answering():
        general.commit.click()
    expect(general.log).to_contain_text("13th Brigade begins the battle")


def _drags_a_regiment_out_of_its_zone_and_back(general: General) -> None:
    stood = general.place("26th Regiment")
    general.drag("26th Regiment", across=0, up=-5 * HEX_HIGH)
    expect(general.asked.get_by_role("status")).to_contain_text("outside the zone")
    expect(general.commit).to_be_disabled()
    general.points(across=0, up=7 * HEX_HIGH, beside="26th Regiment")  # whoever is in the hand is put there
    expect(general.commit).to_be_enabled()
    assert general.place("26th Regiment")[1] < stood[1] - HEX_HIGH
