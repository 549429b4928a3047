"""Before the first turn: cards dealt, dice for deployment, and units placed one after another."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import plain
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.buildings import Building
from sandtable.systems.coldsteel.cards import deck, eligible
from sandtable.systems.coldsteel.dealing import deal_step, deal_to
from sandtable.systems.coldsteel.deployment import (
    Placement,
    PlaceUnit,
    deploy_step,
    edges_step,
    has_fixed_edges,
    ordinary,
    to_place,
)
from sandtable.systems.coldsteel.events import StepBegan
from sandtable.systems.coldsteel.muster import muster
from sandtable.systems.coldsteel.options import Variant
from sandtable.systems.coldsteel.roster import roster, scenario
from sandtable.systems.coldsteel.setup_events import (
    CardsDealt,
    DeploymentThrown,
    EdgeTaken,
    ForcesShown,
    UnitPlaced,
)
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.systems.coldsteel.zones import is_building_in_zone, open_buildings, ordinary_spots, zone_of
from sandtable.table.space import HALF_TURN, INCH, QUARTER_TURN, Point, Pose, corners, inches, standing
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUARD,
    GUNS,
    HUSSARS,
    LINE,
    battle,
    box,
    figures,
    house,
    play,
    unit,
)


def mustered(id: str, **choices: int) -> ColdSteelBattle:
    return muster(scenario(id), Readings(tuple(choices.items())))


def blank(number: int, *, side: int = 0, profile: str = LINE, **state: Any) -> ColdSteelUnit:
    """A unit that waits to be placed."""
    return replace(unit(number, 0, 0, side=side, profile=profile, **state), pose=None, hub=None)


def setup(*units: ColdSteelUnit, step: Step = Step.DEPLOYMENT, **state: Any) -> ColdSteelBattle:
    return battle(*units, step=step, **state)


def question(fought: ColdSteelBattle, side: int = 0) -> PlaceUnit:
    return PlaceUnit(side, battle=fought, waiting=to_place(fought, side))


def refused(fought: ColdSteelBattle, placed: object) -> str:
    """Why a placement does not stand; nothing if it does."""
    said = question(fought).judge(placed)
    return said.words if isinstance(said, Refusal) else ""


# --------------------------------------------------------------------- cards
def faces_for(*cards: str) -> tuple[int, ...]:
    """The faces by which these cards are turned one after another from a full deck."""
    left, faces = list(deck().left), []
    for card in cards:
        faces.append(left.index(card) + 1)
        left.remove(card)
    return tuple(faces)


def test_each_unit_gets_the_first_card_left_that_it_may_have() -> None:
    """card-08: cards.deal, cards.deck, cards.one-per-unit"""
    fought = setup(
        blank(0, profile=GUARD, command=FULL),
        blank(1, profile=HUSSARS, command=FULL),
        blank(2, command=FULL),
        step=Step.CARDS,
    )
    faces = faces_for("conscripts", "lucky-officer", "dirty-muskets")
    dealt = play(deal_to, fought, 0, faces=faces).battle
    assert {
        "guard": dealt.units[0].trait,
        "cavalry": dealt.units[1].trait,
        "line": dealt.units[2].trait,
    } == figures("card-08")


def test_each_side_has_a_deck_of_its_own_and_cards_go_down_its_roster() -> None:
    """cards.deck, cards.deal: both may have the same card; then units are placed, if any are."""
    fought = setup(blank(0, command=FULL), blank(1, side=1, command=FULL), step=Step.CARDS)
    played = play(deal_step, fought, faces=(*faces_for("veterans"), *faces_for("veterans")))
    assert played.told(CardsDealt) == (
        CardsDealt((0,), (Trait.VETERANS,)),
        CardsDealt((1,), (Trait.VETERANS,)),
    )
    assert played.battle.step is Step.EDGES


def test_a_scenario_may_be_fought_with_dealt_cards_where_its_units_stand() -> None:
    """cards.modes, cards.profile-card: nobody keeps the card of the scenario or of its profile."""
    fought = mustered("quatre-bras", **{Variant.CARDS: 1})
    assert fought.step is Step.CARDS
    assert all(unit.trait is None for unit in fought.units)
    played = play(deal_step, fought, faces=(1,) * 22)
    assert played.battle.step is Step.INITIATIVE
    for side in (0, 1):
        dealt = [unit for unit in played.battle.units if unit.side == side and unit.trait]
        assert len(dealt) == len({unit.trait for unit in dealt}) >= 11
        assert all(unit.trait in eligible(unit.troop_class, unit.command) for unit in dealt)
    late = [played.battle.units[reserve.unit].trait for reserve in played.battle.reserves]
    assert any(late), "those still to arrive are on the roster too"


# --------------------------------------------------------------------- dice and edges
def pick_up(*units: ColdSteelUnit, **state: Any) -> ColdSteelBattle:
    return setup(*units, step=Step.EDGES, free=True, **state)


def test_the_higher_die_picks_an_edge_and_the_lower_places_first() -> None:
    """setup.deploy, setup.choose-edge: equal dice are thrown again"""
    played = play(edges_step, pick_up(blank(0), blank(1, side=1)), faces=(3, 3, 2, 5), answers=("bottom",))
    assert played.asked == ("setup.choose-edge",)
    assert played.events == (
        DeploymentThrown(1),
        EdgeTaken(1, "bottom"),
        StepBegan(Step.DEPLOYMENT, 0),
    )
    assert [camp.edge for camp in played.battle.camps] == ["top", "bottom"]
    assert [(edge.name, edge.owner) for edge in played.battle.field.edges] == [
        ("top", "blue"),
        ("bottom", "red"),
    ]


def test_the_zones_of_a_pick_up_game_lie_within_12_inches_of_the_edges() -> None:
    """setup.table-size"""
    taken = play(edges_step, pick_up(blank(0), blank(1, side=1)), faces=(6, 2), answers=("top",)).battle
    assert zone_of(taken, 0) == (Point(0, 3600), Point(7200, 3600), Point(7200, 4800), Point(0, 4800))
    assert zone_of(taken, 1) == (Point(0, 0), Point(7200, 0), Point(7200, 1200), Point(0, 1200))


def test_a_scenario_that_fixes_the_edges_asks_nobody() -> None:
    """setup.choose-edge: skipped; the lower die places first all the same"""
    fought = mustered("maida", **{Variant.DEPLOYMENT: 1})
    assert has_fixed_edges(fought)
    played = play(edges_step, fought, faces=(6, 1))
    assert played.asked == ()
    assert [camp.edge for camp in played.battle.camps] == ["bottom", "top"]
    assert played.battle.active == 1
    zoned = replace(fought, free=True)
    assert has_fixed_edges(zoned)


# --------------------------------------------------------------------- placing
HERE = Pose(2000, 1000, 0)


def test_the_sides_place_a_unit_each_by_turns_until_one_runs_out() -> None:
    """setup.place-unit, setup.deploy"""
    fought = setup(blank(0), blank(1), blank(2), blank(3, side=1), blank(4, side=1), active=1)
    order = (
        (1, Placement(3, Formation.LINE, Pose(2000, 4000, HALF_TURN))),
        (0, Placement(1, Formation.COLUMN, Pose(2000, 1000, 0))),
        (1, Placement(4, Formation.LINE, Pose(4000, 4000, HALF_TURN))),
        (0, Placement(0, Formation.LINE, Pose(4000, 1000, 0))),
        (0, Placement(2, Formation.SQUARE, Pose(5500, 1000, 0))),
    )
    for side, placed in order:
        assert fought.active == side
        played = play(deploy_step, fought, answers=(placed,))
        assert played.asked == ("setup.place-unit",)
        fought = played.battle
        there = fought.units[placed.unit]
        assert (there.formation, there.pose) == (placed.formation, placed.to)
    assert fought.units[2].hub is not None
    assert fought.units[1].files == 2
    over = play(deploy_step, fought)
    assert over.events == (StepBegan(Step.INITIATIVE, 0),)
    assert all(not unit.manoeuvred and not unit.failed for unit in over.battle.units)


def test_a_side_with_nobody_to_place_lets_the_other_begin() -> None:
    """setup.deploy"""
    fought = pick_up(unit(0, 20, 10), blank(1, side=1))
    played = play(edges_step, replace(fought, free=False), faces=(1, 6))
    assert played.battle.active == 1


@pytest.mark.parametrize("heading", [0, 450, QUARTER_TURN, 3599])
def test_a_unit_may_face_any_way_if_it_lies_wholly_in_its_zone(heading: int) -> None:
    """setup.deploy"""
    assert refused(setup(blank(0)), Placement(0, Formation.LINE, Pose(2000, 700, heading))) == ""


def test_a_unit_may_touch_the_line_of_its_zone_and_not_cross_it() -> None:
    """setup.deploy, setup.table-size"""
    fought = setup(blank(0))
    assert refused(fought, Placement(0, Formation.LINE, Pose(2000, 1200, 0))) == ""
    assert "zone" in refused(fought, Placement(0, Formation.LINE, Pose(2000, 1210, 0)))
    assert "zone" in refused(fought, Placement(0, Formation.LINE, Pose(2000, 100, 0)))
    assert "zone" in refused(fought, Placement(0, Formation.LINE, Pose(2000, 3600, 0)))


def test_skirmishers_are_measured_by_their_whole_footprint() -> None:
    """setup.deploy, formation.skirmish"""
    light = blank(0, profile="light-battalion")
    assert refused(setup(light), Placement(0, Formation.SKIRMISH, Pose(863, 1000, 0))) == ""
    assert "zone" in refused(setup(light), Placement(0, Formation.SKIRMISH, Pose(800, 1000, 0)))


@pytest.mark.parametrize(
    ("placed", "words"),
    [
        (Placement(1, Formation.LINE, HERE), "is not waiting"),
        (Placement(2, Formation.LINE, HERE), "is not waiting"),
        (Placement(0, Formation.SKIRMISH, HERE), "may be in line"),
        (Placement(0, Formation.LINE, Pose(2000, 1000, 3600)), "headings"),
        (Placement(0, Formation.LINE, Pose(3000, 1000, 0)), "overlap Unit 1 by"),
        (Placement(0, Formation.LINE, Pose(5000, 1000, 0)), "would stand in lake"),
        (Placement(0, Formation.LINE, HERE, "house"), "if it is in garrison, and only then"),
        (Placement(0, Formation.GARRISON, HERE), "if it is in garrison, and only then"),
        (Placement(0, Formation.GARRISON, HERE, "mill"), "cannot start in mill"),
        ("anywhere", "the placement of a unit"),
    ],
)
def test_a_placement_that_the_rules_do_not_allow_is_refused_with_its_reason(
    placed: object, words: str
) -> None:
    """setup.deploy, setup.place-unit, formation.allowed, movement.impassable"""
    lake = box("river or lake", 45, 5, 55, 12, "lake")
    fought = setup(blank(0), unit(1, 30, 10), blank(2, side=1), pieces=(lake,))
    assert words in refused(fought, placed)


def test_a_unit_may_stand_on_any_ground_but_buildings_and_water() -> None:
    """setup.deploy, terrain.types"""
    wood = box("wood", 10, 5, 30, 12)
    assert refused(setup(blank(0), pieces=(wood,)), Placement(0, Formation.LINE, HERE)) == ""


# --------------------------------------------------------------------- garrisons
INSIDE = house(10, 4, 14, 8, "inside")
HALF_IN = house(20, 10, 24, 14, "half in")
MOSTLY_OUT = house(30, 11, 34, 15, "mostly out")


def building(fought: ColdSteelBattle, piece: str) -> Building:
    return fought.building(piece)


def test_infantry_may_start_in_an_empty_building_at_least_half_in_its_zone() -> None:
    """setup.deploy, building.who"""
    fought = setup(blank(0, models=20), pieces=(INSIDE, HALF_IN, MOSTLY_OUT))
    one = fought.units[0]
    assert [home.piece for home in open_buildings(fought, one)] == ["inside", "half in"]
    assert not is_building_in_zone(fought, 0, building(fought, "mostly out"))
    home = building(fought, "half in")
    placed = Placement(0, Formation.GARRISON, home.pose(QUARTER_TURN), "half in")
    played = play(deploy_step, fought, answers=(placed,))
    there = played.battle.units[0]
    assert (there.formation, there.building) == (Formation.GARRISON, "half in")
    assert (there.shape.width, there.shape.depth) == (400, 400)
    assert isinstance(played.events[0], UnitPlaced)
    assert played.events[0].building == "half in"
    assert open_buildings(played.battle, blank(1, models=20)) == (building(fought, "inside"),)


def test_guns_horses_and_units_too_large_start_in_no_building() -> None:
    """building.who: a building holds 24 unless the scenario says otherwise"""
    fought = setup(blank(0), blank(1, profile=GUNS), blank(2, profile=HUSSARS), pieces=(INSIDE,), capacity=20)
    assert [open_buildings(fought, one) for one in fought.units] == [(), (), ()]
    roomy = replace(fought, buildings=tuple(replace(one, capacity=24) for one in fought.buildings))
    assert open_buildings(roomy, roomy.units[0])
    assert not open_buildings(roomy, roomy.units[1])


def test_a_garrison_stands_at_a_wall_of_its_building() -> None:
    """setup.deploy"""
    fought = setup(blank(0), pieces=(INSIDE,))
    assert "middle of a wall" in refused(fought, Placement(0, Formation.GARRISON, Pose(1, 2, 0), "inside"))
    assert "middle of a wall" in refused(fought, Placement(0, Formation.GARRISON, Pose(1, 2, 450), "inside"))


# --------------------------------------------------------------------- what is offered
def test_all_that_is_offered_stands_and_comes_back_from_plain_data() -> None:
    """setup.place-unit"""
    fought = setup(blank(0), blank(1, profile=GUNS), blank(2, profile=HUSSARS), pieces=(INSIDE,))
    asked = question(fought)
    for placed in asked.sensible():
        assert asked.judge(placed) is placed
        raw = msgspec.json.decode(plain(placed))
        assert asked.read(raw) == placed
    assert isinstance(asked.read({"unit": "x"}), Refusal)
    labels = asked.prompt(fought).labels
    assert len(labels) == len(asked.sensible())
    assert "Unit 0 in inside" in labels
    assert any("unlimbered" in label for label in labels)


def test_units_are_offered_places_an_inch_apart_looking_at_the_enemy() -> None:
    """setup.deploy"""
    fought = setup(unit(0, 36, 12), blank(1), blank(2, side=1), active=0)
    for spot in ordinary_spots(fought, fought.units[1]):
        assert spot.to.heading == 0
        there = corners(spot.to, roster().profile(LINE).shape(spot.formation))
        assert all(corner.x <= 3150 - INCH or corner.x >= 4050 + INCH or corner.y <= 1050 for corner in there)
    for spot in ordinary_spots(fought, fought.units[2]):
        assert spot.to.heading == HALF_TURN
        assert spot.to.y >= 3600


def test_in_a_crowded_zone_any_place_left_is_offered() -> None:
    """setup.deploy: a strip 3 in wide is left beside a lake."""
    lake = box("river or lake", 3, 0, 72, 12)
    fought = setup(blank(0), pieces=(lake,))
    (only,) = ordinary(fought, 0)
    assert only.formation is Formation.COLUMN
    assert refused(fought, only) == ""
    full = setup(blank(0), pieces=(box("river or lake", 0, 0, 72, 12),))
    assert ordinary(full, 0) == ()
    with pytest.raises(AssertionError, match="no room"):
        question(full).sensible()


def test_an_answer_by_chance_falls_back_on_another_unit_where_one_has_no_room() -> None:
    """setup.place-unit: 10 in deep cavalry columns have no room beside the lake, guns have."""
    lake = box("river or lake", 3.5, 0, 72, 12)
    top = box("river or lake", 0, 5, 3.5, 12, "top")
    fought = setup(blank(0, profile=HUSSARS), blank(1, profile=GUNS), pieces=(lake, top))
    drawn = question(fought).any_answer(lambda count: 0)
    assert isinstance(drawn, Placement)
    assert drawn.unit == 1


@pytest.mark.parametrize("edge", ["left", "right"])
def test_a_side_may_have_a_short_edge(edge: Any) -> None:
    """setup.deploy"""
    fought = setup(blank(0))
    camp = replace(fought.camps[0], edge=edge)
    fought = replace(fought, camps=(camp, fought.camps[1]))
    assert refused(fought, ordinary(fought, 0)[0]) == ""
    assert ordinary(fought, 0)[0].to.heading == (QUARTER_TURN if edge == "left" else 3 * QUARTER_TURN)


# --------------------------------------------------------------------- scenarios
@pytest.mark.parametrize("id", ["maida", "quatre-bras", "hougoumont"])
def test_all_but_printed_garrisons_and_arrivals_are_placed_if_that_is_chosen(id: str) -> None:
    """setup.deploy, setup.free-deployment, setup.reinforcements"""
    fought = play(edges_step, mustered(id, **{Variant.DEPLOYMENT: 1}), faces=(2, 5)).battle
    later = {reserve.unit for reserve in fought.reserves}
    stays = {one.id for one in fought.units if one.is_garrison and one.pose is not None}
    waiting = {*to_place(fought, 0), *to_place(fought, 1)}
    assert waiting == {one.id for one in fought.units} - later - stays
    while fought.step is Step.DEPLOYMENT:
        asked = question(fought, fought.active)
        answers = (asked.any_answer(lambda count: count // 2),) if asked.waiting else ()
        fought = play(deploy_step, fought, answers=answers).battle
    assert fought.step is Step.INITIATIVE
    for one in fought.units:
        assert (one.pose is None) is (one.id in later)
        if one.pose is not None and not one.is_garrison:
            assert _inside(fought, one)


def _inside(fought: ColdSteelBattle, one: ColdSteelUnit) -> bool:
    zone = zone_of(fought, one.side)
    xs, ys = [point.x for point in zone], [point.y for point in zone]
    return all(
        min(xs) - 2 <= corner.x <= max(xs) + 2 and min(ys) - 2 <= corner.y <= max(ys) + 2
        for corner in corners(standing(one), one.shape)
    )


def test_positions_stand_as_printed_unless_both_want_it_otherwise() -> None:
    """setup.free-deployment, setup.deploy: the option is a variant of the battle"""
    fought = mustered("maida")
    assert fought.step is Step.INITIATIVE
    assert standing(fought.units[0]) == Pose(inches(8), inches(13), 0)


@pytest.mark.parametrize(("side", "y", "behind", "heading"), [(0, 12, 8, 0), (1, 36, 40, 1800)])
def test_the_middle_the_wings_the_second_line_and_a_column_are_ordinary_places(
    side: int, y: float, behind: float, heading: int
) -> None:
    """setup.deploy: in line 12 in from the own edge at the middle and near both ends, then the rest"""
    waiting = replace(unit(0, 36, 10, side=side), pose=None)
    found = ordinary_spots(battle(waiting, unit(1, 36, 24, side=1 - side)), waiting)
    assert {spot.to.heading for spot in found} == {heading}
    assert [(spot.formation, spot.to.y) for spot in found] == [
        (Formation.LINE, inches(y)),
        (Formation.LINE, inches(y)),
        (Formation.LINE, inches(y)),
        (Formation.LINE, inches(behind)),
        (Formation.COLUMN, inches(y)),
    ]
    middle, *wings = (abs(spot.to.x - inches(36)) for spot in found[:3])
    assert middle <= inches(1)
    assert min(wings) >= inches(20)


def test_a_battle_begins_in_its_first_turn_with_the_first_side() -> None:
    """turn.sequence"""
    for name in ("maida", "quatre-bras", "hougoumont", "pick-up"):
        begun = muster(scenario(name), Readings())
        assert (begun.turn, begun.active) == (1, 0)


def test_the_picks_are_gone_once_the_forces_are_shown() -> None:
    """setup.open-information: twins are numbered, and nothing is left to pick"""
    start = muster(scenario("pick-up"), Readings())
    count = sum(one.side == 0 for one in start.units)
    picks = (LINE,) * (count - 1) + (GUNS,)
    shown = ForcesShown((picks, picks)).apply(replace(start, picks=(picks, picks)))
    assert shown.picks == ((), ())
    assert [one.profile.id for one in shown.units if one.side == 0] == list(picks)
    names = [one.name for one in shown.units if one.side == 0]
    assert len(set(names)) == count
