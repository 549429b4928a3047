"""The events of coldsteel: every change of a battle is one of these."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.game.present.english import compass, counted, listed
from sandtable.systems.coldsteel.battle import (
    Camp,
    ColdSteelBattle,
    ColdSteelUnit,
    Link,
    Phase,
    Removal,
    Step,
)
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.systems.coldsteel.words import formation_word, name, names, side_name, way
from sandtable.table.space import Point, Pose, Shape, nearest_hundredth


class ColdSteelEvent(Event[ColdSteelBattle], frozen=True, tag=True):
    """An event in a battle of coldsteel."""

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first."""
        found: list[int] = []
        for field in ("unit", "target", "touched", "units"):
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else (named,)
        return tuple(dict.fromkeys(found))


# --------------------------------------------------------------------- the turn
class InitiativeWon(ColdSteelEvent, frozen=True):
    """A side won the initiative and is Player 1 this turn (turn.initiative.winner)."""

    rules = ("turn.initiative.winner",)

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, first=self.side, active=self.side)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{side_name(after, self.side)} is Player 1 this turn"


class StepBegan(ColdSteelEvent, frozen=True):
    """The next step of the turn began; ``active`` is its side (turn.sequence)."""

    rules = ("turn.sequence",)
    is_detail = True

    step: Step
    active: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """No unit has acted in the step yet; at Manoeuvres, record which units are engaged.

        turn.unit-order, charge.defender-fire, artillery.manoeuvre-scope
        """
        if self.step.phase is Phase.MANOEUVRES:
            units = tuple([_at_manoeuvres(battle, unit, self.active) for unit in battle.units])
        else:
            units = tuple([replace(unit, named=False) if unit.named else unit for unit in battle.units])
        return replace(
            battle, units=units, step=self.step, phase=self.step.phase.value, active=self.active, fought=()
        )

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        match self.step.phase:
            case Phase.MELEE | Phase.END | Phase.SETUP | Phase.INITIATIVE:
                return self.step.value.capitalize()
            case _:
                return f"{side_name(after, self.active)}: {self.step.phase}"


def _at_manoeuvres(battle: ColdSteelBattle, unit: ColdSteelUnit, active: int) -> ColdSteelUnit:
    """A unit at the start of a Manoeuvres step; the same object if nothing changes."""
    if unit.side == active:
        if not unit.named and not unit.manoeuvred:
            return unit
        return replace(unit, named=False, manoeuvred=False)
    engaged = battle.is_engaged(unit.id)
    if not unit.named and unit.was_engaged == engaged:
        return unit
    return replace(unit, named=False, was_engaged=engaged)


class TurnBegan(ColdSteelEvent, frozen=True):
    """A new game turn began (turn.end-check)."""

    rules = ("turn.end-check",)

    turn: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Clear what counts for one turn; fire received this turn becomes last turn's.

        By the other reading of morale.status, units that failed are free again.

        turn.last-turn, charge.charged-status, leaders.officer-reroll, cards.lucky-scope
        """
        freed = battle.is_other(Reading.FAILURE_BINDS)
        units = tuple([_at_turn(unit, freed=freed) for unit in battle.units])
        step = Step.INITIATIVE
        return replace(battle, units=units, turn=self.turn, step=step, phase=step.phase.value)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"Turn {self.turn} begins"


def _at_turn(unit: ColdSteelUnit, *, freed: bool) -> ColdSteelUnit:
    """A unit at the start of a turn; the same object if nothing changes."""
    after = replace(
        unit,
        muskets_before=unit.muskets_now,
        guns_before=unit.guns_now,
        muskets_now=False,
        guns_now=False,
        charged=None,
        charged_by=(),
        rerolled=False,
        lucky_used=False,
        failed=unit.failed and not freed,
    )
    return unit if after == unit else after


class Conceded(ColdSteelEvent, frozen=True):
    """A player conceded (victory.concede)."""

    rules = ("victory.concede",)

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{side_name(after, self.side)} gives the battle up"


def with_camp(battle: ColdSteelBattle, side: int, camp: Camp) -> ColdSteelBattle:
    """The battle with one camp replaced."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


