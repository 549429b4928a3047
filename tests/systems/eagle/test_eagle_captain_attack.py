"""How the captain attacks: where charges land, how long he waits, who keeps out of whose way."""

from __future__ import annotations

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.control import ControlTest
from sandtable.systems.eagle.doctrine import DOCTRINE
from sandtable.systems.eagle.doctrine.assaults import assault
from sandtable.systems.eagle.doctrine.charges import least
from sandtable.systems.eagle.doctrine.places import masked, volley_worth
from sandtable.systems.eagle.doctrine.posts import goes_by_itself, post_worth
from sandtable.systems.eagle.doctrine.routes import turning_point, way_round
from sandtable.systems.eagle.doctrine.worth import hit_worth
from sandtable.systems.eagle.flight import Extra, OptionalDie, Rolled
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.movement import move_terms, plan_of
from sandtable.systems.eagle.moving import dice_pace
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.system import SYSTEM
from sandtable.table.space import INCH, Point, standing
from tests.systems.eagle.arena import (
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    unit,
)

SOUTH = 180
WOOD = "wood"


def must_attack(winner: str = "romans") -> tuple[Objective, ...]:
    """Whoever is named wins unless an army breaks, so that the other has to come."""
    return (Objective(id="o", when="turn-limit", winner=winner, kind="otherwise", text="o"),)


def brings(start: EagleBattle, number: int, target: int) -> float:
    """What a charge from where a unit stands is expected to bring."""
    one = start.units[number]
    way = way_to(start, one, target)
    assert way is not None
    found = assault(start, one, way)
    assert found is not None
    return found


# --------------------------------------------------------------------- charges
def test_a_charge_that_lands_squarely_brings_more_than_one_that_lands_on_a_corner() -> None:
    """A warband before the middle of a cohort strikes with four bases, one aside of it with one."""
    square = battle(unit(0, 30, 20), unit(1, 30, 23, SOUTH, side=1, profile=WARBAND))
    aside = battle(unit(0, 30, 20), unit(1, 35, 23, SOUTH, side=1, profile=WARBAND))
    assert brings(square, 1, 0) > brings(aside, 1, 0)


def test_a_worn_warband_brings_less_than_a_fresh_one() -> None:
    """Every point of disorder costs a die (melee.mod.dp)."""
    worths = [
        brings(battle(unit(0, 30, 20), unit(1, 30, 23, SOUTH, side=1, profile=WARBAND, dp=dp)), 1, 0)
        for dp in (0, 1, 2, 3)
    ]
    assert worths == sorted(worths, reverse=True)


def test_who_must_win_before_the_turns_are_over_asks_less_of_a_charge_as_they_pass() -> None:
    """The side that wins by waiting asks the same of it all the time."""
    units = unit(0, 30, 10), unit(1, 30, 40, SOUTH, side=1)
    early, late = (battle(*units, objectives=must_attack(), turn=turn, turn_limit=12) for turn in (1, 11))
    assert least(late, 1) < least(early, 1)
    assert least(late, 0) == least(early, 0)


# --------------------------------------------------------------------- moves
def test_another_die_is_rolled_until_a_charge_can_be_made() -> None:
    """From 7.5 in a 3 leaves the warband half an inch short of a charge, a 5 does not."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 27.5, SOUTH, side=1, profile=WARBAND, control=Control.FREE),
        objectives=must_attack(),
        turn=6,
    )
    for average, said in ((3, Extra.ROLL), (5, Extra.STOP)):
        question = OptionalDie(1, tuple(Extra), unit=1, average=average, d6s=())
        assert DOCTRINE.decide(Position(SYSTEM, question, start, start, ())) is said


def test_a_warband_ends_its_move_where_it_can_charge() -> None:
    """Aslant of a cohort, it comes up so that a charge from there reaches it."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 32, 28, SOUTH, side=1, profile=WARBAND, control=Control.FREE),
        objectives=must_attack(),
    )
    one = start.units[1]
    question = plan_of(start, one, move_terms(start, one, dice_pace(Rolled(4, (4,)))))
    verdict = question.judge(DOCTRINE.decide(Position(SYSTEM, question, start, start, ())))
    assert not isinstance(verdict, Refusal)
    there = battle(
        start.units[0],
        unit(1, verdict.end.x / INCH, verdict.end.y / INCH, SOUTH, side=1, profile=WARBAND),
    )
    assert way_to(there, there.units[1], 0) is not None


