"""Fire: every unit that can fires where it costs the enemy most, or supports another shot if that is worth
more."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from sandtable.systems.tricorn.aim import fire_of, target_of, targets
from sandtable.systems.tricorn.battle import Shot, TricornBattle
from sandtable.systems.tricorn.consulting import PickConsultant
from sandtable.systems.tricorn.declaring import Declaration, DeclareFire, PickNearest
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.doctrine.chances import passes, shot_cost
from sandtable.systems.tricorn.morale import Trial
from sandtable.systems.tricorn.nearness import nearest_enemy
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.recoiling import PickFriendRunInto
from sandtable.systems.tricorn.shooting import value

SIDES_OF_A_DIE = 6


def declare(battle: TricornBattle, question: DeclareFire) -> object:
    """The most valuable shot or support among the best of each unit; fire ends when none is left."""
    best: dict[int, tuple[float, Declaration]] = {}
    for option in question.options:
        if option is not None:
            worth = worth_of(battle, option)
            if option.unit not in best or worth > best[option.unit][0]:
                best[option.unit] = worth, option
    worth, chosen = max(best.values(), key=lambda one: one[0])
    return chosen if worth > 0.0 else None


def worth_of(battle: TricornBattle, option: Declaration) -> float:
    """The cost of a shot to its target, or what a support adds to it."""
    if option.supports is not None:
        shot = next(one for one in battle.shots if one.shooter == option.supports)
        more = replace(shot, supporters=(*shot.supporters, option.unit))
        return _cost(battle, more, own=shot) - _cost(battle, shot, own=shot)
    aimed = (option.target,) if option.target is not None else _nearest(battle, option.unit)
    return max(_cost(battle, Shot(option.unit, target)) for target in aimed)


def _nearest(battle: TricornBattle, unit: int) -> tuple[int, ...]:
    return tuple(aim.target for aim in targets(battle, unit))


def _cost(battle: TricornBattle, shot: Shot, own: Shot | None = None) -> float:
    """The expected cost of a shot, counting the markers that other declared shots are likely to cause."""
    at = target_of(battle, shot.target)
    others = [one for one in battle.shots if one.target == shot.target and one is not own]
    hits = sum(min(value(fire_of(battle, one), at).whole / SIDES_OF_A_DIE, 1.0) for one in others)
    held = min(at.markers + round(hits), LAST_ROW - 1)
    return shot_cost(fire_of(battle, shot), replace(at, markers=held))


def equally_near(battle: TricornBattle, question: PickNearest) -> object:
    """Of targets equally near, the one to which a shot costs most."""
    return max(question.options, key=lambda target: _cost(battle, Shot(question.unit, target)))


# --------------------------------------------------------------------- after the fire
def morale_order(battle: TricornBattle, question: PickConsultant) -> object:
    """The unit farthest from the enemy consults first, so that units that retreat later find the way free."""
    return max(question.options, key=lambda unit: nearest_enemy(battle, battle.units[unit]))


def run_into(battle: TricornBattle, question: PickFriendRunInto) -> object:
    """Of friends equally near, the one that best bears a unit recoiling into it (morale.recoiled-into)."""

    def steadiness(unit: int) -> float:
        return passes(Trial(**asdict(nerve_of(battle, battle.units[unit]))))

    return max(question.options, key=steadiness)
