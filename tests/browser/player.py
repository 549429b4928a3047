"""A player at the table, who finds every control by its role and name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.seats import PERSON, Purpose, made, seats_of, sits_down

BRITISH: Final = 1
ORDER: Final = "Give a unit its order"
CHARGE: Final = "Order a unit to CHARGE"
SHOOT: Final = "Which unit shoots, and at which target?"
DRAW: Final = "a move to be drawn"
"""Stands for the question that has a plan for its answer, whatever the move is called."""
DECLINING: Final = re.compile("^(Keep|No |Hold|All other units HOLD|The Generals stay)")
MOST_QUESTIONS: Final = 60
"""The most questions that are asked between two questions of a turn."""


def enters(page: Page, url: str) -> None:
    """Come into the lobby, and to the battles of liberty."""
    page.goto(url)
    page.get_by_role("button", name=re.compile("^Liberty")).click()


class Player:
    """A page with a table on it, and the parts of it that have names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked = page.get_by_role("region", name="What is asked")
        self.heading = self.asked.get_by_role("heading")
        self.drop = self.asked.get_by_role("button", name="Drop leg")
        self.options = page.get_by_role("group", name="Options")
        self.map = page.get_by_role("application")
        self.units = page.get_by_role("group", name="Your units")
        self.tools = page.get_by_role("group", name="Tools")
        self.log = page.get_by_label("Entries, the newest first")

    @classmethod
    def at_cowpens(cls, page: Page, url: str) -> Player:
        """The player of the British at Cowpens against the simplest agent."""
        wanted = {"system": "liberty", "scenario": "cowpens-1781", "seats": seats_of(BRITISH)}
        sits_down(page, url, made(page, url, "games", wanted))
        player = cls(page)
        player.is_asked("Attach or detach a General")
        return player

    @classmethod
    def beginning(cls, page: Page, american: str = "Computer") -> Player:
        """The player of the British who starts the battle that is chosen in the lobby."""
        page.get_by_role("group", name="Who plays British").get_by_text("Me", exact=True).click()
        page.get_by_role("group", name="Who plays American").get_by_text(american).click()
        if american == "Computer":
            page.get_by_role("group", name="Level").get_by_text("Militia").first.click()
        page.get_by_role("button", name="Begin the battle").click()
        return cls(page)

    @classmethod
    def opening(
        cls,
        page: Page,
        url: str,
        record: bytes,
        *,
        how: Literal["Play on", "Replay it"] = "Play on",
        seat: int = BRITISH,
    ) -> Player:
        """A player who opens a record, to continue it against the computer or to replay it."""
        purpose: Purpose = "to play" if how == "Play on" else "to look at"
        seats = seats_of(seat) if purpose == "to play" else [PERSON, PERSON]
        wanted = {"record": record.decode(), "seats": seats, "purpose": purpose}
        sits_down(page, url, made(page, url, "import", wanted), purpose)
        return cls(page)

    # ------------------------------------------------------------------ what is seen
    @property
    def step(self) -> int:
        """How many answers stand, as the prompt knows it."""
        return int(self.asked.get_attribute("data-step") or "-1")

    def is_asked(self, heading: str) -> None:
        """It is this player's decision, and it is this one."""
        expect(self.asked).to_contain_text("your decision")
        if heading == DRAW:
            expect(self.drop).to_be_visible()
        else:
            expect(self.heading).to_contain_text(heading)

    def asks(self, heading: str) -> bool:
        """Is it this question that is shown just now?"""
        return self.drop.is_visible() if heading == DRAW else heading in self.heading.inner_text()

    def commits(self, inches: str = r"[\d.]+") -> Locator:
        """The button that commits a plan which costs so many inches, or any."""
        return self.asked.get_by_role("button", name=re.compile(rf"^\w+ {inches} in"))

    def body(self, name: str) -> Locator:
        """A unit on the map, by how its name begins."""
        return self.map.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def place(self, name: str) -> tuple[float, float]:
        """The middle of a unit on the screen."""
        box = self.body(name).bounding_box()
        assert box, f"{name} is not on the map"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # ------------------------------------------------------------------ what is done
    def take(self, label: str) -> None:
        """Take the option whose sentence begins so, and wait until it stands."""
        with self.answering():
            self.options.get_by_role("button", name=re.compile(f"^{re.escape(label)}")).first.click()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Until an answer stands that is given meanwhile."""
        before = self.step
        yield
        expect(self.asked).not_to_have_attribute("data-step", str(before))

    def order(self, unit: str, what: str) -> None:
        """Choose a unit on the map and give it its order; no Command Point is spent on it."""
        self.body(unit).click()
        self.take(what)
        self.until(DRAW, ORDER)

    def until(self, *headings: str) -> str:
        """Decline whatever else is asked until one of these is; which it is."""
        for _ in range(MOST_QUESTIONS):
            expect(self.asked).to_contain_text("your decision")
            found = next((one for one in headings if self.asks(one)), None)
            if found is not None:
                return found
            self._decline()
        raise AssertionError(f"none of {headings} was asked, but: {self.heading.inner_text()}")

    def _decline(self) -> None:
        """Answer without spending or doing anything, where that is offered; else with the last there is."""
        all_options = self.page.get_by_role("dialog", name="All options")
        with self.answering():
            if self.options.get_by_role("button").count() == 0:
                self.asked.get_by_role("button", name=re.compile("^(Take this place|All )")).first.click()
            if all_options.is_visible():
                all_options.get_by_role("button", name=re.compile("^(?!Close)")).last.click()
            elif self.options.is_visible():
                buttons = self.options.get_by_role("button")
                declining = buttons.and_(self.page.get_by_role("button", name=DECLINING))
                (declining.first if declining.count() > 0 else buttons.last).click()

    def drag(self, name: str, across: float, up: float) -> None:
        """Drag a unit so many pixels."""
        x, y = self.place(name)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across / 2, y - up / 2, steps=4)
        mouse.move(x + across, y - up, steps=4)
        mouse.up()
