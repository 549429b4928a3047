"""What can happen to a battle of elan. Every change of it is one of these, or of those of a chapter."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.elan.battle import Camp, ElanBattle, ElanUnit, Engagement, Removal, Step
from sandtable.systems.elan.troops import Formation
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape


class ElanEvent(Event[ElanBattle], frozen=True, tag=True):
    """Something that happened in a battle of elan."""

    reveals: ClassVar[bool] = False


# --------------------------------------------------------------------- the turn
PHASE_IDS: Final = {step: step.phase.value for step in Step}
"""The id of the phase to which each step belongs (turn.sequence)."""


class StepBegan(ElanEvent, frozen=True):
    """The next step of the turn began, with the 1st side (turn.sequence, turn.side-order)."""

    step: Step

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nobody has had his go in it yet."""
        return replace(
            battle, step=self.step, phase=PHASE_IDS[self.step], active=battle.first, done=(), due=()
        )


class SideBegan(ElanEvent, frozen=True):
    """A side began its part of a step, or its turn within it (turn.side-order)."""

    side: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nobody of it has had his go yet."""
        return replace(battle, active=self.side, done=())


class InitiativeTaken(ElanEvent, frozen=True):
    """The winner of the initiative chose his place in the order of this turn (turn.initiative)."""

    winner: int
    first: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The order holds until the next initiative (turn.attach.order)."""
        return replace(battle, first=self.first, active=self.first)


class GoTaken(ElanEvent, frozen=True):
    """A unit or a commander let its go in this step pass."""

    number: int
    is_commander: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It is not asked again in this step."""
        return replace(battle, done=(*battle.done, self.number))


class TestsFixed(ElanEvent, frozen=True):
    """It was settled which units must test in this step (turn.fixed-lists)."""

    units: tuple[int, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """They test one after another."""
        return replace(battle, due=self.units)


class TestTaken(ElanEvent, frozen=True):
    """A unit took the test that was due (turn.fixed-lists)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It tests once."""
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
"""What is said of a unit for one turn only; halt markers among it (turn.end.markers)."""


class TurnBegan(ElanEvent, frozen=True):
    """The next turn began (turn.sequence)."""

    turn: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """All that counts once a turn is forgotten; disorder and retreat stay (turn.end.markers)."""
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
    """Is anything said of a unit that counts for one turn only? (turn.end.markers)"""
    # Written out, the likeliest first: it is asked of every unit in every turn.
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
        """The battle is decided."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


class BattleEnded(ElanEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)


def with_camp(battle: ElanBattle, side: int, camp: Camp) -> ElanBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- where units stand
class Deed(StrEnum):
    """What kind of move a unit made; each is remembered until the turn ends (movement.once)."""

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
"""What is remembered of a unit that made each kind of move; nothing of one that was placed."""


class UnitMoved(ElanEvent, frozen=True):
    """A unit ended a move, perhaps where it began (movement.once)."""

    unit: int
    to: Pose
    deed: Deed

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It stands there now, out of contact if it went anywhere (geometry.contact)."""
        unit = battle.units[self.unit]
        changed = battle.with_unit(replace(unit, pose=self.to, **MARKS_OF[self.deed]))
        return changed if unit.pose == self.to else parted(changed, self.unit)


class UnitFormed(ElanEvent, frozen=True):
    """A unit took up a formation where the ground puts it (formation.change-centre).

    ``sector`` is the piece of ground it garrisons then (formation.change-garrison).
    """

    unit: int
    formation: Formation
    shape: Shape
    to: Pose
    sector: str = ""

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It stands in its new formation."""
        return battle.with_unit(self.formed(battle.units[self.unit]))

    def formed(self, unit: ElanUnit) -> ElanUnit:
        """The unit so; guns that unlimbered are remembered to have (shooting.artillery-moved)."""
        return replace(
            unit,
            formation=self.formation,
            shape=self.shape,
            pose=self.to,
            sector=self.sector,
            unlimbered=unit.unlimbered or self.formation is Formation.DEPLOYED,
        )


class UnitRemoved(ElanEvent, frozen=True):
    """A unit left play for good; nobody is attached to it any more (troops.rout-state, troops.destroyed)."""

    unit: int
    how: Removal

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It is off the table, in contact with nobody, and takes no test."""
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
        """There is no second degree of it."""
        return battle.with_unit(replace(battle.units[self.unit], disordered=True))


class UnitRecovered(ElanEvent, frozen=True):
    """A unit recovered from disorder with its whole move (troops.recover, movement.action.recover)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The disorder is gone at once."""
        return battle.with_unit(replace(battle.units[self.unit], disordered=False, moved=True))


class UnitHalted(ElanEvent, frozen=True):
    """A unit was marked Halt, by the rule named (troops.halt)."""

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Until the turn ends (turn.end.markers)."""
        return battle.with_unit(replace(battle.units[self.unit], halted=True))


class UnitHit(ElanEvent, frozen=True):
    """A unit lost strength points; ``by_fire`` if to enemy fire, which may call for a test.

    shooting.hits, morale.trigger, shooting.fatigue-scope
    """

    unit: int
    hits: int
    by_fire: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """A unit with nothing left is removed by what follows (troops.destroyed)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(unit, lost=unit.lost + self.hits, hit=unit.hit or (self.by_fire and self.hits > 0))
        )


class UnitRetreated(ElanEvent, frozen=True):
    """A unit went into retreat, disordered (troops.retreat-state)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Until its next Rally phase."""
        return battle.with_unit(replace(battle.units[self.unit], retreating=True, disordered=True))


class UnitRallied(ElanEvent, frozen=True):
    """A retreating unit rallied: disordered and marked Halt (rally.pass)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It is in good morale again."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, retreating=False, disordered=True, halted=True))


# --------------------------------------------------------------------- contact
class UnitsEngaged(ElanEvent, frozen=True):
    """Two enemy units came into contact (geometry.contact, hex.contact)."""

    engagement: Engagement

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """What is known of the same pair already is replaced."""
        pair = self.engagement.pair
        others = tuple(one for one in battle.engagements if one.pair != pair)
        return replace(battle, engagements=(*others, self.engagement))


def parted(battle: ElanBattle, unit: int) -> ElanBattle:
    """A unit in contact with nobody any more (geometry.contact)."""
    if not battle.is_in_contact(unit):
        return battle
    return replace(
        battle,
        engagements=tuple(one for one in battle.engagements if unit not in one.pair),
        waiting=tuple(pair for pair in battle.waiting if unit not in pair),
    )


def with_marks(battle: ElanBattle, unit: ElanUnit, *marks: str) -> ElanBattle:
    """The battle with a unit for which these deeds of the turn are remembered."""
    assert all(mark in THIS_TURN for mark in marks)
    return battle.with_unit(replace(unit, **dict.fromkeys(marks, True)))
