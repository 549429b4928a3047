"""Units that do as another does: those that conform to a guide, and those that follow the Eagle.

They roll no dice: they repeat the legs of their guide in order and use his dice (control.conform).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import values
from sandtable.systems.eagle.engagements import March
from sandtable.systems.eagle.events import UnitActed
from sandtable.systems.eagle.flight import Rolled, optional_dice
from sandtable.systems.eagle.movement import (
    Pace,
    formed_legs,
    free_legs,
    may_march,
    may_step,
    move_terms,
    scene_for,
    step_terms,
)
from sandtable.systems.eagle.moving import complete, dice_of, dice_pace, march_pace
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.words import name
from sandtable.table.movement import (
    Advance,
    Course,
    Leg,
    LegTerms,
    Oblique,
    Plan,
    Retire,
    Shift,
    Terms,
    Verdict,
    judge,
    leg_amount,
    shortened,
)
from sandtable.table.planning import cut_back
from sandtable.table.space import INCH, as_inches


class _Short(Struct, frozen=True):
    short: float


SHORT: Final = round(values("control.conform", _Short).short * INCH)
"""The most by which a unit may go less far than its guide (control.conform)."""

STEPS: Final = 5
"""The steps in which it may choose how much less."""


class Dressing(NamedTuple):
    """The hundredths of an inch by which a unit goes less far than its guide (control.conform)."""

    short: int


class DressLine(Choose[Dressing], frozen=True, kw_only=True):
    """Choose how far a unit goes with its guide (control.conform)."""

    decision: str = "decision.move-path"
    rule = "control.conform"
    title = "How far?"
    kind = Kind.FORMALITY

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How far does {name(battle, self.unit)} go with its guide?"

    def label(self, battle: EagleBattle, option: Dressing) -> str:
        del battle
        return f"{as_inches(option.short):g} in less" if option.short else "as far as its guide"

    def face(self, battle: EagleBattle, option: Dressing) -> Face:
        del battle
        title = f"{option.short / INCH:g} in less" if option.short else "As far as its guide"
        return Face(title, "dressing its line", self.unit)


class Following(NamedTuple):
    """How a unit may repeat its guide's move: the terms and the pace."""

    terms: Terms
    pace: Pace | None


async def guided_move(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit repeats the legs of its guide as far as it can, or stands.

    control.conform, control.follow-eagle, turn.activation; a steadied unit stands (command.steady.limits)
    """
    one = battle.units[unit]
    march = None if one.guide is None else battle.march_of(one.guide)
    way = None if march is None or one.steadied else following(battle, one, march)
    if march is None or way is None:
        return await tell(battle, UnitActed(unit, Record.STAND))
    verdict = await _dressed(battle, one, march.legs, way.terms)
    if verdict is None:
        return await tell(battle, UnitActed(unit, Record.STAND))
    battle = await complete(battle, unit, verdict, way.terms, way.pace)
    if battle.units[unit].pose is None:
        return battle
    return await tell(battle, UnitActed(unit, None if battle.units[unit].record else Record.STAND))


def following(battle: EagleBattle, unit: EagleUnit, march: March) -> Following | None:
    """The terms on which a unit repeats a move, with those dice of its guide that it could roll itself.

    control.conform: on the march no farther than its own class; a step only if it may step; none if it cannot
    """
    if any(isinstance(leg, Shift | Retire) for leg in march.legs):
        free = replace(unit, control=None, guide=None)
        return Following(step_terms(battle, unit), None) if may_step(battle, free) else None
    if march.is_march and not may_march(battle, unit):
        return None
    pace = march_pace(unit) if march.is_march else dice_pace(shared_dice(unit, march))
    terms = move_terms(battle, unit, pace)
    if unit.turns_freely:
        terms = replace(terms, legs=any_legs(pace.half))
    return Following(terms, pace)


def any_legs(half: int) -> tuple[LegTerms, ...]:
    """The legs of a follower that turns freely: all legs of its guide, and turns on the spot."""
    turn = next(leg for leg in free_legs() if leg.kind == "turn")
    return (*formed_legs(half), turn)


def shared_dice(unit: EagleUnit, march: March) -> Rolled:
    """The dice of its guide that a unit uses: those that it could have rolled itself (control.conform)."""
    return Rolled(march.average, march.d6s[: optional_dice(dice_of(unit)).whole])


async def _dressed(battle: EagleBattle, unit: EagleUnit, legs: Plan, terms: Terms) -> Verdict | None:
    """The move of a follower: as far as its guide, up to half an inch less, or to where it is stopped.

    control.conform
    """
    course = Course(unit, terms, scene_for(battle, unit, terms.allowance))
    plan, verdict = cut_back(course, legs)
    if plan != legs:
        return verdict if plan else None
    ways = {Dressing(less): _shorter(plan, less) for less in range(0, SHORT + 1, SHORT // STEPS)}
    verdicts = {way: judge(course, legs) for way, legs in ways.items() if legs is not None}
    stand = tuple(way for way, found in verdicts.items() if found.is_legal)
    if len(stand) < 2:
        return verdicts[Dressing(0)]
    chosen = await DressLine(unit.side, stand, unit=unit.id)
    return verdicts[chosen]


def _shorter(plan: Plan, less: int) -> Plan | None:
    """A plan with its last straight leg shortened; none if that leg is too short."""
    if not less:
        return plan
    legs: list[Leg] = list(plan)
    for place in reversed(range(len(legs))):
        leg = legs[place]
        if isinstance(leg, Advance | Oblique):
            cut = shortened(leg, leg_amount(leg) - less)
            return None if cut is None else (*legs[:place], cut, *legs[place + 1 :])
    return None
