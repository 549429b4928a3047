"""Every printed figure of the sheet, typed from it by hand, against what is played.

Nothing here is read from the rulebook but the tables that it shows people, which are held against the same
figures.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import artillery, cards, melee, morale, shooting
from sandtable.systems.coldsteel.artillery import Shot
from sandtable.systems.coldsteel.battle import Phase, Step
from sandtable.systems.coldsteel.book import rulebook
from sandtable.systems.coldsteel.casualties import Fallen, Struck, fall
from sandtable.systems.coldsteel.initiative import Rivals, initiative
from sandtable.systems.coldsteel.melee_facts import Blow, Role
from sandtable.systems.coldsteel.morale import Again, MoraleFacts, Result, Second, Stance, morale_test
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.rates import Pace, allowance
from sandtable.systems.coldsteel.shooting import Fire
from sandtable.systems.coldsteel.steps import owner
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass
from tests.systems.coldsteel.parade_ground import HUSSARS, LIGHT, LINE, battle, unit
from tests.systems.throwing import carried_out, carry_out

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure
FOOT, HORSE, GUNS = TroopClass.LINE, TroopClass.CAVALRY, TroopClass.ARTILLERY


# --------------------------------------------------------------------- Turn Sequence
def test_a_turn_has_the_eight_printed_steps() -> None:
    """turn.sequence, turn.printed-order-rules"""
    printed = (
        (Phase.MORALE, 1),
        (Phase.MANOEUVRES, 1),
        (Phase.SHOOTING, 2),
        (Phase.MORALE, 2),
        (Phase.MANOEUVRES, 2),
        (Phase.SHOOTING, 1),
    )
    steps = tuple(Step)
    first, last = steps.index(Step.INITIATIVE), steps.index(Step.MELEE)
    assert last - first == 7
    between = steps[first + 1 : last]
    assert tuple((step.phase, owner(step, 0, Readings()) + 1) for step in between) == printed
    shown = [(row["step"], row["name"], row["who"]) for row in rulebook()["turn.sequence"].rows]
    told = [(2 + place, phase.value, f"player-{player}") for place, (phase, player) in enumerate(printed)]
    assert shown == [(1, "initiative", "both"), *told, (8, "melee", "both")]


def test_each_player_throws_one_die_and_ties_are_thrown_again() -> None:
    """turn.initiative.roll, turn.initiative.winner, turn.initiative.tie"""
    assert carry_out(do(initiative, Rivals()), (3, 3, 6, 5)) == 0
    assert carry_out(do(initiative, Rivals()), (1, 2)) == 1


# --------------------------------------------------------------------- Manoeuvres
@pytest.mark.parametrize(
    ("pace", "inches"),
    [
        ({"troop_class": FOOT}, 9),
        ({"troop_class": HORSE}, 15),
        ({"troop_class": TroopClass.LANCERS}, 15),
        ({"troop_class": GUNS}, 3),
        ({"troop_class": FOOT, "rough": True}, 9 - 3),
        ({"troop_class": FOOT, "by_road": True}, 9 + 3),
        ({"troop_class": FOOT, "formation": Formation.COLUMN}, 9 + 3),
        ({"troop_class": FOOT, "charging": True}, 9 + 3),
        ({"troop_class": HORSE, "charging": True}, 15 + 6),
        ({"troop_class": FOOT, "musician": True}, 9 + 2),
        ({"troop_class": TroopClass.LIGHT}, 9 + 2),
        ({"troop_class": TroopClass.LIGHT, "rough": True}, 9 + 2),
        ({"troop_class": TroopClass.GRENADIERS}, 9),
        ({"troop_class": TroopClass.ELITE}, 9),
    ],
)
def test_distances_are_those_printed(pace: dict[str, Any], inches: int) -> None:
    """movement.rate.infantry, movement.rate.cavalry, movement.rate.artillery, movement.mod.rough,
    movement.mod.road, movement.mod.column, movement.mod.charge, troops.cavalry.charge, leaders.musician,
    troops.light.move, troops.light.terrain"""
    assert allowance(Pace(**pace)).whole == inches


def test_the_table_of_distances_shows_what_is_printed() -> None:
    """movement.table"""
    assert {row["item"]: row["inches"] for row in rulebook()["movement.table"].rows} == {
        "infantry": 9,
        "cavalry": 15,
        "artillery": 3,
        "obstacle or rough ground": -3,
        "road": 3,
        "column": 3,
        "charge": 3,
        "cavalry charge, extra": 3,
        "light infantry": 2,
        "musician alive": 2,
        "retreat": 6,
        "retreat, sergeant alive": 3,
    }


# --------------------------------------------------------------------- Morale
BARE = MoraleFacts(starting=24)
MORALE: dict[str, tuple[dict[str, Any], int]] = {
    "fired at": ({"by_muskets": True}, -1),
    "fired at by artillery, and so fired at": ({"by_guns": True}, -1 - 2),
    "cavalry near": ({"cavalry_near": True}, -1),
    "column": ({"formation": Formation.COLUMN}, -1),
    "below half": ({"models": 11}, -1),
    "attack column": ({"formation": Formation.ATTACK_COLUMN}, 1),
    "square": ({"formation": Formation.SQUARE}, 2),
    "in a building": ({"formation": Formation.GARRISON}, 2),
    "standard": ({"command": (STANDARD,)}, 1),
    "officer": ({"command": (OFFICER,)}, 1),
    "light, enemy near": ({"troops": TroopClass.LIGHT, "enemy_near": True}, -2),
    "light, in melee": ({"troops": TroopClass.LIGHT, "stance": Stance.LOCKED}, -2 - 2),
    "grenadiers": ({"troops": TroopClass.GRENADIERS}, 2),
    "elite": ({"troops": TroopClass.ELITE}, 1),
    "fearsome enemy": ({"fearsome_near": True}, -2),
    "unshakeable": ({"card": Trait.UNSHAKEABLE_DISCIPLINE}, 4),
}


@pytest.mark.parametrize("cause", MORALE)
def test_morale_changes_by_the_printed_figures(cause: str) -> None:
    """morale.table, morale.mod.all-add"""
    facts, modifier = MORALE[cause]
    assert morale.modifiers(replace(BARE, **facts)).whole == modifier


def test_the_table_of_morale_shows_what_is_printed() -> None:
    """morale.table, formation.list"""
    assert [row["modifier"] for row in rulebook()["morale.table"].rows] == (
        [-1, -2, -1, -1, -1, 1, 2, 2, 1, 1, 2, 1, -2, -2, -2, 4]
    )
    formations = {
        row["formation"]: (row["morale"], row["move_bonus"], row["may_shoot"])
        for row in rulebook()["formation.list"].rows
    }
    assert formations == {
        "line": (0, 0, True),
        "column": (-1, 3, False),
        "attack-column": (1, 0, True),
        "square": (2, 0, True),
        "skirmish": (0, 0, True),
        "garrison": (2, 0, True),
    }


@pytest.mark.parametrize(
    ("profile", "foe", "inches", "fact"),
    [(LINE, HUSSARS, 12, "cavalry_near"), (LIGHT, LINE, 6, "enemy_near"), (LINE, LINE, 12, "fearsome_near")],
)
def test_enemies_shake_from_the_printed_distances(profile: str, foe: str, inches: int, fact: str) -> None:
    """morale.mod.cavalry, troops.light.morale-near, cards.fearsome-reputation"""
    trait = Trait.FEARSOME_REPUTATION if fact == "fearsome_near" else None
    for distance, near in ((inches, True), (inches + 1, False)):
        enemy = unit(1, 36, 4 + distance, 180, side=1, profile=foe, trait=trait)
        fought = battle(unit(0, 36, 4, profile=profile), enemy, step=Step.FIRST_MORALE)
        assert getattr(facts_of(fought, fought.units[0]), fact) is near


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((1, 1), Result.ROUTS),
        ((1, 2), Result.RETREATS),
        ((2, 4), Result.RETREATS),
        ((3, 4), Result.PASSES),
        ((6, 6), Result.PASSES),
    ],
)
def test_two_dice_pass_on_7_and_rout_on_2(faces: tuple[int, int], result: Result) -> None:
    """morale.roll, morale.pass, morale.fail, morale.rout"""
    assert carry_out(do(morale_test, BARE), faces).result is result


def test_a_retreat_is_6_inches_and_with_a_sergeant_3() -> None:
    """morale.fail, leaders.sergeant"""
    assert morale.retreat(BARE).whole == 6
    assert morale.retreat(replace(BARE, command=(SERGEANT,))).whole == 3


def test_an_officer_has_a_test_taken_again_once() -> None:
    """leaders.officer-reroll"""
    led = replace(BARE, command=(OFFICER,))
    settled, asked = carried_out(do(morale_test, led), (1, 2, 2, 2), (Again.BOTH,))
    assert (settled.total, settled.again, len(asked)) == (4 + 1, Second.BOTH, 1)


# --------------------------------------------------------------------- Shooting
@pytest.mark.parametrize(("inches", "need"), [(0, 4), (6, 4), (7, 5), (12, 5), (13, 6), (18, 6)])
def test_muskets_need_the_printed_scores(inches: float, need: int) -> None:
    """shooting.band-1, shooting.band-2, shooting.band-3"""
    fire = Fire(distance=inches)
    assert shooting.can_shoot(fire)
    assert shooting.need(fire).whole == need


def test_muskets_reach_18_inches() -> None:
    """shooting.band-3"""
    assert not shooting.can_shoot(Fire(distance=19))


def test_units_in_buildings_are_hit_in_the_first_band_on_5() -> None:
    """shooting.building-target, artillery.building"""
    assert shooting.need(Fire(distance=6, at_garrison=True)).whole == 5
    assert not shooting.can_shoot(Fire(distance=7, at_garrison=True))
    assert artillery.need(Shot(distance=12, at_building=True)).whole == 5
    assert not artillery.can_shoot(Shot(distance=13, at_building=True))


@pytest.mark.parametrize(
    ("formation", "troops", "dice"),
    [
        (Formation.LINE, TroopClass.LINE, 24),
        (Formation.SKIRMISH, TroopClass.LIGHT, 24),
        (Formation.ATTACK_COLUMN, TroopClass.LINE, 12),
        (Formation.SQUARE, TroopClass.LINE, 6),
        (Formation.COLUMN, TroopClass.LINE, 0),
    ],
)
def test_a_die_is_thrown_for_each_model_of_the_front_two_ranks_that_faces_the_enemy(
    formation: Formation, troops: TroopClass, dice: int
) -> None:
    """shooting.formations, shooting.dice: 24 models in two ranks, in four, in four faces, or in column"""
    assert shooting.dice(Fire(formation=formation, troops=troops, models=24)).whole == dice


def test_each_hit_is_one_wound() -> None:
    """shooting.wound, casualties.one-wound"""
    assert carry_out(do(shooting.volley, Fire(models=3, distance=6)), (4, 4, 3)).hits == 2
    assert carry_out(do(fall, Struck(ordinary=20, wounds=2))) == Fallen(2)


@pytest.mark.parametrize(
    ("fire", "need"),
    [
        ({"troops": TroopClass.LIGHT}, 4),
        ({"troops": TroopClass.ELITE}, 4),
        ({"troops": TroopClass.GRENADIERS}, 5),
        ({"card": Trait.MARKSMEN}, 4),
        ({"card": Trait.VETERANS}, 4),
        ({"card": Trait.CONSCRIPTS}, 6),
    ],
)
def test_training_and_cards_change_the_score_by_the_printed_one(fire: dict[str, Any], need: int) -> None:
    """troops.light.shoot, troops.elite.shoot, cards.marksmen, cards.veterans, cards.conscripts"""
    assert shooting.need(Fire(distance=12, **fire)).whole == need


def test_wet_powder_keeps_a_unit_to_the_first_band() -> None:
    """cards.wet-powder"""
    for inches, may in ((6, True), (7, False)):
        assert shooting.can_shoot(Fire(distance=inches, card=Trait.WET_POWDER)) is may
    for inches, may in ((12, True), (13, False)):
        assert artillery.can_shoot(Shot(distance=inches, card=Trait.WET_POWDER)) is may


def test_a_one_fouls_dirty_muskets_and_a_two_does_not() -> None:
    """cards.dirty-muskets"""
    dirty = Fire(models=2, card=Trait.DIRTY_MUSKETS)
    assert carry_out(do(shooting.volley, dirty), (1, 6)).fouled
    assert not carry_out(do(shooting.volley, dirty), (2, 6)).fouled


# --------------------------------------------------------------------- Artillery
@pytest.mark.parametrize(
    ("inches", "need", "dice"),
    [(12, 4, 4), (13, 5, 3), (24, 5, 3), (25, 6, 2), (36, 6, 2), (37, 7, 1), (48, 7, 1), (60, 7, 1)],
)
def test_guns_score_and_kill_by_the_printed_table(inches: float, need: int, dice: int) -> None:
    """artillery.band-1, artillery.band-2, artillery.band-3, artillery.band-4, artillery.procedure,
    artillery.casualties: two dice added up to hit, and so many added up"""
    shot = Shot(distance=inches)
    assert (artillery.need(shot).whole, artillery.wound_dice(shot).whole) == (need, dice)
    hit = (need // 2, need - need // 2)
    assert carry_out(do(artillery.shot, shot), (*hit, *(3,) * dice)).wounds == 3 * dice
    assert not carry_out(do(artillery.shot, shot), (hit[0] - 1, hit[1])).hit


def test_guns_that_manoeuvred_may_not_shoot() -> None:
    """artillery.when"""
    assert not artillery.can_shoot(Shot(manoeuvred=True))


def test_the_bands_of_range_show_what_is_printed() -> None:
    """shooting.band-1, shooting.band-2, shooting.band-3, shooting.building-target, artillery.band-1,
    artillery.band-2, artillery.band-3, artillery.band-4"""
    book = rulebook()
    for band, (inches, need) in enumerate(((6, 4), (12, 5), (18, 6)), start=1):
        shown = book[f"shooting.band-{band}"].values
        assert shown == {"band": band, "max_inches": inches, "need": need}
    assert book["shooting.building-target"].values == {"band": 1, "max_inches": 6, "need": 5}
    for band, (need, dice) in enumerate(((4, 4), (5, 3), (6, 2), (7, 1)), start=1):
        shown = book[f"artillery.band-{band}"].values
        assert (shown["band"], shown["need"], shown["wound_dice"]) == (band, need, dice)
        assert shown["max_inches"] == 12 * band or band == 4


# --------------------------------------------------------------------- Melee
CHARGER, DEFENDER, CONTINUED = Role


@pytest.mark.parametrize(
    ("blow", "dice", "need"),
    [
        ({"role": CHARGER}, 10, 4),
        ({"role": DEFENDER}, 10, 4),
        ({"role": CONTINUED}, 10, 4),
        ({"troops": TroopClass.LIGHT}, 10, 4),
        ({"troops": TroopClass.GRENADIERS}, 10, 4),
        ({"troops": TroopClass.ELITE}, 10, 3),
        ({"troops": GUNS, "role": DEFENDER}, 10, 4),
        ({"troops": HORSE, "role": CHARGER}, 20, 3),
        ({"troops": HORSE, "role": CONTINUED}, 20, 3),
        ({"troops": TroopClass.LANCERS, "role": CHARGER}, 20, 2),
        ({"troops": TroopClass.LANCERS, "role": CONTINUED}, 20, 3),
        ({"troops": HORSE, "at_square": True}, 10, 5),
        ({"troops": TroopClass.LANCERS, "at_square": True}, 10, 5),
        ({"card": Trait.VETERANS}, 10, 3),
        ({"card": Trait.CONSCRIPTS}, 10, 5),
    ],
)
def test_blows_are_struck_with_the_printed_dice_and_scores(
    blow: dict[str, Any], dice: int, need: int
) -> None:
    """melee.charge.attacker-dice, melee.charge.attacker-wound, melee.charge.defender-wound,
    melee.continued.wound, troops.elite.melee, troops.cavalry.dice, troops.cavalry.wound,
    troops.lancers.wound, troops.cavalry.square, cards.conscripts, cards.veterans"""
    struck = Blow(models=10, **blow)
    assert (melee.dice(struck).whole, melee.need(struck).whole) == (dice, need)


def test_the_table_of_melee_shows_what_is_printed() -> None:
    """melee.table, troops.cavalry.dice, troops.cavalry.square"""
    book = rulebook()
    shown = [(row["striker"], row["dice"], row["need"]) for row in book["melee.table"].rows]
    assert shown == [
        ("any model", 1, 4),
        ("elite infantry", 1, 3),
        ("cavalry", 2, 3),
        ("lancers in the turn they charge", 2, 2),
        ("cavalry or lancers striking a square", 1, 5),
    ]
    assert book["troops.elite.melee"].values["need"] == 3
    assert book["troops.cavalry.dice"].values["dice"] == 2
    assert book["troops.cavalry.wound"].values["need"] == 3
    assert book["troops.lancers.wound"].values["need"] == 2
    assert (book["troops.cavalry.square"].values["dice"], book["troops.cavalry.square"].values["need"]) == (
        1,
        5,
    )


def test_a_six_kills_one_of_four_command_figures_that_the_owner_chooses() -> None:
    """casualties.six, casualties.six-choice"""
    struck = Struck(ordinary=10, command=(OFFICER, STANDARD, SERGEANT, MUSICIAN), wounds=1, sixes=1)
    for figure in (OFFICER, STANDARD, SERGEANT, MUSICIAN):
        assert carry_out(do(fall, struck), answers=(figure,)) == Fallen(0, (figure,))
    scored = carry_out(do(shooting.volley, Fire(models=2, distance=6)), (6, 5))
    assert (scored.hits, scored.sixes) == (2, 1)


# --------------------------------------------------------------------- cards
def test_there_are_the_twelve_printed_cards() -> None:
    """cards.deck"""
    assert {cards.TITLES[Trait(card)].lower() for card in cards.deck().left} == {
        "fearsome reputation",
        "lucky officer",
        "cowardly officer",
        "give 'em the cold steel!",
        "veteran drill sergeant",
        "flogged soldiers",
        "unshakeable discipline",
        "dirty muskets",
        "wet powder",
        "marksmen",
        "conscripts",
        "veterans",
    }
    assert len(cards.deck().left) == 12


@pytest.mark.parametrize(("die", "result"), [(3, Result.PASSES), (4, Result.HELD_BACK)])
def test_a_cowardly_officer_holds_back_on_4(die: int, result: Result) -> None:
    """cards.cowardly-officer"""
    coward = replace(BARE, command=(OFFICER,), card=Trait.COWARDLY_OFFICER)
    assert carry_out(do(morale_test, coward), (6, 6, die)).result is result


def test_a_lucky_officer_has_one_die_thrown_again() -> None:
    """cards.lucky-officer"""
    lucky = replace(BARE, command=(OFFICER,), card=Trait.LUCKY_OFFICER, rerolled=True)
    settled, asked = carried_out(do(morale_test, lucky), (1, 4, 6), (1,))
    assert (settled.total, settled.again, len(asked)) == (10 + 1, Second.ONE, 1)


def test_flogged_soldiers_rout_on_any_failure() -> None:
    """cards.flogged-soldiers"""
    flogged = replace(BARE, card=Trait.FLOGGED_SOLDIERS)
    assert carry_out(do(morale_test, flogged), (3, 3)).result is Result.ROUTS
