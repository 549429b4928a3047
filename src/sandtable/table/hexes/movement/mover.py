"""A body that is to move: its terms, and how it stands to friends and enemies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.table.hexes.field import Barrier, HexBody, HexField, HexScene, KnownEntries
from sandtable.table.hexes.grid import Hex, Hexside, distance
from sandtable.table.hexes.movement.terms import Entry, Going, HexTerms, Penalties

if TYPE_CHECKING:
    from sandtable.table.hexes.facing import Arc
    from sandtable.table.hexes.movement.entering import Entering
    from sandtable.table.hexes.movement.steps import HexStep
    from sandtable.table.hexes.movement.verdict import HexPose
    from sandtable.table.hexes.movement.walk import Progress, Taken

MOST_TERMS: Final = 512
"""Entries are kept for at most so many terms; beyond that all are dropped."""


class Mover:
    """A body under its terms in a scene, with what a walk looks up often.

    ``gaps`` are the distances from hexes to the nearest enemy, ``held`` the bodies with weight by their
    hexes. ``is_plain`` says that enemies bar only the hexes they are in, ``heeds_nearness`` that a change
    depends on whether the move came near them. ``unheld`` is what entering hexes without bodies costs,
    ``entered`` what entering hexes with bodies in or near them costs. ``taken`` are the steps taken, by the
    identity of the progress before and the step; ``begun`` is the move before its first step, once needed.
    """

    __slots__ = (
        "begun",
        "body",
        "entered",
        "field",
        "gaps",
        "grid",
        "heeds_nearness",
        "held",
        "is_plain",
        "origin",
        "scene",
        "taken",
        "terms",
        "unheld",
    )

    def __init__(self, body: HexBody, terms: HexTerms, scene: HexScene) -> None:
        if body.hex is None:
            raise ValueError(f"body {body.id} is not on the table and cannot move there")
        self.body = body
        self.terms = terms
        self.scene = scene
        self.field = field = scene.field
        self.grid = field.grid
        self.origin: Hex = body.hex
        self.gaps = scene.enemy_gaps(body.side)
        self.held = scene.held
        self.unheld = field.entered.get(terms) or _known_entries(field, terms)
        self.entered: dict[tuple[HexPose, int], Entering] = {}
        self.taken: dict[tuple[int, HexStep], Taken] = {}
        self.begun: Progress | None = None
        self.is_plain = not terms.keep_off and terms.zone is None
        self.heeds_nearness = False
        for change in terms.changes:
            if change.end_near is not None:
                self.heeds_nearness = True

    @property
    def alone(self) -> Mover:
        """The same body under the same terms, alone on the field."""
        return Mover(self.body, self.terms, HexScene(self.field))

    @property
    def enemies(self) -> tuple[HexBody, ...]:
        """The enemies with weight."""
        return self.scene.enemies_of(self.body.side)

    def entry(self, arc: Arc) -> Entry | None:
        """On what terms it may enter a hex in an arc; None if it may not."""
        return next((entry for entry in self.terms.entries if entry.arc == arc), None)

    def going_in(self, hex_: Hex) -> Going | None:
        """What the ground of a hex does to it, if anything."""
        kind = self.field.kind_at(hex_)
        return next((going for going in self.terms.ground if going.kind == kind), None)

    def going_over(self, barrier: Barrier) -> Going | None:
        """What a barrier does to it, if anything."""
        return next((going for going in self.terms.barriers if going.kind == barrier.kind), None)

    def barriers_on(self, side: Hexside) -> tuple[Barrier, ...]:
        """The barriers on a hexside, without those whose opening frees it from them."""
        barriers = self.field.barriers_on(side)
        if self.terms.openings == "free":
            return tuple(barrier for barrier in barriers if not barrier.is_open)
        return barriers

    def friends_in(self, hex_: Hex) -> tuple[HexBody, ...]:
        """The other bodies of its side with weight in a hex."""
        here, side, own = self.held.get(hex_, ()), self.body.side, self.body.id
        return tuple([body for body in here if body.side == side and body.id != own])

    def foes_in(self, hex_: Hex) -> tuple[HexBody, ...]:
        """The enemies with weight in a hex."""
        here, side = self.held.get(hex_, ()), self.body.side
        return tuple([body for body in here if body.side != side])

    def weight_in(self, hex_: Hex) -> int:
        """What the hex would hold with it and its friends in it."""
        return self.body.weight + sum(body.weight for body in self.friends_in(hex_))

    def is_full(self, hex_: Hex) -> bool:
        """Whether friends leave no room for it in a hex; there is always room for a body without weight."""
        if not self.body.weight or hex_ not in self.held:
            return False
        return bool(self.friends_in(hex_)) and self.weight_in(hex_) > self.terms.stack

    def is_near(self, hex_: Hex) -> bool:
        """Whether a move through this hex counts as near an enemy."""
        return self.gaps[hex_] <= self.terms.near

    def is_kept_off(self, hex_: Hex) -> bool:
        """Whether a hex is nearer to an enemy than the move may come."""
        limit = self.terms.keep_off
        return limit > 0 and self.gaps[hex_] <= limit

    def is_in_zone(self, hex_: Hex) -> bool:
        """Whether a hex lies in the zone of an enemy."""
        zone = self.terms.zone
        return zone is not None and any(
            enemy.hex is not None
            and distance(enemy.hex, hex_) == 1
            and self.terms.arcs.of(enemy.facing, self.grid.heading_to(enemy.hex, hex_)) in zone.arcs
            for enemy in self.enemies
        )


def _known_entries(field: HexField, terms: HexTerms) -> KnownEntries:
    """The known entries of a field under terms that say the same about empty hexes."""
    known = field.entered
    if len(known) >= MOST_TERMS:
        known.clear()
    found = known[terms] = known.setdefault(_bare(terms), KnownEntries())
    return found


@lru_cache(maxsize=1024)
def _bare(terms: HexTerms) -> HexTerms:
    """The terms of a move without what only matters when other bodies are in or near a hex."""
    return replace(
        terms,
        allowance=0,
        changes=(),
        friends=None,
        keep_off=0,
        near=0,
        closes=False,
        spot=0,
        penalties=Penalties(),
    )


_last: Mover | None = None


def mover_of(body: HexBody, terms: HexTerms, scene: HexScene) -> Mover:
    """The mover of a body. The last one is kept, because a plan is first made and then judged."""
    global _last
    last = _last
    if last is not None and last.scene is scene and last.terms is terms and last.body is body:
        return last
    _last = mover = Mover(body, terms, scene)
    return mover
