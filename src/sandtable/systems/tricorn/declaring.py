"""Declaring fire: first the active player names all his shots and supports, then the other names his.

turn.firing, shooting.simultaneous. One shot or support is named at a time; a unit that is not named holds its
fire.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.tricorn.aim import (
    aim_at,
    aiming,
    can_support,
    fire_of,
    objections,
    target_of,
    targets,
    within_law,
)
from sandtable.systems.tricorn.battle import Shot, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.fire_events import FireDeclared, SupportDeclared
from sandtable.systems.tricorn.nearness import enemies_near
from sandtable.systems.tricorn.shooting import value
from sandtable.systems.tricorn.stakes import fire_stake
from sandtable.systems.tricorn.steps import step_done
from sandtable.systems.tricorn.words import name
from sandtable.table.space import INCH

A_LITTLE_MORE: Final = 1.5
"""The multiple of a weapon's reach beyond which a missing shot is not explained."""


class Declaration(NamedTuple):
    """A unit that fires, at one target or at one of several equally near, or that supports a shooter."""

    unit: int
    target: int | None = None
    supports: int | None = None


def named(battle: TricornBattle) -> frozenset[int]:
    """The units that already fire or support in this step; each does so once (turn.firing.repeat)."""
    return frozenset(number for shot in battle.shots for number in (shot.shooter, *shot.supporters))


def shots_open(battle: TricornBattle, side: int) -> tuple[Declaration, ...]:
    """The shots that a side may still name (shooting.target).

    A unit with several targets at the same least range is listed once, without a target.
    """
    done = named(battle)
    found: list[Declaration] = []
    for unit in aiming(battle, side):
        if unit in done:
            continue
        choice = targets(battle, unit)
        if len(choice) > 1 and not battle.units[unit].is_artillery:
            found.append(Declaration(unit))
        else:
            found += [Declaration(unit, aim.target) for aim in choice]
    return tuple(found)


def supports_open(battle: TricornBattle, side: int) -> tuple[Declaration, ...]:
    """The supports that a side may still name for declared shots; only the active side may support.

    shooting.cv.support, shooting.support.condition
    """
    if not battle.shots:
        return ()
    done = named(battle)
    return tuple(
        Declaration(unit, shot.target, shot.shooter)
        for unit in aiming(battle, side)
        if unit not in done
        for shot in battle.shots
        if can_support(battle, unit, shot)
    )


# --------------------------------------------------------------------- the decisions
class DeclareFire(Choose[Declaration | None], frozen=True, kw_only=True):
    """Choose a unit that fires next and its target, or None to end the fire (shooting.simultaneous)."""

    decision: str = "fire.declare"
    rule = "shooting.simultaneous"
    title = "Which unit fires at which enemy?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(option.unit for option in self.options if option is not None))

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Which unit fires next, and at which enemy?"

    def label(self, battle: TricornBattle, option: Declaration | None) -> str:
        if option is None:
            return "No more fire"
        unit = name(battle, option.unit)
        if option.supports is not None:
            return f"{unit} supports {name(battle, option.supports)}"
        if option.target is None:
            return f"{unit} fires at the nearest enemy"
        return f"{unit} fires at {target_words(battle, option.unit, option.target)}"

    def face(self, battle: TricornBattle, option: Declaration | None) -> Face:
        """A shot: its Combat Value and range."""
        if option is None:
            return Face("No more fire")
        if option.supports is not None:
            title = f"Support {name(battle, option.supports)}"
            return Face(title, "+1 to its Combat Value", option.unit, option.supports)
        if option.target is None:
            return Face("Fire at the nearest enemy", "several are equally near", option.unit)
        return shot_face(battle, option.unit, option.target)

    def stakes(self, battle: TricornBattle, option: Declaration | None) -> tuple[Stake, ...]:
        """The shot, or the supported shot with one supporter more."""
        if option is None or option.target is None:
            return ()
        shot = Shot(option.unit, option.target)
        if option.supports is not None:
            own = next(one for one in battle.shots if one.shooter == option.supports)
            shot = replace(own, supporters=(*own.supporters, option.unit))
        return (fire_stake(battle, shot, f"Fire at {name(battle, shot.target)}"),)

    def missing(self, battle: TricornBattle) -> tuple[Missing, ...]:
        """Why units of the declaring side cannot fire at the nearest enemy (shooting.eligible)."""
        silent = [unit for unit in battle.on_table(self.seat) if unit.id not in self.waiting_units()]
        reasons = [_silence(battle, unit) for unit in silent if unit.id not in named(battle)]
        return tuple(reason for reason in reasons if reason is not None)


