"""A player who drafts moves on the map, in inches and on hexes, and answers the other questions."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser.player import Player

HOLDING: Final = re.compile("^(Stay|No |Hold|Stand|Fight on|Go first)")
MOST_ANSWERS: Final = 400
"""No short battle asks one side more often."""


class DraftingPlayer(Player):
    """A player who moves units and commanders, and leaves all others where they are."""

    @property
    def commit(self) -> Locator:
        """The button that commits a move, a place or a brigade that was drawn up."""
        return self.asked.get_by_role("button", name=re.compile("⏎$"))

    @property
    def end(self) -> Locator:
        """The card that tells how the battle ended."""
        return self.page.get_by_role("dialog", name=re.compile("won|lost|drawn|over", re.IGNORECASE))

    def awaits(self, *headings: str) -> str:
        """Answer quickly until one of these is asked; which it is."""
        for _ in range(MOST_ANSWERS):
            expect(self.asked.get_by_text("your decision").or_(self.end).first).to_be_visible()
            said = self.heading.inner_text()
            found = next((one for one in headings if one in said), None)
            if found is not None:
                return found
            assert not self.end.is_visible(), f"the battle ended before {headings}"
            self.holds()
        raise AssertionError(f"none of {headings} was asked, but: {self.heading.inner_text()}")

    def fights_on(self) -> int:
        """Answer quickly until the battle is over; how many answers it took."""
        for answers in range(MOST_ANSWERS):
            expect(self.asked.get_by_text("your decision").or_(self.end).first).to_be_visible()
            if self.end.is_visible():
                return answers
            self.holds()
        raise AssertionError(f"the battle does not end; now is asked: {self.heading.inner_text()}")

    def holds(self) -> None:
        """Answer with what changes least."""
        with self.answering():
            if self.commit.is_visible():
                self.commit.click()
                return
            options = self.options.get_by_role("button")
            if options.count() == 0:
                self._first_in_the_list()
                return
            holding = options.and_(self.page.get_by_role("button", name=HOLDING))
            (holding.first if holding.count() > 0 else options.first).click()

    def _first_in_the_list(self) -> None:
        """Take the first of all options, where none has a button."""
        self.asked.get_by_role("button", name=re.compile("^All ")).click()
        listed = self.page.get_by_role("dialog", name="All options")
        listed.get_by_role("button", name=re.compile("^(?!Close)")).last.click()

    def moves(self, *units: str) -> str:
        """Have the first of these move next that the dice of command let move; which it is."""
        self.awaits("Who moves?")
        expect(self.units.get_by_role("button", name=re.compile("to act")).first).to_be_visible()
        unit = next(one for one in units if self.units.get_by_role("button", name=f"{one} to act").count())
        self.body(unit).click()
        self.take("Move")
        self.take("Move")
        expect(self.asked.get_by_role("button", name=re.compile("^Drop "))).to_be_visible()
        return unit

    def settles(self) -> None:
        """Wait until the service has judged the move as it is drawn."""
        expect(self.asked.get_by_role("group", name="What is drawn")).to_have_attribute("aria-busy", "false")

    def points(self, across: float, up: float, beside: str) -> None:
        """Click on the map, so many pixels from the middle of a unit."""
        x, y = self.place(beside)
        self.page.mouse.click(x + across, y - up)
