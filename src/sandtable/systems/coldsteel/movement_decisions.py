"""The decisions of the Manoeuvres step: who manoeuvres, what it does, and how its drill sergeant is used."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.ask.faces import Face, Missing
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.coldsteel import charging
from sandtable.systems.coldsteel.arcs import is_in_arc
from sandtable.systems.coldsteel.arriving import place_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.houses import garrison_face
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.nearness import distances, nearest_enemies
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.sight import sees_in_arc
from sandtable.systems.coldsteel.words import formation_word, name
from sandtable.table.space import INCH

A_LITTLE_MORE: Final = 1.5
"""The multiple of the charge distance beyond which a missing charge is not explained."""


# --------------------------------------------------------------------- who manoeuvres
class PickManoeuvre(Choose[int | None], frozen=True, kw_only=True):
    """Choose the unit that manoeuvres or arrives next, or None to end the step.

    turn.unit-order, turn.may-decline
    """

    decision: str = "manoeuvre.pick-unit"
    rule = "turn.unit-order"
    title = "Who manoeuvres?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option for option in self.options if option is not None)

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return "Which unit manoeuvres next?"

    def label(self, battle: ColdSteelBattle, option: int | None) -> str:
        return "end the manoeuvres" if option is None else name(battle, option)

    def face(self, battle: ColdSteelBattle, option: int | None) -> Face:
        """A unit with its formation and allowance, or where it arrives."""
        if option is None:
            return Face("No more manoeuvres", self.label(battle, option))
        unit = battle.units[option]
        if unit.pose is None:
            place = place_of(battle, next(one for one in battle.reserves if one.unit == option))
            note = "in column, its whole manoeuvre"
            return Face("Enter", note, option, place=place.pose, shape=place.shape)
        far, stance = move_allowance(battle, unit).whole, formation_word(unit, unit.formation)
        note = stance if unit.is_garrison or not far else f"{stance}, {far} in"
        return Face("Manoeuvre", note, option)

    def missing(self, battle: ColdSteelBattle) -> tuple[Missing, ...]:
        """Why other units of the side may not manoeuvre (morale.status, movement.engaged)."""
        stuck = [unit for unit in battle.on_table(battle.active) if not unit.named]
        return tuple(_stuck(unit) for unit in stuck if unit.id not in self.options)


def _stuck(unit: ColdSteelUnit) -> Missing:
    if unit.failed:
        return Missing("Manoeuvre", unit.id, "it has failed its latest morale test", "morale.status")
    return Missing("Manoeuvre", unit.id, "it is engaged in melee", "movement.engaged")


# --------------------------------------------------------------------- what it does
class ManoeuvreKind(StrEnum):
    """The kinds of manoeuvre (manoeuvre.choose-kind)."""

    STAND = "stand"
    REFORM = "re-form or turn"
    ADVANCE = "advance and wheel"
    ROAD = "march along the road"
    CHARGE = "charge"
    ENTER = "enter a building"
    LEAVE = "leave the building"


TITLES: Final = {
    ManoeuvreKind.STAND: "Stand",
    ManoeuvreKind.REFORM: "Re-form",
    ManoeuvreKind.ADVANCE: "Advance",
    ManoeuvreKind.ROAD: "March by road",
    ManoeuvreKind.CHARGE: "Charge",
    ManoeuvreKind.LEAVE: "Leave the building",
}


class Manoeuvre(NamedTuple):
    """What a unit does, and the building it enters, if any."""

    kind: ManoeuvreKind
    building: str = ""


class ChooseManoeuvre(Choose[Manoeuvre], frozen=True, kw_only=True):
    """Choose what a unit does: it re-forms or moves, not both (movement.either-or)."""

    decision: str = "manoeuvre.choose-kind"
    rule = "movement.either-or"
    title = "What does it do?"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"What does {name(battle, self.unit)} do?"

    def label(self, battle: ColdSteelBattle, option: Manoeuvre) -> str:
        if option.kind is ManoeuvreKind.ENTER:
            return f"enter {battle.building(option.building).name}"
        return str(option.kind)

    def face(self, battle: ColdSteelBattle, option: Manoeuvre) -> Face:
        """A kind of manoeuvre, and its allowance."""
        unit = battle.units[self.unit]
        if option.kind is ManoeuvreKind.ENTER:
            return garrison_face(battle, unit, option.building)
        return Face(TITLES[option.kind], _meaning(battle, unit, option.kind), unit.id)

    def missing(self, battle: ColdSteelBattle) -> tuple[Missing, ...]:
        """Why a unit may not charge at all, or not the nearest enemy (charge.who, charge.reachable-only)."""
        unit = battle.units[self.unit]
        bars = charging.bars(battle, unit)
        if bars:
            return (Missing("Charge", unit.id, bars[0].words, bars[0].rule),)
        if any(option.kind is ManoeuvreKind.CHARGE for option in self.options):
            return ()
        far = allowance(pace_of(battle, unit, charging=True)).whole
        near = nearest_enemies(battle, unit, far * INCH * A_LITTLE_MORE)[:1]
        reasons = [(enemy, *_no_charge(battle, unit, enemy, far)) for enemy in near]
        return tuple(
            Missing("Charge", unit.id, f"{enemy.name}: {words}", rule) for enemy, words, rule in reasons
        )


def _meaning(battle: ColdSteelBattle, unit: ColdSteelUnit, kind: ManoeuvreKind) -> str:
    """What a kind of manoeuvre means for a unit, in a few words."""
    match kind:
        case ManoeuvreKind.ADVANCE | ManoeuvreKind.ROAD:
            far = move_allowance(battle, unit, by_road=kind is ManoeuvreKind.ROAD).whole
            fire = ", no fire" if unit.is_artillery else ""
            return f"and wheel, {far} in{fire}"
        case ManoeuvreKind.CHARGE:
            foes = dict.fromkeys(way.charge.target for way in charging.ways(battle, unit))
            far = allowance(pace_of(battle, unit, charging=True)).whole
            whom = name(battle, next(iter(foes))) if len(foes) == 1 else f"{len(foes)} enemies"
            return f"{whom}, {far} in"
        case ManoeuvreKind.REFORM:
            return "new formation or facing"
        case ManoeuvreKind.LEAVE:
            return "the whole manoeuvre"
        case _:
            return "stays as it is"


def _no_charge(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, far: int
) -> tuple[str, str]:
    """Why a unit may not charge an enemy, and by which rule."""
    (gap,) = distances(battle, unit.id, (enemy.id,))
    if unit.is_cavalry and enemy.is_garrison:
        return "cavalry does not charge a building", "charge.target"
    if gap > far * INCH:
        return f"it is {gap / INCH:.3g} in away; its charge can go {far} in at most", "charge.distance"
    if not is_in_arc(unit, enemy):
        return "it is not in its front arc", "charge.target"
    if not sees_in_arc(battle, unit, (enemy.id,)):
        return "it is out of its sight", "charge.target"
    return "there is no way to it: the wheel is too wide, or the way blocked", "charge.path"


# --------------------------------------------------------------------- the drill sergeant
class Drill(StrEnum):
    """Whether the Veteran Drill Sergeant is used now (cards.use-drill-sergeant)."""

    USE = "use now"
    KEEP = "keep"


class UseDrill(Choose[Drill], frozen=True, kw_only=True):
    """Choose whether the Veteran Drill Sergeant is used now, once a battle (cards.drill-scope)."""

    decision: str = "cards.use-drill-sergeant"
    rule = "cards.drill-scope"
    title = "Use the Drill Sergeant?"
    kind = Kind.OFFER

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        who = name(battle, self.unit)
        return f"{who} has a Veteran Drill Sergeant: use him now, to re-form and move?"

    def face(self, battle: ColdSteelBattle, option: Drill) -> Face:
        del battle
        if option is Drill.USE:
            return Face("Use him now", "re-form and move, once a battle", self.unit)
        return Face("Keep him", "one manoeuvre as usual", self.unit)


class DrillOrder(StrEnum):
    """The order in which a drilled unit re-forms and moves (cards.drill-order)."""

    RE_FORM_FIRST = "re-form, then move"
    MOVE_FIRST = "move, then re-form"


class ChooseDrillOrder(Choose[DrillOrder], frozen=True, kw_only=True):
    """Choose whether a drilled unit re-forms or moves first (cards.drill-scope)."""

    decision: str = "cards.drill-order"
    rule = "cards.drill-scope"
    title = "Re-form first, or move?"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"In which order does {name(battle, self.unit)} re-form and move?"

    def face(self, battle: ColdSteelBattle, option: DrillOrder) -> Face:
        del battle
        if option is DrillOrder.RE_FORM_FIRST:
            return Face("Re-form first", "then move", self.unit)
        return Face("Move first", "then re-form", self.unit)
