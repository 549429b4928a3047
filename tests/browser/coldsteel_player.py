"""A player of coldsteel: tests, re-forms, moves and shoots, and counts the men on the map."""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from sandtable import systems
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rules.rulebook import Readings
from tests.browser.player import Player

HOLDING: Final = re.compile("^(Stand|No more|Hold|Keep|Leave the dice)")
MOST_ANSWERS: Final = 120
"""No turn asks one side more often."""
PASSES: Final = 7
"""What a morale test needs."""
BATTALIONS: Final = {
    "british-27th-foot": (8.0, 20.0),
    "british-grenadier-battalion": (18.0, 20.0),
    "british-81st-foot": (28.0, 20.0),
    "french-swiss-battalion": (13.0, 25.0),
    "french-polish-infantry": (24.0, 25.0),
}
"""A few battalions of Maida within 5 in of each other."""
FAR_OFF: Final = 18.0
"""How far the French are moved back, so that no units meet in one turn."""


def short_maida(back: float = 0.0) -> bytes:
    """The record of a part of Maida, just mustered, that lasts one turn; the French are so far back."""
    coldsteel = systems.load("coldsteel")
    whole: Any = coldsteel.scenario("maida")
    units = tuple(_placed(one, back) for one in whole.units if one.id in BATTALIONS)
    setting = replace(whole, units=units, arrivals=(), turn_limit=1)
    game = Game(coldsteel, coldsteel.muster(setting, Readings()), RandomHand(seed=1))
    seats = (Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(1)))


def _placed(entry: Any, back: float) -> Any:
    x, y = BATTALIONS[entry.id]
    return replace(entry, x=x, y=y + back if entry.side == "french" else y)


class ColdSteelPlayer(Player):
    """A player who gives every unit its part and sees each of its men."""

    @property
    def end(self) -> Locator:
        """The card that tells how the battle ended."""
        return self.page.get_by_role(
            "dialog", name=re.compile("won|lost|draw|over|victory|defeat", re.IGNORECASE)
        )

    def men(self, name: str) -> int:
        """How many men of a unit are drawn on the map, each on ground of his own."""
        ground = self.body(name).locator("path.base").first.get_attribute("d")
        assert ground is not None
        return ground.count("Z")

    def awaits(self, *headings: str) -> str:
        """Answer quickly until one of these is asked; which it is."""
        for _ in range(MOST_ANSWERS):
            self.is_to_decide()
            said = self.heading.inner_text()
            found = next((one for one in headings if one in said), None)
            if found is not None:
                return found
            assert not self.end.is_visible(), f"the battle ended before {headings}"
            self.holds()
        raise AssertionError(f"none of {headings} was asked, but: {self.heading.inner_text()}")

    def plays_to_the_end(self) -> int:
        """Answer quickly until the battle is over; how many answers it took."""
        for answers in range(MOST_ANSWERS):
            self.is_to_decide()
            if self.end.is_visible():
                return answers
            self.holds()
        raise AssertionError(f"the battle does not end; now is asked: {self.heading.inner_text()}")

    def is_to_decide(self) -> None:
        """Wait for a question that is this player's; the service itself says that he fights on."""
        mine = self.asked.filter(has_text="your decision").filter(has_not_text="Fight on?")
        expect(mine.or_(self.end).first).to_be_visible()

    def holds(self) -> None:
        """Answer with what changes least, but have a test taken again that would fail."""
        with self.answering():
            if self.options.get_by_role("button").count() == 0:
                self.units.get_by_role("button", name=re.compile("to act")).first.click()
                expect(self.options.get_by_role("button").first).to_be_visible()
            options = self.options.get_by_role("button")
            wanted = self.page.get_by_role("button", name="Re-roll" if self._fails() else HOLDING)
            choice = options.and_(wanted)
            (choice.first if choice.count() > 0 else options.first).click()

    def _fails(self) -> bool:
        """Is it asked whether a test that fails is taken again?"""
        found = re.search(r"(-?\d+) with its modifiers", self.asked.inner_text())
        return found is not None and int(found.group(1)) < PASSES

    def names(self, *units: str) -> str:
        """Name the first of these on the map who may have his part in the step; which it is."""
        expect(self.units.get_by_role("button", name=re.compile("to act")).first).to_be_visible()
        unit = next(one for one in units if self.units.get_by_role("button", name=f"{one} to act").count())
        self.body(unit).click()
        return unit
