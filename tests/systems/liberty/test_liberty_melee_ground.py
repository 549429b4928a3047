"""The facts of a melee from the table: who is linked, whose bases touch, uphill, obstacles, the open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.game.battle.battle import scene_of
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import General, LibertyBattle
from sandtable.systems.liberty.melee_facts import Contact, Edge, Leading
from sandtable.systems.liberty.melee_ground import contact_with, doubts, lineup, melees
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rounds import dice_of
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.measure import bases_in_contact
from sandtable.table.space import Pose
from tests.systems.liberty.clash import FAR_AWAY, bases_against, engaged, lines, play
from tests.systems.liberty.parade import fence, ground, unit

Case = Callable[[str], dict[str, Any]]

DRAGOONS = "british.light-dragoon-regiment"
GUARDS = "british.guard-infantry"
HIGHLANDERS = "british.highland-infantry-regiment"


def dice(scene: LibertyBattle, group: tuple[int, ...] = (0, 1)) -> list[int]:
    """The dice of both sides."""
    return [sum(of) for of in dice_of(lineup(scene, group))]


def touch(scene: LibertyBattle, side: int = 0) -> Contact:
    """The one contact of the one unit of a side."""
    ((opponent,),) = (unit.opponents for unit in lineup(scene, (0, 1)).melee.sides[side].units)
    return opponent.contact


# ------------------------------------------------------------------ bases in contact
def test_four_bases_charge_four(case: Case) -> None:
    """lib-051"""
    assert dice(lines(unit(0, 36, 20, charging=1))) == case("lib-051")["dice"]


def test_bases_not_in_contact_support(case: Case) -> None:
    """lib-052: melee.supporting, melee.supporting.after; two of four bases touch."""
    scene = lines(unit(0, 36, 20, hits=8), unit(1, 40, 20, 180, side=1))
    assert touch(scene).bases == 2
    assert dice(scene)[0] == case("lib-052")["dice"]


def test_cavalry_rides_at_infantry_in_the_open(case: Case) -> None:
    """lib-053: terrain.open.melee, terrain.touch, melee.dice.types"""
    riders = unit(0, 36, 20, profile=DRAGOONS, charging=1)
    assert dice(lines(riders)) == case("lib-053")["dice"]
    wood = ground("forest", (31, 21), (33, 21), (33, 25), (31, 25))
    assert dice(lines(riders, pieces=(wood,))) == [16, 12], "a base in the wood is enough"
    beside = ground("forest", (28, 22), (44, 22), (44, 25), (28, 25))
    assert dice(lines(riders, pieces=(beside,))) == [18, 10], "to touch the wood is not to be in it"


def test_the_second_rank_of_a_column_supports(case: Case) -> None:
    """lib-054: melee.direct"""
    scene = lines(unit(0, 36, 20, formation=Formation.COLUMN, charging=1))
    assert touch(scene).bases == 2
    assert dice(scene)[0] == case("lib-054")["dice"]


def test_shaken_disordered_skirmishers_have_a_die(case: Case) -> None:
    """lib-055"""
    lights = unit(0, 36, 20, profile="continental.minutemen", bases=3, hits=6, disorder=1)
    scene = lines(lights, unit(1, 39, 20, 180, side=1))
    assert touch(scene).bases == 2
    assert dice(scene)[0] == case("lib-055")["dice"]


def test_guards_with_their_general_have_two_dice_for_each(case: Case) -> None:
    """lib-056: leaders.melee.dice, special.elite; two fewer than if he leads the fight."""
    guards = unit(0, 36, 20, profile=GUARDS, bases=3, charging=1)
    with_him = (General("Leslie", 0, "first", Pose(3600, 1800), attached_to=0),)
    scene = lines(guards, generals=with_him)
    assert lineup(scene, (0, 1)).melee.sides[0].units[0].fighter.general is Leading.ATTACHED
    assert dice(scene)[0] == case("lib-056")["dice"] - 2


def test_tough_fighters_are_known_by_their_list() -> None:
    """special.tough-fighters"""
    scene = lines(unit(0, 36, 20, profile=HIGHLANDERS))
    first, second = (side.units[0].fighter for side in lineup(scene, (0, 1)).melee.sides)
    assert (first.tough_fighters, second.tough_fighters) == (True, False)


@pytest.mark.parametrize(("aside", "bases"), [(7.9, 1), (7.93, 0), (5.9, 2), (5.93, 1)])
def test_less_than_a_tenth_of_an_inch_counts_as_a_corner(aside: float, bases: int) -> None:
    """melee.direct.overlap; touching keeps a slack of 0.02 in."""
    scene = lines(defender=unit(1, 36 + aside, 20, 180, side=1))
    assert [touch(scene, side).bases for side in (0, 1)] == [bases, bases]


@given(
    st.sampled_from([0, 90, 180, 270]),
    st.integers(-24, 24),
    st.sampled_from([Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN]),
    st.integers(3, 5),
)
@settings(max_examples=60, deadline=None)
def test_bases_in_contact_are_those_whose_own_edges_touch(
    facing: int, aside: int, formation: Formation, bases: int
) -> None:
    """melee.direct, melee.direct.flanked: against the slow count of all pairs of bases."""
    struck = unit(1, 0, 0, facing, side=1, bases=bases, formation=formation)
    ahead = {0: struck.shape.depth, 90: struck.shape.width / 2, 180: 0, 270: struck.shape.width / 2}[facing]
    placed = replace(struck, pose=Pose(3600 + 25 * aside, 2000 + round(ahead), 10 * facing))
    scene = scene_of(lines(unit(0, 36, 20), placed))
    for one, other in ((0, 1), (1, 0)):
        shared: dict[int, float] = {}
        for pair in bases_in_contact(scene.bodies[one], scene.bodies[other]):
            shared[pair.mine] = shared.get(pair.mine, 0) + pair.length
        assert [base for base, _ in bases_against(scene, one, other)] == sorted(shared)


def test_a_base_touched_on_its_side_fights_too() -> None:
    """melee.direct.flanked, melee.dice.flank: a line taken in flank strikes back with its end base."""
    scene = lines(unit(0, 35, 20, charging=1), unit(1, 35, 24, 90, side=1))
    assert (touch(scene).edge, touch(scene).bases) == (Edge.FLANK, 1)
    assert (touch(scene, 1).edge, touch(scene, 1).bases) == (Edge.FRONT, 1)
    assert dice(scene) == [11, 9], "4.5 and three times 2, rounded up, against 3 and three times 2"


def test_a_column_taken_in_flank_fights_with_every_rank_that_is_touched() -> None:
    """melee.direct.flanked: both bases of the file on that side, though one stands in the second rank."""
    scene = lines(unit(0, 32, 20), unit(1, 34, 22, 90, side=1, formation=Formation.COLUMN))
    assert (touch(scene).edge, touch(scene).bases, touch(scene, 1).bases) == (Edge.FLANK, 2, 2)


def test_the_rear_is_the_rear() -> None:
    """melee.dice.rear"""
    scene = lines(defender=unit(1, 36, 22, 0, side=1))
    assert touch(scene).edge is Edge.REAR
    assert dice(scene)[0] == 16


# ------------------------------------------------------------------ several enemies
def test_all_units_linked_by_contact_make_one_melee() -> None:
    """melee.multiple.group: a chain of three, and a pair apart from it."""
    scene = replace(lines(), engagements=((0, 1), (2, 4), (1, 3)))
    assert melees(scene) == ((0, 1, 3), (2, 4))
    assert melees(replace(scene, fought=(2, 4))) == ((0, 1, 3),)


def test_a_newcomer_links_nobody() -> None:
    """breakthrough.join: it came in this phase, so a melee is fought without it, and its own not at all."""
    scene = replace(lines(), engagements=((0, 1), (1, 2), (3, 4)), fought=(2, 3))
    assert melees(scene) == ((0, 1),)


def test_each_base_fights_the_enemy_it_touches() -> None:
    """melee.dice.per-base, cp.order: two bases against each; the acting player's side comes first."""
    pair = unit(1, 32, 20, 180, side=1), unit(2, 40, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20), *pair, pairs=((0, 1), (0, 2)))
    ours, theirs = lineup(scene, (0, 1, 2)).melee.sides
    assert [(one.enemy, one.contact.bases) for one in ours.units[0].opponents] == [(0, 2), (1, 2)]
    assert (ours.seat, theirs.seat) == (0, 1)
    assert lineup(replace(scene, active=1), (0, 1, 2)).sides == ((1, 2), (0,))