# --------------------------------------------------------------------- light troops
def test_skirmishers_go_where_all_of_them_can_shoot() -> None:
    """Three bases before a cohort eight inches off: after a move of six all three dice reach it."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 34, 28, SOUTH, side=1, profile=SKIRMISHERS, control=Control.FREE),
        objectives=must_attack(),
    )
    one = start.units[1]
    question = plan_of(start, one, move_terms(start, one, dice_pace(Rolled(5, (3,)))))
    verdict = question.judge(DOCTRINE.decide(Position(SYSTEM, question, start, start, ())))
    assert not isinstance(verdict, Refusal)
    cohort = start.units[0]
    assert volley_worth(start, one, verdict.end) == 3 * hit_worth(cohort, order_of(cohort))


def test_lights_before_a_warband_are_in_its_way_and_those_beside_it_are_not() -> None:
    """Four inches ahead of its middle, and ten inches to the side."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND),
        unit(2, 30, 26, SOUTH, side=1, profile=SKIRMISHERS),
        unit(3, 40, 26, SOUTH, side=1, profile=SKIRMISHERS),
    )
    found = [masked(start, start.units[number], standing(start.units[number])) for number in (2, 3)]
    assert found == [1, 0]


def test_one_more_hit_weighs_most_on_those_who_are_nearly_gone() -> None:
    """A fresh cohort bears 5 points and 4 bases, a shaken one of 2 bases nothing but these: 2/9 and 2/2."""
    fresh, shaken = unit(0, 30, 20), unit(1, 45, 20, dp=5, shaken=True, ranks=(2,))
    assert hit_worth(fresh, order_of(fresh)) == 2 / 9
    assert hit_worth(shaken, order_of(shaken)) == 1.0


# --------------------------------------------------------------------- ways round
def test_horse_goes_round_a_wood_that_foot_could_enter() -> None:
    """A wood 20 in wide between it and its prey; the first turning point lies beside the wood."""
    field = battle(unit(0, 30, 10), pieces=(box(WOOD, 20, 20, 40, 24),)).field
    here, there = Point(30.0 * INCH, 15.0 * INCH), Point(30.0 * INCH, 30.0 * INCH)
    assert way_round(field, (), here, there, 0.0) == 15 * INCH
    assert way_round(field, (WOOD,), here, there, 0.0) > 22 * INCH
    turn = turning_point(field, (WOOD,), here, there, 2.0 * INCH)
    assert not 20 * INCH <= turn.x <= 40 * INCH


# --------------------------------------------------------------------- leaders
def test_a_unit_that_stood_needs_its_leader_more_than_one_that_advances_or_charges() -> None:
    """A D6: 3-4 act freely, 5-6 repeat; with impetus 2-3 act freely and 4-6 repeat (control.repeat)."""
    stood, advancing, charging = (
        goes_by_itself(ControlTest(record=record)) for record in (Record.STAND, Record.ADVANCE, Record.CHARGE)
    )
    assert (stood, advancing, charging) == (2 / 6, 4 / 6, 5 / 6)


def test_a_leader_is_worth_less_where_another_already_leads() -> None:
    """Two leaders with one unit keep no more in hand than one does."""
    units = unit(0, 20, 10), unit(1, 40, 10), unit(2, 30, 40, SOUTH, side=1)
    start = battle(*units, leaders=(leader(0, attached=0), leader(1, attached=0)))
    worths = [post_worth(start, start.leaders[1], start.units[number]) for number in (0, 1)]
    assert worths[1] > worths[0]
