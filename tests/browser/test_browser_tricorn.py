"""Battles of tricorn are played to their end in the browser, with the command deck beside the map."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Table
from tests.browser.marshal import Marshal, short_fontenoy

ALLIES: Final = 0
CARDS: Final = 6
"""Four officers and two Re-Shuffle Cards."""
FAR_OFF: Final = 12.0
"""How far the French may be drawn back, so that no musket reaches them and nobody can attack."""


def test_a_card_is_played_an_attack_is_dragged_home_and_the_battle_ends(table: Table, person: Opener) -> None:
    page = person()
    Marshal.opening(page, table.url, short_fontenoy(), seat=ALLIES)
    marshal = Marshal(page)
    marshal.is_asked("Roll, or decline?")
    assert marshal.turned() == ["Ligonier"]
    left = marshal.cards_left()
    assert sum(left.values()) == CARDS - 1
    assert (left["Re-Shuffle"], left["Maurice de Saxe"], "Ligonier" in left) == (2, 1, False)
    marshal.take("Roll for the initiative")
    _attacks(marshal)
    marshal.fights_on()
    expect(marshal.deck).to_contain_text(re.compile("left"))
    assert sum(marshal.cards_left().values()) + len(marshal.turned()) == CARDS
    expect(marshal.end).to_contain_text(re.compile("point|VP|breaks"))
    expect(marshal.end).to_contain_text("Luck of the dice")


def _attacks(marshal: Marshal) -> None:
    """The Guards attack whom they can reach, and lie in contact with him where they were dragged."""
    marshal.has_act("British Foot Guards")
    marshal.is_asked("What does it do?")
    marshal.body("French Guards").hover()
    # What they may not do stands there too, "Attack" and then the reason after a colon.
    offered = marshal.options.get_by_role("button", name=re.compile(r"^Attack French Guards(?!:)"))
    if offered.count() == 0:
        marshal.take("Stand")  # the roll left them half a move, which is too little
        return
    with marshal.answering():
        marshal.body("French Guards").click()
    marshal.is_asked("Attack French Guards")
    marshal.drag("British Foot Guards", across=-25, up=45)
    expect(marshal.commit).to_have_text(re.compile("^Attack"))
    with marshal.answering():
        marshal.page.keyboard.press("Enter")
    expect(marshal.log).to_contain_text("British Foot Guards moves")


def test_a_line_is_dragged_forward_its_general_rides_and_the_day_ends(table: Table, person: Opener) -> None:
    page = person()
    Marshal.opening(page, table.url, short_fontenoy(back=FAR_OFF), seat=ALLIES)
    marshal = Marshal(page)
    marshal.is_asked("Roll, or decline?")
    marshal.take("Roll for the initiative")
    _drags_a_line_forward(marshal)
    _rides(marshal)
    marshal.fights_on()
    expect(marshal.end).to_contain_text("Luck of the dice")


def _drags_a_line_forward(marshal: Marshal) -> None:
    marshal.has_act("British foot 1")
    marshal.take("Move")
    stood = marshal.place("British foot 1")
    marshal.drag("British foot 1", across=0, up=30)
    expect(marshal.commits()).to_be_enabled()
    with marshal.answering():
        marshal.page.keyboard.press("Enter")
    expect(marshal.log).to_contain_text("British foot 1 moves")
    assert marshal.place("British foot 1")[1] < stood[1] - 15


def _rides(marshal: Marshal) -> None:
    """The General rides where he is pointed to."""
    marshal.awaits("Who acts?")
    marshal.units.get_by_role("button", name=re.compile("^Ligonier")).click()
    marshal.take("Move himself")
    marshal.is_asked("What does he do himself?")
    marshal.take("Ride")
    marshal.is_asked("Ride, 12 in")
    marshal.points(across=0, up=-70, beside="British foot 1")
    expect(marshal.commit).to_be_enabled()
    with marshal.answering():
        marshal.page.keyboard.press("Enter")
    expect(marshal.log).to_contain_text("Ligonier rides")


def test_a_side_deploys_its_commands_where_they_are_put(table: Table, person: Opener) -> None:
    page = person()
    page.goto(table.url)
    page.get_by_role("button", name="Tricorn").click()
    page.get_by_role("button", name="Fontenoy").click()
    page.get_by_role("group", name=re.compile("^Deployment")).get_by_text("Free").click()
    page.get_by_role("group", name="Who plays Allies").get_by_text("Me", exact=True).click()
    page.get_by_role("group", name="Who plays French").get_by_text("Computer").click()
    page.get_by_role("group", name="Level").get_by_text("Militia").click()
    page.get_by_role("button", name="Begin the battle").click()
    marshal = Marshal(page)
    marshal.is_asked("Deploy a command")
    marshal.drag("British Foot Guards", across=0, up=200)
    expect(marshal.asked.get_by_role("status")).to_contain_text("zone of its side")
    expect(marshal.commit).to_be_disabled()
    marshal.points(across=0, up=-203, beside="British Foot Guards")  # whoever is in the hand is put there
    expect(marshal.commit).to_be_enabled()
    with marshal.answering():
        marshal.commit.click()
    expect(marshal.log).to_contain_text("Ligonier deploys")