def test_an_enemy_is_listed_even_if_no_base_fights_it() -> None:
    """melee.engaged: its two enemies share one base, which fights the other of them."""
    pair = unit(1, 33.9, 20, 180, side=1), unit(2, 41.9, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20, bases=3), *pair, pairs=((0, 1), (0, 2)))
    fought = lineup(scene, (0, 1, 2)).melee.sides[0].units[0].opponents
    assert [(one.enemy, one.contact.bases) for one in fought] == [(0, 3), (1, 0)]


def test_the_owner_says_whom_a_base_fights_that_touches_two_enemies() -> None:
    """melee.dice.per-base: decision melee-base-opponent; one enemy shows it his front, one his flank."""
    left = unit(1, 33, 20, 180, side=1)
    right = unit(2, 41, 22, 90, side=1, formation=Formation.COLUMN)
    scene = engaged(unit(0, 36, 20), left, right, *FAR_AWAY, pairs=((0, 1), (0, 2)))
    (doubt,) = doubts(scene, (0, 1, 2))
    assert (doubt.unit, doubt.base, doubt.enemies) == (0, 2, (1, 2))
    counted = [
        [
            one.contact.bases
            for one in lineup(scene, (0, 1, 2), {(0, 2): to}).melee.sides[0].units[0].opponents
        ]
        for to in (1, 2)
    ]
    assert counted == [[3, 1], [2, 2]]
    game, _ = play(scene)
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("melee-base-opponent", 0)
    assert game.question.options == (1, 2)


