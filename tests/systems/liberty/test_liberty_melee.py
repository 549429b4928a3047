"""Melee: the worked cases of dice, hits and saves, the modifiers one by one, and hits shared out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import melee
from sandtable.systems.liberty.actions import Buyer, Buying, CommandPoint, Paid
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.melee import (
    OddHitInMelee,
    blows,
    dice,
    in_the_open,
    led,
    odd_hit,
    save,
    shared_out,
    strike,
    to_hit,
    to_hit_roll,
)
from sandtable.systems.liberty.melee_facts import (
    Contact,
    Duel,
    Edge,
    Engaged,
    Fighter,
    Leading,
    Melee,
    Opponent,
    Side,
    as_melee,
)
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.policies import POLICIES, decide_cautiously
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import Wear
from sandtable.systems.liberty.testing import Quality

Case = Callable[[str], dict[str, Any]]

FOOT = (Arm.INFANTRY,)
LINE = Fighter()
CHARGER = Fighter(charging=True)
WORN, SHAKEN = 8, 16
ASKED, NEVER = (Buyer(1, 4, buying) for buying in (Buying.ASKED, Buying.NEVER))


def engaged(fighter: Fighter, *contacts: Contact) -> Engaged:
    return Engaged(fighter, tuple(Opponent(place, contact) for place, contact in enumerate(contacts)))


def dice_of(fighter: Fighter, contact: Contact, foe: Arm = Arm.INFANTRY) -> float:
    return dice(engaged(fighter, contact), (foe,)).total


# ------------------------------------------------------------------------ dice
def test_a_line_charges_a_line(case: Case) -> None:
    """lib-051"""
    assert [dice_of(CHARGER, Contact()), dice_of(LINE, Contact())] == case("lib-051")["dice"]


def test_a_worn_line_in_its_second_round_with_half_its_bases_supporting(case: Case) -> None:
    """lib-052: melee.dice.charging.first is why it no longer counts as charging."""
    unit = engaged(Fighter(hits=WORN), Contact(bases=2))
    assert dice(unit, FOOT).total == case("lib-052")["dice"]
    rules = ("combatdice.infantry", "melee.dice.worn", "melee.dice.combine", "melee.supporting.after")
    assert dice(unit, FOOT).rules == rules


def test_cavalry_charges_infantry_in_the_open(case: Case) -> None:
    """lib-053"""
    horse = Fighter(arm=Arm.MOUNTED, charging=True)
    figures = [dice_of(horse, Contact()), dice_of(LINE, Contact(), Arm.MOUNTED)]
    assert figures == case("lib-053")["dice"]


def test_the_second_rank_of_a_column_supports(case: Case) -> None:
    """lib-054"""
    assert dice_of(CHARGER, Contact(bases=2)) == case("lib-054")["dice"]


def test_shaken_and_disordered_skirmishers_have_half_a_die_per_base(case: Case) -> None:
    """lib-055: the third base has no support dice (melee.dice.order)."""
    skirmishers = Fighter(arm=Arm.SKIRMISHERS, bases=3, wear=Wear(3, 6, 9), hits=6, disordered=True)
    unit = engaged(skirmishers, Contact(bases=2))
    assert dice(unit, FOOT).total == case("lib-055")["dice"]
    assert "melee.dice.minimum" in dice(unit, FOOT).rules


def test_guards_led_by_their_general(case: Case) -> None:
    """lib-056: and two dice less where he is only attached (leaders.melee.dice, combatdice.general)."""
    guards = Fighter(bases=3, charging=True, elite=True, general=Leading.LEADS_THE_FIGHT)
    unit = engaged(guards, Contact(bases=3))
    assert dice(unit, FOOT).total == case("lib-056")["dice"]
    assert dice(unit, FOOT).rules[-2:] == ("special.elite", "action.lead-the-fight")
    attached = dice(engaged(replace(guards, general=Leading.ATTACHED), Contact(bases=3)), FOOT)
    assert attached.total == 16
    assert attached.rules[-1] == "leaders.melee.dice"


def per_base(fighter: Fighter, contact: Contact, foe: Arm) -> Tally:
    """The dice of one base in contact with this enemy."""
    return melee.per_base(fighter.arm, melee.circumstances_of(fighter, contact, foe))


@pytest.mark.parametrize(
    ("fighter", "contact", "foe", "rule", "value"),
    [
        (Fighter(charging=True), Contact(), Arm.INFANTRY, "melee.dice.charging", 1.0),
        (Fighter(), Contact(edge=Edge.REAR), Arm.INFANTRY, "melee.dice.rear", 1.0),
        (Fighter(), Contact(edge=Edge.FLANK), Arm.INFANTRY, "melee.dice.flank", 0.5),
        (Fighter(arm=Arm.MOUNTED), Contact(), Arm.INFANTRY, "melee.dice.cavalry", 0.5),
        (Fighter(), Contact(enemy_defends=True), Arm.INFANTRY, "melee.dice.obstacle", -0.5),
        (Fighter(), Contact(enemy_uphill=True), Arm.INFANTRY, "melee.dice.uphill", -0.5),
        (Fighter(disordered=True), Contact(), Arm.INFANTRY, "melee.dice.disordered", -0.5),
        (Fighter(hits=WORN), Contact(), Arm.INFANTRY, "melee.dice.worn", -0.5),
        (Fighter(), Contact(), Arm.MOUNTED, "melee.dice.infantry-v-cavalry", -0.5),
        (Fighter(hits=SHAKEN), Contact(), Arm.INFANTRY, "melee.dice.shaken", -1.0),
    ],
)
def test_each_circumstance_changes_the_dice_per_base(
    fighter: Fighter, contact: Contact, foe: Arm, rule: str, value: float
) -> None:
    """melee.dice.data; terrain.uphill is a fact of the contact."""
    tally = per_base(fighter, contact, foe)
    assert [(step.rule, step.value) for step in tally.steps[1:]] == [(rule, value)]
    assert tally.total == 3 + value


@pytest.mark.parametrize(
    ("arm", "in_contact", "supporting"),
    [
        (Arm.INFANTRY, 3, 2),
        (Arm.MOUNTED, 3, 2),
        (Arm.DISMOUNTED, 2, 0),
        (Arm.SKIRMISHERS, 1.5, 0),
        (Arm.UNLIMBERED, 2, 0),
        (Arm.LIMBERED, 0.5, 0),
    ],
)
def test_dice_by_type_in_contact_and_in_support(arm: Arm, in_contact: float, supporting: float) -> None:
    """combatdice.table, combatdice.infantry, combatdice.cavalry-mounted, combatdice.cavalry-dismounted,
    combatdice.skirmishers, combatdice.artillery"""
    foes = (Arm.SKIRMISHERS,)
    assert per_base(Fighter(arm=arm), Contact(), foes[0]).total == in_contact
    two_and_two = dice(engaged(Fighter(arm=arm), Contact(bases=2)), foes).total
    assert two_and_two == 2 * in_contact + 2 * supporting


def test_limbered_guns_are_never_modified() -> None:
    """combatdice.limbered"""
    guns = Fighter(arm=Arm.LIMBERED, bases=3)
    assert dice_of(guns, Contact(bases=3, edge=Edge.REAR)) == 2
    assert per_base(replace(guns, hits=SHAKEN), Contact(bases=3), Arm.INFANTRY).rules == (
        "combatdice.limbered",
    )


def test_cavalry_and_infantry_mean_those_types_alone() -> None:
    """melee.dice.types"""
    others = (Arm.SKIRMISHERS, Arm.DISMOUNTED, Arm.UNLIMBERED, Arm.MOUNTED)
    assert [per_base(Fighter(arm=Arm.MOUNTED), Contact(), foe).total for foe in others] == [3, 3, 3, 3]
    on_foot = (Arm.DISMOUNTED, Arm.SKIRMISHERS, Arm.INFANTRY)
    assert [per_base(LINE, Contact(), foe).total for foe in on_foot] == [3, 3, 3]
    assert per_base(Fighter(arm=Arm.DISMOUNTED), Contact(), Arm.MOUNTED).total == 2


@pytest.mark.parametrize(
    ("horse", "foot"),
    [
        (Contact(difficult=True), Contact()),
        (Contact(), Contact(difficult=True)),
        (Contact(enemy_fortified=True), Contact()),
        (Contact(), Contact(sheltered=True)),
    ],
)
def test_difficult_ground_or_shelter_of_the_infantry_is_not_the_open(horse: Contact, foot: Contact) -> None:
    """terrain.open.melee; what is said of one unit holds for both."""
    if foot.sheltered:
        horse = replace(horse, enemy_defends=True)
    melee = as_melee(Duel(attacker=Fighter(arm=Arm.MOUNTED), attacker_contact=horse, defender_contact=foot))
    rider, line = (side.units[0].opponents[0].contact for side in melee.sides)
    assert not in_the_open(Arm.MOUNTED, rider)
    assert not in_the_open(Arm.INFANTRY, line)
    rules = (
        dice(melee.sides[0].units[0], melee.arms(1)).rules
        + dice(melee.sides[1].units[0], melee.arms(0)).rules
    )
    assert "melee.dice.cavalry" not in rules
    assert "melee.dice.infantry-v-cavalry" not in rules


def test_shelter_of_the_cavalry_leaves_the_infantry_in_the_open() -> None:
    """terrain.open.melee asks after the infantry only."""
    assert in_the_open(Arm.MOUNTED, Contact(sheltered=True))
    assert in_the_open(Arm.INFANTRY, Contact(enemy_defends=True))


def test_bases_take_the_modifiers_of_the_enemy_they_touch_and_are_rounded_once() -> None:
    """melee.dice.per-base, melee.dice.round: 1 x 3.5 + 2 x 2.5 + 2 of support is 10.5."""
    unit = engaged(LINE, Contact(bases=1, edge=Edge.FLANK), Contact(bases=2))
    tally = dice(unit, (Arm.INFANTRY, Arm.MOUNTED))
    assert tally.total == 11
    assert "melee.dice.per-base" in tally.rules
    assert tally.rules[-1] == "melee.dice.round"


def test_a_base_counted_against_another_enemy_fights_only_there() -> None:
    """melee.direct, melee.direct.flanked: a contact left without bases adds nothing and supports nothing."""
    unit = engaged(Fighter(arm=Arm.SKIRMISHERS, bases=1), Contact(bases=0, edge=Edge.REAR), Contact(bases=1))
    assert dice(unit, (Arm.INFANTRY, Arm.INFANTRY)).total == 2
    nobody = Fighter(arm=Arm.SKIRMISHERS, elite=True, general=Leading.ATTACHED)
    assert dice_of(nobody, Contact(bases=0)) == 0, "special.elite.name: no base fights, so no extra dice"


def test_modifiers_never_change_the_dice_of_support() -> None:
    """melee.supporting, melee.supporting.after, melee.dice: a SHAKEN unit's support still rolls two each."""
    assert dice_of(Fighter(hits=SHAKEN), Contact(bases=1)) == 2 + 3 * 2
    assert dice_of(CHARGER, Contact(bases=1, edge=Edge.REAR)) == 5 + 3 * 2


