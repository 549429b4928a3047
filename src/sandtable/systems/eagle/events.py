"""The events of eagle that several chapters share; every change of a battle is an event.

Events of one chapter alone are in a module of their own beside it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import Camp, EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.engagements import Contact, March, Shock, Track
from sandtable.systems.eagle.records import Cause, Flight, Record, Removal, Role
from sandtable.systems.eagle.shapes import Layout, Ranks
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.words import drawn_up, name, names, points, went
from sandtable.table.space import TOLERANCE, Pose, Shape, apart, centre

STRIDE: Final = reach_of("movement.cavalry.moved-before")
"""The distance that counts as having changed place (movement.cavalry.moved-before)."""


class EagleEvent(Event[EagleBattle], frozen=True, tag=True):
    """An event in a battle of eagle."""

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first."""
        found: list[int] = []
        for field in ("unit", "target", "units", "guide", "quarry"):
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else () if named is None else (named,)
        return tuple(dict.fromkeys(found))


# --------------------------------------------------------------------- order and losses
OF_CAUSE: Final = {
    Cause.FATIGUE: "for fatigue",
    Cause.MANOEUVRE: "for its manoeuvre",
    Cause.SHOOTING: "from shooting",
    Cause.COMBAT: "from combat",
    Cause.MORALE: "at the sight of it",
}
"""Where disorder points come from."""

GONE: Final = {
    Removal.DESTROYED: "is destroyed to the last base",
    Removal.ELIMINATED: "routs off the table",
    Removal.LEFT: "leaves the table",
}
"""How a unit left play."""

BY_REMOVAL: Final = {
    Removal.DESTROYED: ("troops.casualty",),
    Removal.ELIMINATED: ("rout.eliminate",),
    Removal.LEFT: ("movement.table-edge",),
}
"""The rule by which a unit left play."""


class Disordered(EagleEvent, frozen=True):
    """A unit took disorder points: how many, the cause, the rule, and its order after them.

    morale.threshold, morale.three-cap.detail
    """

    unit: int
    points: int
    cause: Cause
    rule: str
    dp: int
    shaken: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The points are marked at once (turn.combat.dp-at-once)."""
        return battle.with_unit(replace(battle.units[self.unit], dp=self.dp, shaken=self.shaken))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        unit = name(after, self.unit)
        taken = f"{unit} takes {points(self.points)} {OF_CAUSE[self.cause]}"
        if self.points < 1:
            taken = f"{unit} keeps its disorder points in fewer lines"
        shaken = ", and it is shaken" if self.shaken else ""
        return f"{taken}: {self.dp} in all{shaken}"


class OrderRestored(EagleEvent, frozen=True):
    """A unit lost disorder points by redressing, by a leader or by relief; ``rallied`` if it was shaken.

    rally.redress.table, rally.shaken.redress, command.steady, after.relieve
    """

    unit: int
    rule: str
    dp: int
    rallied: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The unit has the points that are left."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, dp=self.dp, shaken=unit.shaken and not self.rallied))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        left = "no disorder points left" if self.dp == 0 else f"{points(self.dp)} left"
        rallied = "rallies" if self.rallied else "restores its order"
        return f"{name(after, self.unit)} {rallied}: {left}"


class BasesLost(EagleEvent, frozen=True):
    """A unit lost bases and closed up: how many, and how the rest stands.

    troops.casualty, formation.multi-line, morale.threshold.change
    """

    unit: int
    lost: int
    rule: str
    formation: Formation
    ranks: Ranks
    dp: int
    shaken: bool
    shape: Shape
    to: Pose
    out_of_touch: tuple[int, ...] = ()

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Fewer lines may shake it; contacts out of its reach end (morale.threshold.change)."""
        unit = replace(
            battle.units[self.unit],
            formation=self.formation,
            ranks=self.ranks,
            dp=self.dp,
            shaken=self.shaken,
            shape=self.shape,
            pose=self.to,
        )
        battle = battle.with_unit(unit)
        if not self.out_of_touch:
            return battle
        kept = tuple(
            one
            for one in battle.contacts
            if not one.joins(self.unit) or one.other(self.unit) not in self.out_of_touch
        )
        return replace(battle, contacts=kept)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        lost, now = counted(self.lost, "base"), drawn_up(Layout(self.formation, self.ranks))
        shaken = ", shaken" if self.shaken else ""
        return f"{name(after, self.unit)} loses {lost} and stands in {now}{shaken}"


