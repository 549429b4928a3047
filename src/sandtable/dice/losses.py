"""Losses: each hit may become several hits, and each of those gets a save.

>>> from sandtable.dice.die import D3
>>> from sandtable.dice.hand import PlannedHand
>>> Unsaved(2, save=5, each=D3).cast(PlannedHand([3, 1, 5, 1, 2, 6]))     # 4 hits, 2 of them saved
2
"""

from __future__ import annotations

from math import comb, gcd

from sandtable.dice.die import D6, Cup, Die
from sandtable.dice.hand import Hand
from sandtable.dice.pools import lowest_success
from sandtable.dice.throw import Natural, Throw, require_dice, stage
from sandtable.dice.totals import Total
from sandtable.dice.ways import totals


class Unsaved(Throw[int], frozen=True):
    """How many hits are not saved, when each first becomes *each* hits and a save needs *save* or more."""

    hits: int
    save: int
    each: Cup | Die | None = None
    natural: Natural = Natural.BOTH

    def cast(self, hand: Hand) -> int:
        """Throw how many hits each hit becomes, then a save for every one."""
        hits = self.hits
        if self.each is not None:
            hits = Total(hits, self.each, purpose=stage(self.purpose, "each hit")).cast(hand)
        need, lost = lowest_success(D6, self.save, self.natural), 0
        for face in hand.cast(D6, hits, self.purpose):
            if face < need:
                lost += 1
        return lost

    def ways(self) -> dict[int, int]:
        """Each hit counts as one die whose sides are the losses it may cause."""
        require_dice(self.hits)
        if self.hits == 0:
            return {0: 1}
        return dict(enumerate(totals([(self._losses_of_one(), self.hits)])))

    def _losses_of_one(self) -> list[int]:
        """In how many ways one hit causes 0, 1, 2 losses, over a common denominator."""
        becomes = {1: 1} if self.each is None else Total(1, self.each).ways()
        failing = sum(face < lowest_success(D6, self.save, self.natural) for face in D6.faces)
        most = max(becomes)
        losses = [0] * (most + 1)
        for hits, ways in becomes.items():
            for lost in range(hits + 1):
                split = comb(hits, lost) * failing**lost * (6 - failing) ** (hits - lost)
                losses[lost] += ways * split * 6 ** (most - hits)
        common = gcd(*losses)
        return [ways // common for ways in losses]