def test_a_unit_that_touches_nobody_has_no_dice() -> None:
    """melee.direct"""
    assert dice(Engaged(LINE, ()), ()).total == 0


# ------------------------------------------------------------------------ hits
def test_to_hit_by_quality() -> None:
    """melee.to-hit"""
    assert [to_hit(quality).total for quality in Quality] == [5, 4, 4]
    militia = engaged(Fighter(nerve=Nerve(quality=Quality.MILITIA)), Contact())
    assert odds(do(strike, Side((militia,), 0), FOOT), exact=True).mean() == 12 * Fraction(1, 3)


def test_melee_is_saved_on_a_six() -> None:
    """saves.melee, saves.roll, saves.natural; walls help against shooting only."""
    assert save().total == 6
    melee = as_melee(Duel(attacker_contact=Contact(bases=1, enemy_fortified=True), attacker=Fighter(bases=1)))
    chances = odds(do(blows, melee, 0), exact=True)
    assert chances == {
        (lost,): comb(3, lost) * Fraction(5, 12) ** lost * Fraction(7, 12) ** (3 - lost) for lost in range(4)
    }


def test_tough_fighters_roll_every_miss_again(case: Case) -> None:
    """lib-057: special.optional-dice is why nobody is asked."""
    highlanders = Duel(attacker=Fighter(tough_fighters=True))
    melee = as_melee(highlanders)
    raw = odds(do(strike, melee.sides[0], FOOT), exact=True).mean()
    assert raw == case("lib-057")["mean_raw"]
    unsaved = odds(do(blows, melee, 0), exact=True).map(sum).mean()
    assert unsaved == case("lib-057")["mean_unsaved"]


