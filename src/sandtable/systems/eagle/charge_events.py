"""Events of the Charge phase: charges declared, answered and made."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.engagements import Answer, Charge, Reply
from sandtable.systems.eagle.events import EagleEvent, placed
from sandtable.systems.eagle.records import Record, Role
from sandtable.systems.eagle.words import STRUCK, name
from sandtable.table.space import INCH, Pose, Side, as_inches


class ChargeDeclared(EagleEvent, frozen=True):
    """A unit declared a charge: its target, the side that it strikes, and its heading.

    turn.charge.declare, charge.face, control.repeat
    """

    rules = ("turn.charge.declare",)

    unit: int
    target: int
    face: Side
    heading: int
    forced: bool = False

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The charge waits until it is made in order (charge.order)."""
        charge = Charge(self.unit, self.target, self.face, self.heading)
        return replace(battle, charges=(*battle.charges, charge))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        charges = "must charge" if self.forced else "declares a charge on"
        return f"{name(after, self.unit)} {charges} {name(after, self.target)}{STRUCK[self.face]}"


class ChargeAnswered(EagleEvent, frozen=True):
    """A charged unit answered, and which charger it counter-charges.

    charge.response.evade, charge.response.counter
    """

    rules = ("charge.order",)

    unit: int
    answer: Answer
    against: int | None = None

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The answer waits until it is carried out in order (charge.order)."""
        reply = Reply(self.unit, self.answer, self.against, done=self.answer is Answer.STAND)
        return replace(battle, replies=(*battle.replies, reply))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        match self.answer:
            case Answer.EVADE:
                return f"{name(after, self.unit)} will evade"
            case Answer.STAND:
                return f"{name(after, self.unit)} will stand"
            case Answer.COUNTER:
                assert self.against is not None
                return f"{name(after, self.unit)} will counter-charge {name(after, self.against)}"


class AnswerGiven(EagleEvent, frozen=True):
    """A unit has carried out its answer to a charge, as far as it could (charge.order)."""

    rules = ("charge.order",)
    is_detail = True

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its answer is done."""
        return carried_out(battle, self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} has responded to the charge"


class ChargeMade(EagleEvent, frozen=True):
    """A unit made its charge or counter-charge, and where it stands now.

    charge.path, charge.counter, charge.missed
    """

    rules = ("charge.path",)

    unit: int
    target: int
    record: Record
    to: Pose
    distance: int
    touches: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stays as formed as it was, and counts as charging if it touches an enemy (melee.role)."""
        unit = battle.units[self.unit]
        charged = replace(
            placed(unit, self.to, unit.shape),
            record=self.record,
            role=Role.CHARGE if self.touches else unit.role,
            moved=True,
        )
        return carried_out(battle.with_unit(charged), self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        does = "counter-charges" if self.record is Record.COUNTER_CHARGE else "charges"
        if self.touches:
            far = f"{as_inches(self.distance):g} in"
            return f"{name(after, self.unit)} {does} {name(after, self.target)} over {far}"
        return f"{name(after, self.unit)} {does} {self.distance / INCH:.3g} in and meets no enemy"


class ChargeStayed(EagleEvent, frozen=True):
    """A charger did not move: its owner held it back, or an enemy struck it first.

    charge.evaded.halt, charge.missed, charge.order
    """

    unit: int
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It records that it stood; if it was struck before it could move, it counts as charging.

        charge.missed, charge.order, melee.role
        """
        unit = battle.units[self.unit]
        role = Role.CHARGE if self.rule == "charge.order" else unit.role
        stood = replace(unit, record=Record.STAND, role=role)
        return carried_out(battle.with_unit(stood), self.unit)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} does not go on with its charge"


def carried_out(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with the charge or answer of a unit done."""
    charges = tuple(replace(one, done=True) if one.unit == unit else one for one in battle.charges)
    replies = tuple(replace(one, done=True) if one.unit == unit else one for one in battle.replies)
    return replace(battle, charges=charges, replies=replies)