class BattleEnded(ColdSteelEvent, frozen=True):
    """The battle ended (turn.end-check, victory.annihilation, victory.concede)."""

    outcome: Outcome

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return self.outcome.words


# --------------------------------------------------------------------- units
def named(unit: ColdSteelUnit) -> ColdSteelUnit:
    """A unit that has acted in this step (turn.unit-order)."""
    return replace(unit, named=True)


def parted(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """The battle without the engagements of a unit (charge.engagement-persists)."""
    if not battle.is_engaged(unit):
        return battle
    links = tuple(link for link in battle.links if unit not in (link.charger, link.charged))
    return replace(battle, links=links)


def hub_of(formation: Formation, to: Pose, shape: Shape) -> Point | None:
    """The middle about which a square shrinks; None for other formations (geometry.precision).

    The front of a square is rounded up from its middle, so the middle is rounded down from the front.
    """
    if formation is not Formation.SQUARE:
        return None
    x, y = to.at(0, -shape.depth / 2)
    return Point(float(-nearest_hundredth(-x)), float(-nearest_hundredth(-y)))


class UnitHeld(ColdSteelEvent, frozen=True):
    """A named unit stood still or held its fire (turn.may-decline)."""

    rules = ("turn.may-decline",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(named(battle.units[self.unit]))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        held = "holds its fire" if after.step.phase is Phase.SHOOTING else "stands where it is"
        return f"{name(after, self.unit)} {held}"


class UnitMoved(ColdSteelEvent, frozen=True):
    """A unit advanced or wheeled (movement.segments)."""

    rules = ("movement.segments",)

    unit: int
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = battle.units[self.unit]
        hub = hub_of(unit.formation, self.to, unit.shape)
        return battle.with_unit(replace(unit, pose=self.to, hub=hub, manoeuvred=True, named=True))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        gone = way(before.units[self.unit], self.to)
        return f"{name(after, self.unit)} {f'moves {gone}' if gone else f'turns {compass(self.to.heading)}'}"


class UnitFormed(ColdSteelEvent, frozen=True):
    """A unit took up a formation or facing, or left its ``building`` for one.

    formation.change, building.leave
    """

    rules = ("formation.change",)

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose
    building: str = ""

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = replace(battle.units[self.unit], manoeuvred=True)
        return battle.with_unit(named(stood(unit, self.formation, self.files, self.shape, self.to)))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        unit, facing = before.units[self.unit], f"facing {compass(self.to.heading)}"
        formation = formation_word(unit, self.formation)
        if unit.is_garrison:
            return f"{unit.name} leaves {before.building(unit.building).name} in {formation}, {facing}"
        if self.formation is unit.formation:
            return f"{unit.name} turns, {facing}"
        if unit.is_artillery:
            return f"{unit.name} {'unlimbers' if self.formation is Formation.LINE else 'limbers'}, {facing}"
        return f"{unit.name} forms {formation}, {facing}"


class UnitEntered(ColdSteelEvent, frozen=True):
    """A unit entered an empty building as its garrison (building.enter)."""

    rules = ("building.enter",)

    unit: int
    building: str
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        unit = stood(battle.units[self.unit], Formation.GARRISON, self.files, self.shape, self.to)
        return battle.with_unit(named(replace(unit, building=self.building, manoeuvred=True)))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{name(after, self.unit)} enters {after.building(self.building).name}"


def stood(unit: ColdSteelUnit, formation: Formation, files: int, shape: Shape, to: Pose) -> ColdSteelUnit:
    """A unit at a place in a formation, outside buildings."""
    hub = hub_of(formation, to, shape)
    return replace(unit, formation=formation, files=files, shape=shape, pose=to, hub=hub, building="")


class UnitArrived(ColdSteelEvent, frozen=True):
    """A unit entered over the table edge in column (setup.reinforcements)."""

    rules = ("setup.reinforcements",)

    unit: int
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """This is its whole manoeuvre; it counts as passed until its test of the next turn."""
        unit = stood(battle.units[self.unit], Formation.COLUMN, self.files, self.shape, self.to)
        reserves = tuple(reserve for reserve in battle.reserves if reserve.unit != self.unit)
        battle = replace(battle, reserves=reserves)
        return battle.with_unit(named(replace(unit, manoeuvred=True, failed=False)))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{name(after, self.unit)} enters the table in column"


class UnitRetreated(ColdSteelEvent, frozen=True):
    """A unit that failed its test fell back; a garrison did so in column (morale.retreat.direction).

    ``formation``, ``files`` and ``shape`` are the new ones.
    """

    rules = ("morale.fail", "morale.retreat.direction")

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """A retreat of any length ends all engagements of the unit, and is no manoeuvre.

        charge.engagement-persists, movement.counts-as-manoeuvre
        """
        unit = stood(battle.units[self.unit], self.formation, self.files, self.shape, self.to)
        return parted(battle.with_unit(unit), self.unit)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{name(after, self.unit)} falls back {way(before.units[self.unit], self.to)}".rstrip()


class UnitCharged(ColdSteelEvent, frozen=True):
    """A unit charged into contact with its target and every other enemy it touches (charge.contact)."""

    rules = ("charge.contact",)

    unit: int
    target: int
    touched: tuple[int, ...]
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The charger is engaged with all of them, and all of them count as charged this turn."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(named(replace(unit, pose=self.to, charged=self.target, manoeuvred=True)))
        links = battle.links
        for enemy in self.touched:
            struck = battle.units[enemy]
            battle = battle.with_unit(replace(struck, charged_by=(*struck.charged_by, self.unit)))
            links = (*links, Link(self.unit, enemy, battle.turn))
        return replace(battle, links=links)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        others = tuple(unit for unit in self.touched if unit != self.target)
        also = f", and touches {names(after, others)}" if others else ""
        return f"{name(after, self.unit)} charges {name(after, self.target)}{also}"


class TraitSpent(ColdSteelEvent, frozen=True):
    """A unit used up a card that works once a battle (cards.permanent)."""

    rules = ("cards.permanent",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], trait_spent=True))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        trait = after.units[self.unit].trait
        assert trait is not None
        return f"{name(after, self.unit)} uses its {TITLES[trait]}"


