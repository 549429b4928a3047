"""Names: which units a sentence mentions.

Not every system says which units an event concerns, so they are found in its sentence. A name that two units
share identifies neither, and a name inside a longer name does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.game.present.painting import Card


class Mention(NamedTuple):
    """A name in a sentence: its start and end, and its unit; None if several units have that name."""

    start: int
    end: int
    unit: int | None


class Names:
    """The names of all units of a battle, for finding them in sentences."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._units: dict[str, int | None] = {}
        for unit, card in enumerate(cards):
            if card.name:
                self._units[card.name] = None if card.name in self._units else unit
        longest_first = sorted(self._units, key=lambda name: (-len(name), name))
        named = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._pattern = re.compile(rf"(?<!\w)(?:{named})(?!\w)")

    def mentions(self, words: str) -> Iterator[Mention]:
        """Every name in a sentence, from left to right."""
        for found in self._pattern.finditer(words):
            yield Mention(found.start(), found.end(), self._units[found[0]])

    def units(self, words: str) -> tuple[int, ...]:
        """The units that a sentence names, without duplicates."""
        named = (mention.unit for mention in self.mentions(words) if mention.unit is not None)
        return tuple(dict.fromkeys(named))