def test_tough_fighters_throw_only_misses_and_only_once() -> None:
    """special.tough-fighters: three dice, two miss, one of these misses again."""
    unit = engaged(Fighter(bases=1, tough_fighters=True), Contact(bases=1))
    hand = PlannedHand([4, 3, 1, 5, 2])
    assert to_hit_roll(unit, FOOT).cast(hand) == 2
    hand.assert_used()


def test_a_general_leads_the_fight_if_the_point_is_spent() -> None:
    """action.lead-the-fight: asked only of a unit with a General attached, where it may be bought."""
    with_him = engaged(Fighter(general=Leading.ATTACHED), Contact())
    run = ProcedureRun[Paid[Engaged]](do(led, with_him, ASKED), lambda throw: 0, lambda battle, event: battle)
    assert isinstance(run.pending, Choose)
    assert (run.pending.decision, run.pending.seat) == ("lead-the-fight", 1)
    run.answer(CommandPoint.SPEND)
    assert run.result is not None
    assert run.result.spent == (Action.LEAD_THE_FIGHT,)
    assert dice(run.result.value, (Arm.INFANTRY,)).total == 16
    for unit, buyer in ((engaged(Fighter(), Contact()), ASKED), (with_him, NEVER)):
        (only,) = odds(do(led, unit, buyer), exact=True)
        assert only == Paid(unit)


