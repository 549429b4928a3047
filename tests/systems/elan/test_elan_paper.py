"""Elan beside a real table: what a card fills in, and marks that follow the battle on the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.kit.roster_cards import Plain, Unsuited
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import Charge, ElanBattle, Engagement, Shot, Step
from sandtable.systems.elan.charging import charge_step
from sandtable.systems.elan.fighting import fight
from sandtable.systems.elan.melee_ground import lineup
from sandtable.systems.elan.rallying import rally_step
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.trials import morale_facts, morale_step
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.volleys import fire_step
from tests.systems.elan.bivouac import GUNS, HORSE, LINE, battle, unit
from tests.systems.elan.playing import play
from tests.systems.on_paper import Afterwards, Seated, below, differing_facts, filled, on_paper

MARKED = ("lost", "disordered", "halted", "retreating", "hit", "formation")
ON = (Resolve.GO_ON, Resolve.GO_ON)
FRESH = Seated(LINE, {})


def differing(before: ElanBattle, after: ElanBattle, number: int) -> dict[str, Plain]:
    """The marks of a unit on the table that a procedure changed, contact and removal among them."""
    old, new = before.units[number], after.units[number]
    found = {name: getattr(new, name) for name in MARKED if getattr(old, name) != getattr(new, name)}
    if before.is_in_contact(number) != after.is_in_contact(number):
        found["in_contact"] = after.is_in_contact(number)
    if new.removed is not None:
        found["removed"] = True
    return found


# ------------------------------------------------------------------ what a card fills in
@pytest.mark.parametrize(
    ("firer", "state"),
    [
        (LINE, {"lost": 7, "disordered": True}),
        (GUNS, {"formation": Formation.DEPLOYED}),
        ("br-line-1815", {}),
    ],
)
def test_a_card_fills_in_what_the_table_knows_of_a_firer_and_his_target(
    firer: str, state: dict[str, Any]
) -> None:
    fought = battle(unit(0, 20, 10, profile=firer, **state), unit(1, 20, 15, 180, side=1, lost=3, hit=True))
    parties = {"firer": Seated(firer, state), "target": Seated(LINE, {"lost": 3, "hit": True})}
    facts = filled(SYSTEM, "volley", parties)
    assert differing_facts(below("fire", facts), fire_facts(fought, 0, 1)) == {}
    assert differing_facts(below("struck", facts), morale_facts(fought, fought.units[1])) == {}


def test_a_card_fills_in_what_the_table_knows_of_a_melee() -> None:
    state: dict[str, Any] = {"lost": 5, "disordered": True}
    scene = duel(unit(0, 20, 30, profile=HORSE), unit(1, 20, 30, 180, side=1, **state))
    sides = lineup(scene, (0, 1)).melee
    facts = filled(SYSTEM, "melee-round", {"attacker": Seated(HORSE, {}), "defender": Seated(LINE, state)})
    assert differing_facts(below("attacker", facts), sides.fighters(0)[0]) == {}
    assert differing_facts(below("defender", facts), sides.fighters(1)[0]) == {}


@pytest.mark.parametrize(
    ("resolution", "party", "seated", "words"),
    [
        ("charge", "charger", Seated(GUNS, {}), "does not charge"),
        ("charge", "charger", Seated(LINE, {"halted": True}), "marked Halt"),
        ("charge", "target", Seated(LINE, {"retreating": True}), "must flee"),
        ("countercharge", "countercharger", FRESH, "cannot countercharge"),
        ("countercharge", "countercharger", Seated(HORSE, {"disordered": True}), "cannot countercharge"),
        ("volley", "firer", Seated(GUNS, {"formation": "limbered"}), "no dice"),
        ("volley", "firer", Seated(LINE, {"in_contact": True}), "in contact"),
        ("volley", "target", Seated(LINE, {"lost": 18}), "all of its 18 points"),
        ("volley", "target", Seated(LINE, {"formation": "deployed"}), "does not form"),
        ("morale", "unit", Seated(LINE, {"removed": True}), "off the table"),
        ("commander", "unit", FRESH, "no commander"),
    ],
)
def test_who_cannot_take_part_is_refused_in_a_sentence(
    resolution: str, party: str, seated: Seated, words: str
) -> None:
    with pytest.raises(Unsuited, match=words):
        filled(SYSTEM, resolution, {party: seated})


def test_guns_that_cannot_fire_at_a_charge_stand() -> None:
    """charge.reactions: limbered artillery does not stand and fire."""
    assert (
        filled(SYSTEM, "charge", {"target": Seated(GUNS, {"formation": "limbered"})})["reaction"] == "stand"
    )


# ------------------------------------------------------------------ as on the table
@pytest.mark.parametrize(
    ("profile", "faces", "lost"),
    [(LINE, (4, 5, 1, 2, 3, 1), 2), (LINE, (6, 6, 6, 6, 6, 6), 0), (LINE, (1,) * 6, 5)],
)
def test_fire_costs_the_points_that_it_costs_on_the_table(
    profile: str, faces: tuple[int, ...], lost: int
) -> None:
    scene = battle(unit(0, 20, 10, profile=profile), unit(1, 20, 15, 180, side=1, lost=lost))
    firing = replace(scene, step=Step.FIRING, shots=(Shot(0, 1),))
    after = play(fire_step, firing, answers=ON, faces=faces).battle
    parties = {"firer": Seated(profile, {}), "target": Seated(LINE, {"lost": lost})}
    tests = (3, 4) if after.units[1].hit and 3 * after.units[1].lost >= 18 else ()
    paper = on_paper(SYSTEM, "volley", parties, faces=(*faces, *tests), fire__range=5)
    assert paper.changes["target"] == differing(firing, after, 1)
    assert paper.changes["firer"] == differing(firing, after, 0)


def test_guns_lose_points_by_fatigue_as_they_do_on_the_table() -> None:
    """shooting.fatigue-self: a pair of ones costs the battery a point."""
    scene = battle(unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED), unit(1, 20, 25, 180, side=1))
    firing = replace(scene, step=Step.FIRING, shots=(Shot(0, 1),))
    after = play(fire_step, firing, answers=ON, faces=(1, 1, 2, 2)).battle
    parties = {"firer": Seated(GUNS, {}), "target": FRESH}
    paper = on_paper(SYSTEM, "volley", parties, faces=(1, 1, 2, 2), fire__range=15)
    assert paper.changes == {"firer": {"lost": 1}, "target": {}}
    assert paper.changes["firer"] == differing(firing, after, 0)


@pytest.mark.parametrize(
    ("marks", "test"),
    [({"lost": 6}, (3, 4)), ({"lost": 6}, (3, 3)), ({"lost": 12}, (3, 3))],
)
def test_a_morale_test_leaves_the_marks_that_it_leaves_on_the_table(
    marks: dict[str, Any], test: tuple[int, int]
) -> None:
    """morale.pass, morale.fail-other, morale.fail-spent; the length of the move is thrown on the table."""
    scene = battle(unit(0, 50, 40, hit=True, **marks), unit(1, 50, 60, 180, side=1))
    fixed = play(morale_step, replace(scene, step=Step.MORALE)).battle
    after = play(morale_step, fixed, faces=test if sum(test) > 6 else (*test, 1)).battle
    seated = {"unit": Seated(LINE, {"hit": True, **marks})}
    paper = on_paper(SYSTEM, "morale", seated, faces=test)
    assert paper.changes["unit"] == differing(fixed, after, 0)


@pytest.mark.parametrize("test", [(4, 4), (3, 4)])
def test_a_rally_leaves_the_marks_that_it_leaves_on_the_table(test: tuple[int, int]) -> None:
    """rally.pass, rally.fail"""
    one = unit(0, 50, 40, 180, profile="landwehr-1815", retreating=True, disordered=True)
    scene = battle(one, unit(1, 50, 60, 180, side=1))
    fixed = play(rally_step, replace(scene, step=Step.RALLYING)).battle
    rallies = sum(test) == 8
    answers: tuple[object, ...] = ((),) if rallies else ()
    after = play(rally_step, fixed, faces=test if rallies else (*test, 2), answers=answers).battle
    marks = {"retreating": True, "disordered": True}
    paper = on_paper(SYSTEM, "elan-test", {"unit": Seated("landwehr-1815", marks)}, faces=test)
    assert paper.changes["unit"] == differing(fixed, after, 0)


def horse_charges(*faces: int) -> tuple[ElanBattle, ElanBattle]:
    """Dragoons that charge a line which stands and fires, before it and after it."""
    scene = battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 18, 180, side=1))
    charging = replace(scene, step=Step.CHARGING, charges=(Charge(0, 1),))
    done = play(charge_step, charging, answers=(Reaction.STAND_AND_FIRE,), faces=faces)
    return charging, done.battle


@pytest.mark.parametrize("faces", [(1,) * 6, (4, 1, 1, 1, 1, 1, 6, 6), (4, 1, 1, 1, 1, 1, 3, 3)])
def test_a_charge_leaves_the_marks_that_it_leaves_on_the_table(faces: tuple[int, ...]) -> None:
    """charge.home, charge.home-fail, charge.reaction-fire"""
    before, after = horse_charges(*faces)
    paper = on_paper(SYSTEM, "charge", {"charger": Seated(HORSE, {}), "target": FRESH}, faces=faces)
    assert paper.changes["charger"] == differing(before, after, 0)
    assert paper.changes["target"] == differing(before, after, 1)


def duel(*units: Any) -> ElanBattle:
    """Two units front to front, the first of which charged."""
    met = Engagement(pair=(0, 1), charging=(0,))
    return replace(battle(*units), step=Step.MELEES, engagements=(met,), waiting=((0, 1),))


def fought(other: str, marks: dict[str, Any], *faces: int) -> tuple[dict[str, Plain], Afterwards]:
    """What the table marks on the beaten of a melee that lasts a round, and the same melee on paper."""
    formation = marks.get("formation")
    state = {key: value for key, value in marks.items() if key not in ("formation", "in_contact")}
    form = Formation(formation) if formation else None
    scene = duel(unit(0, 20, 30), unit(1, 20, 30, 180, side=1, profile=other, formation=form, **state))
    dice = faces[:-1]
    after = play(fight, scene, (0, 1), answers=(None,), faces=faces).battle
    parties = {
        "attacker": Seated(LINE, {"in_contact": True}),
        "defender": Seated(other, {"in_contact": True, **marks}),
    }
    found = differing(scene, after, 1)
    lost = found.pop("lost", None)
    struck = on_paper(SYSTEM, "melee-round", parties, faces=dice)
    assert struck.changes["defender"] == ({} if lost is None else {"lost": lost})
    return found, on_paper(SYSTEM, "melee", parties, faces=dice)


SIX = {3: (6, 6, 6, 1, 1, 1), 2: (6, 6, 1, 1, 1, 1)}


def test_a_beaten_line_retreats_on_paper_as_on_the_table() -> None:
    """melee.result.retreat"""
    table, paper = fought(LINE, {}, *SIX[3], *SIX[2], 3)
    assert paper.changes["defender"] == table
    assert paper.changes["attacker"] == {"in_contact": False}


def test_beaten_guns_limber_and_retreat_on_paper_as_on_the_table() -> None:
    """melee.result.guns"""
    table, paper = fought(GUNS, {"formation": "deployed"}, 6, 1, 1, 1, 1, 1, 1, 1, 4)
    assert paper.changes["defender"] == table
    assert table["formation"] == "limbered"


# ------------------------------------------------------------------ what paper alone decides
def test_a_commander_who_falls_disorders_his_unit_and_a_hero_is_worth_more() -> None:
    """leaders.casualty.killed, leaders.casualty.heroism"""
    led = {"unit": Seated(LINE, {"commander": "+1"})}
    killed = on_paper(SYSTEM, "commander", led, faces=(6, 6, 1, 1))
    assert killed.changes["unit"] == {"commander": "none", "disordered": True}
    hero = on_paper(SYSTEM, "commander", led, faces=(6, 6, 6, 6))
    assert hero.changes["unit"] == {"commander": "+2"}
    assert on_paper(SYSTEM, "commander", led, faces=(1, 1)).changes["unit"] == {}


@pytest.mark.parametrize(
    ("purpose", "passed", "failed"),
    [
        ("interpenetration", {}, {"disordered": True}),
        ("charge home", {}, {"disordered": True, "halted": True}),
        ("form square", {"formation": "square"}, {"disordered": True}),
        ("morale", {}, {"disordered": True, "retreating": True}),
    ],
)
def test_an_elan_test_marks_what_it_was_taken_for(
    purpose: str, passed: dict[str, Plain], failed: dict[str, Plain]
) -> None:
    """elan.uses"""
    for faces, marks in (((6, 6), passed), ((1, 1), failed)):
        paper = on_paper(SYSTEM, "elan-test", {"unit": FRESH}, faces=faces, purpose=purpose)
        assert paper.changes["unit"] == marks


def test_a_spent_unit_that_fails_its_morale_routs() -> None:
    """morale.fail-spent"""
    spent = {"unit": Seated(LINE, {"lost": 12})}
    assert on_paper(SYSTEM, "elan-test", spent, faces=(1, 1)).changes["unit"] == {"removed": True}