class LuckyRerollUsed(ColdSteelEvent, frozen=True):
    """A Lucky Officer re-rolled one die (cards.lucky-scope)."""

    rules = ("cards.lucky-officer",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], lucky_used=True))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"The Lucky Officer of {name(after, self.unit)} has one die thrown again"


# --------------------------------------------------------------------- morale
class MoraleTested(ColdSteelEvent, frozen=True):
    """A unit took its morale test; ``rerolled`` says that its Officer repeated it.

    morale.every-unit, leaders.officer-reroll
    """

    rules = ("morale.roll", "morale.results")

    unit: int
    total: int
    passed: bool
    rerolled: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The result governs the unit until its next test (morale.status)."""
        unit = battle.units[self.unit]
        again = unit.rerolled or self.rerolled
        tested = replace(unit, failed=not self.passed, held_back=False, rerolled=again, named=True)
        return battle.with_unit(tested)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        again = ", tested again by its Officer" if self.rerolled else ""
        result = "passes" if self.passed else "fails"
        return f"{name(after, self.unit)} {result} its morale test with {self.total}{again}"


class UnitHeldBack(ColdSteelEvent, frozen=True):
    """A Cowardly Officer keeps his unit from advancing until its next test (cards.cowardly-scope)."""

    rules = ("cards.cowardly-officer",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit may still re-form, turn and shoot."""
        return battle.with_unit(replace(battle.units[self.unit], held_back=True))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"The Cowardly Officer of {name(after, self.unit)} keeps it from advancing"