def test_nobody_is_asked_where_both_enemies_give_a_base_the_same_dice() -> None:
    """melee.dice.per-base"""
    pair = unit(1, 33, 20, 180, side=1), unit(2, 41, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20), *pair, pairs=((0, 1), (0, 2)))
    touching = [len(bases_against(scene_of(scene), 0, enemy)) for enemy in (1, 2)]
    assert touching == [3, 2], "five touches of four bases"
    assert doubts(scene, (0, 1, 2)) == ()


def test_how_a_unit_touches_a_single_enemy() -> None:
    scene = lines(unit(0, 36, 20), unit(1, 40, 22, 0, side=1))
    assert contact_with(scene, scene.units[0], scene.units[1]) == Contact(bases=2, edge=Edge.REAR)
    apart = lines(unit(0, 36, 20), unit(1, 60, 22, 0, side=1))
    assert contact_with(apart, apart.units[0], apart.units[1]).bases == 0


# ------------------------------------------------------------------ the ground
@pytest.mark.parametrize(("foot", "uphill"), [(20, True), (20.9, True), (21.1, False), (18.9, False)])
def test_uphill_is_the_level_under_the_centres_of_the_two_units(foot: float, *, uphill: bool) -> None:
    """terrain.uphill, melee.dice.uphill: lines meet at y = 20, with centres at 19 and 21; the hill begins at
    its foot and holds the centre of the upper line alone, or neither, or both."""
    hill = ground("hill", (20, foot), (52, foot), (52, 40), (20, 40), level=1)
    scene = lines(pieces=(hill,))
    assert (touch(scene).enemy_uphill, touch(scene, 1).enemy_uphill) == (uphill, False)
    assert dice(scene) == [10 if uphill else 12, 12], "2.5 or 3 for each of four bases"


def test_a_charge_up_the_front_hill_of_cowpens_is_uphill() -> None:
    """terrain.uphill: at Cowpens a line that stands on the crest is struck from the foot of its hill."""
    field = SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings()).field
    crest = replace(lines(unit(0, 36, 33), unit(1, 36, 33, 180, side=1)), field=field)
    assert dice(crest) == [10, 12]


def test_the_higher_of_two_hills_is_uphill_of_the_lower() -> None:
    """terrain.uphill: levels are compared, not whether there is a hill."""
    low = ground("hill", (20, 10), (52, 10), (52, 20), (20, 20), level=1)
    high = replace(ground("hill", (20, 20), (52, 20), (52, 30), (20, 30), level=2), id="higher")
    assert dice(lines(pieces=(low, high))) == [10, 12]


