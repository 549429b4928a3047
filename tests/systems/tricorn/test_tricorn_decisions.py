"""Every decision is asked in some battle, and every worked case has its test."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.systems.tricorn.battle import Due, Step, TricornUnit
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.choices import Action, ActionKind
from sandtable.systems.tricorn.consulting import consult_step
from sandtable.systems.tricorn.declaring import Declaration, fire_step
from sandtable.systems.tricorn.fighting import melee_step
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.melee_ground import Aid
from sandtable.systems.tricorn.moving import actions, carry_out
from sandtable.systems.tricorn.officers import give_way
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.pushes import straight_back
from sandtable.systems.tricorn.recoiling import recoil
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.table.movement import Advance, Retire
from sandtable.table.space import Point
from tests.conformance.described import decision_classes
from tests.systems.tricorn.parade_ground import CUIRASSIERS, HORSE, Played, battle, officer, play, unit
from tests.systems.tricorn.worked import cases

BATTLES = (("rossbach-1757", 1, 1), ("blenheim-1704", 0, 2))
"""Scenario, free deployment or not, and seed of battles between militias."""


def asked_in(scenario: str, free: int, seed: int) -> set[str]:
    """What two militias are asked in a battle."""
    start = SYSTEM.muster(SYSTEM.scenario(scenario), rulebook().choose({"deployment": free}))
    game = Game(SYSTEM, start, RandomHand(seed))
    agents, asked = (Militia(seed), Militia(seed + 100)), set[str]()
    while game.question is not None:
        asked.add(game.question.decision)
        game.answer(agents[game.question.seat].decide(game.position()))
    return asked


def test_militias_are_asked_everything_that_chance_does_not_keep_from_them() -> None:
    """What is rare has a small battle of its own."""
    asked = set[str]().union(*(asked_in(*one) for one in BATTLES))
    assert {"card.pass-or-roll", "move.path", "move.officer", "fire.declare", "setup.place-cc"} <= asked
    assert {*decision_classes(SYSTEM).values()} - asked <= set(RARE)


# --------------------------------------------------------------------- what chance seldom leads to
def enemy(number: int, x: float, y: float = 10, markers: int = 0) -> TricornUnit:
    """A unit of the other side that looks down the table, its front on y."""
    return unit(number, x, y, 180, side=1, markers=markers)


def two_are_equally_near() -> Played:
    fought = battle(unit(0, 20, 10), enemy(1, 18.4, 12), enemy(2, 21.6, 12), step=Step.FIRE)
    return play(fire_step, fought, answers=(Declaration(0), 2))


def two_melees_wait() -> Played:
    fought = battle(unit(0, 10, 10), unit(1, 20, 10), enemy(2, 10), enemy(3, 20), step=Step.MELEE)
    return play(melee_step, fought, answers=(3,), faces=(1, 6))


def two_touch_one_enemy() -> Played:
    fought = battle(unit(0, 18.5, 10), unit(1, 21.5, 10), enemy(2, 20), step=Step.MELEE)
    return play(melee_step, fought, answers=(1,), faces=(1, 6))


def one_could_help_twice() -> Played:
    units = unit(0, 17, 10), unit(1, 20, 10), unit(2, 23, 10), enemy(3, 16.5), enemy(4, 23.5)
    return play(melee_step, battle(*units, step=Step.MELEE), answers=(3, Aid.SAVE), faces=(1, 6))


def horse_goes_on() -> Played:
    units = unit(0, 20, 10, profile=CUIRASSIERS), enemy(1, 20, markers=1), enemy(2, 20, 14)
    return play(melee_step, battle(*units, step=Step.MELEE), answers=(None,), faces=(1, 6))


def foot_charges_horse() -> Played:
    fought = battle(unit(0, 36, 24), unit(1, 36, 28, 180, side=1, profile=HORSE, markers=2))
    answers = (Advance(400),), Answer.BREAK_OFF, (Retire(500),)
    return play(carry_out, fought, 0, Action(ActionKind.ATTACK, 1), answers=answers, faces=(1, 1))


def an_officer_is_ridden_down() -> Played:
    staff = officer(0, 1, 1, command=0), officer(1, 20, 20, side=1, command=1)
    fought = battle(unit(0, 20, 19.8), enemy(1, 15, 30), enemy(2, 25, 30), officers=staff)
    return play(give_way, fought, 0, (unit(0, 20, 10), fought.units[0]), answers=(2,))


def two_friends_are_run_into() -> Played:
    friends = unit(1, 18.4, 18.6, markers=1), unit(2, 21.6, 18.6, markers=1)
    fought = battle(unit(0, 20, 20.2), *friends, enemy(3, 20, 20.2), step=Step.MELEE)
    push = straight_back(fought.units[0])
    return play(recoil, fought, 0, push, answers=(2,), faces=(20, 20))


def two_are_shaken() -> Played:
    units = unit(0, 20, 40), enemy(1, 10, 10, markers=2), enemy(2, 30, 10, markers=2)
    dues = tuple(Due(one, shooters=(0,), nearest=0, origin=Point(2000.0, 4000.0)) for one in (1, 2))
    return play(consult_step, battle(*units, step=Step.CONSULT, dues=dues), answers=(2,), faces=(1,))


RARE: dict[str, Callable[[], Played]] = {
    "fire.equal-nearest": two_are_equally_near,
    "fire.morale-order": two_are_shaken,
    "melee.choose-fight": two_melees_wait,
    "melee.choose-primary": two_touch_one_enemy,
    "melee.support": one_could_help_twice,
    "melee.follow-up": horse_goes_on,
    "move.charge-mounted": foot_charges_horse,
    "react.mounted-break-off": foot_charges_horse,
    "react.break-off-distance": foot_charges_horse,
    "officer.escape": an_officer_is_ridden_down,
    "recoil.equal-friends": two_friends_are_run_into,
}


@pytest.mark.parametrize("decision", RARE)
def test_what_chance_seldom_leads_to_is_asked_as_well(decision: str) -> None:
    assert decision in RARE[decision]().asked


def test_breaking_off_and_removing_disorder_are_things_a_unit_may_do() -> None:
    """move.break-off, rally.try"""
    locked = battle(unit(0, 20, 10), enemy(1, 20))
    assert Action(ActionKind.BREAK_OFF) in tuple(actions(locked, locked.units[0]))
    shaken = battle(unit(0, 20, 10, markers=1), enemy(1, 20, 40))
    assert Action(ActionKind.REMOVE) in tuple(actions(shaken, shaken.units[0]))


# --------------------------------------------------------------------- readings and cases
def test_every_rule_with_readings_is_asked_for_its_reading() -> None:
    assert {rule.id for rule in rulebook().readings()} == set(Reading)
    assert len(Reading) == 11


def test_worked_cases_rest_on_rules_that_exist() -> None:
    known = {rule.id for rule in rulebook().rules}
    assert len(cases()) == 78
    assert not [(case.id, rule) for case in cases().values() for rule in case.rules if rule not in known]


def test_worked_cases_name_readings_by_their_words() -> None:
    """setup.readings"""
    options = [case.option for case in cases().values() if case.option is not None]
    assert {option.rule for option in options} == set(Reading)
    assert [option for option in options if option.reading not in rulebook()[option.rule].readings] == []


def test_the_plain_words_of_the_sheet_are_played_by_default() -> None:
    """troops.muskets, movement.zoc.shape, movement.flank-contact.when, morale.mod.surrounded.reading"""
    usual = {rule: rulebook()[rule].readings[0].split(",")[0] for rule in LITERAL}
    assert usual == LITERAL


LITERAL = {
    Reading.LIGHTS_APART: "Light Infantry counts as Muskets in every line that says Muskets and does not name"
    " Light Infantry beside it",
    Reading.WIDE_ZONE: "22 degrees in all",
    Reading.FLANK_STANDS: "after every melee in which an enemy touched its flank or rear it recoils one base"
    " depth and turns",
    Reading.PER_EDGE: "-6 once",
}
"""What each of these rules is played as unless the players agree otherwise."""


def test_every_worked_case_is_named_in_a_test() -> None:
    tests = (path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", "\n".join(tests)))
    assert not [case for case in cases() if case not in words]
