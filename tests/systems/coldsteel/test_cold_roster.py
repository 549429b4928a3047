"""Profiles, scenarios and the battles that are mustered from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.files.scenario import problems
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Phase, Step
from sandtable.systems.coldsteel.book import rulebook
from sandtable.systems.coldsteel.muster import muster
from sandtable.systems.coldsteel.options import Reading, Variant
from sandtable.systems.coldsteel.order_of_battle import contradictions
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import Ground, Scenario, UnitEntry, roster, scenario
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass
from sandtable.table.space import as_inches


def mustered(id: str, **options: int) -> ColdSteelBattle:
    return muster(scenario(id), rulebook().choose(options))


# --------------------------------------------------------------------- the rulebook
def test_the_rulebook_has_every_rule_decision_and_reading() -> None:
    book = rulebook()
    assert (len(book.rules), len(book.decisions), len(book.readings())) == (269, 27, 12)
    assert {rule.id for rule in book.readings()} == set(Reading)
    assert {variant.id for variant in book.variants} == set(Variant)
    assert all(rule.title for rule in book.readings())


# --------------------------------------------------------------------- profiles
def test_thirteen_profiles_of_one_class_each() -> None:
    """troops.one-class, troops.artillery-arm"""
    assert len(roster().profiles) == 13
    assert {profile.troop_class for profile in roster().profiles} == set(TroopClass)


def test_a_unit_has_at_most_one_of_each_command_figure() -> None:
    """leaders.one-each"""
    twins = Profile(id="x", name="x", troop_class=TroopClass.LINE, models=4, command=(Figure.OFFICER,) * 2)
    assert [key for key, _ in contradictions(twins)] == ["command"]
    few = Profile(id="x", name="x", troop_class=TroopClass.LINE, models=1, command=tuple(Figure))
    assert [key for key, _ in contradictions(few)] == ["models"]


def test_an_unknown_profile_is_answered_with_the_nearest_known() -> None:
    with pytest.raises(NotOnRoster, match="line-battalion"):
        roster().profile("line-batalion")


# --------------------------------------------------------------------- scenarios
@pytest.mark.parametrize(
    ("id", "units", "arrivals", "turns", "size"),
    [
        ("maida", 20, 1, 10, (72, 48)),
        ("quatre-bras", 27, 6, 12, (72, 48)),
        ("hougoumont", 19, 2, 10, (60, 48)),
    ],
)
def test_the_scenarios_are_mustered_as_they_are_printed(
    id: str, units: int, arrivals: int, turns: int, size: tuple[float, float]
) -> None:
    """setup.deploy, setup.forces, setup.table-size"""
    battle = mustered(id)
    assert len(battle.units) == units
    assert len(battle.reserves) == sum(unit.pose is None for unit in battle.units) == arrivals
    assert (battle.turn_limit, battle.turn, battle.step) == (turns, 1, Step.INITIATIVE)
    assert (as_inches(battle.field.width), as_inches(battle.field.depth)) == size
    assert not problems(scenario(id), roster())


def test_brigades_are_labels_and_nobody_is_a_general() -> None:
    """setup.brigades, leaders.no-transfer"""
    assert mustered("maida").units[0].brigade == "Cole"
    assert not scenario("maida").leaders


def test_both_players_see_all_units_strengths_command_and_cards() -> None:
    """setup.open-information, cards.one-per-unit"""
    battle = mustered("maida")
    assert SYSTEM.seen_by(battle, 0) == SYSTEM.seen_by(battle, 1) == SYSTEM.seen_by(battle, None) == battle
    card = SYSTEM.card(battle, battle.units[0])
    assert "Unshakeable Discipline" in card.kind
    assert dict(card.markers) == {
        "models": 24,
        "Officer": 1,
        "Standard Bearer": 1,
        "Sergeant": 1,
        "Musician": 1,
    }
    assert SYSTEM.short_name == "Cold Steel"


def test_the_guards_of_hougoumont_hold_their_block() -> None:
    """formation.garrison, building.shape, victory.points"""
    battle = mustered("hougoumont")
    guards = battle.units[0]
    assert (guards.building, guards.formation, guards.models) == ("south-block", Formation.GARRISON, 16)
    assert guards.pose is not None
    assert (guards.pose.x, guards.pose.y, guards.pose.heading) == (2500, 2300, 1800)
    assert (guards.shape.width, guards.shape.depth) == (600, 300)
    assert battle.garrison_of("south-block") is guards
    assert [(prize.points, prize.building) for prize in battle.prizes] == [
        (4, "south-block"),
        (4, "north-block"),
        (2, ""),
    ]


def test_a_scenario_names_cards_or_the_profile_does_and_others_have_none() -> None:
    """cards.modes, cards.profile-card"""
    cards = {unit.key: unit.trait for unit in mustered("maida").units if unit.trait}
    assert cards["british-27th-foot"] is Trait.UNSHAKEABLE_DISCIPLINE
    assert cards["french-1st-light-first-battalion"] is Trait.COLD_STEEL
    assert len(cards) == 4
    landwehr = [replace(unit, card=None) for unit in scenario("quatre-bras").units]
    plain = muster(replace(scenario("quatre-bras"), units=tuple(landwehr)), Readings())
    assert {unit.trait for unit in plain.units} == {None, Trait.CONSCRIPTS}
    assert all(unit.trait is None for unit in mustered("hougoumont").units)


@pytest.mark.parametrize(("choice", "step"), [(0, Step.INITIATIVE), (1, Step.CARDS), (3, Step.INITIATIVE)])
def test_the_players_may_choose_how_cards_are_had(choice: int, step: Step) -> None:
    """cards.modes: as the scenario says, dealt, or none; a profile's own card counts when assigned only"""
    battle = mustered("quatre-bras", cards=choice)
    assert battle.step is step
    assert any(unit.trait for unit in battle.units) is (choice == 0)


