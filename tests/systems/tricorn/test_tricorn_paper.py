"""Tricorn beside a real table: what a card fills in, and marks that follow the battle on the table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game.kit.roster_cards import Plain, Unsuited
from sandtable.lab.paper.facts import read_facts
from sandtable.lab.paper.odds_report import find_resolution
from sandtable.lab.paper.values import Unfit
from sandtable.systems.tricorn.aim import fire_of, target_of
from sandtable.systems.tricorn.battle import Shot, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.consulting import consult_step
from sandtable.systems.tricorn.fighting import melee_step
from sandtable.systems.tricorn.nerve import attached_to, nerve_of
from sandtable.systems.tricorn.rallying import remove_disorder
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.volleys import volley_step
from tests.systems.on_paper import Seated, below, differing_facts, filled, on_paper
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GUNS,
    HEAVY_GUNS,
    HORSE,
    LIGHTS,
    MUSKETS,
    RECRUITS,
    battle,
    officer,
    play,
    unit,
)
from tests.systems.tricorn.worked import figures

FRESH = Seated(MUSKETS, {})


def seated(fought: TricornBattle, number: int) -> Seated:
    """A unit of the table on paper."""
    one = fought.units[number]
    marks: dict[str, Plain] = {
        "markers": one.markers,
        "permanent": one.permanent,
        "formation": str(one.formation),
        "attached": str(attached_to(fought, number)),
    }
    return Seated(one.profile_id, marks)


def differing(before: TricornBattle, after: TricornBattle, number: int) -> dict[str, Plain]:
    """The marks of a unit on the table that a procedure changed; one that is lost has no officer."""
    old, new = before.units[number], after.units[number]
    names = ("markers", "permanent", "formation")
    found = {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}
    if new.removed is not None:
        found["removed"] = True
        if "markers" in found:
            found["markers"] = min(found["markers"], 4)
    if attached_to(before, number) != attached_to(after, number):
        found["attached"] = str(attached_to(after, number))
    if new.rallied:
        found["moved"] = True
    return found


def enemy(number: int, y: float, **state: Any) -> TricornUnit:
    return unit(number, 20, y, 180, side=1, **state)


# ------------------------------------------------------------------ what a card fills in
@pytest.mark.parametrize(
    ("profile", "state"),
    [(MUSKETS, {"markers": 2}), (GUNS, {}), (LIGHTS, {"moved": True})],
)
def test_a_card_fills_in_what_the_table_knows_of_fire(profile: str, state: dict[str, Any]) -> None:
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=1))
    target = enemy(1, 13, profile=HORSE, markers=1, formation=Formation.COLUMN)
    scene = battle(unit(0, 20, 10, profile=profile, **state), target, officers=staff)
    moved = {"moved": True} if state.get("moved") else {}
    shooter = Seated(profile, {**seated(scene, 0).marks, **moved})
    facts = filled(SYSTEM, "volley", {"shooter": shooter, "target": seated(scene, 1)})
    assert differing_facts(below("fire", facts), fire_of(scene, Shot(0, 1))) == {}
    assert differing_facts(below("target", facts), target_of(scene, 1)) == {}


def test_a_card_fills_in_the_nerve_and_the_melee_value_of_a_unit() -> None:
    scene = battle(unit(0, 20, 10, profile=CUIRASSIERS, markers=1), enemy(1, 30))
    facts = filled(SYSTEM, "melee", {"one": seated(scene, 0)})
    nerve = filled(SYSTEM, "morale", {"unit": seated(scene, 0)})
    assert differing_facts(nerve, nerve_of(scene, scene.units[0])) == {}
    assert (facts["one.quality"], facts["one.two_four"], facts["one.column"]) == ("veteran", True, False)
    assert figure("melee", facts, "Combat Value of the active unit") == 4


@pytest.mark.parametrize(
    ("resolution", "party", "one", "words"),
    [
        ("volley", "shooter", Seated(GUNS, {"formation": "limbered"}), "does not fire limbered"),
        ("volley", "shooter", Seated(MUSKETS, {"formation": "column"}), "does not fire column"),
        ("volley", "target", Seated(GUNS, {"formation": "abandoned"}), "abandoned"),
        ("volley", "target", Seated(MUSKETS, {"markers": 4}), "eliminated at 4"),
        ("volley", "target", Seated(MUSKETS, {"permanent": 1}), "permanent"),
        ("volley", "target", Seated(MUSKETS, {"formation": "limbered"}), "does not stand limbered"),
        ("volley", "target", Seated(MUSKETS, {"removed": True}), "takes no part"),
        ("foot-charge", "foot", Seated(HORSE, {}), "is not Foot"),
        ("foot-charge", "foot", Seated(MUSKETS, {"formation": "column"}), "must be in line"),
        ("foot-charge", "horse", FRESH, "is not Mounted"),
        ("withdrawal", "unit", Seated(GUNS, {}), "never withdraws"),
        ("officer", "unit", FRESH, "no officer"),
    ],
)
def test_who_cannot_take_part_is_refused_in_a_sentence(
    resolution: str, party: str, one: Seated, words: str
) -> None:
    with pytest.raises(Unsuited, match=words):
        filled(SYSTEM, resolution, {party: one})


# ------------------------------------------------------------------ what follows from what
def figure(resolution: str, facts: dict[str, Any], name: str) -> float:
    """One figure of a resolution, from the facts that are given and what follows from them."""
    asked = find_resolution(SYSTEM, resolution)
    return asked.tallies(read_facts(asked.facts, facts))[name].total


@pytest.mark.parametrize(
    ("troops", "quality", "fires", "fights"),
    [
        ("heavy-artillery", "trained", 5, 2),
        ("field-artillery", "veteran", 4, 2),
        ("light-artillery", "trained", 3, 2),
        ("muskets", "recruit", 2, 2),
        ("muskets", "veteran", 4, 3),
        ("light-infantry", "trained", 3, 2),
        ("heavy-cavalry", "trained", 2, 3),
        ("heavy-cavalry", "elite", 2, 4),
        ("light-cavalry", "recruit", 1, 2),
    ],
)
def test_combat_values_follow_the_troops(troops: str, quality: str, fires: int, fights: int) -> None:
    """troops.combat-values"""
    shooter = {"fire.troops": troops, "fire.quality": quality}
    assert figure("volley", shooter, "Combat Value") == fires
    fighter = {"one.troops": troops, "one.quality": quality}
    assert figure("melee", fighter, "Combat Value of the active unit") == fights


def test_the_class_of_heavy_cavalry_and_its_value_follow_from_each_other() -> None:
    """troops.heavy-cavalry-2-4, disorder.extra.v-heavy-2-4"""
    horse = {"one.troops": "heavy-cavalry"}
    for told, fights, markers in (({}, 3, 2), ({"one.value": 4}, 4, 3), ({"one.two_four": True}, 4, 3)):
        assert figure("melee", {**horse, **told}, "Combat Value of the active unit") == fights
        assert figure("melee", {**horse, **told}, "markers on the other unit for a hit") == markers


def test_limbered_guns_fight_at_one() -> None:
    """formation.limbered"""
    printed = {one.name: one.value for one in SYSTEM.paper().card(HEAVY_GUNS).figures}
    assert (printed["Combat Value"], printed["Limbered"]) == ("5/2", "-/1")
    guns = {"other.troops": "heavy-artillery", "other.column": True}
    assert figure("melee", guns, "Combat Value of the other unit") == 1


def test_who_is_on_a_flank_follows_from_the_flanks_that_are_touched() -> None:
    """melee.cv.flank: one unit on each of them, unless fewer or more are given"""
    for facts, value in (
        ({}, 3),
        ({"other.left": True}, 5),
        ({"other.left": True, "other.rear": True}, 7),
        ({"other.left": True, "other.rear": True, "one.flankers": 1}, 5),
    ):
        assert figure("melee", facts, "Combat Value of the active unit") == value


@pytest.mark.parametrize(
    ("resolution", "facts", "words"),
    [
        ("volley", {"fire.troops": "heavy-artillery", "fire.value": 3}, "is 5, not 3"),
        ("volley", {"fire.troops": "light-infantry", "fire.quality": "guard"}, "there is no light-infantry"),
        ("melee", {"one.troops": "heavy-cavalry", "one.value": 5}, "is 3 or 4, not 5"),
        ("melee", {"one.troops": "heavy-cavalry", "one.value": 3, "one.two_four": True}, "is 4, not 3"),
        ("melee", {"one.troops": "field-artillery", "one.column": True, "one.value": 2}, "is 1, not 2"),
        (
            "melee",
            {"one.troops": "heavy-cavalry", "one.quality": "recruit", "one.two_four": True},
            "cannot be of the 2/4 class",
        ),
        ("melee", {"one.flankers": 1}, "no flank of it and not its rear is touched"),
    ],
)
def test_what_is_given_against_other_facts_is_refused_with_the_reason(
    resolution: str, facts: dict[str, Any], words: str
) -> None:
    """troops.combat-values, troops.heavy-cavalry-2-4, formation.limbered, melee.cv.flank"""
    with pytest.raises(Unfit, match=words):
        read_facts(find_resolution(SYSTEM, resolution).facts, facts)


def test_a_second_shooter_says_that_two_fire() -> None:
    facts = filled(SYSTEM, "volley", {"other": Seated(GUNS, {})})
    assert (facts["two"], facts["other.troops"]) == (True, "field-artillery")


# ------------------------------------------------------------------ as on the table
@pytest.mark.parametrize(
    ("profile", "markers", "shot", "test", "withdraws"),
    [
        (MUSKETS, 0, 6, (), ()),
        (MUSKETS, 0, 3, (), ()),
        (RECRUITS, 0, 3, (11,), ()),
        (MUSKETS, 1, 3, (11,), ()),
        (MUSKETS, 1, 3, (12,), (1,)),
        (MUSKETS, 2, 3, (10,), ()),
        (GUNS, 1, 3, (20,), ()),
        (MUSKETS, 3, 3, (), ()),
    ],
)
def test_fire_leaves_the_marks_that_it_leaves_on_the_table(
    profile: str, markers: int, shot: int, test: tuple[int, ...], withdraws: tuple[int, ...]
) -> None:
    """shooting.hit, morale.row.1, morale.row.2, morale.row.2.permanent, morale.row.3, morale.row.4"""
    target = enemy(1, 13, profile=profile, markers=markers)
    scene = battle(unit(0, 20, 10), target, step=Step.VOLLEY, shots=(Shot(0, 1),))
    fired = play(volley_step, scene, faces=(shot,)).battle
    after = play(consult_step, fired, faces=(*test, *withdraws)).battle if fired.dues else fired
    parties = {"shooter": seated(scene, 0), "target": seated(scene, 1)}
    paper = on_paper(SYSTEM, "volley", parties, faces=(shot, *test))
    assert paper.changes == {"shooter": {}, "target": differing(scene, after, 1)}


@pytest.mark.parametrize(
    ("one", "other", "faces", "afterwards"),
    [
        ((MUSKETS, 0), (MUSKETS, 0), (3, 4), ()),
        ((MUSKETS, 0), (GUNS, 0), (3, 3, 11), ()),
        ((MUSKETS, 0), (GUNS, 0), (3, 3, 12), ()),
        ((MUSKETS, 0), (GUNS, 0), (6, 2, 9), ()),
        ((MUSKETS, 0), (GUNS, 0), (6, 2, 10), (4,)),
    ],
)
def test_a_melee_leaves_the_marks_that_it_leaves_on_the_table(
    one: tuple[str, int], other: tuple[str, int], faces: tuple[int, ...], afterwards: tuple[int, ...]
) -> None:
    """melee.hit, disorder.extra.artillery-loses, artillery.abandoned, morale.row.2.permanent"""
    first = unit(0, 20, 20, profile=one[0], markers=one[1])
    scene = battle(first, enemy(1, 20, profile=other[0], markers=other[1]), step=Step.MELEE)
    after = play(melee_step, scene, faces=(*faces, *afterwards)).battle
    paper = on_paper(SYSTEM, "melee", {"one": seated(scene, 0), "other": seated(scene, 1)}, faces=faces)
    for number, party in enumerate(("one", "other")):
        assert paper.changes[party] == differing(scene, after, number)


@pytest.mark.parametrize(("faces", "withdraws"), [((1, 6, 5, 6, 12), (1,)), ((1, 6, 5, 5, 12), ())])
def test_an_officer_falls_on_paper_as_on_the_table(
    faces: tuple[int, ...], withdraws: tuple[int, ...]
) -> None:
    """leaders.casualty.roll"""
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=1))
    scene = battle(unit(0, 20, 10), enemy(1, 10, markers=1), officers=staff, step=Step.MELEE)
    after = play(melee_step, scene, faces=(*faces, *withdraws)).battle
    paper = on_paper(SYSTEM, "melee", {"one": seated(scene, 0), "other": seated(scene, 1)}, faces=faces)
    assert paper.changes["other"] == differing(scene, after, 1)


@pytest.mark.parametrize(
    ("profile", "state"),
    [
        (MUSKETS, {"markers": 2, "permanent": 1}),
        (GUNS, {"markers": 1, "formation": Formation.ABANDONED}),
    ],
)
@pytest.mark.parametrize("face", [1, 20])
def test_removing_disorder_leaves_the_marks_that_it_leaves_on_the_table(
    profile: str, state: dict[str, Any], face: int
) -> None:
    """rally.test, artillery.recrew"""
    scene = battle(unit(0, 20, 10, profile=profile, **state), enemy(1, 40))
    after = play(remove_disorder, scene, 0, faces=(face,)).battle
    paper = on_paper(SYSTEM, "rally", {"unit": seated(scene, 0)}, faces=(face,))
    assert paper.changes["unit"] == differing(scene, after, 0)


# ------------------------------------------------------------------ what paper alone decides
def test_a_shock_charge_into_a_flank_destroys_muskets_on_paper_too() -> None:
    """melee-flank-charge24: so many markers are more than a roster has room for."""
    paper = on_paper(
        SYSTEM,
        "melee",
        {"one": Seated(CUIRASSIERS, {}), "other": FRESH},
        faces=(6, 4),
        one__flankers=1,
        other__left=True,
        other__front=False,
    )
    assert paper.outcome.other.gained == figures("melee-flank-charge24")["markers"]
    assert paper.changes["other"] == {"markers": 4, "removed": True}


@pytest.mark.parametrize(
    ("occasion", "face", "changes"),
    [
        ("artillery fire at long range", 20, {"markers": 2}),
        ("artillery fire at long range", 1, {}),
        ("removing Disorder", 1, {"markers": 0, "moved": True}),
        ("removing Disorder", 20, {"moved": True}),
        ("breaking off", 20, {}),
        ("a friend recoiling into it", 20, {}),
    ],
)
def test_a_morale_test_marks_what_its_occasion_says(
    occasion: str, face: int, changes: dict[str, Plain]
) -> None:
    """shooting.hit.long-artillery, rally.test, morale.recoiled-into: a recoil leaves no mark"""
    once = {"unit": Seated(MUSKETS, {"markers": 1})}
    assert on_paper(SYSTEM, "morale", once, faces=(face,), occasion=occasion).changes["unit"] == changes


def test_an_officer_who_falls_is_with_the_unit_no_more() -> None:
    """leaders.casualty.roll"""
    led = {"unit": Seated(MUSKETS, {"attached": "a General"})}
    assert on_paper(SYSTEM, "officer", led, faces=(6, 6)).changes["unit"] == {"attached": "nobody"}
    assert on_paper(SYSTEM, "officer", led, faces=(1, 1)).changes["unit"] == {}
