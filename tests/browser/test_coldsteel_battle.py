"""A battle of coldsteel is played to its end in the browser, man by man."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.coldsteel_player import FAR_OFF, ColdSteelPlayer, short_maida
from tests.browser.conftest import Opener, Table

BRITISH: Final = 0
OURS: Final = ("27th Foot", "Grenadier battalion", "81st Foot")
THEIRS: Final = ("Swiss battalion", "Polish infantry")


def test_a_battle_is_played_to_its_end_and_whoever_falls_is_taken_off(table: Table, person: Opener) -> None:
    page = person()
    ColdSteelPlayer.opening(page, table.url, short_maida(), seat=BRITISH)
    player = ColdSteelPlayer(page)
    player.is_to_decide()
    assert [player.men(unit) for unit in OURS] == [24, 20, 24]
    _fires(player)
    player.plays_to_the_end()
    expect(player.end).to_contain_text(re.compile("point|VP"))
    expect(player.end).to_contain_text("Luck of the dice")


def _fires(player: ColdSteelPlayer) -> None:
    """A volley at an enemy who is clicked: as many men as the log tells of are no longer on the map."""
    player.awaits("Which unit shoots?")
    player.names(*OURS)
    player.take("Shoot")
    player.is_asked("Shoot at which enemy?")
    whom = next(one for one in THEIRS if player.options.get_by_role("button", name=f"Fire at {one}").count())
    before = player.men(whom)
    with player.answering():
        player.body(whom).click()
    loss = player.log.get_by_text(re.compile(f"{whom} loses"))
    expect(loss.first).to_be_visible()
    assert player.men(whom) < before


def test_a_line_is_dragged_forward_another_forms_square_and_the_day_ends(
    table: Table, person: Opener
) -> None:
    page = person()
    ColdSteelPlayer.opening(page, table.url, short_maida(back=FAR_OFF), seat=BRITISH)
    player = ColdSteelPlayer(page)
    _forms_square(player)
    _drags_a_line_forward(player)
    player.plays_to_the_end()
    expect(player.end).to_contain_text("Luck of the dice")


def _forms_square(player: ColdSteelPlayer) -> None:
    """A formation is chosen and turned on the map; its men stand on all four sides of it."""
    player.awaits("Who manoeuvres?")
    unit = player.names(*OURS)
    men = player.men(unit)
    player.take("Manoeuvre")
    player.take("Re-form")
    player.is_asked("Formation and facing")
    player.asked.get_by_role("button", name="Square").click()
    with player.answering():
        player.asked.get_by_role("button", name="Take this place").click()
    expect(player.log).to_contain_text(f"{unit} forms square")
    box = player.body(unit).bounding_box()
    assert box is not None
    assert box["height"] > 0.7 * box["width"]
    assert player.men(unit) == men


def _drags_a_line_forward(player: ColdSteelPlayer) -> None:
    player.awaits("Who manoeuvres?")
    unit = player.names(*OURS)
    player.take("Manoeuvre")
    player.take("Advance")
    stood = player.place(unit)
    player.drag(unit, across=0, up=50)
    expect(player.commits()).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    expect(player.log).to_contain_text(f"{unit} moves")
    _stands_above(player, unit, stood[1] - 25)


def _stands_above(player: ColdSteelPlayer, unit: str, height: float) -> None:
    """Wait until a unit is drawn above a line of the screen."""
    for _ in range(100):
        if player.place(unit)[1] < height:
            return
        player.page.wait_for_timeout(50)
    raise AssertionError(f"{unit} is drawn at {player.place(unit)}, not above {height}")
