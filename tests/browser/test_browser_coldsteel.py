"""A battle of coldsteel is played to its end in the browser, man by man."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.colonel import FAR_OFF, Colonel, short_maida
from tests.browser.conftest import Opener, Table

BRITISH: Final = 0
OURS: Final = ("27th Foot", "Grenadier battalion", "81st Foot")
THEIRS: Final = ("Swiss battalion", "Polish infantry")


def test_a_battle_is_played_to_its_end_and_whoever_falls_is_taken_off(table: Table, person: Opener) -> None:
    page = person()
    Colonel.opening(page, table.url, short_maida(), seat=BRITISH)
    colonel = Colonel(page)
    colonel.is_to_decide()
    assert [colonel.men(unit) for unit in OURS] == [24, 20, 24]
    _fires(colonel)
    colonel.plays_to_the_end()
    expect(colonel.end).to_contain_text(re.compile("point|VP"))
    expect(colonel.end).to_contain_text("Luck of the dice")


def _fires(colonel: Colonel) -> None:
    """A volley at an enemy who is clicked: as many men as the log tells of are no longer on the map."""
    colonel.awaits("Which unit shoots?")
    colonel.names(*OURS)
    colonel.take("Shoot")
    colonel.is_asked("Shoot at which enemy?")
    whom = next(one for one in THEIRS if colonel.options.get_by_role("button", name=f"Fire at {one}").count())
    before = colonel.men(whom)
    with colonel.answering():
        colonel.body(whom).click()
    loss = colonel.log.get_by_text(re.compile(f"{whom} loses"))
    expect(loss.first).to_be_visible()
    assert colonel.men(whom) < before


def test_a_line_is_dragged_forward_another_forms_square_and_the_day_ends(
    table: Table, person: Opener
) -> None:
    page = person()
    Colonel.opening(page, table.url, short_maida(back=FAR_OFF), seat=BRITISH)
    colonel = Colonel(page)
    _forms_square(colonel)
    _drags_a_line_forward(colonel)
    colonel.plays_to_the_end()
    expect(colonel.end).to_contain_text("Luck of the dice")


def _forms_square(colonel: Colonel) -> None:
    """A formation is chosen and turned on the map; its men stand on all four sides of it."""
    colonel.awaits("Who manoeuvres?")
    unit = colonel.names(*OURS)
    men = colonel.men(unit)
    colonel.take("Manoeuvre")
    colonel.take("Re-form")
    colonel.is_asked("Formation and facing")
    colonel.asked.get_by_role("button", name="Square").click()
    with colonel.answering():
        colonel.asked.get_by_role("button", name="Take this place").click()
    expect(colonel.log).to_contain_text(f"{unit} forms square")
    box = colonel.body(unit).bounding_box()
    assert box is not None
    assert box["height"] > 0.7 * box["width"]
    assert colonel.men(unit) == men


def _drags_a_line_forward(colonel: Colonel) -> None:
    colonel.awaits("Who manoeuvres?")
    unit = colonel.names(*OURS)
    colonel.take("Manoeuvre")
    colonel.take("Advance")
    stood = colonel.place(unit)
    colonel.drag(unit, across=0, up=50)
    expect(colonel.commits()).to_be_enabled()
    with colonel.answering():
        colonel.page.keyboard.press("Enter")
    expect(colonel.log).to_contain_text(f"{unit} moves")
    _stands_above(colonel, unit, stood[1] - 25)


def _stands_above(colonel: Colonel, unit: str, height: float) -> None:
    """Wait until a unit is drawn above a line of the screen."""
    for _ in range(100):
        if colonel.place(unit)[1] < height:
            return
        colonel.page.wait_for_timeout(50)
    raise AssertionError(f"{unit} is drawn at {colonel.place(unit)}, not above {height}")