@pytest.mark.parametrize(
    ("at", "who"), [(19.5, "defender"), (19.4, "nobody"), (20.3, "attacker"), (22.3, "nobody")]
)
def test_a_unit_defends_an_obstacle_that_the_enemy_comes_across(at: float, who: str) -> None:
    """terrain.defend-obstacle, terrain.obstacle.under, charge.obstacle.defended: half an inch before the
    defender; too far; under the defender himself, so that the attacker stands at it; behind the defender."""
    scene = lines(pieces=(fence((20, at), (50, at)),))
    defender, attacker = who == "defender", who == "attacker"
    assert (touch(scene).enemy_defends, touch(scene, 1).enemy_defends) == (defender, attacker)
    assert (touch(scene).sheltered, touch(scene, 1).sheltered) == (attacker, defender)
    assert dice(scene) == [10 if defender else 12, 10 if attacker else 12]


def test_who_charged_across_an_obstacle_that_both_touch_does_not_defend_it() -> None:
    """terrain.defend-obstacle: the fence runs along the line of contact; later both fight across it."""
    across = (fence((20, 20), (50, 20)),)
    charge = lines(unit(0, 36, 20, charging=1), pieces=across)
    assert (touch(charge).enemy_defends, touch(charge, 1).enemy_defends) == (True, False)
    later = lines(pieces=across)
    assert (touch(later).enemy_defends, touch(later, 1).enemy_defends) == (True, True)


def test_an_obstacle_beside_the_fight_is_not_defended() -> None:
    """terrain.defend-obstacle: it loses this against enemies who do not come across it."""
    scene = lines(pieces=(fence((40.3, 15), (40.3, 25)),))
    assert not touch(scene).enemy_defends


def test_a_unit_at_the_rim_of_its_redoubt_defends_an_obstacle() -> None:
    """fort.detail, terrain.open.melee: cavalry that charges it does not ride it down."""
    redoubt = ground("redoubt", (30, 20), (42, 20), (42, 25), (30, 25))
    riders = unit(0, 36, 20, profile=DRAGOONS, charging=1)
    assert dice(lines(riders, pieces=(redoubt,))) == [14, 12], "3 + 1 - 0.5 for each base against 3"
    outside = lines(
        riders,
        unit(1, 37.5, 20, 180, side=1),
        pieces=(ground("redoubt", (30, 20), (41, 20), (41, 25), (30, 25)),),
    )
    assert dice(outside) == [18, 10], "its rim lies under a base that stands out of it: 4.5 against 2.5"


@pytest.mark.parametrize(("rim", "defended"), [(19.5, True), (19.4, False), (19.0, False)])
def test_a_unit_behind_the_rim_of_its_redoubt_lets_the_enemy_come_over_it(
    rim: float, *, defended: bool
) -> None:
    """fort.detail, terrain.obstacle.position: the rim is an obstacle like any other; the defender's front
    stands at y = 20, half an inch behind it, or farther, and the enemy's bases lie across it."""
    redoubt = ground("redoubt", (28, rim), (44, rim), (44, 25), (28, 25))
    scene = lines(unit(0, 36, 20, charging=1), pieces=(redoubt,))
    assert dice(scene) == [14 if defended else 16, 12]


def test_a_unit_outside_defends_the_rim_of_a_redoubt_against_those_who_come_out_of_it() -> None:
    """fort.detail, terrain.defend-obstacle: the attacker charges from within, over the rim at y = 20."""
    redoubt = ground("redoubt", (28, 10), (44, 10), (44, 20), (28, 20))
    scene = lines(unit(0, 36, 20, charging=1), pieces=(redoubt,))
    assert (touch(scene).enemy_defends, touch(scene, 1).enemy_defends) == (True, False)
    assert dice(scene) == [14, 12]


def test_within_one_redoubt_nobody_defends_it() -> None:
    """fort.detail, terrain.defend-obstacle: the enemy is in it too and comes across no rim."""
    redoubt = ground("redoubt", (30, 15), (42, 15), (42, 25), (30, 25))
    assert dice(lines(pieces=(redoubt,))) == [12, 12]
