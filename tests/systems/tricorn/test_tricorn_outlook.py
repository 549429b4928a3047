"""What goals, intents, cards and officers are worth to the doctrine of Tricorn, with the sum of each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.systems.tricorn.battle import RESHUFFLE, Prize, Step, TricornBattle
from sandtable.systems.tricorn.choices import OFFICER, STAND, Action, ActionKind
from sandtable.systems.tricorn.doctrine import DOCTRINE
from sandtable.systems.tricorn.doctrine.cards import (
    expected,
    gains,
    handed_over,
    march_worth,
    own_chance,
    stir,
    usual_actions,
)
from sandtable.systems.tricorn.doctrine.chances import passes
from sandtable.systems.tricorn.doctrine.goals import Goal, goals, leads, worth_of
from sandtable.systems.tricorn.doctrine.intents import house_worth, intents
from sandtable.systems.tricorn.doctrine.leaders import escape, followers, replacement, wished
from sandtable.systems.tricorn.doctrine.lie import midst
from sandtable.systems.tricorn.doctrine.melees import general_helps, support
from sandtable.systems.tricorn.doctrine.outlook import outlook, place_worth
from sandtable.systems.tricorn.ending import PlaceSuccessor
from sandtable.systems.tricorn.melee_decisions import GiveSupport
from sandtable.systems.tricorn.melee_ground import Aid
from sandtable.systems.tricorn.officer_decisions import Errand, PickRefuge
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rallying import rally_of
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Advance
from sandtable.table.room import Place
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    MUSKETS,
    battle,
    box,
    garrison,
    officer,
    unit,
)

SOUTH = 180
DEPTH = unit(0, 0, 0).shape.depth / 100


# ----------------------------------------------------------------------- goals
def prize(x: float, y: float, points: int = 2, holder: int | None = None) -> Prize:
    """An objective at a place in inches."""
    return Prize(f"at {x} {y}", "the goal", Point(float(inches(x)), float(inches(y))), points, holder)


def test_an_objective_counts_three_tenths_at_first_and_rises_in_the_last_six_turns() -> None:
    counts = {
        turn: worth_of(battle(turn=turn, turn_limit=12), prize(36, 24, points=4)) for turn in (1, 6, 9, 12)
    }
    assert counts == pytest.approx({1: 1.2, 6: 1.2, 9: 4 * (0.3 + 0.35), 12: 4.0})


def test_a_held_objective_wants_a_guard_when_an_enemy_is_within_fifteen_inches() -> None:
    held = prize(36, 10, holder=0)
    for y, guards in ((24.9, 1), (25.5, 0)):
        foe = unit(2, 36, y - DEPTH / 2, SOUTH, side=1)
        start = battle(unit(0, 36, 6), unit(1, 10, 6), foe, prizes=(held,))
        found = [one for one in goals(start).values() if one.point == held.point and one.weight == 1.5]
        assert len(found) == guards


def test_one_more_than_the_enemies_within_seven_inches_storms_an_objective() -> None:
    """Four at most; the others hunt, and a side that leads by seven points may wait."""
    taken = prize(36, 40, holder=1)
    own = [unit(n, 6 + 10 * n, 10) for n in range(6)]
    for count, needed in ((1, 2), (2, 3), (5, 4)):
        foes = [unit(6 + n, 34 + n, 40, SOUTH, side=1) for n in range(count)]
        found = goals(battle(*own, *foes, prizes=(taken,)))
        stormers = [found[n] for n in range(6) if found[n].point == taken.point]
        assert len(stormers) == needed
        assert {(one.near, one.weight, one.prize) for one in stormers} == {(2.5, 1.6, 0.6)}
        assert {found[n].weight for n in range(6) if found[n].point != taken.point} == {1.0}


@pytest.mark.parametrize(("profile", "near"), [(MUSKETS, 3.5), (HORSE, 7.0)])
def test_each_arm_hunts_at_its_own_distance(profile: str, near: float) -> None:
    start = battle(unit(0, 36, 10, profile=profile), unit(1, 36, 40, SOUTH, side=1))
    assert goals(start)[0] == Goal(Point(3600.0, float(inches(40 + DEPTH / 2))), near, 1.0)


def test_guns_hunt_from_half_an_inch_inside_their_short_range() -> None:
    guns = unit(0, 36, 10, profile=GUNS)
    goal = goals(battle(guns, unit(1, 36, 40, SOUTH, side=1)))[0]
    assert goal.near == guns.profile.weapon.reach.short - 0.5


@pytest.mark.parametrize(
    ("state", "nearer"),
    [({"markers": 3}, 3.6), ({"formation": Formation.COLUMN}, 2.0), ({"markers": 1}, 0.84)],
)
def test_shaken_enemies_and_columns_count_as_nearer(state: dict[str, Any], nearer: float) -> None:
    """Six inches for a whole unit lost, two for a column or guns; a unit alone counts its way 1.6 times."""
    here = unit(0, 36, 10)
    for more, hunted in ((nearer / 1.6 - 0.1, 2), (nearer / 1.6 + 0.1, 1)):
        whole = unit(1, 20, 10 - DEPTH / 2, 90, side=1)
        weak = unit(2, 0, 10 - DEPTH / 2, 270, side=1, **state)
        away = 16 + whole.shape.depth / 200 + more
        weak = replace(
            weak, pose=Pose(round(3600 + 100 * away - weak.shape.depth / 2), round(1000 - 50 * DEPTH), 2700)
        )
        found = goals(battle(here, whole, weak))[0]
        assert (found.point.x > 3600) is (hunted == 2)


def test_a_garrison_counts_as_six_inches_farther_and_horse_does_not_hunt_it() -> None:
    """Its village is 12 in off; a unit alone counts its way 1.6 times, so a line 15 in off is preferred."""
    village = box("village", 46, 8, 50, 12, id="village")
    held = garrison(1, village, side=1)
    for x, hunts_the_line in ((21, True), (20, False)):
        line = unit(2, x, 10, 90, side=1)
        found = goals(battle(unit(0, 36, 10), held, line, pieces=(village,)))[0]
        assert (found.point.x < 3600) is hunts_the_line
    alone = battle(unit(0, 36, 10, profile=HORSE), held, pieces=(village,))
    assert 0 not in goals(alone)


def test_foot_goes_for_an_objective_before_horse_and_ordered_units_before_disordered() -> None:
    """Horse counts as two turns farther, each marker as half a turn."""
    taken = prize(36, 24, holder=1)
    foe = unit(2, 66, 46, SOUTH, side=1)
    for first in (unit(0, 36, 14, profile=HORSE), unit(0, 36, 10, markers=1)):
        found = goals(battle(first, unit(1, 36, 8), foe, prizes=(taken,)))
        assert found[1].weight == 1.6
        assert found[0].weight == 1.0


def test_a_lead_of_seven_points_lets_a_side_wait() -> None:
    start = battle(unit(0, 36, 10), unit(1, 36, 40, SOUTH, side=1))
    ahead, level = (replace(start, prizes=(prize(60, 4, points=points, holder=0),)) for points in (7, 6))
    assert [leads(one, 0) for one in (ahead, level)] == [True, False]
    assert not leads(ahead, 1)
    assert [goals(one)[0].weight for one in (ahead, level)] == [0.4, 1.0]


def test_the_midst_of_points_is_their_mean() -> None:
    assert midst([Point(0, 0), Point(200, 100)]) == Point(100, 50)
    assert midst([]) is None


# ----------------------------------------------------------------------- intents
def weighed(start: TricornBattle, *kinds: ActionKind) -> dict[ActionKind, float]:
    """The best value of each kind of action of the first unit."""
    found: dict[ActionKind, float] = {}
    for one in intents(start, start.units[0], (STAND, *(Action(kind) for kind in kinds))):
        found[one.action.kind] = max(found.get(one.action.kind, one.worth), one.worth)
    return found


def test_to_stand_is_worth_its_place_and_a_little_more() -> None:
    """Anything else has to bring 0.02 more."""
    start = battle(unit(0, 36, 20), unit(1, 36, 23, SOUTH, side=1))
    one = start.units[0]
    stays = place_worth(outlook(start, one), Place(standing(one), one.shape), moved=False)
    assert weighed(start) == pytest.approx({ActionKind.STAND: stays + 0.02})


def test_a_removed_marker_counts_twice() -> None:
    """The chance to remove it, times twice what the unit gains by it (0.24 from two markers to one)."""
    start = battle(unit(0, 36, 20, markers=2), unit(1, 36, 44, SOUTH, side=1))
    one = start.units[0]
    place = place_worth(outlook(start, one), Place(standing(one), one.shape))
    chance = passes(rally_trial(rally_of(start, one)))
    assert weighed(start, ActionKind.REMOVE)[ActionKind.REMOVE] == pytest.approx(place + 2 * chance * 0.24)


def test_no_unit_makes_a_forced_march_with_an_enemy_within_twenty_four_inches() -> None:
    """It costs a quarter of a unit besides."""
    for away, marches in ((23.9, False), (24.5, True)):
        start = battle(unit(0, 36, 4), unit(1, 36, 4 + away, SOUTH, side=1))
        found = weighed(start, ActionKind.MOVE, ActionKind.MARCH)
        assert (ActionKind.MARCH in found) is marches
        if marches:
            assert found[ActionKind.MARCH] < found[ActionKind.MOVE]


def test_abandoned_guns_are_manned_again() -> None:
    start = battle(
        unit(0, 36, 20, profile=GUNS, formation=Formation.ABANDONED), unit(1, 36, 44, SOUTH, side=1)
    )
    assert weighed(start, ActionKind.RECREW) == {ActionKind.STAND: 0.0, ActionKind.RECREW: 1.0}


def test_a_strong_place_is_worth_holding_with_enemies_about_or_an_objective_in_it() -> None:
    """0.2 with an enemy within 12 in, or for an objective within reach of it, whose value comes on top."""
    village = box("village", 34, 20, 38, 24, id="village")
    one = unit(0, 36, 14)
    quiet = battle(one, unit(1, 36, 46, SOUTH, side=1), pieces=(village,))
    near = battle(one, unit(1, 36, 32, SOUTH, side=1), pieces=(village,))
    assert [house_worth(start, one, "village") for start in (quiet, near)] == [0.0, 0.2]
    wanted = replace(quiet, prizes=(prize(36, 22, holder=1),))
    assert house_worth(wanted, one, "village") == pytest.approx(0.2 + 0.6)


# ----------------------------------------------------------------------- cards
def test_a_unit_with_no_enemy_near_gains_the_inches_of_its_march() -> None:
    """Eighteen inches from where it wants to be it goes a whole move; an inch from it an inch."""
    far, near = (
        battle(unit(0, 36, 10), unit(1, 36, 10 + away - DEPTH, SOUTH, side=1)) for away in (21.5, 4.5)
    )
    assert march_worth(far, far.units[0]) == pytest.approx(0.03 * rate(far.units[0]).good)
    assert march_worth(near, near.units[0]) == pytest.approx(0.03 * 1.0)
    assert march_worth(battle(unit(0, 36, 10)), unit(0, 36, 10)) == 0.0


def test_a_command_is_worth_activating_for_the_sum_of_its_gains() -> None:
    """A unit still to arrive counts 0.05; without the initiative a command makes half of its gain."""
    start = battle(unit(0, 36, 4), unit(1, 46, 4), unit(2, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    assert list(gains(start, general)) == pytest.approx([0.03 * rate(start.units[0]).good] * 2)
    both = 2 * 0.03 * rate(start.units[0]).good
    assert stir(start, general) == pytest.approx(both)
    late = start.with_unit(replace(start.units[1], pose=None))
    assert stir(late, general) == pytest.approx(both / 2 + 0.05)
    chance = (7 - Rating.AVERAGE.initiative) / 6
    assert expected(start, general) == pytest.approx(both * (chance + 0.5 * (1 - chance)))


def test_a_chief_s_card_is_worth_more_the_less_likely_the_own_card_is_to_come() -> None:
    """What comes later in the turn anyway gains three tenths by coming now."""
    start = battle(unit(0, 36, 4), unit(1, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    gain, own = expected(start, general), own_chance(start, general)
    assert 0 < own < 1
    assert handed_over(start, general) == pytest.approx(gain * (1 - own + 0.3 * own))
    gone = replace(
        start, deck=replace(start.deck, left=tuple(c for c in start.deck.left if c != general.card))
    )
    assert own_chance(gone, general) == 0.0
    assert handed_over(gone, general) == pytest.approx(gain)


def test_the_usual_actions_of_a_unit() -> None:
    """A disordered unit may remove a marker; abandoned guns neither move nor attack."""
    start = battle(unit(0, 36, 10, markers=1), unit(1, 50, 10), unit(2, 36, 40, SOUTH, side=1))
    kinds = [one.kind for one in usual_actions(start, start.units[0])]
    assert kinds == [ActionKind.STAND, ActionKind.MOVE, ActionKind.ATTACK, ActionKind.FORM, ActionKind.REMOVE]
    assert ActionKind.REMOVE not in [one.kind for one in usual_actions(start, start.units[1])]
    left = battle(
        unit(0, 36, 10, profile=GUNS, formation=Formation.ABANDONED), unit(1, 36, 40, SOUTH, side=1)
    )
    assert ActionKind.MOVE not in [one.kind for one in usual_actions(left, left.units[0])]


# ----------------------------------------------------------------------- officers
def test_an_officer_wants_to_be_two_inches_behind_the_midst_of_his_units() -> None:
    start = battle(unit(0, 30, 20), unit(1, 40, 20), unit(2, 35, 40, SOUTH, side=1))
    wish = wished(start, start.officers[0])
    assert wish == pytest.approx(Point(3500.0, float(inches(18 - DEPTH / 2))))


def test_a_chief_without_a_command_keeps_near_those_in_disorder() -> None:
    staff = (officer(0, 1, 1, command=0), officer(1, 71, 47, side=1, command=1), officer(2, 2, 2, chief=True))
    start = battle(
        unit(0, 30, 20), unit(1, 40, 20, markers=1), unit(2, 35, 40, SOUTH, side=1), officers=staff
    )
    assert [one.id for one in followers(start, staff[0])] == [0, 1]
    assert [one.id for one in followers(start, staff[2])] == [1]
    calm = start.with_unit(unit(1, 40, 20))
    assert [one.id for one in followers(calm, staff[2])] == [0, 1]


def test_an_officer_escapes_to_the_friends_farthest_from_the_enemy() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 8), unit(2, 36, 30, SOUTH, side=1))
    assert escape(start, PickRefuge(0, (0, 1), officer=0, token=None)) == 1


def test_a_successor_appears_in_the_centre_of_the_command() -> None:
    start = battle(unit(0, 10, 20), unit(1, 40, 20), unit(2, 30, 20), unit(3, 36, 44, SOUTH, side=1))
    assert replacement(start, PlaceSuccessor(0, (0, 1, 2), officer=0)) == 2


def test_a_general_adds_nothing_to_a_unit_that_does_not_fight() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 30, SOUTH, side=1))
    assert general_helps(start, 0) == 0.0


def test_an_officer_rides_to_the_very_place_he_wishes_for_if_it_is_within_his_reach() -> None:
    start = battle(
        unit(0, 30, 20, named=True),
        unit(1, 42, 20, named=True),
        unit(2, 36, 44, SOUTH, side=1),
        officers=(officer(0, 36, 12, command=0), officer(1, 71, 47, side=1, command=1)),
    )
    game = Game(SYSTEM, start, PlannedHand([]))
    for given in (OFFICER, Errand.RIDE):
        game.answer(given)
    wish = wished(start, start.officers[0])
    assert wish is not None
    assert DOCTRINE.decide(game.position()) == Point(round(wish.x), round(wish.y))


def test_help_that_no_other_melee_needs_is_given() -> None:
    start = battle(
        unit(0, 36, 20),
        unit(1, 38 + unit(0, 0, 0).shape.width / 200, 20),
        unit(2, 36, 20, SOUTH, side=1),
        step=Step.MELEE,
    )
    assert support(start, GiveSupport(0, tuple(Aid), unit=1, primary=0, enemy=2)) is Aid.GIVE


def test_the_last_card_before_one_re_shuffle_card_comes_in_half_of_the_orders() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    last = replace(start, deck=replace(start.deck, left=tuple(sorted((general.card, RESHUFFLE)))))
    assert own_chance(last, general) == pytest.approx(1 / 2)
    none = replace(start, deck=replace(start.deck, left=(general.card,)))
    assert own_chance(none, general) == 0.0


def test_near_an_enemy_a_unit_also_considers_stopping_short() -> None:
    """At 35 and 70 per cent of a straight move; far from all enemies it goes as far as it can."""
    near, far = (battle(unit(0, 36, 10), unit(1, 36, y, SOUTH, side=1)) for y in (20, 46))

    def straight(start: TricornBattle) -> set[int]:
        found = intents(start, start.units[0], (STAND, Action(ActionKind.MOVE)))
        plans = [one.how for one in found if isinstance(one.how, tuple) and len(one.how) == 1]
        return {leg.distance for (leg,) in plans if isinstance(leg, Advance)}

    most = max(straight(far))
    assert most == 100 * rate(unit(0, 0, 0)).good
    assert {int(most * 0.35), int(most * 0.7), most} <= straight(near)
    assert int(most * 0.7) not in straight(far)


# ----------------------------------------------------------------------- a position by its score
def test_a_position_counts_victory_points_and_a_quarter_for_an_enemy_marker() -> None:
    start = battle(unit(0, 36, 20, markers=1), unit(1, 36, 40, SOUTH, side=1, markers=3))
    bare = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1))
    assert SYSTEM.score(start, 0) - SYSTEM.score(bare, 0) == pytest.approx(3 / 4)
    assert SYSTEM.score(start, 1) - SYSTEM.score(bare, 1) == pytest.approx(1 / 4)
