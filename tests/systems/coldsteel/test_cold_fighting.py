"""The Melee step: fights, strike steps, targets, and losses taken together."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Removal, Step
from sandtable.systems.coldsteel.blows import role_of
from sandtable.systems.coldsteel.events import FightFought, LuckyRerollUsed, UnitsRemoved
from sandtable.systems.coldsteel.fighting import fight, fights, melee_step
from sandtable.systems.coldsteel.luck import Pick
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.melee_facts import Role
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.systems.coldsteel.victory import is_decided
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    LANCERS,
    Played,
    battle,
    figures,
    garrison,
    house,
    play,
    unit,
)

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure


def blue(number: int, models: int, **state: Any) -> ColdSteelUnit:
    """A unit of Blue that looks north."""
    return unit(number, 20 + 10 * number, 20, 0, models=models, **state)


def red(number: int, models: int, **state: Any) -> ColdSteelUnit:
    """A unit of Red that looks south."""
    return unit(number, 20 + 10 * number, 20, 180, side=1, models=models, **state)


def melee(*units: ColdSteelUnit, links: tuple[Link, ...], **state: Any) -> ColdSteelBattle:
    """A Melee step of turn 5, Blue being Player 1."""
    return battle(*units, links=links, **{"step": Step.MELEE, "turn": 5, **state})


def blows(played: Played) -> list[tuple[int, int]]:
    """Who struck whom, in order."""
    return [(event.unit, event.target) for event in played.events if isinstance(event, UnitStruck)]


# -------------------------------------------------------------- two units
def test_the_charger_strikes_first_and_only_survivors_strike_back() -> None:
    """melee.charge.attacker-dice, melee.charge.defender-dice, charge.fights"""
    fought = melee(blue(0, 3, charged=1), red(1, 2, charged_by=(0,)), links=(Link(0, 1, 5),))
    played = play(melee_step, fought, faces=(4, 1, 1, 6))
    assert blows(played) == [(0, 1), (1, 0)]
    assert [one.models for one in played.battle.units] == [2, 1]
    assert played.events[-1] == FightFought((0, 1))


def test_a_destroyed_defender_does_not_strike_back() -> None:
    """melee.excess, turn.remove-at-once"""
    fought = melee(blue(0, 3, charged=1), red(1, 2, charged_by=(0,)), links=(Link(0, 1, 5),))
    played = play(melee_step, fought, faces=(4, 5, 6))
    assert blows(played) == [(0, 1)]
    assert played.told(UnitsRemoved) == (UnitsRemoved((1,), Removal.DESTROYED),)
    assert played.battle.links == ()
    assert is_decided(played.battle)


def test_a_continued_melee_is_struck_at_the_same_time() -> None:
    """melee-10: melee.continued.simultaneous, melee.continued.who; all dice, then all losses"""
    fought = melee(blue(0, 3), red(1, 3), links=(Link(0, 1, 4),))
    played = play(melee_step, fought, faces=(4, 4, 4, 5, 5, 5))
    assert blows(played) == [(0, 1), (1, 0)]
    assert played.told(UnitsRemoved) == (UnitsRemoved((0, 1), Removal.DESTROYED),)


def test_those_who_survive_stay_locked() -> None:
    """melee.one-round, charge.engagement-persists"""
    fought = melee(blue(0, 3), red(1, 3), links=(Link(0, 1, 4),))
    played = play(melee_step, fought, faces=(1, 2, 3, 1, 2, 3))
    assert played.battle.links == (Link(0, 1, 4),)
    assert fights(played.battle) == ()


# -------------------------------------------------------------- buildings
def held_house(models: int, **state: Any) -> tuple[ColdSteelUnit, dict[str, Any]]:
    home = house(38, 20, 42, 24)
    return garrison(1, home, side=1, models=models, **state), {"pieces": (home,)}


def test_a_garrison_strikes_first_in_a_melee_that_goes_on() -> None:
    """melee-08: melee.continued.building-first"""
    inside, ground = held_house(2)
    fought = melee(blue(0, 3), inside, links=(Link(0, 1, 4),), **ground)
    played = play(melee_step, fought, faces=(5, 5, 6))
    assert figures("melee-08")["first"] == "garrison"
    assert blows(played) == [(1, 0), (0, 1)]
    assert [one.models for one in played.battle.units] == [1, 1]


def test_whoever_charges_a_house_strikes_first() -> None:
    """melee-09: melee.building-charge"""
    inside, ground = held_house(2, charged_by=(0,))
    fought = melee(blue(0, 3, charged=1), inside, links=(Link(0, 1, 5),), **ground)
    played = play(melee_step, fought, faces=(4, 1, 1, 1))
    assert figures("melee-09")["first"] == "charger"
    assert blows(played) == [(0, 1), (1, 0)]


def test_a_garrison_locked_since_earlier_strikes_before_others_but_after_a_new_charger() -> None:
    """melee.strike-steps"""
    inside, ground = held_house(1, charged_by=(2,))
    fought = melee(blue(0, 1), inside, blue(2, 1, charged=1), links=(Link(0, 1, 4), Link(2, 1, 5)), **ground)
    played = play(melee_step, fought, answers=(0,), faces=(1, 1, 1))
    assert blows(played) == [(2, 1), (1, 0), (0, 1)]
    assert played.asked == ("melee.pick-target",)


def test_a_garrison_charged_this_turn_strikes_with_everyone_else() -> None:
    """melee.building-charge, melee.strike-steps: with the line beside it, not before."""
    inside, ground = held_house(1, charged_by=(0,))
    charger, beside = blue(0, 1, charged=1), red(2, 1, charged_by=(0,))
    fought = melee(charger, inside, beside, links=(Link(0, 1, 5), Link(0, 2, 5)), **ground)
    assert blows(play(melee_step, fought, faces=(1, 6, 6))) == [(0, 1), (1, 0), (2, 0)]


def test_a_garrison_keeps_its_place_when_the_enemy_it_was_locked_with_is_gone() -> None:
    """melee.strike-steps: it was engaged since an earlier turn, so it strikes before the line beside it."""
    inside, ground = held_house(1, charged_by=(3,))
    old, rescuer = blue(0, 1, charged_by=(2,)), red(2, 1, charged=0)
    new, beside = blue(3, 1, charged=1), red(4, 1, charged_by=(3,))
    links = Link(0, 1, 4), Link(2, 0, 5), Link(3, 1, 5), Link(3, 4, 5)
    fought = melee(old, inside, rescuer, new, beside, links=links, **ground)
    played = play(melee_step, fought, faces=(1, 6, 6))
    assert blows(played) == [(3, 1), (2, 0), (1, 3)]


def test_when_a_garrison_is_gone_its_attackers_stay_outside() -> None:
    """building.after"""
    inside, ground = held_house(1)
    fought = melee(blue(0, 3), inside, links=(Link(0, 1, 4),), **ground)
    played = play(melee_step, fought, faces=(1, 4, 1, 1))
    assert played.battle.units[0].pose == fought.units[0].pose
    assert played.battle.garrison_of("house") is None


# -------------------------------------------------------------- several units
def three_units() -> ColdSteelBattle:
    """Blue's A (0) charged Red's X (1), and Red's Y (2) charged A."""
    a = blue(0, 3, charged=1, charged_by=(2,))
    x, y = red(1, 2, charged_by=(0,)), red(2, 2, charged=0)
    return melee(a, x, y, links=(Link(0, 1, 5), Link(2, 0, 5)))


