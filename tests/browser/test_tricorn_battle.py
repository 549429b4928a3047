"""Battles of tricorn are played to their end in the browser, with the command deck beside the map."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Opener, Table
from tests.browser.tricorn_player import TricornPlayer, short_fontenoy

ALLIES: Final = 0
CARDS: Final = 6
"""Four officers and two Re-Shuffle Cards."""
FAR_OFF: Final = 12.0
"""How far the French are moved back, so that no musket reaches them and no unit can attack."""


def test_a_card_is_played_an_attack_is_dragged_home_and_the_battle_ends(table: Table, person: Opener) -> None:
    page = person()
    TricornPlayer.opening(page, table.url, short_fontenoy(), seat=ALLIES)
    player = TricornPlayer(page)
    player.is_asked("Roll, or decline?")
    assert player.turned() == ["Ligonier"]
    left = player.cards_left()
    assert sum(left.values()) == CARDS - 1
    assert (left["Re-Shuffle"], left["Maurice de Saxe"], "Ligonier" in left) == (2, 1, False)
    player.take("Roll for the initiative")
    _attacks(player)
    player.fights_on()
    expect(player.deck).to_contain_text(re.compile("left"))
    assert sum(player.cards_left().values()) + len(player.turned()) == CARDS
    expect(player.end).to_contain_text(re.compile("point|VP|breaks"))
    expect(player.end).to_contain_text("Luck of the dice")


def _attacks(player: TricornPlayer) -> None:
    """The Guards attack a unit in reach, and lie in contact with it where they were dragged."""
    player.has_act("British Foot Guards")
    player.is_asked("What does it do?")
    player.body("French Guards").hover()
    # What they may not do stands there too, "Attack" and then the reason after a colon.
    offered = player.options.get_by_role("button", name=re.compile(r"^Attack French Guards(?!:)"))
    if offered.count() == 0:
        player.take("Stand")  # the roll left them half a move, which is too little
        return
    with player.answering():
        player.body("French Guards").click()
    player.is_asked("Attack French Guards")
    player.drag("British Foot Guards", across=-25, up=45)
    expect(player.commit).to_have_text(re.compile("^Attack"))
    with player.answering():
        player.page.keyboard.press("Enter")
    expect(player.log).to_contain_text("British Foot Guards moves")


def test_a_line_is_dragged_forward_its_general_rides_and_the_day_ends(table: Table, person: Opener) -> None:
    page = person()
    TricornPlayer.opening(page, table.url, short_fontenoy(back=FAR_OFF), seat=ALLIES)
    player = TricornPlayer(page)
    player.is_asked("Roll, or decline?")
    player.take("Roll for the initiative")
    _drags_a_line_forward(player)
    _rides(player)
    player.fights_on()
    expect(player.end).to_contain_text("Luck of the dice")


def _drags_a_line_forward(player: TricornPlayer) -> None:
    player.has_act("British foot 1")
    player.take("Move")
    stood = player.place("British foot 1")
    player.drag("British foot 1", across=0, up=30)
    expect(player.commits()).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    expect(player.log).to_contain_text("British foot 1 moves")
    assert player.place("British foot 1")[1] < stood[1] - 15


def _rides(player: TricornPlayer) -> None:
    """The General rides where he is pointed to."""
    player.awaits("Who acts?")
    player.units.get_by_role("button", name=re.compile("^Ligonier")).click()
    player.take("Move himself")
    player.is_asked("What does he do himself?")
    player.take("Ride")
    player.is_asked("Ride, 12 in")
    player.points(across=0, up=-70, beside="British foot 1")
    expect(player.commit).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    expect(player.log).to_contain_text("Ligonier rides")


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
    player = TricornPlayer(page)
    player.is_asked("Deploy a command")
    player.drag("British Foot Guards", across=0, up=200)
    expect(player.asked.get_by_role("status")).to_contain_text("zone of its side")
    expect(player.commit).to_be_disabled()
    player.points(across=0, up=-203, beside="British Foot Guards")  # puts down the held piece
    expect(player.commit).to_be_enabled()
    with player.answering():
        player.commit.click()
    expect(player.log).to_contain_text("Ligonier deploys")
