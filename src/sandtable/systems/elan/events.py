"""The events of elan: every change of a battle is one of these or of a chapter's own events."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.elan.battle import Camp, ElanBattle, ElanUnit, Engagement, Removal, Step
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Pose, Shape


class ElanEvent(Event[ElanBattle], frozen=True, tag=True):
    """An event of a battle of elan."""

    reveals: ClassVar[bool] = False


# --------------------------------------------------------------------- the turn
PHASE_IDS: Final = {step: step.phase.value for step in Step}
"""The id of the phase to which each step belongs (turn.sequence)."""


class StepBegan(ElanEvent, frozen=True):
    """The next step of the turn began, with the 1st side (turn.sequence, turn.side-order)."""

    step: Step

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Clear the list of those that have acted."""
        return replace(
            battle, step=self.step, phase=PHASE_IDS[self.step], active=battle.first, done=(), due=()
        )


class SideBegan(ElanEvent, frozen=True):
    """A side began its part of a step, or became active within it (turn.side-order)."""

    side: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Clear the list of those that have acted."""
        return replace(battle, active=self.side, done=())


class InitiativeTaken(ElanEvent, frozen=True):
    """The winner of the initiative chose whether to be 1st or 2nd this turn (turn.initiative)."""

    winner: int
    first: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The order holds until the next initiative (turn.attach.order)."""
        return replace(battle, first=self.first, active=self.first)


class GoTaken(ElanEvent, frozen=True):
    """A unit or a commander passed in this step."""

    number: int
    is_commander: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, done=(*battle.done, self.number))


class TestsFixed(ElanEvent, frozen=True):
    """The units that must test in this step were fixed (turn.fixed-lists)."""

    units: tuple[int, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, due=self.units)


class TestTaken(ElanEvent, frozen=True):
    """A unit took a test that was due (turn.fixed-lists)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, due=tuple(unit for unit in battle.due if unit != self.unit))


THIS_TURN: Final = (
    "moved",
    "marched",
    "unlimbered",
    "fired",
    "tried_square",
    "charged",
    "countercharged",
    "evaded",
    "fled",
    "broke_through",
    "hit",
    "halted",
)
"""The fields of a unit that last for one turn, Halt markers among them (turn.end.markers)."""


class TurnBegan(ElanEvent, frozen=True):
    """The next turn began (turn.sequence)."""

    turn: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Clear all marks that last one turn; disorder and retreat stay (turn.end.markers)."""
        return replace(
            battle,
            turn=self.turn,
            step=Step.ATTACHING,
            phase=Step.ATTACHING.phase.value,
            active=battle.first,
            units=tuple([replace(unit, **FRESH) if _is_marked(unit) else unit for unit in battle.units]),
            leaders=tuple(
                [
                    replace(leader, changed=False, moved=False) if leader.changed or leader.moved else leader
                    for leader in battle.leaders
                ]
            ),
            done=(),
            due=(),
            charges=(),
            shots=(),
        )


FRESH: Final = dict.fromkeys(THIS_TURN, False)


def _is_marked(unit: ElanUnit) -> bool:
    """Does a unit carry any mark that lasts one turn? (turn.end.markers)"""
    # Written out instead of looping over THIS_TURN to save time; a new field must be added here, too.
    return (
        unit.moved
        or unit.halted
        or unit.fired
        or unit.hit
        or unit.marched
        or unit.unlimbered
        or unit.tried_square
        or unit.charged
        or unit.countercharged
        or unit.evaded
        or unit.fled
        or unit.broke_through
    )


class Conceded(ElanEvent, frozen=True):
    """A player gave the battle up (victory.end)."""

    side: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark the side as having conceded, which decides the battle."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


class BattleEnded(ElanEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, outcome=self.outcome)


def with_camp(battle: ElanBattle, side: int, camp: Camp) -> ElanBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- where units stand
class Deed(StrEnum):
    """The kinds of move; each is remembered until the turn ends (movement.once)."""

    MOVED = "moved"
    MARCHED = "marched"
    CHARGED = "charged"
    COUNTERCHARGED = "countercharged"
    EVADED = "evaded"
    FLED = "fled"
    BROKE_THROUGH = "broke_through"
    PLACED = "placed"


MARKS_OF: Final[dict[Deed, dict[str, bool]]] = {
    **{deed: {deed.value: True} for deed in Deed},
    Deed.MARCHED: {Deed.MARCHED.value: True, Deed.MOVED.value: True},
    Deed.PLACED: {},
}
"""The mark that each kind of move leaves on a unit; being placed leaves none."""


