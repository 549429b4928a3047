"""Fire: everybody fires who can, each where it costs the enemy most; a shot that is worth less than the help
it could give another is given up for that."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from sandtable.game.ask.questions import Choose
from sandtable.systems.tricorn.aim import fire_of, target_of, targets
from sandtable.systems.tricorn.battle import Shot, TricornBattle
from sandtable.systems.tricorn.declaring import Declaration
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.doctrine.chances import passes, shot_cost
from sandtable.systems.tricorn.morale import Trial
from sandtable.systems.tricorn.nearness import nearest_enemy
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.shooting import value

SIDES_OF_A_DIE = 6


def declare(battle: TricornBattle, question: Choose[Declaration | None]) -> object:
    """The shot or support that is worth most of what each unit does best; fire ceases when none is left."""
    best: dict[int, tuple[float, Declaration]] = {}
    for option in question.options:
        if option is not None:
            worth = worth_of(battle, option)
            if option.unit not in best or worth > best[option.unit][0]:
                best[option.unit] = worth, option
    worth, chosen = max(best.values(), key=lambda one: one[0])
    return chosen if worth > 0.0 else None


def worth_of(battle: TricornBattle, option: Declaration) -> float:
    """What a shot costs its target, or what a support adds to one."""
    if option.supports is not None:
        shot = next(one for one in battle.shots if one.shooter == option.supports)
        more = replace(shot, supporters=(*shot.supporters, option.unit))
        return _cost(battle, more, own=shot) - _cost(battle, shot, own=shot)
    aimed = (option.target,) if option.target is not None else _nearest(battle, option.unit)
    return max(_cost(battle, Shot(option.unit, target)) for target in aimed)


def _nearest(battle: TricornBattle, unit: int) -> tuple[int, ...]:
    return tuple(aim.target for aim in targets(battle, unit))


def _cost(battle: TricornBattle, shot: Shot, own: Shot | None = None) -> float:
    """What a shot costs its target, with the markers that other shots at it are likely to have given it."""
    at = target_of(battle, shot.target)
    others = [one for one in battle.shots if one.target == shot.target and one is not own]
    hits = sum(min(value(fire_of(battle, one), at).whole / SIDES_OF_A_DIE, 1.0) for one in others)
    held = min(at.markers + round(hits), LAST_ROW - 1)
    return shot_cost(fire_of(battle, shot), replace(at, markers=held))


def equally_near(battle: TricornBattle, question: Choose[int]) -> object:
    """Of targets equally near, the one whom a shot costs most."""
    unit = question.about[0]
    assert isinstance(unit, int)
    return max(question.options, key=lambda target: _cost(battle, Shot(unit, target)))


# --------------------------------------------------------------------- after the fire
def morale_order(battle: TricornBattle, question: Choose[int]) -> object:
    """Who is farthest from the enemy goes first, so that whoever runs later finds the way free."""
    return max(question.options, key=lambda unit: nearest_enemy(battle, battle.units[unit]))


def run_into(battle: TricornBattle, question: Choose[int]) -> object:
    """Of friends equally near, the one who best bears a unit that recoils into it (morale.recoiled-into)."""

    def steadiness(unit: int) -> float:
        return passes(Trial(**asdict(nerve_of(battle, battle.units[unit]))))

    return max(question.options, key=steadiness)
