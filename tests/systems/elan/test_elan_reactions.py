"""Reactions: what the target of a charge may do, row by row."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.elan.drill import FORMATIONS
from sandtable.systems.elan.reactions import Charged, Reaction, reactions
from sandtable.systems.elan.troops import Arm, Formation

FIRE, STAND, SQUARE, EVADE, COUNTER, FLEE = Reaction

LINE = Charged()
HORSE = Charged(arm=Arm.CAVALRY)
GUNS = Charged(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED)


@pytest.mark.parametrize(
    ("target", "open_to_it"),
    [
        (replace(LINE, by_cavalry=True), (FIRE, SQUARE)),
        (replace(LINE, by_cavalry=True, formation=Formation.COLUMN), (FIRE, SQUARE)),
        (replace(LINE, by_cavalry=True, formation=Formation.DOUBLE_LINE, halted=True), (FIRE, SQUARE)),
        (LINE, (FIRE,)),
        (replace(LINE, by_cavalry=True, formation=Formation.SQUARE), (FIRE,)),
        (replace(LINE, by_cavalry=True, formation=Formation.GARRISON), (FIRE,)),
        (replace(LINE, by_cavalry=True, formation=Formation.MARCH_COLUMN), (STAND,)),
        (replace(LINE, by_cavalry=True, formation=Formation.SKIRMISH), (FIRE, EVADE)),
        (replace(HORSE, formation=Formation.SKIRMISH), (FIRE, EVADE)),
        (replace(HORSE, formation=Formation.DISMOUNTED), (FIRE, EVADE)),
        (replace(HORSE, formation=Formation.GARRISON), (FIRE,)),
        (HORSE, (COUNTER, FIRE, EVADE)),
        (replace(HORSE, from_front=False), (FIRE, EVADE)),
        (replace(HORSE, disordered=True), (FIRE, EVADE)),
        (replace(HORSE, halted=True), (FIRE, EVADE)),
        (GUNS, (FIRE,)),
        (replace(GUNS, horse_guns=True), (FIRE, EVADE)),
        (replace(GUNS, formation=Formation.LIMBERED), (STAND, EVADE)),
        (replace(GUNS, retreating=True), (FLEE,)),
        (replace(HORSE, retreating=True), (FLEE,)),
    ],
)
def test_a_target_has_the_reactions_of_its_row(target: Charged, open_to_it: tuple[Reaction, ...]) -> None:
    """charge.reactions, troops.halt, charge.flee"""
    assert reactions(target) == open_to_it


def test_a_unit_in_contact_stands_and_does_not_fire() -> None:
    """charge.in-contact"""
    assert reactions(replace(HORSE, in_contact=True)) == (STAND,)
    assert reactions(replace(LINE, by_cavalry=True, in_contact=True)) == (STAND,)


def test_a_unit_fires_and_tries_a_square_once_a_turn() -> None:
    """charge.reaction-once, charge.reactions: stand and fire is stand if it cannot fire."""
    charged = replace(LINE, by_cavalry=True)
    assert reactions(replace(charged, tried_square=True)) == (FIRE,)
    assert reactions(replace(charged, can_fire=False)) == (STAND, SQUARE)
    assert reactions(replace(charged, can_fire=False, tried_square=True)) == (STAND,)
    assert reactions(replace(HORSE, can_fire=False)) == (COUNTER, STAND, EVADE)


def test_every_arm_has_a_reaction_in_every_formation_it_has() -> None:
    """charge.reactions, formation.who"""
    for arm, formations in FORMATIONS.items():
        for formation in formations:
            for by_cavalry in (False, True):
                assert reactions(Charged(arm=arm, formation=formation, by_cavalry=by_cavalry))


def test_a_formation_that_an_arm_does_not_have_is_refused() -> None:
    """formation.who"""
    with pytest.raises(ValueError, match="cavalry does not form square"):
        Charged(arm=Arm.CAVALRY, formation=Formation.SQUARE)
