"""Sight as it is drawn and explained: which enemies a unit sees, what hides the others, which are near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.aim import FRONT_ARC, is_in_range, sight_terms, whole_inches
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.table.measure import distances_from
from sandtable.table.sight import Blocked, Look, Sighting, eyes_of, fire_arc, sightings

MOST_MISSING: Final = 60
"""The most missing options that a decision explains."""
NEAREST: Final = 3
"""For how many of the nearest enemies a unit's missing options are explained."""
A_LITTLE_MORE: Final = 1.5
"""The multiple of its reach within which a unit's enemies count as near."""


def looks_at(battle: LibertyBattle, unit: Regiment, targets: Sequence[int]) -> tuple[Sighting, ...]:
    """What the bases of a unit see of enemies in its front arc (shooting.los.base)."""
    eyes = eyes_of(unit, "base centres")
    return sightings(scene_of(battle), unit.id, targets, sight_terms(), eyes, fire_arc(unit, FRONT_ARC))


def hidden_by(battle: LibertyBattle, unit: Regiment, enemy: Regiment) -> tuple[str, str]:
    """Why a unit cannot shoot at an enemy, in words, and the rule."""
    best = looks_at(battle, unit, (enemy.id,))[0].best
    if best.blocked is not None:
        return blocked_words(battle, best.blocked), blocked_rule(best.blocked)
    if not is_in_range(unit, best):
        inches, most = whole_inches(best.distance), unit.profile.long_max
        return f"it is {inches} in away; {unit.profile.weapon} reaches {most} in", "weapons.ranges"
    return "it cannot be shot at now", "shooting.target.free"


def blocked_words(battle: LibertyBattle, blocked: Blocked) -> str:
    """What hides a target, in words."""
    match blocked.by:
        case "body":
            assert blocked.which is not None
            return f"{battle.units[blocked.which].name} is in the way"
        case "ground" | "higher ground":
            assert blocked.which is not None
            piece = battle.field.pieces[blocked.which]
            return (
                f"the {piece.kind} is in the way" if blocked.by == "ground" else f"the {piece.kind} is higher"
            )
        case "arc":
            return "it is not in the front arc"
        case "reach":
            return "it is too far away to be seen"


def blocked_rule(blocked: Blocked) -> str:
    """The rule by which a target is hidden."""
    return "shooting.arcs" if blocked.by == "arc" else "shooting.los.compute"


def is_blocked_on_the_way(look: Look) -> bool:
    """Does something on the line hide the target, rather than the arc?"""
    return look.blocked is not None and look.blocked.place is not None


def nearest_enemies(battle: LibertyBattle, unit: Regiment, reach: float) -> tuple[Regiment, ...]:
    """The nearest enemies within reach or little farther."""
    far = distances_from(unit, scene_of(battle))
    enemies = (enemy for enemy in battle.on_table(1 - unit.side) if far[enemy.id] <= reach * A_LITTLE_MORE)
    return tuple(sorted(enemies, key=lambda enemy: (far[enemy.id], enemy.id)))[:NEAREST]
