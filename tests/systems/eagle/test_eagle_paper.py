"""Eagle beside a real table: what a card fills in, and marks that follow the battle on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.game.kit.roster_cards import Plain, Unsuited
from sandtable.systems.eagle.aim import Aim, shooting_at
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.clashes import fighter_of
from sandtable.systems.eagle.fighting import combats_step
from sandtable.systems.eagle.leader_losses import at_risk
from sandtable.systems.eagle.losses import casualties, disorder, order_of
from sandtable.systems.eagle.records import Cause, Role
from sandtable.systems.eagle.redressing import redress, redress_of
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.volleys import shoot
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    LEGION,
    LIGHT_HORSE,
    WARBAND,
    battle,
    leader,
    play,
    touching,
    unit,
)
from tests.systems.on_paper import Seated, below, differing_facts, filled, on_paper

Case = Callable[[str], dict[str, Any]]
FRESH = Seated(AUXILIARY, {})


def seated(one: EagleUnit, **more: Plain) -> Seated:
    """A unit of the table on paper."""
    marks: dict[str, Plain] = {
        "bases": one.bases,
        "lines": one.lines,
        "dp": one.dp,
        "shaken": one.shaken,
        "formation": str(one.formation),
        "formed": one.formed,
        "role": str(one.role),
    }
    return Seated(one.profile_id, {**marks, **more})


ORDERED = ("bases", "dp", "shaken", "formation", "formed", "routing")


def differing(before: EagleBattle, after: EagleBattle, number: int) -> dict[str, Plain]:
    """The marks of order of a unit on the table that a procedure changed."""
    old, new = before.units[number], after.units[number]
    found = {name: getattr(new, name) for name in ORDERED if getattr(old, name) != getattr(new, name)}
    if new.lines != old.lines:
        found["lines"] = new.lines
    if new.removed is not None:
        return {"removed": True, "bases": 0}
    return found


def in_order(changes: dict[str, Plain]) -> dict[str, Plain]:
    """The marks of order among those that paper has changed."""
    names = (*ORDERED, "lines", "removed")
    return {name: value for name, value in changes.items() if name in names}


# ------------------------------------------------------------------ what a card fills in
@pytest.mark.parametrize("profile", [ARCHERS, LIGHT_HORSE])
def test_a_card_fills_in_what_the_table_knows_of_a_shooting(profile: str) -> None:
    """shooting.dice: LI shoot with their front, LC with two ranks."""
    shooter = unit(0, 20, 10, profile=profile, dp=1)
    target = unit(1, 20, 12, 180, side=1, profile=WARBAND, dp=2)
    scene = battle(shooter, target)
    facts = filled(SYSTEM, "shooting", {"shooter": seated(shooter), "target": seated(target)})
    assert differing_facts(below("shooting", facts), shooting_at(scene, shooter, target)) == {}
    assert differing_facts(below("target", facts), order_of(target)) == {}


def joined(*units: EagleUnit) -> EagleBattle:
    """A battle in the Combat Resolution phase: the first unit touches the second."""
    scene = battle(*units, contacts=(touching(0, 1),), step=Step.COMBATS)
    return play(combats_step, scene).battle


@pytest.mark.parametrize(
    ("profile", "state"),
    [(ALA, {"role": Role.CHARGE}), (LEGION, {"dp": 2}), (WARBAND, {"role": Role.CHARGE, "dp": 1})],
)
def test_a_card_fills_in_what_the_table_knows_of_a_fighter(profile: str, state: dict[str, Any]) -> None:
    """A card cannot tell how many bases touch; here all of the front does."""
    scene = joined(unit(0, 20, 10, profile=profile, **state), unit(1, 20, 10, 180, side=1, ranks=(4,)))
    facts = filled(SYSTEM, "melee", {"first": seated(scene.units[0])})
    assert differing_facts(below("first", facts), fighter_of(scene, 0, (1,))) == {}


def test_a_card_fills_in_what_the_table_knows_of_a_unit_that_redresses() -> None:
    scene = battle(unit(0, 20, 10, profile=LEGION, dp=3), unit(1, 20, 30, 180, side=1))
    found = redress_of(scene, scene.units[0])
    assert found is not None
    assert differing_facts(filled(SYSTEM, "redress", {"unit": seated(scene.units[0])}), found) == {}


@pytest.mark.parametrize(
    ("resolution", "party", "one", "words"),
    [
        ("shooting", "shooter", FRESH, "does not shoot"),
        ("shooting", "target", Seated(AUXILIARY, {"bases": 0}), "off the table"),
        ("melee", "first", Seated(AUXILIARY, {"routing": True}), "is routing"),
        ("melee", "first", Seated(AUXILIARY, {"formation": "multi-line"}), "cannot stand in"),
        ("melee", "first", Seated(LEGION, {"bases": 5}), "lines"),
        ("melee", "first", Seated(AUXILIARY, {"dp": 6}), "disorder points"),
        ("leader-risk", "unit", FRESH, "no leader"),
    ],
)
def test_who_cannot_take_part_is_refused_in_a_sentence(
    resolution: str, party: str, one: Seated, words: str
) -> None:
    with pytest.raises(Unsuited, match=words):
        filled(SYSTEM, resolution, {party: one})


# ------------------------------------------------------------------ as on the table
@pytest.mark.parametrize(
    ("state", "faces"),
    [
        ({}, (1, 2, 3, 4)),
        ({}, (6, 6, 2, 5)),
        ({"dp": 4}, (6, 6, 6, 1)),
        ({"ranks": (2,), "shaken": True, "dp": 5}, (6, 6, 6, 1)),
    ],
)
def test_shooting_leaves_the_marks_that_it_leaves_on_the_table(
    state: dict[str, Any], faces: tuple[int, ...]
) -> None:
    """shooting.hit, morale.threshold, morale.shaken.base-loss"""
    shooter, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 12, 180, side=1, **state)
    scene = battle(shooter, target)
    after = play(shoot, scene, 0, answers=(Aim(1, 0),), faces=faces).battle
    paper = on_paper(SYSTEM, "shooting", {"shooter": seated(shooter), "target": seated(target)}, faces=faces)
    assert in_order(paper.changes["target"]) == differing(scene, after, 1)


def hits(dice: int, scored: int) -> tuple[int, ...]:
    """The faces of so many dice of which so many hit."""
    return (6,) * scored + (1,) * (dice - scored)


@pytest.mark.parametrize(
    ("first", "second", "faces"),
    [
        ((ALA, {"role": Role.CHARGE}), (AUXILIARY, {}), (*hits(6, 3), *hits(4, 1))),
        ((ALA, {"role": Role.CHARGE}), (AUXILIARY, {}), (*hits(6, 1), *hits(4, 1))),
    ],
)
def test_a_round_of_combat_disorders_both_as_it_does_on_the_table(
    first: tuple[str, dict[str, Any]], second: tuple[str, dict[str, Any]], faces: tuple[int, ...]
) -> None:
    """result.table; what a unit does after it comes in a later phase, and is marked on paper at once"""
    scene = joined(
        unit(0, 20, 10, profile=first[0], **first[1]),
        unit(1, 20, 10, 180, side=1, profile=second[0], **second[1]),
    )
    after = play(combats_step, scene, faces=faces).battle
    parties = {"first": seated(scene.units[0]), "second": seated(scene.units[1])}
    paper = on_paper(SYSTEM, "melee", parties, faces=faces)
    for number, party in enumerate(("first", "second")):
        table = differing(scene, after, number)
        now = paper.changes[party]
        assert {name: now[name] for name in ("dp", "bases") if name in now} == table
        options = (paper.outcome.first, paper.outcome.second)[number].options
        (move,) = options
        assert [one.move for one in after.aftermaths if one.unit == number] == [move]


def test_a_defeated_legion_loses_a_base_and_closes_up_its_lines(case: Case) -> None:
    """result-defeat-legion: ten bases in three lines with four points, beaten by a charging warband"""
    expected = case("result-defeat-legion")
    parties = {"first": Seated(LEGION, {"dp": 4}), "second": Seated(WARBAND, {"role": "charge"})}
    paper = on_paper(SYSTEM, "melee", parties, faces=(*hits(4, 0), *hits(7, 5)))
    after = {**parties["first"].marks, **paper.changes["first"]}
    assert (after["dp"], after["bases"]) == (expected["dps"], expected["bases"])
    assert [str(one) for one in paper.outcome.first.options] == [expected["move"]]


@pytest.mark.parametrize("points", [1, 2, 3])
def test_fatigue_stops_at_three_points_as_it_does_on_the_table(points: int) -> None:
    """morale.three-cap.detail, movement.fatigue"""
    scene = battle(unit(0, 20, 10, dp=points))
    after = play(disorder, scene, 0, 1, Cause.FATIGUE, "movement.fatigue").battle
    tired = on_paper(SYSTEM, "move", {"unit": seated(scene.units[0])}, faces=(3, 6), all_dice=True)
    assert in_order(tired.changes["unit"]) == differing(scene, after, 0)


TWELVE = 12
"""The figures on the four bases of a cohort."""


@pytest.mark.parametrize("lost", [1, 2, 5])
@pytest.mark.parametrize("profile", [LEGION, AUXILIARY, WARBAND])
def test_a_hacked_unit_closes_up_as_it_does_on_the_table(profile: str, lost: int) -> None:
    """after.free-hack, formation.multi-line, troops.casualty"""
    scene = battle(unit(0, 20, 10, profile=profile, dp=2))
    count = min(lost, scene.units[0].bases)
    after = play(casualties, scene, 0, lost, "after.free-hack").battle
    caught = seated(scene.units[0])
    paper = on_paper(
        SYSTEM,
        "free-hack",
        {"pursuer": FRESH, "caught": caught},
        faces=(6,) * count + (1,) * (TWELVE - count),
    )
    assert in_order(paper.changes["caught"]) == differing(scene, after, 0)


@pytest.mark.parametrize("state", [{"dp": 3}, {"dp": 5, "shaken": True}])
def test_redressing_restores_what_it_restores_on_the_table(state: dict[str, Any]) -> None:
    """rally.redress.table, rally.shaken.redress"""
    scene = battle(unit(0, 20, 10, **state), unit(1, 20, 30, 180, side=1))
    found = redress_of(scene, scene.units[0])
    assert found is not None
    after = play(redress, scene, 0).battle
    paper = on_paper(SYSTEM, "redress", {"unit": seated(scene.units[0])}, distance=found.distance)
    assert in_order(paper.changes["unit"]) == differing(scene, after, 0)


@pytest.mark.parametrize(
    ("actions", "faces"), [(2, (2,)), (2, (1, 1)), (2, (1, 3)), (1, (1, 3)), (2, (1, 6))]
)
def test_a_leader_is_harmed_on_paper_as_on_the_table(actions: int, faces: tuple[int, ...]) -> None:
    """leaders.risk.table, leaders.wound.reconcile"""
    man = leader(0, attached=0, actions=actions)
    after = play(at_risk, battle(unit(0, 20, 10), leaders=(man,)), 0, faces=faces).battle.leaders[0]
    seat = Seated(AUXILIARY, {"leader": actions, "actions": actions})
    paper = on_paper(SYSTEM, "leader-risk", {"unit": seat}, faces=faces)
    marks = {"leader": actions, "actions": actions, "crippled": False, **paper.changes["unit"]}
    gone = after.attached is None
    assert (marks["leader"] == 0) is gone
    assert gone or (marks["actions"], marks["crippled"]) == (after.actions, after.crippled)


# ------------------------------------------------------------------ what paper alone decides
def test_who_runs_ends_unformed_and_writes_it_down() -> None:
    """movement.unformed-move.state, control.last-move"""
    retires = on_paper(SYSTEM, "flight", {"unit": FRESH}, faces=(3, 3))
    assert retires.changes["unit"] == {"formed": False, "record": "retire"}
    routs = on_paper(SYSTEM, "flight", {"unit": FRESH}, faces=(3, 3), flight="rout")
    assert routs.changes["unit"] == {"formed": False, "record": "rout", "routing": True, "shaken": True}


def test_a_friend_lost_disorders_a_unit_and_takes_bases_of_a_shaken_one(case: Case) -> None:
    """morale-overflow: six bases with four points see a Legion of ten bases lost"""
    expected = case("morale-overflow")
    cohort = Seated(AUXILIARY, {"bases": 6, "dp": 4})
    parties = {"unit": cohort, "friend": Seated(LEGION, {"removed": True})}
    changes = on_paper(SYSTEM, "morale", parties).changes["unit"]
    assert changes == {"dp": expected["dps"], "bases": expected["bases"], "shaken": expected["shaken"]}