def test_chargers_of_both_sides_strike_together_and_the_charged_after_them() -> None:
    """melee-11: melee.strike-steps, melee.target-choice"""
    expected = figures("melee-11")
    played = play(melee_step, three_units(), faces=(4, 1, 1, 5, 1, 6))
    names = dict(enumerate("AXY"))
    told = [f"{names[unit]} on {names[target]}" for unit, target in blows(played)]
    assert told == [*expected["step_a"], *expected["step_c"]]
    assert [one.models for one in played.battle.units] == [1, 1, 2]


def test_a_unit_whose_enemies_are_all_gone_does_not_strike() -> None:
    """melee.target-choice"""
    a = blue(0, 1, charged=1, charged_by=(2,))
    fought = melee(a, red(1, 2, charged_by=(0,)), red(2, 2, charged=0), links=(Link(0, 1, 5), Link(2, 0, 5)))
    played = play(melee_step, fought, faces=(1, 5, 1))
    assert blows(played) == [(0, 1), (2, 0)]
    assert played.battle.units[0].removed is Removal.DESTROYED


def test_a_charger_strikes_the_unit_it_charged_and_both_strike_back() -> None:
    """charge-01: melee.target-choice, melee.strike-steps"""
    assert figures("charge-01")["strikes"] == "first"
    charger = blue(2, 2, charged=0)
    fought = melee(
        red(0, 1, charged_by=(2,)), red(1, 2, charged_by=(2,)), charger, links=(Link(2, 0, 5), Link(2, 1, 5))
    )
    played = play(melee_step, fought, faces=(1, 1, 4, 1, 1))
    assert blows(played) == [(2, 0), (0, 2), (1, 2)]