def test_free_deployment_takes_all_but_garrisons_and_arrivals_off_the_table() -> None:
    """setup.deploy"""
    battle = mustered("hougoumont", deployment=1)
    assert battle.step is Step.EDGES
    assert battle.step.phase is Phase.SETUP
    assert [unit.key for unit in battle.units if unit.pose is not None] == [
        "allied-macdonells-guards-light-companies",
        "allied-nassau-battalion",
    ]


# --------------------------------------------------------------------- what a scenario may not be
def _unit(**changes: Any) -> Callable[[Scenario], Scenario]:
    return lambda one: replace(one, units=(replace(one.units[0], **changes), *one.units[1:]))


def _ground(**changes: Any) -> Callable[[Scenario], Scenario]:
    return lambda one: replace(
        one, terrain=(*one.terrain, Ground(**{"id": "new", "kind": "wood", **changes}))
    )


SQUARE = ((50.0, 2.0), (54.0, 2.0), (54.0, 4.0), (50.0, 4.0))
SLANTED = ((50.0, 2.0), (54.0, 2.0), (55.0, 4.0), (50.0, 4.0))


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (_unit(formation=Formation.SKIRMISH, building=""), "may be in line, column"),
        (_unit(building="nowhere"), 'there is no building "nowhere"'),
        (_unit(building="north-block"), "already has a garrison"),
        (_unit(profile="line-battalion", card=Trait.VETERANS), 'where cards = "assigned"'),
        (_unit(formation=Formation.LINE), "if it is in garrison, and only then"),
        (_unit(formation=Formation.LINE, building=""), "stands in a building"),
        (_ground(polygon=SQUARE, steep=True), "wood is none"),
        (_ground(kind="building", polygon=SLANTED), "must be a rectangle"),
        (_ground(kind="wall, hedge or fence", polygon=SQUARE), "must be a polyline"),
        (
            lambda one: replace(one, terrain=(replace(one.terrain[1], capacity=12),)),
            "holds 12 models, not 16",
        ),
    ],
)
def test_a_scenario_that_the_rules_do_not_allow_is_refused(
    spoilt: Callable[[Scenario], Scenario], words: str
) -> None:
    """formation.allowed, building.who, building.shape, terrain.types, movement.impassable, cards.modes"""
    found = problems(spoilt(scenario("hougoumont")), roster())
    assert any(words in problem.words for problem in found), [problem.words for problem in found]


def test_who_arrives_comes_in_column() -> None:
    """setup.reinforcements"""
    maida = scenario("maida")
    changed: tuple[UnitEntry, ...] = (*maida.units[:-1], replace(maida.units[-1], formation=Formation.LINE))
    found = problems(replace(maida, units=changed), roster())
    assert "enters in column" in found[0].words


def test_nobody_arrives_twice() -> None:
    """setup.reinforcements"""
    maida = scenario("maida")
    twice = replace(maida, arrivals=(*maida.arrivals, maida.arrivals[0]))
    assert [problem.words for problem in problems(maida, roster())] == []
    assert any("arrives more than once" in problem.words for problem in problems(twice, roster()))


def test_a_missing_scenario_is_named() -> None:
    with pytest.raises(BadFile, match="there is no such scenario"):
        scenario("waterloo")
