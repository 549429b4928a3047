"""The doctrine in little positions: what a sensible commander does, in inches and on hexes alike."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Agent, Captain, Militia
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.play import Game
from sandtable.game.position import Position
from sandtable.game.questions import Choose, Decision
from sandtable.game.refusal import Refusal
from sandtable.systems.elan.attaching import STAY, Change
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Leader, Prize, Shot, Step
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.doctrine import ANSWERS, DOCTRINE, NEVER_ASKED
from sandtable.systems.elan.doctrine.formations import wanted
from sandtable.systems.elan.doctrine.goals import goals
from sandtable.systems.elan.doctrine.worth import GONE, toll
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.forms import Change as Turned
from sandtable.systems.elan.movement import Action, Go, Passage, What
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.table.body import centre, standing
from sandtable.table.measure import inches
from sandtable.table.pose import Point
from tests.systems.elan.bivouac import GUNS, HORSE, LINE, battle, leader, line, on_hexes, unit

MUSKETS = "fr-line-1815"
YOUNG = "landwehr-1815"
CUIRASSIERS = "cuirassier"


def at(step: Step, fought: ElanBattle, **changed: Any) -> ElanBattle:
    """A battle that has come to a step of the 1st side."""
    return replace(fought, step=step, **changed)


def asked(start: ElanBattle) -> Position[ElanBattle]:
    """The position at the first question of a battle; no die is thrown before it."""
    return Game(SYSTEM, start, PlannedHand([])).position()


def answer(start: ElanBattle) -> object:
    """What doctrine answers to the first question of a battle."""
    position = asked(start)
    given = DOCTRINE.decide(position)
    assert not isinstance(position.question.judge(given), Refusal)
    return given


def told(start: ElanBattle, question: Decision[Any]) -> object:
    """What doctrine answers to a question asked in the middle of a battle."""
    return DOCTRINE.decide(Position(SYSTEM, question, start, start, ()))


def moved(start: ElanBattle) -> Game[ElanBattle]:
    """A battle in which the 1st side has done all its moves by the doctrine."""
    game = Game(SYSTEM, at(Step.MOVING, start), RandomHand(1))
    while game.battle.step is Step.MOVING and game.battle.active == start.first:
        game.answer(DOCTRINE.decide(game.position()))
    return game


def prize(x: float, y: float, points: int = 4, holder: int | None = 1, scale: Scale = Scale.LARGE) -> Prize:
    """An objective at a place of the plan in large inches."""
    share = 2 / 3 if scale is Scale.SMALL else 1
    return Prize("farm", "the farm", Point(inches(x) * share, inches(y) * share), points, holder)


# ----------------------------------------------------------------------- every question
def test_every_decision_of_the_rulebook_has_an_answer_or_is_never_asked() -> None:
    decisions = {decision.id for decision in rulebook().decisions}
    assert decisions == {*ANSWERS, *NEVER_ASKED}


# ----------------------------------------------------------------------- charges
def declaring(*units: ElanUnit, **changed: Any) -> ElanBattle:
    return at(Step.DECLARING, battle(*units), **changed)


def test_horse_charges_the_flank_of_a_worn_line() -> None:
    start = declaring(
        unit(0, 50, 20, profile=CUIRASSIERS),
        unit(1, 50, 30, 90, side=1, profile=MUSKETS, lost=8, disordered=True),
    )
    assert answer(start) == 1


def test_horse_leaves_a_steady_square_alone() -> None:
    square = unit(1, 50, 30, 180, side=1, profile=MUSKETS, formation=Formation.SQUARE)
    assert answer(declaring(unit(0, 50, 20, profile=CUIRASSIERS), square)) is None


def test_infantry_charges_a_shaken_enemy_but_not_a_steady_one() -> None:
    """A column against a line that has lost two thirds routs it; a fresh one fires and stands."""
    for lost, given in ((13, 1), (0, None)):
        start = declaring(
            unit(0, 50, 20, formation=Formation.COLUMN),
            unit(1, 50, 26, 180, side=1, lost=lost, disordered=lost > 0),
        )
        assert answer(start) == given, lost


def test_a_unit_in_retreat_is_ridden_down() -> None:
    start = declaring(
        unit(0, 50, 20, profile=HORSE), unit(1, 50, 25, 0, side=1, retreating=True, disordered=True)
    )
    assert answer(start) == 1


def test_on_hexes_too_horse_rides_down_who_runs() -> None:
    start = declaring(
        unit(0, 50, 20, profile=HORSE), unit(1, 50, 32, 0, side=1, retreating=True, disordered=True)
    )
    assert answer(on_hexes(start, (8, 3, 0), (8, 5, 0))) == 1


def reaction(target: ElanUnit, charger: ElanUnit) -> object:
    """How the doctrine of the 2nd side meets a charge."""
    start = at(Step.CHARGING, battle(charger, target), charges=(Charge(charger.id, target.id),))
    position = asked(start)
    assert position.question.decision == "charge.reaction"
    assert position.seat == target.side
    return DOCTRINE.decide(position)


def test_foot_with_muskets_forms_square_against_horse() -> None:
    foot = unit(1, 50, 30, 180, side=1, profile=MUSKETS)
    assert reaction(foot, unit(0, 50, 20, profile=CUIRASSIERS)) is Reaction.FORM_SQUARE


def test_skirmishers_get_out_of_the_way_of_horse() -> None:
    loose = unit(1, 50, 36, 180, side=1, profile="nassau-1815", formation=Formation.SKIRMISH)
    assert reaction(loose, unit(0, 50, 20, profile=CUIRASSIERS)) is Reaction.EVADE


def test_light_horse_does_not_wait_for_cuirassiers_at_the_halt() -> None:
    hussars = unit(1, 50, 32, 180, side=1, profile="chasseurs", formation=Formation.LINE)
    given = reaction(hussars, unit(0, 50, 20, profile=CUIRASSIERS))
    assert given in (Reaction.COUNTERCHARGE, Reaction.EVADE)


# ----------------------------------------------------------------------- fire
def test_guns_fire_at_the_column_and_not_at_skirmishers() -> None:
    start = at(
        Step.AIMING,
        battle(
            unit(0, 50, 20, profile=GUNS),
            unit(1, 44, 38, 180, side=1, formation=Formation.COLUMN),
            unit(2, 58, 38, 180, side=1, profile="nassau-1815", formation=Formation.SKIRMISH),
        ),
    )
    assert answer(start) == 1


def test_fire_turns_to_a_fresh_target_where_the_first_is_shot_to_pieces_already() -> None:
    """A battery finds a unit with nothing left to lose less worth than a whole one beside it."""
    near = unit(2, 44, 38, 180, side=1, lost=17)
    other = unit(3, 58, 38, 180, side=1, formation=Formation.COLUMN)
    units = (unit(0, 48, 20, profile=GUNS), unit(1, 53, 20, profile=GUNS), near, other)
    start = at(Step.AIMING, battle(*units), shots=(Shot(0, 2),), done=(0,))
    assert answer(start) == 3


# ----------------------------------------------------------------------- moves
SCALES = pytest.mark.parametrize("scale", list(Scale))


def on(scale: Scale, *places: tuple[float, float, float, int], **state: Any) -> tuple[ElanUnit, ...]:
    """Lines of infantry at places of the plan in large inches, with a facing and a side."""
    share = 2 / 3 if scale is Scale.SMALL else 1
    return tuple(
        unit(number, x * share, y * share, facing, side=side, scale=scale, **state)
        for number, (x, y, facing, side) in enumerate(places)
    )


def laid(scale: Scale, *units: ElanUnit, **changed: Any) -> ElanBattle:
    """A battle of the set, on its hexes if it has them."""
    size = (72.0, 48.0) if scale is Scale.SMALL else (108.0, 72.0)
    fought = battle(*units, scale=scale, size=size)
    if scale is Scale.HEX:
        places = ((9, 1, 0), (9, 11, 180))[: len(units)]
        fought = on_hexes(fought, *places)
    return replace(fought, **changed)


@SCALES
def test_infantry_goes_for_an_objective_that_the_enemy_holds(scale: Scale) -> None:
    units = on(scale, (54, 9, 0, 0), (54, 66, 180, 1))
    start = laid(scale, *units, prizes=(prize(54, 40, scale=scale),))
    before, after = start.units[0], moved(start).battle.units[0]
    gone = centre(standing(after), after.shape).y - centre(standing(before), before.shape).y
    assert gone >= inches(3)


@SCALES
def test_whoever_guards_an_objective_stays_at_it(scale: Scale) -> None:
    units = on(scale, (54, 9, 0, 0), (54, 66, 180, 1))
    spot = laid(scale, *units).units[0]
    here = centre(standing(spot), spot.shape)
    held = Prize("farm", "the farm", Point(round(here.x), round(here.y)), 4, 0)
    start = laid(scale, *units, prizes=(held,))
    assert moved(start).battle.units[0].pose == start.units[0].pose


def test_each_held_objective_has_its_guard_and_the_others_storm_the_rest() -> None:
    ours, theirs = prize(20, 10, 2, holder=0), replace(prize(80, 50), id="wood")
    fought = battle(unit(0, 20, 14), unit(1, 60, 20), unit(2, 70, 20), unit(3, 80, 60, 180, side=1))
    found = goals(replace(fought, prizes=(ours, theirs)), 0)
    assert [found[number].point for number in (0, 1, 2)] == [ours.point, theirs.point, theirs.point]


def test_who_is_disordered_recovers_first() -> None:
    start = at(Step.MOVING, battle(unit(0, 50, 20, disordered=True), unit(1, 50, 60, 180, side=1)))
    game = Game(SYSTEM, start, PlannedHand([]))
    game.answer(Go("unit", 0))
    assert DOCTRINE.decide(game.position()) == Action(What.RECOVER)


def test_infantry_is_in_column_far_from_the_enemy_and_in_line_within_reach_of_his_fire() -> None:
    target = prize(50, 62)
    for y, formation in ((10, Formation.COLUMN), (44, Formation.LINE)):
        fought = battle(unit(0, 50, y, formation=Formation.COLUMN), unit(1, 50, 60, 180, side=1))
        fought = replace(fought, prizes=(target,))
        assert wanted(fought, fought.units[0]) is formation


def test_raw_foot_forms_square_before_horse_can_charge_it() -> None:
    horse = unit(1, 50, 32, 180, side=1, profile=CUIRASSIERS)
    for profile, formation in ((YOUNG, Formation.SQUARE), (LINE, Formation.LINE)):
        fought = battle(unit(0, 50, 20, profile=profile), horse)
        assert wanted(fought, fought.units[0]) is formation


def test_near_the_enemy_formed_units_do_not_pass_through_each_other_but_skirmishers_do() -> None:
    for formation, given in ((Formation.LINE, Passage.ROUND), (Formation.SKIRMISH, Passage.THROUGH)):
        mover = unit(0, 50, 20, profile="nassau-1815", formation=formation)
        friend = unit(1, 50, 26, profile="nassau-1815", formation=formation)
        fought = battle(mover, friend, unit(2, 50, 36, 180, side=1))
        question = Choose("move.interpenetrate", 0, tuple(Passage), about=(0, (1,)))
        assert told(fought, question) is given


def test_who_has_limbered_on_a_road_is_asked_how_to_go_on_and_goes_by_road() -> None:
    """The second question about the kind of move does not offer to stay."""
    road = line("road", (50, 0), (50, 72))
    guns = unit(0, 50, 20, profile=GUNS)
    start = at(Step.MOVING, battle(guns, unit(1, 50, 71, 180, side=1), pieces=(road,)))
    game = Game(SYSTEM, start, PlannedHand([]))
    for given in (Go("unit", 0), Action(What.CHANGE), Turned(Formation.LIMBERED), Turned()):
        game.answer(given)
    assert game.question is not None
    assert game.question.decision == "move.kind"
    assert DOCTRINE.decide(game.position()) == Action(What.ROAD)


# ----------------------------------------------------------------------- guns
def kind(start: ElanBattle) -> object:
    """What the doctrine does with the first unit in the Movement phase."""
    game = Game(SYSTEM, at(Step.MOVING, start), PlannedHand([]))
    game.answer(Go("unit", 0))
    return DOCTRINE.decide(game.position())


def test_guns_with_a_target_stay_and_those_without_turn_to_one_or_limber() -> None:
    enemy = unit(1, 50, 40, 180, side=1)
    ready, turned_away, far = (
        battle(unit(0, 50, 20, 0, profile=GUNS), enemy),
        battle(unit(0, 50, 20, 180, profile=GUNS), enemy),
        battle(unit(0, 50, 15, 0, profile=GUNS), unit(1, 50, 70, 180, side=1)),
    )
    assert kind(ready) == Action(What.STAY)
    assert kind(turned_away) == Action(What.TURN)
    assert kind(far) == Action(What.CHANGE)


def test_limbered_guns_come_into_action_in_range_and_no_nearer() -> None:
    limbered = unit(0, 50, 20, profile=GUNS, formation=Formation.LIMBERED)
    game = moved(battle(limbered, unit(1, 50, 40, 180, side=1)))
    guns = game.battle.units[0]
    assert guns.formation is Formation.DEPLOYED
    assert standing(guns).y <= inches(22)


# ----------------------------------------------------------------------- commanders
def test_a_commander_joins_a_unit_in_retreat_and_no_other() -> None:
    for retreating, given in ((True, Change("attach", 0)), (False, STAY)):
        people = (leader(0, 1, 50, 16), leader(1))
        units = unit(0, 50, 20, retreating=retreating), unit(1, 50, 60, 180, side=1)
        assert answer(at(Step.ATTACHING, battle(*units, leaders=people))) == given


def ridden(people: tuple[Leader, ...], *units: ElanUnit) -> Leader:
    return moved(battle(*units, leaders=people)).battle.leaders[0]


def test_a_commander_rides_after_his_brigade() -> None:
    units = unit(0, 50, 40), unit(1, 58, 40), unit(2, 50, 66, 180, side=1)
    rode = ridden((leader(0, 1, 50, 5), leader(1)), *units)
    assert rode.pose is not None
    assert rode.pose.y >= inches(25)


# ----------------------------------------------------------------------- worth, and no peeping
def test_a_unit_is_worth_the_less_the_more_it_has_lost() -> None:
    tolls = [toll(lost, 18) for lost in range(19)]
    assert tolls == sorted(tolls)
    assert (tolls[0], tolls[18]) == (0.0, GONE)


def test_nobody_concedes() -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 60, 180, side=1))
    given = told(start, Choose("concede", 0, ("go on", "concede")))
    assert given == "go on"


@SCALES
def test_the_same_position_gets_the_same_answer_whatever_dice_will_fall(scale: Scale) -> None:
    """Two captains of different seeds answer alike a turn long; every answer stands."""
    readings = rulebook().choose({"scale": list(Scale).index(scale)})
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("alma"), readings), RandomHand(7))
    one, other = Captain(1), Captain(2)
    while game.question is not None and game.battle.turn == 1:
        position = game.position()
        given = one.decide(position)
        assert other.decide(position) == given
        game.answer(given)


@pytest.mark.parametrize(("scale", "side"), [(Scale.SMALL, 1), (Scale.HEX, 0)])
def test_it_beats_whoever_plays_at_random(scale: Scale, side: int) -> None:
    readings = rulebook().choose({"scale": list(Scale).index(scale)})
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("alma"), readings), RandomHand(3))
    players: dict[int, Agent] = {side: Captain(3), 1 - side: Militia(3)}
    while game.question is not None:
        game.answer(players[game.question.seat].decide(game.position()))
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == side
