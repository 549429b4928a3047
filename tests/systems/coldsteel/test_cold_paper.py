"""Cold Steel beside a real table: what a card fills in, and marks that follow the battle on the table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game.kit.roster_cards import Plain, Unsuited
from sandtable.lab.paper.facts import read_facts
from sandtable.lab.paper.values import Unfit
from sandtable.systems.coldsteel.aim import shot_at, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Step
from sandtable.systems.coldsteel.cannonade import cannonade
from sandtable.systems.coldsteel.fighting import melee_step
from sandtable.systems.coldsteel.morale import Again, MoraleFacts
from sandtable.systems.coldsteel.morale_facts import facts_of, stance_of
from sandtable.systems.coldsteel.shooting import VolleyFacts
from sandtable.systems.coldsteel.shooting import dice as dice_of
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.trials import take_test
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.systems.coldsteel.volleys import fire
from tests.systems.coldsteel.parade_ground import FULL, GUNS, HUSSARS, LINE, battle, figures, play, unit
from tests.systems.on_paper import Seated, below, differing_facts, filled, on_paper

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure
NOBODY: dict[str, Plain] = {figure.value: False for figure in Figure}
"""The marks of a unit without a command figure, as the parade ground has them."""

MARKED = (
    "models",
    "failed",
    "held_back",
    "muskets_now",
    "guns_now",
    "rerolled",
    "lucky_used",
    "formation",
)


IN_RANKS = (Formation.LINE, Formation.ATTACK_COLUMN, Formation.SKIRMISH)


def differing(before: ColdSteelBattle, after: ColdSteelBattle, number: int) -> dict[str, Plain]:
    """The marks of a unit on the table that a procedure changed.

    A unit in ranks keeps its files when it loses models, so what it formed up with is marked then
    (formation.shrink).
    """
    old, new = before.units[number], after.units[number]
    found = {name: getattr(new, name) for name in MARKED if getattr(old, name) != getattr(new, name)}
    for figure in old.command:
        if figure not in new.command:
            found[figure.value] = False
    if old.formation in IN_RANKS and 0 < new.models < old.models:
        found["formed"] = old.models
    if bool(old.fouled) != bool(new.fouled):
        found["fouled"] = bool(new.fouled)
    if stance_of(before, number) != stance_of(after, number):
        found["engaged"] = str(stance_of(after, number))
    if new.removed is not None:
        found["removed"] = True
    return found


def seated(one: ColdSteelUnit, **more: Plain) -> Seated:
    """A unit of the parade ground on paper."""
    men: dict[str, Plain] = {figure.value: figure in one.command for figure in Figure}
    card = str(one.trait) if one.trait else "none"
    formation = str(one.formation)
    return Seated(one.profile_id, {**men, "models": one.models, "card": card, "formation": formation, **more})


# ------------------------------------------------------------------ what a card fills in
@pytest.mark.parametrize(
    ("profile", "state"),
    [
        (LINE, {"command": FULL}),
        (LINE, {"formation": Formation.SQUARE, "trait": Trait.MARKSMEN}),
        ("light-battalion", {"formation": Formation.SKIRMISH, "trait": Trait.LUCKY_OFFICER}),
    ],
)
def test_a_card_fills_in_what_the_table_knows_of_a_volley(profile: str, state: dict[str, Any]) -> None:
    """cards.person-alive: without an officer the card of a Lucky Officer does nothing."""
    shooter, target = unit(0, 20, 10, profile=profile, **state), unit(1, 20, 16, 180, side=1, command=FULL)
    scene = battle(shooter, target)
    facts = filled(SYSTEM, "volley", {"shooter": seated(shooter), "target": seated(target)})
    assert differing_facts(below("fire", facts), volley_at(scene, shooter, target)) == {}
    assert (facts["target.models"], facts["target.command"]) == (24, [str(one) for one in FULL])


def test_a_card_fills_in_what_the_table_knows_of_a_battery() -> None:
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.COLUMN, manoeuvred=True)
    scene = battle(guns, unit(1, 20, 30, 180, side=1))
    facts = filled(SYSTEM, "cannonade", {"battery": seated(guns, manoeuvred=True)})
    assert differing_facts(below("shot", facts), shot_at(scene, guns, scene.units[1])) == {}


def test_a_card_fills_in_what_the_table_knows_of_a_morale_test() -> None:
    state: dict[str, Any] = {"command": (OFFICER,), "muskets_before": True, "rerolled": True, "models": 11}
    scene = battle(unit(0, 20, 10, **state), unit(1, 20, 40, 180, side=1))
    one = seated(scene.units[0], muskets_before=True, rerolled=True)
    assert differing_facts(filled(SYSTEM, "morale", {"unit": one}), facts_of(scene, scene.units[0])) == {}


@pytest.mark.parametrize(
    ("formation", "models", "formed", "dice"),
    [
        ("line", 24, 0, 24),
        ("attack-column", 24, 0, 12),
        ("attack-column", 17, 0, 10),
        ("attack-column", 17, 24, 12),
        ("line", 15, 0, 15),
        ("line", 10, 24, 10),
        ("square", 17, 0, 5),
    ],
)
def test_a_card_shoots_with_the_files_of_its_present_strength(
    formation: str, models: int, formed: int, dice: int
) -> None:
    """formation.line, formation.attack-column, formation.square; formation.shrink: one that has lost men in
    its formation keeps the files it formed up with (form-02, form-03, form-04)."""
    marks: dict[str, Plain] = {"formation": formation, "models": models, "formed": formed}
    facts = read_facts(VolleyFacts, filled(SYSTEM, "volley", {"shooter": Seated(LINE, marks)}))
    assert dice_of(facts.fire).whole == dice


def test_losses_on_paper_leave_the_files_that_they_leave_on_the_table() -> None:
    """form-03: an attack column of 24 that has fallen to 17 still shoots with 12 dice (formation.shrink)."""
    lost: dict[str, Plain] = {"models": 24, "formation": "attack-column", **NOBODY}
    shot = on_paper(
        SYSTEM,
        "casualties",
        {"unit": Seated(LINE, lost)},
        wounds=7,
    )
    assert shot.changes["unit"] == {"models": 17, "formed": 24}
    left = Seated(LINE, {**lost, **shot.changes["unit"]})
    facts = read_facts(VolleyFacts, filled(SYSTEM, "volley", {"shooter": left}))
    assert dice_of(facts.fire).whole == figures("form-03")["at17"]


def test_files_follow_formation_and_models_unless_they_are_given() -> None:
    """formation.attack-column, formation.front-two-ranks: four ranks deep, so half of 24 men shoot."""
    column = read_facts(VolleyFacts, {"fire.formation": "attack-column"})
    assert dice_of(column.fire).whole == figures("form-03")["at24"]
    worn = read_facts(VolleyFacts, {"fire.formation": "attack-column", "fire.models": 17, "fire.files": 6})
    assert dice_of(worn.fire).whole == figures("form-03")["at17"]


@pytest.mark.parametrize(
    "given",
    [
        {"fire.formation": "attack-column", "fire.files": 12},
        {"fire.files": 6},
        {"fire.models": 12, "fire.files": 24},
        {"fire.formation": "column", "fire.files": 12},
    ],
)
def test_files_that_no_unit_of_that_formation_and_strength_has_are_refused(given: dict[str, object]) -> None:
    """formation.line, formation.attack-column, formation.column"""
    with pytest.raises(Unfit, match="files, or up to"):
        read_facts(VolleyFacts, given)


def test_a_unit_that_nobody_says_lost_men_is_not_below_half() -> None:
    """morale.half-means: ten lancers are a whole unit of lancers, not ten of twenty-four."""
    lancers = read_facts(MoraleFacts, {"troops": "lancers", "models": 10})
    assert not lancers.is_below_half
    assert read_facts(MoraleFacts, {"models": 10, "starting": 21}).is_below_half


@pytest.mark.parametrize(
    ("resolution", "party", "one", "words"),
    [
        ("volley", "shooter", Seated(HUSSARS, {}), "never shoots"),
        ("volley", "shooter", Seated(GUNS, {}), "shoots with its guns"),
        ("volley", "shooter", Seated(LINE, {"engaged": "locked since an earlier turn"}), "locked in melee"),
        ("volley", "shooter", Seated(LINE, {"failed": True}), "failed its latest morale test"),
        ("cannonade", "battery", Seated(LINE, {}), "has no guns"),
        ("melee", "attacker", Seated(GUNS, {}), "do not charge"),
        ("melee", "attacker", Seated(LINE, {"formation": "square"}), "do not charge"),
        ("melee", "defender", Seated(LINE, {"models": 0}), "off the table"),
        ("melee", "defender", Seated(LINE, {"models": 3}), "command figures"),
        ("volley", "shooter", Seated(LINE, {"models": 20, "formed": 12}), "none are brought back"),
        ("volley", "shooter", Seated(LINE, {"models": 20, "formed": 25}), "from 0 to 24"),
        ("morale", "unit", Seated(HUSSARS, {"formation": "square"}), "does not stand in square"),
    ],
)
def test_who_cannot_take_part_is_refused_in_a_sentence(
    resolution: str, party: str, one: Seated, words: str
) -> None:
    with pytest.raises(Unsuited, match=words):
        filled(SYSTEM, resolution, {party: one})


# ------------------------------------------------------------------ worked cases of the catalogue
def test_sixteen_models_fall_to_four_dice_of_casualties_and_two_of_them_are_command() -> None:
    """art-06: 24 models with full command; 8 are left, the Officer and the Standard among them."""
    parties = {"battery": Seated(GUNS, {}), "target": Seated(LINE, {})}
    after = on_paper(
        SYSTEM,
        "cannonade",
        parties,
        faces=(6, 6, 6, 6, 3, 1),
        answers=(MUSICIAN, SERGEANT),
        shot__distance=6,
    )
    left = {"models": figures("art-06")["left"], "musician": False, "sergeant": False, "guns_now": True}
    assert after.changes["target"] == {**left, "formed": 24}


def test_each_six_of_a_volley_kills_a_figure_that_its_owner_names() -> None:
    """cas-01"""
    shooter, target = unit(0, 20, 10, models=6), unit(1, 20, 16, 180, side=1, command=FULL)
    parties = {"shooter": seated(shooter), "target": seated(target)}
    dead = (MUSICIAN, SERGEANT, STANDARD)
    after = on_paper(SYSTEM, "volley", parties, faces=(4, 4, 5, 6, 6, 6), answers=dead)
    assert after.changes["target"]["models"] == figures("cas-01")["left"]
    assert "officer" not in after.changes["target"]


# ------------------------------------------------------------------ as on the table
@pytest.mark.parametrize(
    ("models", "card", "faces"),
    [
        (24, None, (4, 3, 5)),
        (24, None, (1, 2, 3)),
        (2, None, (4, 4, 4)),
        (24, Trait.DIRTY_MUSKETS, (1, 6, 2)),
        (24, Trait.DIRTY_MUSKETS, (3, 6, 2)),
    ],
)
def test_a_volley_leaves_the_marks_that_it_leaves_on_the_table(
    models: int, card: Trait | None, faces: tuple[int, ...]
) -> None:
    shooter, target = unit(0, 20, 10, models=3, trait=card), unit(1, 20, 16, 180, side=1, models=models)
    scene = battle(shooter, target, step=Step.FIRST_SHOOTING)
    after = play(fire, scene, 0, 1, faces=faces).battle
    parties = {"shooter": seated(shooter), "target": seated(target)}
    paper = on_paper(SYSTEM, "volley", parties, faces=faces)
    assert paper.changes["target"] == differing(scene, after, 1)
    assert paper.changes["shooter"] == differing(scene, after, 0)


@pytest.mark.parametrize("faces", [(1, 2), (6, 6, 1, 2)])
def test_a_shot_leaves_the_marks_that_it_leaves_on_the_table(faces: tuple[int, ...]) -> None:
    guns, target = unit(0, 20, 5, profile=GUNS), unit(1, 20, 25, 180, side=1)
    scene = battle(guns, target, step=Step.FIRST_SHOOTING)
    dice = faces if len(faces) == 2 else (*faces, 3)
    after = play(cannonade, scene, 0, 1, faces=dice).battle
    parties = {"battery": seated(guns), "target": seated(target)}
    paper = on_paper(SYSTEM, "cannonade", parties, faces=dice, shot__distance=20)
    assert paper.changes["target"] == differing(scene, after, 1)


@pytest.mark.parametrize(
    ("state", "faces", "answers"),
    [
        ({}, (6, 6), ()),
        ({}, (2, 2), ()),
        ({}, (1, 1), ()),
        ({"command": (OFFICER,)}, (1, 2, 6, 6), (Again.BOTH,)),
        ({"command": (OFFICER,), "trait": Trait.COWARDLY_OFFICER}, (6, 6, 4), ()),
        ({"command": FULL, "trait": Trait.FLOGGED_SOLDIERS}, (1, 1), (Again.KEEP,)),
    ],
)
def test_a_morale_test_leaves_the_marks_that_it_leaves_on_the_table(
    state: dict[str, Any], faces: tuple[int, ...], answers: tuple[object, ...]
) -> None:
    scene = battle(unit(0, 20, 10, **state), unit(1, 20, 40, 180, side=1), step=Step.FIRST_MORALE)
    after = play(take_test, scene, 0, faces=faces, answers=answers).battle
    paper = on_paper(SYSTEM, "morale", {"unit": seated(scene.units[0])}, faces=faces, answers=answers)
    assert paper.changes["unit"] == differing(scene, after, 0)


def locked(ours: int, theirs: int, turn: int) -> ColdSteelBattle:
    """Two units in the Melee step of turn 5, engaged since a turn."""
    fresh = turn == 5
    blue = unit(0, 20, 20, models=ours, charged=1 if fresh else None)
    red = unit(1, 20, 20, 180, side=1, models=theirs, charged_by=(0,) if fresh else ())
    return battle(blue, red, links=(Link(0, 1, turn),), step=Step.MELEE, turn=5)


@pytest.mark.parametrize(
    ("models", "turn", "faces"),
    [((3, 2), 5, (4, 1, 1, 6)), ((3, 2), 5, (4, 5, 6)), ((3, 3), 4, (4, 4, 4, 5, 5, 5))],
)
def test_a_round_of_melee_leaves_the_marks_that_it_leaves_on_the_table(
    models: tuple[int, int], turn: int, faces: tuple[int, ...]
) -> None:
    """charge.engagement-persists: who survives stays locked, who has no enemy left is free."""
    scene = locked(*models, turn)
    after = play(melee_step, scene, faces=faces).battle
    both = [seated(one, engaged=str(stance_of(scene, one.id))) for one in scene.units]
    paper = on_paper(SYSTEM, "melee", {"attacker": both[0], "defender": both[1]}, faces=faces)
    for number, party in enumerate(("attacker", "defender")):
        assert paper.changes[party] == differing(scene, after, number)


# ------------------------------------------------------------------ what paper alone decides
def test_a_garrison_that_retreats_comes_out_in_column() -> None:
    """building.retreat"""
    inside = {"unit": Seated(LINE, {**NOBODY, "formation": "garrison"})}
    left = on_paper(SYSTEM, "morale", inside, faces=(1, 2)).changes["unit"]
    assert left == {"failed": True, "formation": "column"}


def test_a_dealt_card_is_marked() -> None:
    """cards.one-per-unit"""
    deal = on_paper(SYSTEM, "deal", {"unit": Seated(LINE, {})}, faces=(12,))
    assert deal.changes["unit"] == {"card": str(deal.outcome)}
