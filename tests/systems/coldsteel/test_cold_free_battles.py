"""Pick-up games: forces chosen in secret, shown together, on open or borrowed ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.refusal import Refused
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario import problems
from sandtable.game.present.view import view
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step
from sandtable.systems.coldsteel.forces import forces_step, hidden, imagined, open_profiles
from sandtable.systems.coldsteel.free_battles import GROUNDS, on_ground
from sandtable.systems.coldsteel.muster import muster
from sandtable.systems.coldsteel.options import Variant
from sandtable.systems.coldsteel.roster import Arrival, Scenario, roster, scenario
from sandtable.systems.coldsteel.setup_events import UNKNOWN, ForceChosen, ForcesShown
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation, Trait, TroopClass
from sandtable.systems.coldsteel.victory import holder, points
from tests.systems.coldsteel.parade_ground import play, unit

PICK_UP = "pick-up"
GUNS = ("foot-battery", "horse-battery")
HORSE = ("heavy-cavalry", "light-cavalry", "lancers")
GUARDS = ("guard-battalion", "guard-detachment")
BLUE = (
    "guard-battalion",
    "foot-battery",
    "line-battalion",
    "line-battalion",
    "lancers",
    *("light-battalion",) * 3,
)
RED = ("conscript-battalion",) * 8


def begun(**choices: int) -> ColdSteelBattle:
    return muster(scenario(PICK_UP), Readings(tuple(choices.items())))


def chosen(cards: int = 0) -> ColdSteelBattle:
    """A pick-up game in which both sides have chosen and not shown their forces."""
    return replace(begun(cards=cards), picks=(BLUE, RED))


# --------------------------------------------------------------------- choosing
def test_each_side_chooses_eight_units_one_after_another_and_then_both_are_shown() -> None:
    """setup.choose-forces, setup.forces"""
    fought = begun()
    assert fought.step is Step.FORCES
    for place, profile in enumerate((*BLUE, *RED)):
        played = play(forces_step, fought, answers=(profile,))
        assert played.asked == ("setup.choose-forces",)
        assert played.events == (ForceChosen(place // 8, profile),)
        fought = played.battle
        assert all(one.profile_id == "line-battalion" for one in fought.units), "nothing is shown yet"
    shown = play(forces_step, fought)
    assert shown.events[0] == ForcesShown((BLUE, RED))
    assert tuple(one.profile_id for one in shown.battle.units) == (*BLUE, *RED)
    assert shown.battle.picks == ((), ())
    assert shown.battle.step is Step.CARDS


def test_a_force_has_at_most_two_batteries_three_cavalry_and_two_elite_units() -> None:
    """setup.forces"""
    everything = tuple(profile.id for profile in roster().profiles)
    assert open_profiles(()) == everything
    assert len(everything) == 13
    assert set(everything) - set(open_profiles(GUNS)) == set(GUNS)
    assert set(everything) - set(open_profiles(("lancers",) * 3)) == set(HORSE)
    assert set(everything) - set(open_profiles(GUARDS)) == set(GUARDS)
    assert open_profiles(("lancers", "lancers", "foot-battery", "guard-battalion")) == everything
    full = (*GUNS, *HORSE, *GUARDS)
    assert all(roster().profile(one).arm is Arm.INFANTRY for one in open_profiles(full))


def test_a_profile_that_is_full_is_not_offered() -> None:
    """setup.choose-forces"""
    fought = replace(begun(), picks=(GUNS, ()))
    with pytest.raises(Refused, match="foot-battery"):
        play(forces_step, fought, answers=("foot-battery",))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_whatever_is_chosen_keeps_the_limits(seed: int) -> None:
    """setup.forces"""
    random, picks = Random(seed), tuple[str, ...]()
    while len(picks) < 8:
        picks = (*picks, random.choice(open_profiles(picks)))
    arms = Counter(roster().profile(one).arm for one in picks)
    elite = sum(roster().profile(one).troop_class is TroopClass.ELITE for one in picks)
    assert arms[Arm.ARTILLERY] <= 2
    assert arms[Arm.CAVALRY] <= 3
    assert elite <= 2


def test_shown_units_are_as_their_profiles_say_and_named_apart() -> None:
    """setup.forces, leaders.one-each"""
    units = play(forces_step, chosen()).battle.units
    assert len({one.name for one in units}) == 16
    assert units[0].name == "Blue guard infantry battalion"
    assert [one.name for one in units[2:4]] == [
        "1st Blue line infantry battalion",
        "2nd Blue line infantry battalion",
    ]
    guns = units[1]
    assert (guns.models, guns.command, guns.formation) == (
        8,
        (Figure.OFFICER, Figure.SERGEANT),
        Formation.LINE,
    )
    assert (guns.shape.width, guns.shape.depth) == (300, 300)
    assert all(one.pose is None for one in units)


@pytest.mark.parametrize(("choice", "trait"), [(1, None), (2, Trait.CONSCRIPTS), (3, None)])
def test_profiles_bring_their_cards_only_where_cards_are_assigned(choice: int, trait: Trait | None) -> None:
    """cards.modes, cards.profile-card: a pick-up game is dealt by default"""
    shown = play(forces_step, chosen(choice)).battle
    assert {one.trait for one in shown.units if one.side == 1} == {trait}
    assert shown.step is (Step.CARDS if choice == 1 else Step.EDGES)
    assert play(forces_step, chosen()).battle.step is Step.CARDS


# --------------------------------------------------------------------- in secret
def test_a_side_does_not_see_what_the_other_has_chosen() -> None:
    """setup.forces"""
    picks = (BLUE[:3], RED[:2])
    assert hidden(picks, 0) == (BLUE[:3], (UNKNOWN, UNKNOWN))
    assert hidden(picks, 1) == ((UNKNOWN,) * 3, RED[:2])
    assert hidden(picks, None) == ((UNKNOWN,) * 3, (UNKNOWN,) * 2)
    fought = replace(begun(), picks=picks)
    assert SYSTEM.seen_by(fought, 1).picks == hidden(picks, 1)
    opened = begun()
    assert SYSTEM.seen_by(opened, 1) is opened


def test_the_other_side_learns_that_a_unit_was_chosen_and_not_which() -> None:
    """setup.forces"""
    event, fought = ForceChosen(0, "lancers"), begun()
    assert event.seen_by(0) == event
    for seat in (1, None):
        seen = event.seen_by(seat)
        assert seen == ForceChosen(0, UNKNOWN)
        assert "ancer" not in seen.sentence(fought, fought)
    assert "Lancer" in event.sentence(fought, fought)


def test_nothing_in_a_view_tells_what_the_other_side_has_chosen() -> None:
    """setup.forces, setup.open-information"""
    views = []
    for first in ("lancers", "foot-battery"):
        game = Game(SYSTEM, begun(), RandomHand(1))
        game.answer(first)
        for _ in range(7):
            game.answer("line-battalion")
        game.answer("rifle-detachment")
        views.append((view(game, 1), view(game, None), game.position()))
    (one, watcher, position), (other, other_watcher, _) = views
    assert one == other
    assert watcher == other_watcher
    assert position.battle.picks == ((UNKNOWN,) * 8, ("rifle-detachment",))


def test_an_imagined_force_is_one_that_might_be_chosen_and_keeps_what_is_known() -> None:
    """setup.forces"""
    seen = SYSTEM.seen_by(chosen(), 1)
    hand, found = RandomHand(5), set[tuple[str, ...]]()
    for _ in range(20):
        there = SYSTEM.imagine(seen, 1, hand)
        assert there.picks[1] == RED
        for place, profile in enumerate(there.picks[0]):
            assert profile in open_profiles(there.picks[0][:place])
        found.add(there.picks[0])
    assert len(found) > 15
    assert imagined(begun(), hand) == begun()


# --------------------------------------------------------------------- the ground and the prize
def test_a_pick_up_game_is_fought_on_an_open_table_with_a_prize_in_its_middle() -> None:
    """setup.terrain, setup.table-size, victory.points, victory.turn-limit"""
    fought = begun()
    assert (fought.field.width, fought.field.depth) == (7200, 4800)
    assert (fought.field.pieces, fought.buildings, fought.turn_limit) == ((), (), 10)
    (prize,) = fought.prizes
    assert (prize.point, prize.points, prize.building) == ((3600, 2400), 3, "")
    held = replace(fought, units=(unit(0, 36, 23), unit(1, 36, 40, 180, side=1)), step=Step.INITIATIVE)
    assert holder(held, prize) == 0
    assert points(held, 0).whole == 3
    assert points(held, 1).whole == 0


@pytest.mark.parametrize("number", [1, 2])
def test_both_sides_may_agree_to_borrow_the_ground_of_a_scenario(number: int) -> None:
    """setup.terrain"""
    fought, lender = begun(**{Variant.TERRAIN: number}), muster(scenario(GROUNDS[number]), Readings())
    assert fought.field.pieces == lender.field.pieces
    assert fought.buildings == lender.buildings
    assert fought.free
    assert len(fought.prizes) == 1


def test_ground_is_borrowed_only_from_a_table_of_the_same_size_and_only_for_pick_up_games() -> None:
    """setup.terrain"""
    with pytest.raises(ValueError, match="60 by 48 in"):
        on_ground(scenario(PICK_UP), "hougoumont")
    offered = SYSTEM.rulebook().offered(Variant.TERRAIN)
    assert offered == ("open", *GROUNDS[1:])
    same_size = [id for id in SYSTEM.scenarios() if scenario(id).table == scenario(PICK_UP).table]
    assert set(GROUNDS[1:]) == set(same_size) - {PICK_UP}
    maida = muster(scenario("maida"), Readings(((Variant.TERRAIN, 2),)))
    assert maida.field == muster(scenario("maida"), Readings()).field


# --------------------------------------------------------------------- the file
def _with(**changes: Any) -> Callable[[Scenario], Scenario]:
    return lambda game: replace(game, **changes)


def _fewer(game: Scenario) -> Scenario:
    return replace(game, units=game.units[1:])


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (_fewer, "each side picks 8"),
        (_with(arrivals=(Arrival(turn=2, unit="blue-1", edge="south", x=10, y=0),)), "before the first turn"),
    ],
)
def test_a_pick_up_game_that_the_rules_do_not_allow_is_refused(
    spoilt: Callable[[Scenario], Scenario], words: str
) -> None:
    """setup.forces"""
    assert problems(scenario(PICK_UP), roster()) == ()
    assert any(words in problem.words for problem in problems(spoilt(scenario(PICK_UP)), roster()))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_pick_up_game_is_played_from_the_choice_of_forces_to_its_end(seed: int) -> None:
    """setup.forces, cards.deal, setup.deploy: on borrowed ground as on open"""
    game = Game(SYSTEM, begun(**{Variant.TERRAIN: seed - 1}), RandomHand(seed))
    agents, asked = (Militia(seed), Militia(seed + 50)), Counter[str]()
    while game.question is not None:
        asked[game.question.decision] += 1
        game.answer(agents[game.question.seat].decide(game.position()))
    assert asked["setup.choose-forces"] == asked["setup.place-unit"] == 16
    assert asked["setup.choose-edge"] == 1
    assert game.battle.outcome is not None
