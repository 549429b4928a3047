"""The doctrine in little positions: what a sensible commander does, and what he never does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Agent, Captain, Militia
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.questions import Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Prize, Step
from sandtable.systems.coldsteel.casualties import FigureFalls
from sandtable.systems.coldsteel.doctrine import ANSWERS, DOCTRINE
from sandtable.systems.coldsteel.doctrine.charges import best_charge
from sandtable.systems.coldsteel.doctrine.worth import GONE, toll
from sandtable.systems.coldsteel.forces import ChooseForce, open_profiles
from sandtable.systems.coldsteel.houses import EnterBuilding
from sandtable.systems.coldsteel.luck import LuckyReroll
from sandtable.systems.coldsteel.melee_decisions import PickFoe
from sandtable.systems.coldsteel.morale import Again, LuckyTestDie, OfficerReroll
from sandtable.systems.coldsteel.morale_decisions import RetreatTie
from sandtable.systems.coldsteel.movement_decisions import ChooseDrillOrder, Drill, DrillOrder, UseDrill
from sandtable.systems.coldsteel.roster import roster, scenario
from sandtable.systems.coldsteel.steps import Resolve
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.systems.coldsteel.victory import holder
from sandtable.table.space import INCH, Point, centre, inches, standing
from tests.conformance.described import decision_classes
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUARD,
    GUNS,
    HUSSARS,
    LANCERS,
    LIGHT,
    battle,
    garrison,
    house,
    unit,
)

SOUTH = 180
"""A facing."""


def manoeuvred(start: ColdSteelBattle) -> ColdSteelBattle:
    """A battle in which the side whose step it is has done all its manoeuvres by the doctrine."""
    game = Game(SYSTEM, start, PlannedHand([]))
    while game.battle.step is start.step:
        position = game.position()
        given = DOCTRINE.decide(position)
        assert not isinstance(position.question.judge(given), Refusal)
        game.answer(given)
    return game.battle


def first_shot(*units: ColdSteelUnit, **state: Any) -> tuple[object, object]:
    """Who shoots first by the doctrine, and at whom; nobody if fire is held."""
    start = battle(*units, step=Step.SECOND_SHOOTING, **state)
    game = Game(SYSTEM, start, PlannedHand([]))
    shooter = DOCTRINE.decide(game.position())
    if shooter is None:
        return None, None
    game.answer(shooter)
    return shooter, DOCTRINE.decide(game.position())


def told(start: ColdSteelBattle, question: Decision[Any]) -> object:
    """What doctrine answers to a question asked in the middle of a battle."""
    return DOCTRINE.decide(Position(SYSTEM, question, start, start, ()))


def north_of(one: ColdSteelUnit) -> float:
    """How far north the middle of a unit is, in inches."""
    return centre(standing(one), one.shape).y / INCH


def prize(x: float, y: float, points: int = 3, building: str = "") -> Prize:
    """An objective at a place in inches."""
    return Prize("goal", "the goal", Point(float(inches(x)), float(inches(y))), points, building)


# ----------------------------------------------------------------------- every question
def test_every_decision_has_an_answer() -> None:
    """LuckyReroll is only what the lucky dice have in common."""
    assert {*decision_classes(SYSTEM)} - {LuckyReroll} == {*ANSWERS}


def test_the_system_has_the_doctrine() -> None:
    assert SYSTEM.doctrine() is DOCTRINE


def test_the_same_position_gets_the_same_answer() -> None:
    start = SYSTEM.muster(scenario("maida"), Readings())
    ends = []
    for _ in range(2):
        game = Game(SYSTEM, start, RandomHand(3))
        for _ in range(40):
            game.answer(DOCTRINE.decide(game.position()))
        ends.append(game.battle)
    assert ends[0] == ends[1]


def test_a_battle_is_never_given_up() -> None:
    start = battle(unit(0, 20, 20, models=1), unit(1, 20, 40, SOUTH, side=1), step=Step.INITIATIVE)
    position = Game(SYSTEM, start, PlannedHand([])).position()
    assert DOCTRINE.decide(position) is Resolve.PLAY_ON


def test_losses_cost_more_the_fewer_are_left() -> None:
    assert toll(0, 24) == 0.0
    assert toll(24, 24) == GONE
    assert toll(24, 24) - toll(20, 24) > toll(4, 24) - toll(0, 24)


# ----------------------------------------------------------------------- formations
def test_a_column_that_comes_under_fire_forms_line_to_shoot() -> None:
    column = unit(0, 36, 20, formation=Formation.COLUMN, command=FULL)
    after = manoeuvred(battle(column, unit(1, 36, 31, SOUTH, side=1, command=FULL)))
    assert after.units[0].formation is Formation.LINE


def test_foot_that_horse_can_reach_from_both_sides_forms_square() -> None:
    foot = unit(0, 36, 24, command=FULL)
    east = unit(1, 55, 24, 270, side=1, profile=LANCERS, command=FULL)
    west = unit(2, 17, 24, 90, side=1, profile=LANCERS, command=FULL)
    assert manoeuvred(battle(foot, east, west)).units[0].formation is Formation.SQUARE


def test_a_column_on_the_march_goes_on_while_nobody_is_near() -> None:
    foot = unit(0, 36, 12, formation=Formation.COLUMN, command=FULL)
    start = battle(foot, unit(1, 4, 46, SOUTH, side=1), prizes=(prize(38, 40),))
    after = manoeuvred(start).units[0]
    assert after.formation is Formation.COLUMN
    assert north_of(after) >= north_of(start.units[0]) + 12


def test_a_line_shot_at_from_the_flank_turns_to_whom_it_can_shoot() -> None:
    foot = unit(0, 30, 24, command=FULL)
    start = battle(foot, unit(1, 42, 20, 270, side=1, command=FULL))
    assert manoeuvred(start).units[0].pose != foot.pose
    after = manoeuvred(start)
    shot = battle(*after.units, step=Step.SECOND_SHOOTING)
    assert DOCTRINE.decide(Game(SYSTEM, shot, PlannedHand([])).position()) == 0


# ----------------------------------------------------------------------- charges
def horse_before(target: ColdSteelUnit, **state: Any) -> ColdSteelBattle:
    """What becomes of a battle in which lancers stand 15 in south of an enemy."""
    lancers = unit(0, 36, 15, profile=LANCERS, command=FULL)
    return manoeuvred(battle(lancers, target, **state))


def test_horse_does_not_charge_a_fresh_line_into_its_muskets() -> None:
    after = horse_before(unit(1, 36, 31, SOUTH, side=1, command=FULL))
    assert not after.links


def test_horse_charges_a_line_that_looks_the_other_way() -> None:
    after = horse_before(unit(1, 36, 31, 0, side=1, command=FULL))
    assert [(link.charger, link.charged) for link in after.links] == [(0, 1)]


def test_horse_charges_a_line_that_has_just_failed_and_cannot_shoot() -> None:
    after = horse_before(unit(1, 36, 31, SOUTH, side=1, command=FULL, failed=True))
    assert [(link.charger, link.charged) for link in after.links] == [(0, 1)]


def test_horse_leaves_a_good_square_alone() -> None:
    square = unit(1, 36, 31, 0, side=1, formation=Formation.SQUARE, command=FULL, failed=True)
    assert not horse_before(square).links


def test_horse_charges_guns_that_have_moved_and_not_those_that_are_ready() -> None:
    lancers = unit(0, 36, 15, profile=LANCERS, command=FULL)
    worths = []
    for moved in (True, False):
        guns = unit(1, 36, 31, SOUTH, side=1, profile=GUNS, manoeuvred=moved)
        onset = best_charge(battle(lancers, guns), lancers)
        assert onset is not None
        worths.append(onset.worth)
    assert worths[0] > 1.0
    assert worths[1] < 0.0


def test_an_attack_column_charges_a_column_and_not_a_line_that_waits_for_it() -> None:
    """Of an attack column only half can shoot, but all of it strikes."""
    storm = unit(0, 36, 22, formation=Formation.ATTACK_COLUMN, command=FULL)
    column = unit(1, 36, 31, SOUTH, side=1, formation=Formation.COLUMN, command=FULL)
    after = manoeuvred(battle(storm, column))
    assert [(link.charger, link.charged) for link in after.links] == [(0, 1)]
    assert not manoeuvred(battle(storm, unit(1, 36, 31, SOUTH, side=1, command=FULL))).links


def test_a_strong_battalion_storms_a_house_that_a_handful_holds() -> None:
    farm = house(30, 24, 36, 30)
    held = garrison(1, farm, side=1, models=6)
    storm = unit(0, 33, 16, formation=Formation.ATTACK_COLUMN, command=FULL)
    after = manoeuvred(battle(storm, held, pieces=(farm,), prizes=(prize(33, 27, building="house"),)))
    assert [(link.charger, link.charged) for link in after.links] == [(0, 1)]


def test_cold_steel_charges_the_weaker_of_two_enemies() -> None:
    bold = unit(0, 36, 20, command=FULL, trait=Trait.COLD_STEEL)
    strong = unit(1, 30, 30, SOUTH, side=1, command=FULL)
    weak = unit(2, 44, 30, SOUTH, side=1, models=5, files=3)
    after = manoeuvred(battle(bold, strong, weak))
    assert [(link.charger, link.charged) for link in after.links] == [(0, 2)]


# ----------------------------------------------------------------------- ground
def test_infantry_goes_for_an_objective() -> None:
    foot = unit(0, 20, 10, command=FULL)
    start = battle(foot, unit(1, 60, 44, SOUTH, side=1), prizes=(prize(20, 34),))
    assert north_of(manoeuvred(start).units[0]) >= north_of(foot) + 10


def test_who_holds_an_objective_at_the_end_stays_on_it_though_a_shaken_enemy_is_near() -> None:
    foot = unit(0, 36, 24, command=FULL)
    shaken = unit(1, 36, 40, 0, side=1, failed=True)
    last = manoeuvred(battle(foot, shaken, prizes=(prize(36, 24),), turn=10))
    assert holder(last, last.prizes[0]) == 0
    first = manoeuvred(battle(foot, shaken, turn=1))
    assert north_of(first.units[0]) > north_of(foot) + 3


def test_an_empty_house_that_counts_is_entered() -> None:
    farm = house(30, 24, 36, 30)
    foot = unit(0, 33, 20, command=FULL)
    start = battle(
        foot,
        unit(1, 33, 46, SOUTH, side=1),
        pieces=(farm,),
        prizes=(prize(33, 27, building="house"),),
    )
    assert manoeuvred(start).units[0].building == "house"


def test_who_comes_to_the_wall_of_a_house_enters_it_only_if_it_counts() -> None:
    farm = house(30, 24, 36, 30)
    start = battle(unit(0, 33, 24, command=FULL), unit(1, 33, 46, SOUTH, side=1), pieces=(farm,))
    ask = EnterBuilding(0, ("house", ""), unit=0)
    assert told(start, ask) == ""
    assert told(replace(start, prizes=(prize(33, 27, building="house"),)), ask) == "house"


def test_a_garrison_stays_in_a_house_that_counts_though_a_shaken_enemy_shows_his_back() -> None:
    farm = house(30, 24, 36, 30)
    held, back = garrison(0, farm, command=FULL), unit(1, 33, 38, 0, side=1, failed=True)
    start = battle(held, back, pieces=(farm,), prizes=(prize(33, 27, building="house"),))
    assert manoeuvred(start).units[0].building == "house"
    assert manoeuvred(replace(start, prizes=())).units[0].building == ""


# ----------------------------------------------------------------------- fire
def test_guns_with_a_target_stand_and_guns_without_one_turn_to_it() -> None:
    foe = unit(1, 36, 40, SOUTH, side=1)
    ready = unit(0, 36, 10, profile=GUNS)
    stood = manoeuvred(battle(ready, foe)).units[0]
    assert (stood.pose, stood.manoeuvred) == (ready.pose, False)
    turned = manoeuvred(battle(unit(0, 36, 10, 90, profile=GUNS), foe)).units[0]
    assert turned.formation is Formation.LINE
    assert min(standing(turned).heading, 3600 - standing(turned).heading) <= 450


def test_guns_do_not_give_up_a_shot_to_turn_to_a_little_better_one() -> None:
    guns = unit(0, 36, 12, profile=GUNS)
    ahead = unit(1, 36, 34, SOUTH, side=1, command=FULL)
    aside = unit(2, 47, 6, SOUTH, side=1, command=FULL, failed=True)
    assert manoeuvred(battle(guns, ahead, aside)).units[0].pose == guns.pose


def test_guns_shoot_at_a_whole_battalion_and_not_at_the_last_man_of_another() -> None:
    guns = unit(0, 36, 10, profile=GUNS)
    last = unit(1, 30, 30, SOUTH, side=1, models=1)
    whole = unit(2, 42, 30, SOUTH, side=1)
    assert first_shot(guns, last, whole) == (0, 2)


def test_fire_finishes_a_unit_that_is_nearly_gone() -> None:
    line = unit(0, 36, 20)
    nearly = unit(1, 30, 30, SOUTH, side=1, models=8, files=12)
    fresh = unit(2, 42, 30, SOUTH, side=1)
    assert first_shot(line, nearly, fresh) == (0, 1)


def test_dirty_muskets_are_not_fouled_for_a_volley_at_long_range() -> None:
    dirty = unit(0, 36, 10, trait=Trait.DIRTY_MUSKETS)
    far, near = (unit(1, 36, y, SOUTH, side=1, command=FULL) for y in (27, 15))
    assert first_shot(dirty, far) == (None, None)
    assert first_shot(dirty, near) == (0, 1)


def test_foot_does_not_march_into_the_line_of_fire_of_its_own_guns() -> None:
    """Straight ahead the battalion would pass between its guns and come to stand before the muzzles."""
    guns = unit(0, 36, 14, profile=GUNS)
    foot = unit(1, 37, 9, command=FULL)
    foe = unit(2, 36, 46, SOUTH, side=1, command=FULL)
    after = manoeuvred(battle(guns, foot, foe))
    shot = battle(*after.units, step=Step.SECOND_SHOOTING)
    game = Game(SYSTEM, shot, PlannedHand([]))
    assert game.question is not None
    assert 0 in game.question.sensible()


def test_skirmishers_go_out_before_the_guns_since_all_see_through_them() -> None:
    guns = unit(0, 36, 14, profile=GUNS)
    loose = unit(1, 37, 9, profile=LIGHT, formation=Formation.SKIRMISH, command=FULL)
    foe = unit(2, 36, 46, SOUTH, side=1, command=FULL)
    after = manoeuvred(battle(guns, loose, foe))
    assert after.units[1].formation is Formation.SKIRMISH
    assert north_of(after.units[1]) > 14


# ----------------------------------------------------------------------- nerve and losses
def test_an_officer_tries_a_failed_test_again_unless_that_is_likelier_to_rout_the_unit() -> None:
    led = unit(0, 36, 20, command=FULL)
    foe = unit(1, 36, 40, SOUTH, side=1)
    start = battle(led, foe, step=Step.FIRST_MORALE)
    failed = OfficerReroll(0, tuple(Again), unit=0, modifier=2, shown=(4,))
    assert told(start, failed) is Again.BOTH
    passed = OfficerReroll(0, tuple(Again), unit=0, modifier=2, shown=(5,))
    assert told(start, passed) is Again.KEEP
    shaken = unit(
        0, 36, 20, profile=LIGHT, models=5, command=(Figure.OFFICER,), muskets_before=True, guns_before=True
    )
    near = unit(1, 36, 24, SOUTH, side=1, profile=HUSSARS)
    pressed = battle(shaken, near, step=Step.FIRST_MORALE)
    barely = OfficerReroll(0, tuple(Again), unit=0, modifier=-6, shown=(9,))
    assert told(pressed, barely) is Again.KEEP


def test_a_lucky_officer_throws_the_lower_die_of_a_failed_test_again_and_leaves_a_passed_one() -> None:
    lucky = unit(0, 36, 20, command=FULL, trait=Trait.LUCKY_OFFICER)
    start = battle(lucky, unit(1, 36, 40, SOUTH, side=1), step=Step.FIRST_MORALE)
    failed = LuckyTestDie(0, (1, 3, None), unit=0, purpose="morale test", faces=(1, 3))
    assert told(start, failed) == 1
    passed = LuckyTestDie(0, (5, 6, None), unit=0, purpose="morale test", faces=(5, 6))
    assert told(start, passed) is None


def test_the_musician_falls_first_and_an_unspent_drill_sergeant_after_the_colours() -> None:
    plain = battle(unit(0, 36, 20, command=FULL), unit(1, 36, 40, SOUTH, side=1))
    ask = FigureFalls(0, FULL, unit=0, more=1)
    assert told(plain, ask) is Figure.MUSICIAN
    without = FigureFalls(0, (Figure.SERGEANT, Figure.STANDARD), unit=0, more=1)
    assert told(plain, without) is Figure.SERGEANT
    drilled = battle(
        unit(0, 36, 20, command=FULL, trait=Trait.VETERAN_DRILL_SERGEANT), unit(1, 36, 40, SOUTH, side=1)
    )
    assert told(drilled, without) is Figure.STANDARD


def test_a_unit_falls_back_from_the_enemy_behind_whom_there_is_no_other() -> None:
    """West and east of it stand enemies equally near; more of them are in the west."""
    shaken = unit(0, 36, 24)
    west, east = unit(1, 26, 24, 90, side=1, models=4), unit(2, 46, 24, 270, side=1, models=4)
    more = unit(3, 29, 30, 90, side=1)
    start = battle(shaken, west, east, more)
    tie = RetreatTie(0, (1, 2), unit=0)
    assert told(start, tie) == 1


def test_in_a_melee_with_two_the_blow_falls_on_whom_it_destroys() -> None:
    fighter = unit(0, 36, 20)
    whole, worn = unit(1, 32, 20, SOUTH, side=1), unit(2, 40, 20, SOUTH, side=1, models=10)
    links = (Link(0, 1, 1), Link(0, 2, 1))
    start = battle(fighter, whole, worn, links=links, turn=2, step=Step.MELEE)
    assert told(start, PickFoe(0, (1, 2), unit=0)) == 2


# ----------------------------------------------------------------------- cards
def test_a_drill_sergeant_brings_a_column_into_line_and_into_range_in_one_turn() -> None:
    drilled = unit(0, 36, 14, formation=Formation.COLUMN, command=FULL, trait=Trait.VETERAN_DRILL_SERGEANT)
    shaken = unit(1, 36, 34, 0, side=1, command=FULL, failed=True)
    after = manoeuvred(battle(drilled, shaken)).units[0]
    assert after.trait_spent


def test_a_drill_sergeant_is_kept_while_there_is_nothing_to_gain() -> None:
    drilled = unit(0, 36, 4, command=FULL, trait=Trait.VETERAN_DRILL_SERGEANT)
    start = battle(drilled, unit(1, 36, 46, SOUTH, side=1))
    assert told(start, UseDrill(0, tuple(Drill), unit=0)) is Drill.KEEP
    order = ChooseDrillOrder(0, tuple(DrillOrder), unit=0)
    assert told(start, order) is DrillOrder.RE_FORM_FIRST


# ----------------------------------------------------------------------- free battles
def test_a_force_of_ones_own_has_guns_and_guards_and_keeps_to_the_limits() -> None:
    start = SYSTEM.muster(scenario("pick-up"), Readings())
    mine: tuple[str, ...] = ()
    for _ in range(8):
        ask = ChooseForce(0, open_profiles(mine), number=len(mine) + 1, of=8)
        chosen = told(replace(start, picks=(mine, ())), ask)
        assert isinstance(chosen, str)
        mine = (*mine, chosen)
    assert mine.count("foot-battery") == 2
    assert mine.count(GUARD) == 2
    assert all(roster().profile(one).arm != "cavalry" for one in mine)


def test_guns_are_placed_first_and_everybody_in_line() -> None:
    start = SYSTEM.muster(scenario("pick-up"), Readings())
    game = Game(SYSTEM, start, RandomHand(2))
    while game.battle.step is not Step.INITIATIVE:
        game.answer(DOCTRINE.decide(game.position()))
    for side in (0, 1):
        placed = game.battle.on_table(side)
        assert {one.formation for one in placed} == {Formation.LINE}
        guns = [abs(standing(one).x - inches(36)) for one in placed if one.is_artillery]
        assert max(guns) <= inches(12)


# ----------------------------------------------------------------------- whole battles
@pytest.mark.parametrize(
    ("name", "side"), [("maida", 0), ("quatre-bras", 1), ("hougoumont", 1), ("pick-up", 0)]
)
def test_the_captain_beats_militia(name: str, side: int) -> None:
    agents: list[Agent] = [Militia(5), Militia(5)]
    agents[side] = Captain(1)
    game = Game(SYSTEM, SYSTEM.muster(scenario(name), Readings()), RandomHand(5))
    while game.question is not None:
        game.answer(agents[game.question.seat].decide(game.position()))
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == side