class FireOrSupport(DeclareFire, frozen=True, kw_only=True):
    """Choose a unit that fires or supports a declared shot next, or None (shooting.support.condition)."""

    decision: str = "fire.support-choice"
    rule = "shooting.support.condition"
    title = "Which unit fires or supports?"

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Which unit fires or supports next?"


def _silence(battle: TricornBattle, unit: TricornUnit) -> Missing | None:
    """Why a unit cannot fire at the nearest enemy, if one is near."""
    if battle.step is Step.FIRE and not battle.is_active(unit):
        return None
    lawful = {enemy.id for enemy in within_law(battle, unit.side)}
    reach = unit.profile.weapon.reach.end * A_LITTLE_MORE
    near = [enemy for _, enemy in enemies_near(battle, unit, reach * INCH)]
    enemy = next((enemy for enemy in near if enemy.id in lawful), next(iter(near), None))
    reasons = () if enemy is None else objections(battle, unit, enemy)
    if enemy is None or not reasons:
        return None
    return Missing(f"Fire at {enemy.name}", unit.id, reasons[0].words, reasons[0].rule)


class PickNearest(Choose[int], frozen=True, kw_only=True):
    """Choose the target of a unit among enemies equally near (shooting.target)."""

    decision: str = "fire.equal-nearest"
    rule = "shooting.target"
    title = "Which is the target?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Enemies equally near to {name(battle, self.unit)}: which is the target?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return target_words(battle, self.unit, option)

    def face(self, battle: TricornBattle, option: int) -> Face:
        return shot_face(battle, self.unit, option)

    def stakes(self, battle: TricornBattle, option: int) -> tuple[Stake, ...]:
        return (fire_stake(battle, Shot(self.unit, option), f"Fire at {name(battle, option)}"),)


def target_words(battle: TricornBattle, unit: int, target: int) -> str:
    """A target with the Combat Value of an unsupported shot at it, and whether the range is long."""
    fire = fire_of(battle, Shot(unit, target))
    worth = value(fire, target_of(battle, target)).shown
    far = ", long range" if fire.is_long else ""
    return f"{name(battle, target)}: Combat Value {worth}{far}"


def shot_face(battle: TricornBattle, unit: int, target: int) -> Face:
    """The face of a shot at a target."""
    return Face(f"Fire at {name(battle, target)}", aim_note(battle, unit, target), unit, target)


def aim_note(battle: TricornBattle, unit: int, enemy: int) -> str:
    """The Combat Value of a shot, the range and its band (combat.hit)."""
    aim = aim_at(battle, unit, enemy)
    assert aim is not None, f"{name(battle, unit)} may not fire at {name(battle, enemy)}"
    worth = value(fire_of(battle, Shot(unit, enemy)), target_of(battle, enemy)).whole
    far = ", long range" if battle.units[unit].is_artillery and aim.band.value == "long" else ""
    return f"Combat Value {worth}, {aim.distance / INCH:.3g} in{far}"


# --------------------------------------------------------------------- the step
async def fire_step(battle: TricornBattle) -> TricornBattle:
    """The side whose turn it is names one shot or support, or ends its fire.

    A General without units neither fires nor is fired at (cards.cc.no-command).

    turn.firing, turn.firing.who, shooting.simultaneous, turn.firing.repeat
    """
    assert battle.activation is not None
    active = battle.activation.side
    side = active if battle.step is Step.FIRE else 1 - active
    supports = supports_open(battle, side)
    options = (*shots_open(battle, side), *supports)
    if not options:
        return await step_done(battle)
    asked = FireOrSupport if supports else DeclareFire
    chosen = await asked(side, (*options, None))
    if chosen is None:
        return await step_done(battle)
    return await declare(battle, chosen)


async def declare(battle: TricornBattle, chosen: Declaration) -> TricornBattle:
    """Declare a shot or a support (shooting.support.condition, shooting.target)."""
    if chosen.supports is not None:
        return await tell(battle, SupportDeclared(chosen.unit, chosen.supports))
    target = chosen.target
    if target is None:
        near = tuple(aim.target for aim in targets(battle, chosen.unit))
        target = await PickNearest(battle.units[chosen.unit].side, near, unit=chosen.unit)
    return await tell(battle, FireDeclared(chosen.unit, target))
