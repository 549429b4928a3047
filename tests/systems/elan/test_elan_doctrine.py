"""The doctrine in little positions: what a sensible commander does, in inches and on hexes alike."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Agent, Captain, Militia
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.questions import Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.systems.elan.attaching import STAY, Change
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Leader, Prize, Shot, Step
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.charge_decisions import ChooseReaction
from sandtable.systems.elan.doctrine import ANSWERS, DOCTRINE
from sandtable.systems.elan.doctrine.ends import ends
from sandtable.systems.elan.doctrine.formations import wanted
from sandtable.systems.elan.doctrine.goals import goals
from sandtable.systems.elan.doctrine.outlook import outlook, place_worth
from sandtable.systems.elan.doctrine.worth import GONE, toll
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.forms_decisions import Change as Turned
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.movement_decisions import Action, ChooseAction, ChoosePassage, Go, Passage, What
from sandtable.systems.elan.plan_decisions import FaceRallied
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.steps import Concede, Resolve
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import reach
from sandtable.table.space import Point, centre, inches, standing
from tests.conformance.described import decision_classes
from tests.systems.elan.bivouac import GUNS, HORSE, LINE, area, battle, leader, line, on_hexes, unit

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
def test_every_decision_that_is_asked_has_an_answer() -> None:
    assert set(ANSWERS) == set(decision_classes(SYSTEM))


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
    assert isinstance(position.question, ChooseReaction)
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
def test_whoever_guards_an_objective_stays_at_it_though_the_enemy_has_another(scale: Scale) -> None:
    units = on(scale, (54, 9, 0, 0), (54, 66, 180, 1))
    spot = laid(scale, *units).units[0]
    here = centre(standing(spot), spot.shape)
    held = Prize("wood", "the wood", Point(round(here.x), round(here.y)), 4, 0)
    start = laid(scale, *units, prizes=(prize(54, 50, scale=scale), held))
    assert moved(start).battle.units[0].pose == start.units[0].pose


def test_each_held_objective_has_its_guard_and_the_others_storm_the_rest() -> None:
    ours, theirs = prize(20, 10, 2, holder=0), replace(prize(80, 50), id="wood")
    fought = battle(unit(0, 20, 14), unit(1, 60, 20), unit(2, 70, 20), unit(3, 80, 60, 180, side=1))
    found = goals(replace(fought, prizes=(ours, theirs)), 0)
    assert [found[number].point for number in (0, 1, 2)] == [ours.point, theirs.point, theirs.point]


def test_an_objective_that_cannot_be_reached_in_time_calls_nobody() -> None:
    """Infantry goes 12 inches a turn at most: 48 inches want 4 turns."""
    start = battle(unit(0, 50, 10), unit(1, 50, 70, 180, side=1))
    start = replace(start, prizes=(prize(50, 58),))
    for turn, worth in ((8, 1.0), (12, 0.0)):
        assert goals(replace(start, turn=turn), 0)[0].prize == worth


def test_each_objective_calls_those_nearest_to_it_and_no_other_while_they_are_on_their_way() -> None:
    west, east = prize(30, 60), replace(prize(70, 60), id="wood")
    for gone in (0, 9, 18, 27):
        fought = battle(unit(0, 34, 10 + gone), unit(1, 66, 10), unit(2, 50, 71, 180, side=1))
        found = goals(replace(fought, prizes=(west, east)), 0)
        assert (found[0].point, found[1].point) == (west.point, east.point)


def test_horse_holds_houses_from_beside_them_but_no_objective_deep_in_a_wood() -> None:
    for half, worth in ((3, 1.0), (12, 0.0)):
        around = (
            (50 - half, 40 - half),
            (50 + half, 40 - half),
            (50 + half, 40 + half),
            (50 - half, 40 + half),
        )
        horse = unit(0, 50, 10, profile=HORSE)
        fought = battle(horse, unit(1, 50, 70, 180, side=1), pieces=(area("wood", *around),))
        assert goals(replace(fought, prizes=(prize(50, 40),)), 0)[0].prize == worth


def test_an_enemy_who_does_not_see_a_place_is_feared_less_there() -> None:
    """A column that faces away has no shot to lose by the ridge that hides it from muskets 8 inches off."""
    ridge = area("hill", (40, 27), (60, 27), (60, 29), (40, 29), level=1)
    worths = []
    for pieces in ((), (ridge,)):
        away, enemy = unit(0, 50, 20, 180, formation=Formation.COLUMN), unit(1, 50, 32, 180, side=1)
        fought = battle(away, enemy, pieces=pieces)
        worths.append(place_worth(outlook(fought, away), standing(away), away.shape))
    assert worths[0] < worths[1] <= 0


def test_a_reserve_stays_behind_those_who_take_an_objective() -> None:
    """An undefended objective wants two units; the third stops 9 inches short of it."""
    units = unit(0, 46, 40), unit(1, 54, 40), unit(2, 50, 31), unit(3, 50, 70, 180, side=1)
    start = replace(battle(*units), prizes=(prize(50, 40),))
    after = moved(start).battle
    assert [after.units[number].pose == start.units[number].pose for number in (0, 1, 2)] == [True] * 3
    alone = replace(battle(unit(0, 50, 31), unit(1, 50, 70, 180, side=1)), prizes=(prize(50, 40),))
    assert standing(moved(alone).battle.units[0]).y >= inches(35)


def test_far_from_the_enemy_a_unit_with_a_long_way_marches() -> None:
    column = unit(0, 50, 5, formation=Formation.COLUMN)
    start = replace(battle(column, unit(1, 50, 71, 180, side=1)), prizes=(prize(50, 60),))
    assert kind(start) == Action(What.MARCH)


def test_on_hexes_skirmishers_see_every_hex_in_reach_and_every_plan_they_think_of_stands() -> None:
    """The search that knows nothing of skirmishers finds the same hexes."""
    loose = unit(0, 50, 20, profile="nassau-1815", formation=Formation.SKIRMISH)
    fought = on_hexes(battle(loose, unit(1, 50, 60, 180, side=1)), (8, 5, 0), (8, 11, 180))
    game = Game(SYSTEM, at(Step.MOVING, fought), PlannedHand([]))
    for given in (Go("unit", 0), Action(What.MOVE)):
        game.answer(given)
    question = game.question
    assert isinstance(question, PlanHexMove)
    found = ends(question, loose.shape, (Point(0.0, 0.0), Point(float(inches(50)), float(inches(60)))))
    verdicts = [question.judge(end.plan) for end in found]
    assert not any(isinstance(verdict, Refusal) for verdict in verdicts)
    met = {verdict.end.hex for verdict in verdicts if not isinstance(verdict, Refusal)}
    assert met == set(reach(question.body, question.terms, question.scene).costs())


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


def test_nobody_forms_column_for_a_way_that_does_not_pay_for_two_changes() -> None:
    """Rifled muskets carry 15 inches; 12 inches short of that a column would only be a line again at once."""
    for enemy, formation in ((38, Formation.LINE), (70, Formation.COLUMN)):
        fought = battle(unit(0, 50, 10, formation=Formation.LINE), unit(1, 50, enemy, 180, side=1))
        fought = replace(fought, prizes=(prize(50, enemy),))
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
        question = ChoosePassage(0, tuple(Passage), unit=0, passed=(1,))
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
    assert isinstance(game.question, ChooseAction)
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


COLUMN = unit(1, 50, 30, 180, side=1, formation=Formation.COLUMN)
"""A column 10 inches before guns at 50, 20: it charges 12."""


def test_guns_limber_away_from_a_column_that_could_charge_them() -> None:
    start = battle(unit(0, 50, 20, profile=GUNS), COLUMN)
    assert kind(start) == Action(What.CHANGE)
    after = moved(start).battle
    assert after.units[0].formation is Formation.LIMBERED
    assert ground_of(after).gap(0, 1) > inches(12)


def test_guns_stay_in_action_behind_their_own_foot_and_where_they_cannot_get_away() -> None:
    behind = battle(unit(0, 50, 20, profile=GUNS), COLUMN, unit(2, 57, 24))
    caught = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 23, 180, side=1, formation=Formation.COLUMN))
    held = battle(unit(0, 50, 20, profile=GUNS), replace(COLUMN, halted=True))
    for start in (behind, caught, held):
        assert kind(start) == Action(What.STAY)


def test_on_hexes_too_guns_limber_away() -> None:
    start = battle(unit(0, 50, 20, profile=GUNS), COLUMN)
    for row, given in ((7, What.CHANGE), (9, What.STAY)):
        assert kind(on_hexes(start, (8, 5, 0), (8, row, 180))) == Action(given)


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


def test_on_hexes_a_commander_rides_to_where_he_reaches_all_his_units() -> None:
    """He reaches 2 hexes; his two units stand 3 apart, both more than 2 from where he was."""
    units = unit(0, 50, 40), unit(1, 58, 40), unit(2, 50, 66, 180, side=1)
    fought = on_hexes(
        battle(*units, leaders=(leader(0, 1, 50, 5), leader(1))), (7, 6, 0), (10, 6, 0), (8, 11, 180)
    )
    after = replace(moved(replace(fought, done=(0, 1))).battle, done=())
    gaps = [ground_of(after).leader_gap(0, number) for number in (0, 1)]
    assert max(gaps) <= 2


def test_whoever_rallies_turns_to_the_enemy() -> None:
    beaten = unit(0, 50, 20, 180, retreating=True, disordered=True)
    start = at(Step.RALLYING, battle(beaten, unit(1, 50, 40, 180, side=1)))
    game = Game(SYSTEM, start, PlannedHand([6, 6]))
    assert game.question is not None
    assert isinstance(game.question, FaceRallied)
    game.answer(DOCTRINE.decide(game.position()))
    assert standing(game.battle.units[0]).heading == 0


# ----------------------------------------------------------------------- worth, and no peeping
def test_a_unit_is_worth_the_less_the_more_it_has_lost() -> None:
    tolls = [toll(lost, 18) for lost in range(19)]
    assert tolls == sorted(tolls)
    assert (tolls[0], tolls[18]) == (0.0, GONE)


def test_nobody_concedes() -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 60, 180, side=1))
    given = told(start, Concede(0, tuple(Resolve)))
    assert given is Resolve.GO_ON


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


@pytest.mark.parametrize(
    ("scenario", "scale", "side"),
    [
        ("alma", Scale.HEX, 0),
        ("mcphersons-ridge", Scale.LARGE, 0),
        ("quatre-bras", Scale.SMALL, 0),
        ("swiepwald", Scale.SMALL, 1),
    ],
)
def test_it_beats_whoever_plays_at_random(scenario: str, scale: Scale, side: int) -> None:
    readings = rulebook().choose({"scale": list(Scale).index(scale)})
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), readings), RandomHand(3))
    players: dict[int, Agent] = {side: Captain(3), 1 - side: Militia(3)}
    while game.question is not None:
        game.answer(players[game.question.seat].decide(game.position()))
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == side
