"""The facts and the worth of fire and charges between two units, where they stand or might stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import working_card
from sandtable.systems.coldsteel.artillery import Shot
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.doctrine.chances import (
    Balance,
    Clash,
    Mark,
    clash,
    fails,
    shot_gain,
    volley_gain,
)
from sandtable.systems.coldsteel.melee_facts import Blow, Role
from sandtable.systems.coldsteel.morale import MoraleFacts, Stance
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.shooting import Fire
from sandtable.systems.coldsteel.troops import Arm, Formation, Trait, TroopClass

Bands = tuple[tuple[float, float], ...]
"""Range limits in inches, each with the worth of fire up to it."""
FAR: Final = 120.0
"""A range in inches that covers any table, for guns."""


class Firer(NamedTuple):
    """A unit as a firer."""

    troops: TroopClass
    formation: Formation
    models: int
    files: int
    card: Trait | None


class Struck(NamedTuple):
    """A unit as a target."""

    models: int
    starting: int
    in_house: bool


def bands(unit: ColdSteelUnit, formation: Formation, foe: ColdSteelUnit) -> Bands:
    """The worth of a unit's fire at an enemy by range, in a given formation; empty if it does not shoot."""
    if unit.is_cavalry or not formation.may_shoot:
        return ()
    files = unit.files if formation is unit.formation else files_of(unit.arm, formation, unit.models)
    firer = Firer(unit.troop_class, formation, unit.models, files, working_card(unit))
    return _bands(firer, Struck(foe.models, foe.profile.models, foe.is_garrison))


@lru_cache(maxsize=32768)
def _bands(firer: Firer, struck: Struck) -> Bands:
    mark = Mark(struck.models, struck.starting)
    if firer.troops.arm is Arm.ARTILLERY:
        shots = [
            (float(one.max_inches), replace(shot_at(firer, _near(one)), at_building=struck.in_house))
            for one in artillery.bands()
        ]
        return tuple(
            (min(far, FAR), shot_gain(shot, mark)) for far, shot in shots if artillery.can_shoot(shot)
        )
    fires = [(float(one.max_inches), _fire(firer, struck, float(one.max_inches))) for one in shooting.bands()]
    return tuple((far, volley_gain(fire, mark)) for far, fire in fires if shooting.can_shoot(fire))


def _near(band: artillery.GunBand) -> float:
    """The greatest distance that is in a band by every reading, in inches (artillery.no-maximum)."""
    return float(min(band.max_inches, artillery.OUTER_LIMIT))


def shot_at(firer: Firer, inches: float) -> Shot:
    """A battery's shot at a distance."""
    return Shot(card=firer.card, distance=inches)


def _fire(firer: Firer, struck: Struck, inches: float) -> Fire:
    return Fire(
        troops=firer.troops,
        formation=firer.formation,
        models=firer.models,
        files=firer.files,
        card=firer.card,
        distance=inches,
        at_garrison=struck.in_house,
    )


def at_range(found: Bands, inches: float) -> float:
    """The worth of fire at a distance."""
    for limit, worth in found:
        if inches <= limit:
            return worth
    return 0.0


# ----------------------------------------------------------------------- charges
def onset(battle: ColdSteelBattle, charger: ColdSteelUnit, target: ColdSteelUnit, *, met: bool) -> Balance:
    """The expected cost of a charge to both; *met* says whether the target can meet it with fire.

    charge.defender-fire
    """
    fire = _meeting(target) if met else None
    facts = Clash(
        charger=_blow(battle, charger, Role.CHARGER, target),
        defender=_blow(battle, target, Role.DEFENDER, charger),
        began=(charger.profile.models, target.profile.models),
        fire=fire,
        ours=round(_nerve(charger, target), 3),
        theirs=round(_nerve(target, charger), 3),
    )
    return clash(facts)


def can_meet(battle: ColdSteelBattle, target: ColdSteelUnit) -> bool:
    """Could a unit meet a charger in its arc with fire? (charge.defender-fire)"""
    if target.is_cavalry or target.failed or battle.is_engaged(target.id) or target.fouled == battle.turn:
        return False
    if target.is_artillery:
        return target.formation is Formation.LINE and not target.manoeuvred
    return target.formation.may_shoot


def _meeting(target: ColdSteelUnit) -> Fire | Shot | None:
    """The fire with which a unit meets a charge, at the shortest range."""
    if target.is_cavalry or not target.formation.may_shoot:
        return None
    firer = Firer(target.troop_class, target.formation, target.models, target.files, working_card(target))
    if target.is_artillery:
        return shot_at(firer, float(artillery.bands()[0].max_inches))
    return _fire(firer, Struck(1, 1, in_house=False), float(shooting.bands()[0].max_inches))


def _blow(battle: ColdSteelBattle, unit: ColdSteelUnit, role: Role, other: ColdSteelUnit) -> Blow:
    return Blow(
        troops=unit.troop_class,
        models=unit.models,
        card=working_card(unit),
        role=role,
        at_square=other.formation is Formation.SQUARE,
        two_dice_only_charging=battle.is_other(Reading.CAVALRY_DICE),
    )


def _nerve(unit: ColdSteelUnit, enemy: ColdSteelUnit) -> float:
    """The probability that a unit fails a test while locked with an enemy."""
    return fails(
        MoraleFacts(
            models=max(unit.models * 2 // 3, len(unit.command), 1),
            command=unit.command,
            troops=unit.troop_class,
            formation=unit.formation,
            starting=unit.profile.models,
            card=unit.trait,
            by_muskets=True,
            cavalry_near=enemy.is_cavalry,
            enemy_near=True,
            fearsome_near=enemy.plays(Trait.FEARSOME_REPUTATION),
            stance=Stance.LOCKED,
        )
    )
