"""Profiles, scenarios and the battles that are mustered from them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.files.scenario import problems
from sandtable.game.files.scenario_rows import Table
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.battle import EagleBattle, Phase, Step
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.camps import camp_outline
from sandtable.systems.eagle.disorder import threshold
from sandtable.systems.eagle.muster import muster
from sandtable.systems.eagle.options import Reading, Variant
from sandtable.systems.eagle.order_of_battle import contradictions
from sandtable.systems.eagle.profiles import Profile, leader_points, size_of, unit_points
from sandtable.systems.eagle.roster import SIDES, Ground, LeaderEntry, Scenario, UnitEntry, roster
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass
from tests.systems.eagle.arena import scenario

SCENARIOS = ("boudica-61", "graupius-83", "river-43")


def mustered(id: str, **options: int) -> EagleBattle:
    return muster(scenario(id), rulebook().choose(options))


def complaints(changed: Scenario) -> list[str]:
    """What is wrong with a scenario, in words."""
    return [problem.words for problem in problems(changed, roster())]


def with_unit(id: str, place: int, **keys: Any) -> Scenario:
    """A scenario with one of its units changed."""
    found = scenario(id)
    units = list(found.units)
    units[place] = replace(units[place], **keys)
    return replace(found, units=tuple(units))


# --------------------------------------------------------------------- the rulebook
def test_the_rulebook_has_every_rule_decision_and_reading() -> None:
    book = rulebook()
    assert (len(book.rules), len(book.decisions), len(book.readings())) == (305, 32, 16)
    assert {rule.id for rule in book.readings()} == set(Reading)
    assert {variant.id for variant in book.variants} == set(Variant)
    assert all(rule.title for rule in book.readings())


def test_figures_that_nothing_reads_cannot_be_set() -> None:
    """What another rule decides is only printed: a house rule has to change that one."""
    keys = {figure.key for figure in rulebook().figures()}
    for rule, instead, key in (
        ("charge.support.follow", "melee.supported", "inches"),
        ("movement.within8", "movement.march.limits", "inches"),
        ("movement.about-face", "movement.change-formation", "part"),
    ):
        assert f"{instead}.{key}" in keys
        assert f"{rule}.{key}" not in keys


def test_every_decision_names_rules_that_exist() -> None:
    book = rulebook()
    assert all(decision.rules for decision in book.decisions)
    assert {rule for decision in book.decisions for rule in decision.rules} <= set(book.ids)


# --------------------------------------------------------------------- profiles
@pytest.mark.parametrize(
    ("profile", "points", "shaken_at"),
    [
        ("legion-veteran", 140, 7),
        ("legion", 120, 7),
        ("legion-vexillation", 60, 6),
        ("auxiliary-veteran", 32, 5),
        ("auxiliary", 24, 5),
        ("auxiliary-archers", 24, 5),
        ("ala", 44, 5),
        ("roman-light-horse", 24, 5),
        ("warband-nobles", 64, 5),
        ("warband", 48, 5),
        ("warband-levy", 40, 5),
        ("chariots", 40, 5),
        ("british-light-horse", 24, 5),
        ("british-skirmishers", 12, 5),
    ],
)
def test_profiles_cost_their_points_and_are_shaken_by_their_lines(
    profile: str, points: int, shaken_at: int
) -> None:
    """army.points, morale.threshold"""
    found = roster().profile(profile)
    assert unit_points(found, found.bases) == points
    assert threshold(found.layout.lines).whole == shaken_at


def test_leaders_cost_fifteen_an_action_and_a_general_ten_more() -> None:
    """army.points, command.actions.number"""
    great, ordinary = roster().leader("leader-great"), roster().leader("leader-ordinary")
    assert (great.actions, leader_points(great, general=True)) == (3, 55)
    assert (ordinary.actions, leader_points(ordinary, general=False)) == (1, 15)


def test_units_have_the_sizes_of_their_kind() -> None:
    """army.size"""
    sizes = {name: size_of(roster().profile(name)) for name in ("legion", "auxiliary", "warband", "ala")}
    assert {name: (size.least, size.most) for name, size in sizes.items()} == {
        "legion": (3, 10),
        "auxiliary": (3, 6),
        "warband": (6, 12),
        "ala": (3, 6),
    }


def profile(**keys: Any) -> Profile:
    """An auxiliary cohort, changed."""
    plain: dict[str, Any] = {
        "id": "x",
        "name": "x",
        "nation": Nation.ROMAN,
        "troop_class": TroopClass.MI,
        "grade": Grade.C,
        "formation": Formation.LINE,
        "ranks": (4,),
    }
    return Profile(**{**plain, **keys})


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({}, []),
        ({"legion": True}, ["legion"]),
        ({"ranks": (3, 4)}, ["ranks", "ranks"]),
        ({"ranks": (2,)}, ["ranks"]),
        ({"formation": Formation.MULTI_LINE, "ranks": (2, 2)}, ["ranks"]),
    ],
)
def test_a_profile_that_contradicts_the_rules_is_refused(keys: dict[str, Any], wrong: list[str]) -> None:
    """troops.legion, formation.line, formation.multi-line, army.size"""
    assert [key for key, _ in contradictions(profile(**keys))] == wrong


def test_an_unknown_profile_or_leader_is_answered_with_the_nearest_known() -> None:
    with pytest.raises(NotOnRoster, match="legion-veteran"):
        roster().profile("legion-vetran")
    with pytest.raises(NotOnRoster, match="leader-great"):
        roster().leader("leader-grat")


# --------------------------------------------------------------------- scenarios
def test_the_three_battles_come_with_the_system() -> None:
    assert SYSTEM.scenarios() == SCENARIOS
    counts = {id: (len(scenario(id).units), len(scenario(id).leaders)) for id in SCENARIOS}
    assert counts == {"boudica-61": (24, 4), "graupius-83": (24, 4), "river-43": (23, 5)}


@pytest.mark.parametrize("id", SCENARIOS)
def test_units_begin_where_they_are_printed_in_good_order(id: str) -> None:
    """army.scenario, army.deployment"""
    fought = mustered(id)
    assert fought.step is Step.INITIATIVE
    assert all(unit.pose is not None and unit.dp == 0 and not unit.shaken for unit in fought.units)
    assert all(unit.formed == unit.troop_class.is_formed_kind for unit in fought.units)
    assert [leader.left for leader in fought.leaders] == [leader.actions for leader in fought.leaders]
    assert all((leader.place is None) != (leader.attached is None) for leader in fought.leaders)


def test_with_free_deployment_nobody_stands_anywhere_yet() -> None:
    """army.deployment"""
    fought = mustered("river-43", deployment=1)
    assert (fought.step, fought.phase, fought.active) == (Step.DEPLOYMENT, Phase.SETUP.value, 1)
    assert all(unit.pose is None for unit in fought.units)
    assert not any(leader.is_present for leader in fought.leaders)


def test_the_wagons_are_the_camp_of_the_britons() -> None:
    """army.camp, army.scenario"""
    fought = mustered("boudica-61")
    assert [camp.baggage for camp in fought.camps] == ["", "wagons"]
    assert (fought.opening, fought.turn_limit) == (1, 12)


def test_legions_have_names_and_one_unit_of_each_carries_the_eagle() -> None:
    """troops.legion, control.eagle"""
    fought = mustered("river-43")
    xiv = [unit for unit in fought.units if unit.legion == "XIV Gemina"]
    assert [(unit.bases, unit.eagle) for unit in xiv] == [(5, True), (5, False)]


def test_an_undrawn_camp_lies_at_the_rear_centre_of_its_zone() -> None:
    """army.camp: 6 by 3 in"""
    zone = ((10.0, 30.0), (50.0, 30.0), (50.0, 46.0), (10.0, 46.0))
    found = camp_outline(zone, "high-y", Table(72, 48))
    assert (found[0], found[2]) == ((2700.0, 4300.0), (3300.0, 4600.0))
    sides = scenario("river-43").sides
    given = replace(scenario("river-43"), sides=(sides[0], replace(sides[1], camp=True)))
    fought = muster(given, Readings())
    assert fought.camps[1].baggage == "camp-britons"
    assert [piece.id for piece in fought.field.pieces][-1] == "camp-britons"


# --------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"ranks": (3, 3, 4)}, "[3, 3, 4] is not a multi-line of HI"),
        ({"ranks": (5, 5, 5)}, "15 bases; it must have 3 to 10"),
        ({"legion": ""}, "a unit of a Legion names its Legion; no other unit may"),
        ({"profile": "warband", "legion": "", "eagle": False}, "warband is British, not Roman"),
        ({"profile": "leader-great"}, "leader-great is a leader, not a unit"),
        ({"legion": "XIV Gemina"}, "Legion XIV Gemina has 20 bases; at most 10"),
    ],
)
def test_units_that_the_rules_do_not_allow_are_refused(keys: dict[str, Any], words: str) -> None:
    """troops.legion, army.size, formation.multi-line, army.nations"""
    assert words in complaints(with_unit("river-43", 0, **keys))


def test_a_side_has_one_general_and_six_to_fourteen_units() -> None:
    """leaders.general, army.size"""
    found = scenario("river-43")
    leaders = tuple(replace(one, general=False) for one in found.leaders)
    assert "romans has 0 Generals; it must have one" in complaints(replace(found, leaders=leaders))
    few = tuple(unit for unit in found.units if unit.side == "britons" or unit.id in ("ii-augusta",))
    few_leaders = tuple(
        one for one in found.leaders if not one.attached_to or one.attached_to in [unit.id for unit in few]
    )
    assert "romans has 1 units; it must have 6 to 14" in complaints(
        replace(found, units=few, leaders=few_leaders)
    )


def test_a_side_has_at_most_three_leaders_under_its_general() -> None:
    """army.size"""
    found = scenario("river-43")
    more = tuple(
        LeaderEntry(id=f"l{n}", side="romans", name=f"L{n}", profile="leader-ordinary", x=30 + n, y=5)
        for n in range(2)
    )
    words = "romans has 4 subordinate leaders; at most 3"
    assert words in complaints(replace(found, leaders=(*found.leaders, *more)))


def test_ground_specials_and_objectives_must_be_known() -> None:
    """terrain.types, army.scenario"""
    found = scenario("boudica-61")
    wall = Ground(
        id="wall", kind="rampart, wall or ditch (linear)", polygon=((1, 25), (9, 25), (9, 26), (1, 26))
    )
    assert "rampart, wall or ditch (linear) must be a polyline" in complaints(
        replace(found, terrain=(*found.terrain, wall))
    )
    special = replace(found.special[0], id="flying-wagons")
    assert any("flying-wagons" in words for words in complaints(replace(found, special=(special,))))
    objective = replace(found.objectives[0], winner="picts")
    assert any("picts" in words for words in complaints(replace(found, objectives=(objective,))))


# --------------------------------------------------------------------- free battles
def free(**keys: Any) -> Scenario:
    """A battle of armies from the lists, no unit placed yet."""
    line: dict[str, Any] = {"formation": Formation.LINE}
    cohort = {**line, "side": "romans", "profile": "auxiliary", "ranks": (4,)}
    band = {**line, "side": "britons", "profile": "warband", "ranks": (4, 4)}
    legion = {**cohort, "profile": "legion", "formation": Formation.MULTI_LINE, "ranks": (4, 3, 3)}
    units = (
        UnitEntry(id="legion", name="Legion", legion="XX", eagle=True, **legion),
        *(UnitEntry(id=f"cohort-{n}", name=f"Cohort {n}", **cohort) for n in range(5)),
        *(UnitEntry(id=f"band-{n}", name=f"Band {n}", **band) for n in range(6)),
    )
    leaders = tuple(
        LeaderEntry(id=side, side=side, name=side, profile="leader-able", general=True)
        for side in ("romans", "britons")
    )
    found = scenario("river-43")
    whole: dict[str, Any] = {
        "free": True,
        "units": units,
        "leaders": leaders,
        "terrain": (),
        "objectives": (),
        "special": (),
    }
    return replace(found, **{**whole, **keys})


def test_a_free_battle_is_checked_by_points_and_mix() -> None:
    """army.points"""
    assert complaints(free()) == []
    dear = tuple(replace(unit, profile="warband-nobles") for unit in free().units if unit.side == "britons")
    dearer = (*free().units[:6], *dear, *(replace(dear[0], id=f"more-{n}") for n in range(2)))
    assert any("an army has 500" in words for words in complaints(free(units=dearer)))


def test_a_roman_army_has_a_legion_and_a_british_one_three_warbands() -> None:
    """army.points"""
    romans = tuple(
        replace(unit, profile="auxiliary", formation=Formation.LINE, ranks=(4,), legion="", eagle=False)
        for unit in free().units[:6]
    )
    assert "a Roman army has at least one Legion unit" in complaints(free(units=(*romans, *free().units[6:])))
    horse = tuple(replace(unit, profile="british-light-horse", ranks=(2, 2)) for unit in free().units[6:10])
    words = complaints(free(units=(*free().units[:6], *horse, *free().units[10:])))
    assert "2 warbands; a British army has at least 3" in words


def test_in_a_free_battle_all_units_are_placed_by_their_players() -> None:
    """army.deployment"""
    fought = muster(free(), Readings())
    assert fought.step is Step.DEPLOYMENT
    assert all(unit.pose is None for unit in fought.units)


@pytest.mark.parametrize(
    ("profile", "ranks", "stands"),
    [
        ("auxiliary", (4,), True),
        ("auxiliary", (1,), True),
        ("nobody", (4,), False),
        ("auxiliary", (4, 0), False),
    ],
)
def test_only_a_unit_of_the_lists_with_bases_in_every_rank_has_a_footprint(
    profile: str, ranks: tuple[int, ...], *, stands: bool
) -> None:
    """troops.bases"""
    entry = UnitEntry(
        id="one",
        name="One",
        side=SIDES[0].id,
        profile=profile,
        formation=Formation.LINE,
        ranks=ranks,
        x=20,
        y=20,
        facing=0,
    )
    fought = Scenario(units=(entry,))
    assert (roster().footprint(fought, entry) is not None) is stands
    assert (len(list(roster().standing(fought))) == 1) is stands


def test_the_phases_of_a_turn_are_numbered_in_their_order() -> None:
    """turn.phases"""
    rows = SYSTEM.rulebook()["turn.phases"].rows
    assert [(row["order"], row["phase"]) for row in rows] == [
        (1, "command"),
        (2, "manoeuvre-and-shooting"),
        (3, "charge"),
        (4, "combat-resolution"),
        (5, "after-combat-moves"),
    ]
