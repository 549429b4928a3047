"""A player of tricorn: answers its cards, moves, fires and fights."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import Locator

from sandtable import systems
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rules.rulebook import Readings
from tests.browser.drafting_player import DraftingPlayer

PLACES: Final = {
    "ligonier-1": (44.0, 24.0),
    "ligonier-2": (40.0, 24.0),
    "ligonier-guns": (48.0, 24.0),
    "centre-1": (42.0, 27.8),
    "centre-2": (46.0, 27.8),
}
"""A few battalions of Fontenoy within musket shot of each other, and a battery."""
LEADERS: Final = {
    "duke-of-cumberland": (38.0, 20.0),
    "ligonier": (44.0, 21.0),
    "maurice-de-saxe": (40.0, 33.0),
    "commander-of-the-centre": (44.0, 31.0),
}
COMMANDS: Final = ("ligonier", "centre")
FEW: Final = 100
"""Among so many ways to shuffle there is one in which any card comes first."""


@cache
def short_fontenoy(turns: int = 1, back: float = 0.0) -> bytes:
    """The record of a part of Fontenoy that lasts so long, when Ligonier's is the first card that is turned.

    The French are so far back from where they could be fired at.
    """
    tricorn = systems.load("tricorn")
    whole: Any = tricorn.scenario("fontenoy-1745")
    setting = replace(
        whole,
        units=tuple(_placed(one, PLACES, back) for one in whole.units if one.id in PLACES),
        leaders=tuple(_placed(one, LEADERS, back) for one in whole.leaders if one.id in LEADERS),
        brigades=tuple(one for one in whole.brigades if one.id in COMMANDS),
        turn_limit=turns,
    )
    start = tricorn.muster(setting, Readings())
    games = ((seed, Game(tricorn, start, RandomHand(seed=seed))) for seed in range(FEW))
    seed, game = next(one for one in games if one[1].battle.deck.drawn == ("Ligonier",))
    seats = (Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(seed)))


def _placed(entry: Any, places: dict[str, tuple[float, float]], back: float) -> Any:
    x, y = places[entry.id]
    return replace(entry, x=x, y=y + back if entry.side == "french" else y)


class TricornPlayer(DraftingPlayer):
    """A player whose card comes up: he rolls, or lets it pass, and sees what is left of the deck."""

    @property
    def deck(self) -> Locator:
        """The command deck."""
        return self.page.get_by_role("region", name="Command deck")

    def has_act(self, unit: str) -> None:
        """Choose the unit that acts next."""
        self.awaits("Who acts?")
        with self.answering():
            self.options.get_by_role("button", name=re.compile(f"^Act.*{unit}", re.DOTALL)).click()

    def cards_left(self) -> dict[str, int]:
        """How many of each card the deck says are left."""
        pile = self.deck.get_by_role("button", name=re.compile("left"))
        if pile.get_attribute("aria-expanded") == "false":
            pile.click()
        rows = self.deck.get_by_role("row").all()
        found = {row.get_by_role("rowheader").inner_text(): row.get_by_role("cell").last for row in rows}
        return {card: int(count.inner_text()) for card, count in found.items()}

    def turned(self) -> list[str]:
        """The cards that were turned this turn, in order."""
        return [one.inner_text().strip() for one in self.deck.get_by_role("listitem").all()]
