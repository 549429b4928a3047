"""Sight from hex to hex: what lies on the line between two centres and whether that hides one from the other.

Everything that may hinder sight has a weight. The weights along the line are added up, and the line is
blocked when they reach the limit of the terms, so one wood may block alone and two orchards together. Where
the line runs along a hexside only the lesser of the two hexes beside it counts, so it is blocked there only
if both would block it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct

from sandtable.table.hexes.field import HexScene
from sandtable.table.hexes.grid import Hex, Hexside, distance
from sandtable.table.hexes.line import Stage, line, sides_crossed


class Screen(Struct, frozen=True):
    """How much one kind of ground or barrier hinders sight.

    It counts between the ends of a line; ``at_ends`` it counts also in the hex of either end, or for a
    barrier on a side of either end's hex.
    """

    kind: str
    weight: int
    rule: str = ""
    at_ends: bool = False


class Heights(Struct, frozen=True):
    """What levels do to sight: a hex higher than both ends blocks, and lower things are seen over.

    A thing that stands lower than the higher end hinders only within ``near`` hexes of the lower end; if
    both ends are level, a thing lower than they are hinders only within ``near`` hexes of either.
    """

    near: int = 1
    rule: str = ""


class SightTerms(Struct, frozen=True, cache_hash=True):
    """What hinders sight on hexes; a kind that is not listed does not.

    ``blocked_at`` is the total weight that blocks, ``body`` the weight of a body that stands between.
    """

    blocked_at: int = 1
    ground: tuple[Screen, ...] = ()
    barriers: tuple[Screen, ...] = ()
    body: int = 1
    body_rule: str = ""
    heights: Heights | None = None


class Hindrance(Struct, frozen=True):
    """One thing that hinders a line of sight: what, where and by how much.

    ``hexes`` are the hex it fills, or the two hexes beside the side on which it lies.
    """

    what: Literal["ground", "barrier", "body", "height"]
    kind: str
    hexes: Stage
    weight: int
    rule: str
    words: str


class Sight(Struct, frozen=True):
    """A line of sight from one hex to another with all that hinders it."""

    start: Hex
    end: Hex
    hindrances: tuple[Hindrance, ...]
    blocked_at: int

    @property
    def weight(self) -> int:
        """How much all hindrances weigh together."""
        return sum(hindrance.weight for hindrance in self.hindrances)

    @property
    def is_clear(self) -> bool:
        """Whether one end sees the other, obscured or not."""
        return self.weight < self.blocked_at


def sight(start: Hex, end: Hex, terms: SightTerms, scene: HexScene, *, over: tuple[int, ...] = ()) -> Sight:
    """The line of sight between two hexes; the bodies whose numbers are given in *over* do not hinder it."""
    view, stages = sight_line(start, end, terms, scene, over=over), line(start, end)
    found: list[Hindrance] = []
    for stage in stages:
        found += _lesser([view.in_hex(hex_) for hex_ in stage])
    if terms.barriers:
        for stage, following in pairwise(stages):
            found += _lesser([view.on_side(side) for side in sides_crossed(scene.grid, stage, following)])
    found.sort(key=lambda hindrance: min(distance(start, hex_) for hex_ in hindrance.hexes))
    return Sight(start, end, tuple(found), terms.blocked_at)


def sight_line(
    start: Hex, end: Hex, terms: SightTerms, scene: HexScene, *, over: tuple[int, ...] = ()
) -> SightLine:
    """The line between two hexes, to look along."""
    here, there = scene.field.level_at(start), scene.field.level_at(end)
    low_ends = tuple(hex_ for hex_, level in ((start, here), (end, there)) if level == min(here, there))
    return SightLine((start, end), low_ends, max(here, there), terms, scene, over)


def _lesser(hindrances: list[Hindrance | None]) -> list[Hindrance]:
    """Of what hinders on either hand the one of less weight; nothing if one hand is clear."""
    found = [hindrance for hindrance in hindrances if hindrance is not None]
    if len(found) < len(hindrances):
        return []
    return [min(found, key=lambda hindrance: hindrance.weight)]


class SightLine(NamedTuple):
    """A line to look along: its ends, those of them on the lower level, and the higher of their levels."""

    ends: tuple[Hex, Hex]
    low_ends: tuple[Hex, ...]
    level: int
    terms: SightTerms
    scene: HexScene
    over: tuple[int, ...]

    def in_hex(self, hex_: Hex) -> Hindrance | None:
        """The heaviest thing in one hex that hinders."""
        at_end = hex_ in self.ends
        found = [] if at_end else [*self._height(hex_), *self._bodies(hex_)]
        return _heaviest([*found, *self._ground(hex_, at_end=at_end)])

    def on_side(self, side: Hexside) -> Hindrance | None:
        """The heaviest thing on one hexside that hinders."""
        barriers = self.scene.field.barriers_on(side)
        hexes = self.scene.grid.beside(side)
        if not barriers or not self.stands_high(hexes):
            return None
        at_end = any(hex_ in self.ends for hex_ in hexes)
        words = "{} between {} and {}"
        places = tuple(map(self.scene.grid.words, hexes))
        return _heaviest(
            [
                _screened("barrier", screen, hexes, words.format(screen.kind, *places))
                for barrier in barriers
                for screen in self.terms.barriers
                if screen.kind == barrier.kind and (screen.at_ends or not at_end)
            ]
        )

    def _ground(self, hex_: Hex, *, at_end: bool) -> list[Hindrance]:
        kind = self.scene.field.kind_at(hex_)
        return [
            _screened("ground", screen, (hex_,), f"{kind} at {self.scene.grid.words(hex_)}")
            for screen in (self.terms.ground if kind else ())
            if screen.kind == kind and (screen.at_ends or not at_end) and self.stands_high((hex_,))
        ]

    def _bodies(self, hex_: Hex) -> list[Hindrance]:
        hiding = [body for body in self.scene.blocking(hex_) if body.id not in self.over]
        if not hiding or not self.stands_high((hex_,)):
            return []
        words = f"a body stands at {self.scene.grid.words(hex_)}"
        return [Hindrance("body", "", (hex_,), self.terms.body, self.terms.body_rule, words)]

    def _height(self, hex_: Hex) -> list[Hindrance]:
        heights = self.terms.heights
        if heights is None or self.scene.field.level_at(hex_) <= self.level:
            return []
        words = f"the ground rises at {self.scene.grid.words(hex_)}"
        return [Hindrance("height", "", (hex_,), self.terms.blocked_at, heights.rule, words)]

    def stands_high(self, hexes: Stage) -> bool:
        """Whether a thing in these hexes stands high enough to hinder, or near enough to a low end."""
        heights = self.terms.heights
        if heights is None or max(map(self.scene.field.level_at, hexes)) >= self.level:
            return True
        return any(distance(end, hex_) <= heights.near for end in self.low_ends for hex_ in hexes)


def _screened(what: Literal["ground", "barrier"], screen: Screen, hexes: Stage, words: str) -> Hindrance:
    return Hindrance(what, screen.kind, hexes, screen.weight, screen.rule, words)


def _heaviest(hindrances: list[Hindrance]) -> Hindrance | None:
    """The heaviest of some hindrances, of equal ones the first; a thing without weight does not hinder."""
    heaviest = max(hindrances, key=lambda hindrance: hindrance.weight, default=None)
    return heaviest if heaviest is not None and heaviest.weight > 0 else None