# --------------------------------------------------------------------- shooting and losses
class UnitShot(ColdSteelEvent, frozen=True):
    """A unit fired; its target is marked as fired at, hit or not (morale.fired-means, shooting.sequence)."""

    unit: int
    target: int
    dice: int
    hits: int
    artillery: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The target's mark lasts until the end of the next turn (turn.last-turn)."""
        battle = battle.with_unit(named(battle.units[self.unit]))
        target = battle.units[self.target]
        if self.artillery:
            return battle.with_unit(replace(target, guns_now=True))
        return battle.with_unit(replace(target, muskets_now=True))

    def cites(self) -> tuple[str, ...]:
        return ("artillery.procedure",) if self.artillery else ("shooting.dice",)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        who, whom = name(after, self.unit), name(after, self.target)
        if self.artillery:
            lost = "1 casualty" if self.hits == 1 else f"{self.hits} casualties"
            return f"{who} shells {whom}: {lost if self.hits else 'missed'}"
        return f"{who} fires at {whom} with {counted(self.dice, 'die')}: {counted(self.hits, 'hit')}"


class MusketsFouled(ColdSteelEvent, frozen=True):
    """A unit with Dirty Muskets threw a 1 and may not shoot next turn (cards.dirty-scope)."""

    rules = ("cards.dirty-muskets",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], fouled=battle.turn + 1))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"The dirty muskets of {name(after, self.unit)} are fouled: it may not shoot next turn"


class ModelsLost(ColdSteelEvent, frozen=True):
    """A unit lost ordinary models and command figures; ``left`` remain, in ``shape`` at ``to``.

    casualties.one-wound, casualties.six, formation.shrink, formation.shrink-square
    """

    rules = ("casualties.one-wound",)

    unit: int
    ordinary: int
    command: tuple[Figure, ...]
    left: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit keeps the files it formed with."""
        unit = battle.units[self.unit]
        alive = tuple(figure for figure in unit.command if figure not in self.command)
        return battle.with_unit(
            replace(unit, models=self.left, command=alive, shape=self.shape, pose=self.to)
        )

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        men = [f"its {figure.called}" for figure in self.command]
        ordinary = [counted(self.ordinary, "model")] if self.ordinary else []
        left = counted(self.left, "model")
        return f"{name(after, self.unit)} loses {listed((*ordinary, *men))}; {left} left"


GONE: Final = {
    Removal.DESTROYED: "destroyed to the last model",
    Removal.ROUTED: "routed off the table",
    Removal.OVERRUN: "overrun",
    Removal.LEFT: "gone over the edge of the table",
}
BY_REMOVAL: Final = {
    Removal.DESTROYED: ("turn.remove-at-once",),
    Removal.ROUTED: ("morale.rout",),
    Removal.OVERRUN: ("morale.overrun",),
    Removal.LEFT: ("morale.retreat.edge",),
}
"""The rule by which a unit left play."""


class UnitsRemoved(ColdSteelEvent, frozen=True):
    """Units were removed together and do not come back (turn.remove-at-once)."""

    units: tuple[int, ...]
    how: Removal

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """They count as lost, and their engagements end."""
        for number in self.units:
            unit = replace(battle.units[number], pose=None, removed=self.how, building="", hub=None)
            battle = parted(battle.with_unit(unit), number)
        return battle

    def cites(self) -> tuple[str, ...]:
        return BY_REMOVAL[self.how]

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        verb = "is" if len(self.units) == 1 else "are"
        return f"{names(after, self.units)} {verb} {GONE[self.how]}"


# --------------------------------------------------------------------- melee
class FightFought(ColdSteelEvent, frozen=True):
    """All units of a fight have struck, or had no enemy left to strike (melee.order, melee.one-round)."""

    rules = ("melee.order",)
    is_detail = True

    units: tuple[int, ...]

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, fought=tuple(sorted({*battle.fought, *self.units})))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{names(after, self.units)} have fought"