class UnitRemoved(EagleEvent, frozen=True):
    """A unit was taken off the table: destroyed, eliminated as a router, or over the table edge.

    troops.casualty, rout.eliminate, movement.table-edge
    """

    unit: int
    how: Removal

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its contacts end, and its pursuers have no quarry."""
        unit = battle.units[self.unit]
        removed = replace(unit, pose=None, removed=self.how, caught=False, pursuing=False, quarry=None)
        battle = parted(battle.with_unit(removed), self.unit)
        hunters = [one for one in battle.units if one.quarry == self.unit]
        for hunter in hunters:
            battle = battle.with_unit(replace(hunter, quarry=None))
        return battle

    def cites(self) -> tuple[str, ...]:
        return BY_REMOVAL[self.how]

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} {GONE[self.how]}"


class ShocksArose(EagleEvent, frozen=True):
    """The fate of a unit or leader affects friends near by (morale.dp.when)."""

    shocks: tuple[Shock, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Shocks are resolved in the order in which they arose (morale.dp.chain)."""
        return replace(battle, shocks=(*battle.shocks, *self.shocks))

    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(shock.rule for shock in self.shocks))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        near = sum(len(shock.struck) for shock in self.shocks)
        words = "; ".join(shock.words for shock in self.shocks)
        return f"{words}: {counted(near, 'unit')} near by {'is' if near == 1 else 'are'} affected"


class ShockWorkedOff(EagleEvent, frozen=True):
    """All units that a shock strikes have taken their points (morale.dp.chain)."""

    rules = ("morale.dp.chain",)
    is_detail = True

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The shock leaves the queue."""
        return replace(battle, shocks=battle.shocks[1:])

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return "No other unit is affected"


# --------------------------------------------------------------------- places
def placed(unit: EagleUnit, pose: Pose, shape: Shape) -> EagleUnit:
    """A unit at another place; whether it changed place this turn is kept (movement.cavalry.moved-before)."""
    return replace(unit, pose=pose, shape=shape, rode=has_ridden(unit, pose, shape))


def has_ridden(unit: EagleUnit, to: Pose, shape: Shape) -> bool:
    """Has a unit changed place this turn, or does this move make it so? (movement.cavalry.moved-before)"""
    if unit.rode or unit.pose is None:
        return unit.rode
    return apart(centre(unit.pose, unit.shape), centre(to, shape)) >= STRIDE


def parted(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with all contacts of a unit removed."""
    if not any(contact.joins(unit) for contact in battle.contacts):
        return battle
    return replace(battle, contacts=tuple(one for one in battle.contacts if not one.joins(unit)))


def with_camp(battle: EagleBattle, side: int, camp: Camp) -> EagleBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


def left_camp(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with a unit no longer looting; if it comes back, it begins anew.

    control.loot, army.camp
    """
    one = battle.units[unit]
    if not one.looting:
        return battle
    camp = battle.camps[1 - one.side]
    looters = tuple(looter for looter in camp.looters if looter != unit)
    battle = battle.with_unit(replace(one, looting=""))
    return with_camp(battle, 1 - one.side, replace(camp, looters=looters))


class UnitMoved(EagleEvent, frozen=True):
    """A unit made a voluntary move or manoeuvre, and how it stands after it (movement.measure).

    ``record`` is its record as a last move (control.last-move); ``stationary`` says that it only turned on
    the spot, which is no move (movement.passage.detail). ``march`` gives legs and dice to units that conform
    to it (control.conform).
    """

    rules = ("movement.measure",)

    unit: int
    to: Pose
    record: Record
    formation: Formation
    ranks: Ranks
    shape: Shape
    stationary: bool = False
    march: March | None = None

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stands there in that formation."""
        unit, units = battle.units[self.unit], list(battle.units)
        units[self.unit] = replace(
            unit,
            pose=self.to,
            shape=self.shape,
            rode=has_ridden(unit, self.to, self.shape),
            formation=self.formation,
            ranks=self.ranks,
            record=self.record,
            moved=unit.moved or not self.stationary,
        )
        if self.march is None:
            return replace(battle, units=tuple(units))
        return replace(battle, units=tuple(units), marches=(*battle.marches, self.march))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        unit, layout = before.units[self.unit], Layout(self.formation, self.ranks)
        if layout != unit.layout:
            return f"{unit.name} forms {drawn_up(layout)}"
        verb = "marches" if self.march is not None and self.march.is_march else "moves"
        if self.record is Record.WITHDRAW:
            verb = "withdraws"
        return went(unit, self.to, verb, "faces")


SHIFTED: Final = {
    "movement.lights-fall-back.detail": "falls back before the enemy",
    "charge.support.follow": "moves up",
    "after.fall-back.blocked": "is pushed back",
    "result.supporters.move": "moves up",
}
"""What a shifted unit did, by the rule."""


class UnitShifted(EagleEvent, frozen=True):
    """A unit went along with others, was pushed, or gave ground; its record does not change.

    control.last-move, movement.lights-fall-back.detail, charge.support.follow, after.fall-back.blocked
    """

    unit: int
    to: Pose
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stands there, no longer stationary unless it only turned (movement.passage.detail)."""
        unit = battle.units[self.unit]
        shifted = placed(unit, self.to, unit.shape)
        moved = unit.moved or _changes_place(unit, self.to)
        return battle.with_unit(replace(shifted, moved=True) if moved else shifted)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        verb = SHIFTED.get(self.rule, "moves along")
        return went(before.units[self.unit], self.to, verb, "turns to face")


def _changes_place(unit: EagleUnit, to: Pose) -> bool:
    """Does the middle of a unit move? A turn on the spot shifts it by rounding to the grid only."""
    assert unit.pose is not None
    return apart(centre(unit.pose, unit.shape), centre(to, unit.shape)) > 2 * TOLERANCE


class UnitActed(EagleEvent, frozen=True):
    """A unit has had its activity of the Manoeuvre and Shooting phase (turn.activation).

    ``record`` is what it records; none if another event has recorded it already.
    """

    rules = ("turn.activation",)
    is_detail = True

    unit: int
    record: Record | None = None

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It does not act again this turn."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, taken=True, record=self.record or unit.record))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        done = "stands where it is" if self.record is Record.STAND else "has finished its manoeuvre"
        return f"{name(after, self.unit)} {done}"


class RecordWritten(EagleEvent, frozen=True):
    """The record of a unit as its last move (control.last-move)."""

    rules = ("control.last-move",)
    is_detail = True

    unit: int
    record: Record

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts in the control test of the next turn."""
        return battle.with_unit(replace(battle.units[self.unit], record=self.record))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)}: {self.record}"


