"""The events of elan: every change of a battle is one of these or of a chapter's own events."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.game.present.english import compass
from sandtable.systems.elan.battle import Camp, ElanBattle, ElanUnit, Engagement, Removal, Step
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import begun, counted, formed, names, side_name, the_leader, told, way
from sandtable.table.space import Pose, Shape, centre


class ElanEvent(Event[ElanBattle], frozen=True, tag=True):
    """An event of a battle of elan."""

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first."""
        found: list[int] = []
        for field in ("unit", "charger", "firer", "target", "units", "enemies"):
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else (named,)
        return tuple(found)


# --------------------------------------------------------------------- the turn
PHASE_IDS: Final = {step: step.phase.value for step in Step}
"""The id of the phase to which each step belongs (turn.sequence)."""


STEPS: Final = {
    Step.DEPLOYMENT: "Deployment",
    Step.ATTACHING: "Commanders join and leave units",
    Step.INITIATIVE: "Initiative",
    Step.COMMAND: "Brigade activation",
    Step.DECLARING: "Charges are declared",
    Step.CHARGING: "Charges are carried out",
    Step.RALLYING: "Retreating units rally",
    Step.MOVING: "Movement",
    Step.AIMING: "Targets are named",
    Step.FIRING: "Firing",
    Step.MORALE: "Morale tests",
    Step.MELEES: "Melees",
    Step.ARRIVALS: "Arrivals",
    Step.ARMY_MORALE: "Army morale",
    Step.TIME: "End of the turn",
}
"""The steps in words."""


class StepBegan(ElanEvent, frozen=True):
    """The next step of the turn began, with the 1st side (turn.sequence, turn.side-order)."""

    rules = ("turn.sequence",)
    is_detail = True

    step: Step

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Clear the list of those that have acted."""
        return replace(
            battle, step=self.step, phase=PHASE_IDS[self.step], active=battle.first, done=(), due=()
        )

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return STEPS[self.step]


class SideBegan(ElanEvent, frozen=True):
    """A side began its part of a step, or became active within it (turn.side-order)."""

    rules = ("turn.side-order",)
    is_detail = True

    side: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Clear the list of those that have acted."""
        return replace(battle, active=self.side, done=())

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return side_name(after, self.side)


