"""Give 'em the cold steel: what a unit with this card must do in its Manoeuvres step.

It charges if it can. If it cannot, it closes with the nearest enemy in sight; a square or garrison forms up
to charge. A unit that can do none of this is excused and acts freely (cards.cold-steel-scope).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.coldsteel import charging, closing, houses, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charging import PickCharge
from sandtable.systems.coldsteel.closing import COLD_STEEL, RULE
from sandtable.systems.coldsteel.events import UnitMoved
from sandtable.systems.coldsteel.houses import Exit, LeaveBuilding
from sandtable.systems.coldsteel.movement import move_allowance, takes_road
from sandtable.systems.coldsteel.reforming import FormUp, Stance
from sandtable.systems.coldsteel.troops import Trait
from sandtable.systems.coldsteel.words import name


class Duty(StrEnum):
    """What the card requires of a unit (cards.cold-steel-scope)."""

    CHARGE = "charge"
    FORM_UP = "form up to charge"
    CLOSE = "close with the nearest enemy in sight"
    NONE = "none"


class Route(StrEnum):
    """The route of a unit that may close across country or along a road (movement.road-use)."""

    ACROSS = "across country"
    ROAD = "along the road"


# --------------------------------------------------------------------- the decisions
CARD: Final = "cards.cold-steel"


class ColdSteelCharge(PickCharge, frozen=True, kw_only=True):
    """Choose the charge that the card requires."""

    decision: str = COLD_STEEL
    rule = CARD
    title = "Cold steel!"

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Cold steel: what does {name(battle, self.unit)} do?"


class ColdSteelExit(LeaveBuilding, frozen=True, kw_only=True):
    """Choose the wall by which a garrison comes out to charge, and its formation."""

    decision: str = COLD_STEEL
    rule = CARD
    title = "Cold steel!"

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Cold steel: what does {name(battle, self.unit)} do?"

    def label(self, battle: ColdSteelBattle, option: Exit) -> str:
        return f"leave {super().label(battle, option)}"


class ColdSteelRoute(Choose[Route], frozen=True, kw_only=True):
    """Choose whether a unit closes across country or along the road (movement.road-use)."""

    decision: str = COLD_STEEL
    rule = CARD
    title = "Cold steel!"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Cold steel: what does {name(battle, self.unit)} do?"

    def face(self, battle: ColdSteelBattle, option: Route) -> Face:
        far = move_allowance(battle, battle.units[self.unit], by_road=option is Route.ROAD).whole
        return Face(self.label(battle, option).capitalize(), f"{far} in", self.unit)


# --------------------------------------------------------------------- the duty
def binds(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Does its card oblige a unit to act in this step: has it passed its test, and is it not engaged?

    cards.cold-steel, cards.cold-steel-scope
    """
    free = unit.pose is not None and not unit.named and not unit.failed
    return free and unit.plays(Trait.COLD_STEEL) and not battle.is_engaged(unit.id)


def duty(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Duty:
    """What its card requires of a unit in this step; nothing without the card or if it is excused.

    cards.cold-steel-scope
    """
    if not binds(battle, unit):
        return Duty.NONE
    if charging.may_charge(battle, unit):
        return Duty.CHARGE
    if not closing.foes_in_sight(battle, unit):
        return Duty.NONE
    if not unit.formation.may_charge:
        ready = exits(battle, unit) if unit.is_garrison else stances(battle, unit)
        return Duty.FORM_UP if ready else Duty.NONE
    return Duty.CLOSE if closing.can_close(battle, unit) else Duty.NONE


async def obey(battle: ColdSteelBattle, unit: int, what: Duty) -> ColdSteelBattle:
    """Do what the card requires; the owner chooses how (cards.cold-steel)."""
    match what:
        case Duty.CHARGE:
            return await charging.charge(battle, unit, ColdSteelCharge)
        case Duty.FORM_UP:
            return await _form_up(battle, unit)
        case Duty.CLOSE:
            return await _close(battle, unit)
        case Duty.NONE:
            raise AssertionError(f"unit {unit} is free to do as it likes")
        case _:
            assert_never(what)


# --------------------------------------------------------------------- forming up
class FormToCharge(FormUp, frozen=True, kw_only=True):
    """Choose a formation that may charge, and a facing (cards.cold-steel-scope)."""

    decision: str = COLD_STEEL
    rule = CARD
    title = "Cold steel: form up to charge"
    form = "FormToCharge"

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Cold steel: how does {name(battle, self.unit)} form up to charge?"

    def judge(self, answer: object) -> Stance | Refusal:
        """A stance stands if the unit may take it up and charge from it."""
        if isinstance(answer, Stance) and not answer.formation.may_charge:
            words = f"Cold steel: it must form up to charge; no unit charges in {answer.formation}"
            return Refusal(words, rule=RULE)
        return super().judge(answer)


def stances(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Stance, ...]:
    """The formations and facings from which a square may charge (cards.cold-steel-scope)."""
    return tuple(stance for stance in reforming.stances(battle, unit) if stance.formation.may_charge)


def exits(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Exit, ...]:
    """The exits by which a garrison is ready to charge (cards.cold-steel-scope)."""
    return tuple(way for way in houses.exits(battle, unit) if way.formation.may_charge)


async def _form_up(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """Form a square or garrison up so that it may charge (cards.cold-steel-scope)."""
    one = battle.units[unit]
    if one.is_garrison:
        way = await ColdSteelExit(one.side, exits(battle, one), unit=unit)
        return await houses.come_out(battle, unit, way)
    options = stances(battle, one)
    stance = await FormToCharge(one.side, options, battle=battle, unit=unit)
    return await reforming.form(battle, unit, stance)


# --------------------------------------------------------------------- closing
async def _close(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """Move a unit at least half of its allowance towards the nearest enemy in sight, by road if one serves.

    cards.cold-steel-scope, movement.road-use
    """
    one = battle.units[unit]
    question = closing.question(battle, one)
    if takes_road(battle, one):
        by_road = closing.question(battle, one, by_road=True)
        if by_road.has_any():
            route = await ColdSteelRoute(one.side, tuple(Route), unit=unit)
            question = by_road if route is Route.ROAD else question
    verdict = await question
    return await tell(battle, UnitMoved(unit, verdict.end))