class UnitFled(EagleEvent, frozen=True):
    """A unit made an unformed move: it evaded, retired, routed or pursued (movement.unformed-move).

    It went ``distance`` along ``heading`` and breaks all its contacts (after.pinned); it ends unformed
    (movement.unformed-move.state).
    """

    unit: int
    how: Flight
    to: Pose
    heading: int
    distance: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its track is kept for its pursuers (after.pursue.detail)."""
        unit = battle.units[self.unit]
        assert unit.pose is not None
        track = Track(self.unit, self.how, unit.pose, self.heading, self.distance)
        fled = replace(
            placed(unit, self.to, unit.shape),
            formed=False,
            record=FLIGHT_RECORDS[self.how],
            role=Role.STAND,
            moved=True,
        )
        battle = replace(battle.with_unit(fled), tracks=(*battle.tracks, track))
        return parted(left_camp(battle, self.unit), self.unit)

    def cites(self) -> tuple[str, ...]:
        return (FLIGHT_RULES[self.how],)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        verb = FLED[self.how]
        return went(before.units[self.unit], self.to, verb, "cannot move, facing")


FLIGHT_RECORDS: Final = {
    Flight.EVADE: Record.EVADE,
    Flight.RETIRE: Record.RETIRE,
    Flight.ROUT: Record.ROUT,
    Flight.PURSUE: Record.PURSUE,
}
"""The record of each unformed move (control.last-move)."""

FLIGHT_RULES: Final = {
    Flight.EVADE: "charge.evade",
    Flight.RETIRE: "after.retire",
    Flight.ROUT: "after.rout",
    Flight.PURSUE: "after.pursue",
}
"""The rule of each unformed move."""

FLED: Final = {
    Flight.EVADE: "evades",
    Flight.RETIRE: "retires",
    Flight.ROUT: "runs",
    Flight.PURSUE: "pursues",
}
"""What a unit does in each unformed move."""


class UnitRouted(EagleEvent, frozen=True):
    """A unit began to rout (rout.state, after.rout, morale.shaken.broken)."""

    rules = ("rout.state",)

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts as broken and shaken, and stops pursuing and looting."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                routing=True,
                shaken=True,
                formed=False,
                pursuing=False,
                quarry=None,
                looting="",
                record=Record.ROUT,
            )
        )

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} routs"


# --------------------------------------------------------------------- contact
class ContactMade(EagleEvent, frozen=True):
    """A unit came up to enemies and lies against them (charge.contact)."""

    rules = ("charge.contact",)

    contacts: tuple[Contact, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The contacts are recorded, each pair once."""
        known = {(contact.striker, contact.struck) for contact in battle.contacts}
        known |= {(struck, striker) for striker, struck in known}
        new = tuple(one for one in self.contacts if (one.striker, one.struck) not in known)
        return replace(battle, contacts=(*battle.contacts, *new))

    def parties(self) -> tuple[int, ...]:
        """The units that touch."""
        return tuple(dict.fromkeys(unit for one in self.contacts for unit in (one.striker, one.struck)))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        if not self.contacts:
            return "No enemy is touched"
        struck = names(after, tuple(dict.fromkeys(one.struck for one in self.contacts)))
        return f"{name(after, self.contacts[0].striker)} is in contact with {struck}"
