"""Every decision of the rulebook is asked of somebody, or nobody has anything to choose in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.systems.coldsteel.battle import ColdSteelUnit, Link, Step
from sandtable.systems.coldsteel.book import rulebook
from sandtable.systems.coldsteel.fighting import melee_step
from sandtable.systems.coldsteel.manoeuvres import act
from sandtable.systems.coldsteel.movement_decisions import Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.trials import take_test
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.volleys import shoot
from sandtable.table.movement import Advance
from tests.conformance.described import decision_classes
from tests.systems.coldsteel.parade_ground import Played, battle, garrison, house, play, unit

BATTLES: tuple[tuple[str, dict[str, int]], ...] = (
    ("maida", {}),
    ("hougoumont", {"deployment": 1}),
    ("quatre-bras", {"cards": 1}),
    ("pick-up", {}),
)


def test_militia_battles_come_to_most_decisions() -> None:
    """What chance does not lead to in a few battles has tests of its own chapter."""
    asked: set[str] = set()
    for seed, (scenario, choices) in enumerate(BATTLES, start=1):
        readings = rulebook().choose(choices)
        game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), readings), RandomHand(seed))
        agents = Militia(seed), Militia(seed + 100)
        while game.question is not None:
            asked.add(game.question.decision)
            game.answer(agents[game.question.seat].decide(game.position()))
    assert {"setup.choose-forces", "setup.choose-edge", "setup.place-unit", "morale.pick-unit"} <= asked
    assert {"manoeuvre.path", "manoeuvre.formation-and-facing", "charge.pick-target-and-wheel"} <= asked
    assert {"cards.cold-steel-choice", "shooting.pick-target", "casualties.command-model"} <= asked
    assert len(asked) >= 20
    assert {*decision_classes(SYSTEM).values()} - asked <= set(RARE), "the rest has a small battle of its own"


# --------------------------------------------------------------------- what chance seldom leads to
def enters() -> Played:
    """A column comes to the wall of an empty house."""
    fought = battle(column(0, 20, 12), unit(1, 36, 46, 180, side=1), pieces=(house(18, 18, 22, 22),))
    return play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ADVANCE), (Advance(600),), "house"))


def is_driven_out() -> Played:
    """A garrison whose nearest enemy stands off a corner of its square house."""
    home = house(30, 20, 34, 24)
    foe = unit(1, 27, 17, 45, side=1, models=2, formation=Formation.COLUMN)
    fought = battle(garrison(0, home), foe, pieces=(home,), step=Step.FIRST_MORALE)
    return play(take_test, fought, 0, faces=(1, 3), answers=(900,))


def picks_its_victim() -> Played:
    """A unit locked with two enemies."""
    links = Link(0, 2, 4), Link(1, 2, 4)
    units = unit(0, 20, 20, models=1), unit(1, 30, 20, models=1), unit(2, 25, 20, 180, side=1, models=1)
    fought = battle(*units, links=links, step=Step.MELEE, turn=5)
    return play(melee_step, fought, answers=(1,), faces=(1, 1, 1))


def picks_a_face() -> Played:
    """A square with an enemy straight off its corner (geometry.face-choice)."""
    square = unit(0, 20, 20, formation=Formation.SQUARE, models=12)
    foe = unit(1, 26, 24.5, 45, side=1, formation=Formation.COLUMN, models=2)
    fought = battle(square, foe, step=Step.FIRST_SHOOTING)
    return play(shoot, fought, 0, answers=(1, "right"), faces=(1, 1, 1))


def column(number: int, x: float, y: float) -> ColdSteelUnit:
    return unit(number, x, y, formation=Formation.COLUMN, models=20)


RARE: dict[str, Callable[[], Played]] = {
    "building.enter": enters,
    "building.retreat-wall-tie": is_driven_out,
    "melee.pick-target": picks_its_victim,
    "shooting.pick-face": picks_a_face,
}


@pytest.mark.parametrize("decision", RARE)
def test_what_chance_seldom_leads_to_is_asked_as_well(decision: str) -> None:
    assert decision in RARE[decision]().asked


# --------------------------------------------------------------------- readings
def test_every_rule_with_readings_is_asked_for_its_reading() -> None:
    assert {rule.id for rule in rulebook().readings()} == set(Reading)
    assert len(Reading) == 12