def test_all_dice_are_counted_before_anybody_strikes() -> None:
    """melee.when, melee.sequence: the first blows break the other side, which strikes back undiminished."""
    melee = as_melee(
        Duel(defender=Fighter(hits=23), attacker=Fighter(bases=1), attacker_contact=Contact(bases=1))
    )
    assert [dice(side.units[0], FOOT).total for side in melee.sides] == [3, 8]
    hand = PlannedHand([6, 6, 6, 1, 1, 1, *(6 for _ in range(8)), *(1 for _ in range(8))])
    struck, back = (play(do(blows, melee, side), hand) for side in (0, 1))
    hand.assert_used()
    assert (struck, back) == ((3,), (8,))


def play(call: Any, hand: PlannedHand) -> Any:
    run: ProcedureRun[Any] = ProcedureRun(
        call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    assert run.pending is None
    return run.result


# ------------------------------------------------------------------ shared out
def two(first: Fighter, second: Fighter) -> Side:
    return Side((engaged(first, Contact()), engaged(second, Contact())), seat=1)


def shares(target: Side, hits: int) -> tuple[int, ...]:
    (only,) = odds(do(shared_out, target, hits, 0), decide_cautiously, exact=True)
    return only


def test_hits_are_shared_evenly_and_the_scorer_places_the_odd_one(case: Case) -> None:
    """lib-061: the decision is melee-odd-hits."""
    target = two(LINE, LINE)
    even, odd = case("lib-061")["even"], case("lib-061")["odd"]
    run: ProcedureRun[tuple[int, ...]] = ProcedureRun(
        do(shared_out, target, 7, 0), lambda throw: 0, lambda battle, event: battle
    )
    question = run.pending
    assert isinstance(question, OddHitInMelee)
    assert (question.seat, question.options) == (0, (0, 1))
    assert (question.shares, question.left) == ((even, even), odd)
    run.answer(1)
    assert run.result == (even, even + odd)
    assert shares(target, 6) == (3, 3)


def test_computed_odds_give_odd_hits_to_the_unit_nearest_to_its_next_state() -> None:
    """melee.multiple.hits: both policies, since the catalogue names none."""
    target = two(Fighter(hits=1), Fighter(hits=4))
    assert shares(target, 7) == (3, 4)
    assert shares(two(Fighter(hits=4), Fighter(hits=1)), 7) == (4, 3)
    (boldest,) = odds(do(odd_hit, target, (3, 3), 1, 0), best, exact=True)
    assert boldest == 1
    assert list(POLICIES.values()) == [decide_cautiously, best]


@given(hits=st.integers(0, 40), count=st.integers(1, 4))
@settings(deadline=None, max_examples=40)
def test_no_hit_is_lost_or_made_when_hits_are_shared(hits: int, count: int) -> None:
    """melee.multiple.group"""
    target = Side(tuple(engaged(Fighter(hits=place), Contact()) for place in range(count)), seat=1)
    given_out = shares(target, hits)
    assert sum(given_out) == hits
    assert min(given_out) == hits // count


def test_hits_of_several_units_are_added_before_saves_and_every_unit_saves_its_own() -> None:
    """melee.multiple.group: two bases of each striker, four dice and six, hits on 4 and 5."""
    regulars = engaged(Fighter(arm=Arm.DISMOUNTED, bases=2), Contact(bases=2))
    militia = engaged(Fighter(bases=2, nerve=Nerve(quality=Quality.MILITIA)), Contact(bases=2))
    strikers = Side((regulars, militia), 0)
    assert [dice(unit, FOOT).total for unit in strikers.units] == [4, 6]
    hits = odds(do(strike, strikers, FOOT), exact=True)
    assert hits[10] == Fraction(1, 2) ** 4 * Fraction(1, 3) ** 6
    melee = Melee((strikers, two(LINE, LINE)))
    lost = odds(do(blows, melee, 0), decide_cautiously, exact=True)
    assert lost[5, 5] == hits[10] * Fraction(5, 6) ** 10
    assert lost.map(sum).mean() == (4 * Fraction(1, 2) + 6 * Fraction(1, 3)) * Fraction(5, 6)


# ----------------------------------------------------------------------- facts
def test_facts_that_cannot_be_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(ValueError, match="5 bases are in direct contact, but the unit has only 4"):
        engaged(LINE, Contact(bases=3), Contact(bases=2))
    with pytest.raises(ValueError, match="24 hits is broken at 24 and fights no melee; give it at most 23"):
        Fighter(hits=24)
    with pytest.raises(ValueError, match="names enemy 1, but the enemy has 1 units"):
        Melee((Side((engaged(LINE, Contact(), Contact(bases=0)),), 0), Side((engaged(LINE, Contact()),), 1)))
    with pytest.raises(ValueError, match="both units are said to be uphill"):
        Duel(attacker_contact=Contact(enemy_uphill=True), defender_contact=Contact(enemy_uphill=True))


def test_the_enemies_a_unit_touches_are_known_from_either_side() -> None:
    """melee.engaged"""
    first, second = engaged(LINE, Contact()), engaged(LINE)
    enemy = Engaged(LINE, (Opponent(0, Contact(bases=3)), Opponent(1, Contact(bases=1))))
    melee = Melee((Side((first, second), 0), Side((enemy, engaged(LINE)), 1)))
    assert [melee.touched(0, place) for place in (0, 1)] == [(0,), (0,)]
    assert [melee.touched(1, place) for place in (0, 1)] == [(0, 1), ()]


def test_a_duel_comes_back_from_json_the_same() -> None:
    duel = Duel(attacker=Fighter(hits=9, general=Leading.ATTACHED), attacker_contact=Contact(edge=Edge.REAR))
    assert msgspec.json.decode(msgspec.json.encode(duel), type=Duel) == duel