def test_a_charger_whose_target_is_gone_strikes_another_it_touched() -> None:
    """melee.target-choice, charge.target-gone"""
    fought = melee(red(0, 1, charged_by=(2,)), red(1, 2), blue(2, 2, charged=1), links=(Link(2, 0, 5),))
    played = play(melee_step, fought, faces=(1, 1, 1))
    assert blows(played)[0] == (2, 0)


def test_blows_of_several_on_one_are_added_up_before_anybody_falls() -> None:
    """casualties.order: two wounds and one six of two units, one figure lost of the owner's choice."""
    struck = red(2, 10, command=(OFFICER, SERGEANT))
    fought = melee(blue(0, 1), blue(1, 1), struck, links=(Link(0, 2, 4), Link(1, 2, 4)))
    played = play(melee_step, fought, answers=(1, OFFICER), faces=(6, 4, *(1,) * 10))
    assert played.asked == ("melee.pick-target", "casualties.command-model")
    left = played.battle.units[2]
    assert (left.models, left.command) == (8, (SERGEANT,))


def test_player_one_names_his_targets_first() -> None:
    """melee.target-choice"""
    links = (Link(0, 2, 4), Link(0, 3, 4), Link(1, 3, 4), Link(1, 2, 4))
    fought = melee(blue(0, 1), blue(1, 1), red(2, 1), red(3, 1), links=links)
    for first, struck in ((0, [0, 1, 2, 3]), (1, [2, 3, 0, 1])):
        answers = (2, 3, 0, 1) if first == 0 else (0, 1, 2, 3)
        played = play(melee_step, replace(fought, first=first), answers=answers, faces=(1, 1, 1, 1))
        assert [unit for unit, _ in blows(played)] == struck


def test_a_unit_that_charged_and_lost_its_target_is_the_defender_of_a_charge_upon_it() -> None:
    """charge.target-gone, charge.charged-status: its attacker strikes first, and its lances do not charge."""
    lancers = unit(0, 20, 20, profile=LANCERS, models=3, charged=2, charged_by=(1,))
    fought = melee(lancers, red(1, 2, charged=0), links=(Link(1, 0, 5),))
    assert [role_of(fought, one) for one in fought.units] == [Role.DEFENDER, Role.CHARGER]
    played = play(melee_step, fought, faces=(4, 1, 2, 2, 2, 3))
    assert blows(played) == [(1, 0), (0, 1)]
    assert [one.models for one in played.battle.units] == [2, 1]


# -------------------------------------------------------------- the order of fights
def test_player_one_picks_which_fight_comes_next_and_each_is_fought_once() -> None:
    """melee.order"""
    fought = melee(blue(0, 1), red(1, 1), blue(2, 1), red(3, 1), links=(Link(0, 1, 4), Link(3, 2, 4)))
    assert fights(fought) == ((0, 1), (2, 3))
    played = play(melee_step, fought, answers=((2, 3),), faces=(1, 1))
    assert blows(played) == [(2, 3), (3, 2)]
    assert fights(played.battle) == ((0, 1),)
    then = play(melee_step, played.battle, faces=(1, 1))
    assert (blows(then), then.asked) == ([(0, 1), (1, 0)], ())
    over = play(melee_step, then.battle)
    assert over.battle.step is Step.END


def test_units_linked_through_others_are_in_one_fight() -> None:
    """melee.order"""
    links = (Link(0, 1, 4), Link(2, 1, 4), Link(2, 3, 4))
    fought = melee(blue(0, 1), red(1, 1), blue(2, 1), red(3, 1), links=links)
    assert fights(fought) == ((0, 1, 2, 3),)