class UnitMoved(ElanEvent, frozen=True):
    """A unit ended a move, possibly where it began (movement.once)."""

    unit: int
    to: Pose
    deed: Deed

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put the unit at its new pose; if it moved, its contacts end (geometry.contact)."""
        unit = battle.units[self.unit]
        changed = battle.with_unit(replace(unit, pose=self.to, **MARKS_OF[self.deed]))
        return changed if unit.pose == self.to else parted(changed, self.unit)


class UnitFormed(ElanEvent, frozen=True):
    """A unit took up a formation at a pose (formation.change-centre).

    ``sector`` is the piece of ground it then garrisons (formation.change-garrison).
    """

    unit: int
    formation: Formation
    shape: Shape
    to: Pose
    sector: str = ""

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return battle.with_unit(self.formed(battle.units[self.unit]))

    def formed(self, unit: ElanUnit) -> ElanUnit:
        """The unit in its new formation; guns that unlimbered are marked so (shooting.artillery-moved)."""
        return replace(
            unit,
            formation=self.formation,
            shape=self.shape,
            pose=self.to,
            sector=self.sector,
            unlimbered=unit.unlimbered or self.formation is Formation.DEPLOYED,
        )


class UnitRemoved(ElanEvent, frozen=True):
    """A unit left play for good; earlier events have dealt with its commanders.

    troops.rout-state, troops.destroyed
    """

    unit: int
    how: Removal

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Take the unit off the table, out of contact and off the list of tests."""
        assert not battle.attached_to(self.unit), "what becomes of its commander comes first"
        unit = replace(
            battle.units[self.unit], pose=None, removed=self.how, sector="", retreating=False, halted=False
        )
        due = tuple(number for number in battle.due if number != self.unit)
        return replace(parted(battle.with_unit(unit), self.unit), due=due)


# --------------------------------------------------------------------- how units are
class UnitDisordered(ElanEvent, frozen=True):
    """A unit became disordered, by the rule named (troops.disorder)."""

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """A unit already disordered stays so: there are no degrees."""
        return battle.with_unit(replace(battle.units[self.unit], disordered=True))


class UnitRecovered(ElanEvent, frozen=True):
    """A unit spent its whole move to recover from disorder (troops.recover, movement.action.recover)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return battle.with_unit(replace(battle.units[self.unit], disordered=False, moved=True))


class UnitHalted(ElanEvent, frozen=True):
    """A unit was marked Halt, by the rule named (troops.halt)."""

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark it until the turn ends (turn.end.markers)."""
        return battle.with_unit(replace(battle.units[self.unit], halted=True))


class UnitHit(ElanEvent, frozen=True):
    """A unit lost strength points; ``by_fire`` says that enemy fire did it, which may require a test.

    shooting.hits, morale.trigger, shooting.fatigue-scope
    """

    unit: int
    hits: int
    by_fire: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Add the loss; a unit with no strength left is removed by a later event (troops.destroyed)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(unit, lost=unit.lost + self.hits, hit=unit.hit or (self.by_fire and self.hits > 0))
        )


class UnitRetreated(ElanEvent, frozen=True):
    """A unit went into retreat and is disordered (troops.retreat-state)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark it until its next Rally phase."""
        return battle.with_unit(replace(battle.units[self.unit], retreating=True, disordered=True))


class UnitRallied(ElanEvent, frozen=True):
    """A retreating unit rallied: disordered and marked Halt (rally.pass)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """End the retreat; the unit is disordered and marked Halt."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, retreating=False, disordered=True, halted=True))


# --------------------------------------------------------------------- contact
class UnitsEngaged(ElanEvent, frozen=True):
    """Two enemy units came into contact (geometry.contact, hex.contact)."""

    engagement: Engagement

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """An earlier engagement of the same pair is replaced."""
        pair = self.engagement.pair
        others = tuple(one for one in battle.engagements if one.pair != pair)
        return replace(battle, engagements=(*others, self.engagement))


def parted(battle: ElanBattle, unit: int) -> ElanBattle:
    """The battle with a unit out of all its contacts (geometry.contact)."""
    if not battle.is_in_contact(unit):
        return battle
    return replace(
        battle,
        engagements=tuple(one for one in battle.engagements if unit not in one.pair),
        waiting=tuple(pair for pair in battle.waiting if unit not in pair),
    )


def with_marks(battle: ElanBattle, unit: ElanUnit, *marks: str) -> ElanBattle:
    """The battle with these deeds of the turn marked on a unit."""
    assert all(mark in THIS_TURN for mark in marks)
    return battle.with_unit(replace(unit, **dict.fromkeys(marks, True)))