class InitiativeTaken(ElanEvent, frozen=True):
    """The winner of the initiative chose whether to be 1st or 2nd this turn (turn.initiative)."""

    rules = ("turn.initiative", "turn.initiative.roll")

    winner: int
    first: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The order holds until the next initiative (turn.attach.order)."""
        return replace(battle, first=self.first, active=self.first)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        place = "first" if self.first == self.winner else "second"
        return f"The initiative goes to the {side_name(after, self.winner)}, who act {place}"


class GoTaken(ElanEvent, frozen=True):
    """A unit or a commander passed in this step."""

    is_detail = True

    number: int
    is_commander: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, done=(*battle.done, self.number))

    def cites(self) -> tuple[str, ...]:
        return ("leaders.attach-range",) if self.is_commander else ("movement.optional",)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        if self.is_commander:
            return begun(f"{the_leader(after, self.number)} stays where he is")
        return told(after, self.number, "does not move")


class TestsFixed(ElanEvent, frozen=True):
    """The units that must test in this step were fixed (turn.fixed-lists)."""

    rules = ("turn.fixed-lists",)
    is_detail = True

    units: tuple[int, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, due=self.units)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"{begun(names(after, self.units))} must test" if self.units else "No unit has to test"


class TestTaken(ElanEvent, frozen=True):
    """A unit took a test that was due (turn.fixed-lists)."""

    rules = ("turn.fixed-lists",)
    is_detail = True

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, due=tuple(unit for unit in battle.due if unit != self.unit))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "has taken its test")


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

    rules = ("turn.sequence",)

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

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"Turn {self.turn}"


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

    rules = ("victory.end",)

    side: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark the side as having conceded, which decides the battle."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"The army of the {side_name(after, self.side)} concedes"


class BattleEnded(ElanEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return self.outcome.words


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


MOVED_BY: Final = {
    Deed.MOVED: ("movement.once",),
    Deed.MARCHED: ("movement.march",),
    Deed.CHARGED: ("charge.sequence",),
    Deed.COUNTERCHARGED: ("charge.countercharge",),
    Deed.EVADED: ("charge.evade",),
    Deed.FLED: ("compulsory.direction",),
    Deed.BROKE_THROUGH: ("melee.breakthrough", "melee.breakthrough-how"),
    Deed.PLACED: (),
}
"""The rules of each kind of move; placing and turning are cited elsewhere."""

VERBS: Final = {
    Deed.MOVED: "moves",
    Deed.MARCHED: "marches",
    Deed.CHARGED: "charges",
    Deed.COUNTERCHARGED: "countercharges",
    Deed.EVADED: "evades",
    Deed.FLED: "goes back",
    Deed.BROKE_THROUGH: "breaks through",
    Deed.PLACED: "turns or is moved",
}


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

    def cites(self) -> tuple[str, ...]:
        return MOVED_BY[self.deed]

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        unit = before.units[self.unit]
        if unit.pose is None:
            return told(before, self.unit, "enters the table")
        gone = way(before, centre(unit.pose, unit.shape), centre(self.to, unit.shape))
        deed = f"{VERBS[self.deed]} {gone}" if gone else f"faces {compass(self.to.heading)}"
        return told(before, self.unit, deed)


class UnitFormed(ElanEvent, frozen=True):
    """A unit took up a formation at a pose (formation.change-centre).

    ``sector`` is the piece of ground it then garrisons (formation.change-garrison).
    """

    rules = ("formation.change-centre",)

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

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, formed(self.formation))


REMOVED_BY: Final = {
    Removal.ROUTED: "troops.rout-state",
    Removal.DESTROYED: "troops.destroyed",
    Removal.LEFT: "geometry.table-edge",
    Removal.SURRENDERED: "compulsory.blocked",
}
"""The rule by which a unit leaves play."""

REMOVED: Final = {
    Removal.ROUTED: "routs off the table",
    Removal.DESTROYED: "is destroyed",
    Removal.LEFT: "leaves the table",
    Removal.SURRENDERED: "surrenders",
}


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

    def cites(self) -> tuple[str, ...]:
        return (REMOVED_BY[self.how],)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, REMOVED[self.how])


# --------------------------------------------------------------------- how units are
class UnitDisordered(ElanEvent, frozen=True):
    """A unit became disordered, by the rule named (troops.disorder)."""

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """A unit already disordered stays so: there are no degrees."""
        return battle.with_unit(replace(battle.units[self.unit], disordered=True))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "is disordered")


class UnitRecovered(ElanEvent, frozen=True):
    """A unit spent its whole move to recover from disorder (troops.recover, movement.action.recover)."""

    rules = ("troops.recover", "movement.action.recover")

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return battle.with_unit(replace(battle.units[self.unit], disordered=False, moved=True))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "is in good order again")


class UnitHalted(ElanEvent, frozen=True):
    """A unit was marked Halt, by the rule named (troops.halt)."""

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark it until the turn ends (turn.end.markers)."""
        return battle.with_unit(replace(battle.units[self.unit], halted=True))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "is marked Halt")


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

    def cites(self) -> tuple[str, ...]:
        return ("shooting.hits",) if self.by_fire else ()

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, f"loses {counted(self.hits, 'point')}")


class UnitRetreated(ElanEvent, frozen=True):
    """A unit went into retreat and is disordered (troops.retreat-state)."""

    rules = ("troops.retreat-state",)

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark it until its next Rally phase."""
        return battle.with_unit(replace(battle.units[self.unit], retreating=True, disordered=True))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "is in retreat")


class UnitRallied(ElanEvent, frozen=True):
    """A retreating unit rallied: disordered and marked Halt (rally.pass)."""

    rules = ("rally.pass",)

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """End the retreat; the unit is disordered and marked Halt."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, retreating=False, disordered=True, halted=True))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "rallies")


# --------------------------------------------------------------------- contact
class UnitsEngaged(ElanEvent, frozen=True):
    """Two enemy units came into contact (geometry.contact, hex.contact)."""

    rules = ("geometry.contact",)

    engagement: Engagement

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """An earlier engagement of the same pair is replaced."""
        pair = self.engagement.pair
        others = tuple(one for one in battle.engagements if one.pair != pair)
        return replace(battle, engagements=(*others, self.engagement))

    def parties(self) -> tuple[int, ...]:
        return self.engagement.pair

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"{begun(names(after, self.engagement.pair))} are in contact"


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