def test_what_a_unit_is_to_its_fight() -> None:
    """charge.charged-status, melee.continued.who"""
    fought = three_units()
    assert [role_of(fought, one) for one in fought.units] == [Role.CHARGER, Role.DEFENDER, Role.CHARGER]
    assert role_of(melee(blue(0, 1), red(1, 1), links=(Link(0, 1, 4),)), blue(0, 1)) is Role.CONTINUED


# -------------------------------------------------------------- dice
def dice_of(fought: ColdSteelBattle, faces: tuple[int, ...]) -> list[int]:
    played = play(fight, fought, (0, 1), faces=faces)
    return [event.dice for event in played.events if isinstance(event, UnitStruck)]


def test_lancers_ride_down_a_line_and_not_a_square() -> None:
    """melee-03, melee-04: troops.lancers.wound, troops.cavalry.square, melee.square-overrides"""
    lancers = unit(0, 20, 20, profile=LANCERS, charged=1)
    line = melee(lancers, red(1, 24, charged_by=(0,)), links=(Link(0, 1, 5),))
    assert dice_of(line, (2,) * 20 + (1,) * 4) == [figures("melee-03")["charge"]["dice"], 4]
    square = replace(line, units=(lancers, red(1, 20, formation=Formation.SQUARE, charged_by=(0,))))
    assert dice_of(square, (4,) * 10 + (1,) * 20) == [figures("melee-04")["dice"], 20]


def test_cavalry_caught_standing_has_two_dice_or_one_by_the_readings() -> None:
    """reading-01: melee.cavalry-dice-always"""
    horse, foot = unit(0, 20, 20, profile=HUSSARS, models=8), red(1, 1)
    fought = melee(horse, foot, links=(Link(1, 0, 4),))
    assert dice_of(fought, (1,) * 17) == [16, 1]
    other = replace(fought, readings=Readings(((Reading.CAVALRY_DICE, 1),)))
    assert dice_of(other, (1,) * 9) == [figures("reading-01")["c"]["dice"], 1]


def test_gunners_fight_with_a_die_each() -> None:
    """art-07: artillery.melee"""
    horse = unit(0, 20, 20, profile=HUSSARS, charged=1)
    guns = unit(1, 30, 20, 180, side=1, profile=GUNS, charged_by=(0,))
    fought = melee(horse, guns, links=(Link(0, 1, 5),))
    assert dice_of(fought, (3,) * 5 + (2,) * 15 + (1,) * 3) == [figures("art-07")["dice"], 3]


def test_a_failed_unit_fights_back() -> None:
    """morale.failed-defends"""
    fought = melee(blue(0, 1, charged=1), red(1, 2, charged_by=(0,), failed=True), links=(Link(0, 1, 5),))
    assert dice_of(fought, (1, 1, 1)) == [1, 2]


def test_conscripts_and_veterans_change_the_blow_and_lucky_officers_a_die_of_it() -> None:
    """cards.shoot-melee-scope, cards.lucky-scope"""
    weak, strong = blue(0, 1, trait=Trait.CONSCRIPTS), red(1, 1, trait=Trait.VETERANS)
    fought = melee(weak, strong, links=(Link(0, 1, 4),))
    assert [one.models for one in play(fight, fought, (0, 1), faces=(4, 3)).battle.units] == [0, 1]
    lucky = replace(fought, units=(blue(0, 1, trait=Trait.LUCKY_OFFICER, command=(OFFICER,)), red(1, 1)))
    played = play(fight, lucky, (0, 1), faces=(1, 4, 1), answers=(Pick.MISS,))
    assert played.told(LuckyRerollUsed)
    assert played.battle.units[1].removed is Removal.DESTROYED
    spent = replace(lucky, units=(replace(lucky.units[0], lucky_used=True), lucky.units[1]))
    assert play(fight, spent, (0, 1), faces=(1, 1)).asked == ()


def test_the_man_a_six_kills_is_lost_besides_by_the_other_reading() -> None:
    """casualties.six-within"""
    fought = melee(blue(0, 1), red(1, 9, command=(OFFICER,)), links=(Link(0, 1, 4),))
    by_default = play(fight, fought, (0, 1), faces=(6, *(1,) * 9))
    assert by_default.battle.units[1].models == 8
    other = replace(fought, readings=Readings(((Reading.SIXES, 1),)))
    assert play(fight, other, (0, 1), faces=(6, *(1,) * 9)).battle.units[1].models == 7
