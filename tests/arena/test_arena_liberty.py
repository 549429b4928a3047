"""Battles of liberty in the middle: what is stated takes effect, and what contradicts is refused."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import arena, systems
from sandtable.systems.liberty.battle import DueTest, Order, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.melee_events import MeleeBegan, MeleeScored
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.states import State
from sandtable.table.space import Pose
from tests.arena.situations import assert_is_an_ordinary_battle, refusal, text_of

DRAGOONS = "british.light-dragoon-regiment"
OWN: dict[str, Any] = {
    "id": "own",
    "side": "a",
    "profile": "continental.continental-regiment",
    "bases": 4,
    "formation": "line",
    "x": 36,
    "y": 20,
}
FOE: dict[str, Any] = {
    "id": "foe",
    "side": "b",
    "profile": "british.regular-infantry-regiment",
    "bases": 4,
    "formation": "line",
    "x": 36,
    "y": 32,
    "facing": 180,
}
UPON: dict[str, Any] = {key: FOE[key] for key in ("id", "side", "profile", "bases", "formation")}
UPON["touches"] = ["own"]


def loaded(*units: dict[str, Any], **more: object) -> arena.Arena[Any]:
    return arena.load("liberty", text_of(units, **more))


def own(**state: object) -> Regiment:
    found: Regiment = loaded({**OWN, **state}, FOE, situation={"turn": 2}).unit("own")
    return found


# --------------------------------------------------------------------- what takes effect
def test_two_units_on_bare_ground_are_enough() -> None:
    begun = loaded(OWN, FOE)
    assert (begun.battle.turn, begun.battle.step, begun.battle.generals) == (1, Step.INITIATIVE, ())


def test_hits_make_the_state() -> None:
    # The list has 8/16/24 for a Continental regiment of four bases.
    assert [own(hits=hits).state for hits in (7, 8, 16)] == [State.STEADY, State.WORN, State.SHAKEN]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("disorder", 2),
        ("under_fire", 3),
        ("order", Order.HOLD),
        ("may_shoot", True),
        ("routing", True),
        ("charging", True),
        ("changed", True),
        ("fired", True),
        ("broke_through", True),
        ("ran", True),
    ],
)
def test_markers_and_marks_of_a_unit_are_as_they_are_stated(key: str, value: object) -> None:
    assert getattr(own(**{key: value}), key) == value
    assert getattr(own(), key) in (0, False, None)


def test_cavalry_on_foot_stands_on_the_bases_it_has_there() -> None:
    riders = own(profile=DRAGOONS, bases=4, dismounted=True, hits=3, mounted_hits=4)
    afoot = own(profile=DRAGOONS, bases=4)
    # Four bases of riders are three on foot, each as wide as an infantry base.
    assert (afoot.bases, riders.bases, riders.shape.width) == (4, 3, 600)
    assert (riders.dismounted, riders.hits, riders.mounted_hits) == (True, 3, 4)


@pytest.mark.parametrize("how", ["broken", "withdrawn"])
def test_a_unit_that_left_the_table_stands_nowhere(how: str) -> None:
    gone = {
        "id": "gone",
        "side": "b",
        "profile": FOE["profile"],
        "bases": 4,
        "formation": "line",
        "removed": how,
    }
    unit = loaded(OWN, FOE, gone, situation={}).unit("gone")
    assert (unit.pose, unit.broken, unit.withdrawn) == (None, how == "broken", how == "withdrawn")


def test_a_unit_that_touches_an_enemy_is_in_melee_with_it_and_charging() -> None:
    begun = loaded(OWN, UPON, situation={"step": "melees"})
    assert begun.battle.engagements == ((0, 1),)
    assert begun.unit("foe").pose == Pose(3600, 2000, 1800)
    assert (begun.unit("foe").charging, begun.unit("own").charging) == (True, False)
    assert not loaded(OWN, {**UPON, "charging": False}, situation={}).unit("foe").charging


def test_a_round_of_melee_is_played_from_the_text() -> None:
    begun = loaded(OWN, UPON, situation={"step": "melees"})
    # Three dice for each of four bases in contact, and one more of each for the charge.
    played = begun.play(dice=[1] * 12 + [1] * 16)
    (began,) = played.told(MeleeBegan)
    assert began.dice == ((12,), (16,))
    assert [scored.winner for scored in played.told(MeleeScored)] == [None]


def test_the_turn_the_step_and_the_sides_are_as_they_are_stated() -> None:
    begun = loaded(OWN, FOE, situation={"turn": 4, "step": "shooting", "first": "b", "active": "a"}).battle
    assert (begun.turn, begun.step, begun.phase, begun.first, begun.active) == (
        4,
        Step.SHOOTING,
        "Shooting",
        1,
        0,
    )
    assert loaded(OWN, FOE, situation={"first": "b"}).battle.active == 1


def test_points_rounds_fought_and_tests_due_are_as_they_are_stated() -> None:
    sides = [{"id": "a", "edge": "bottom", "points": 3}, {"id": "b", "edge": "top"}]
    tests = [{"unit": "foe", "cause": "lost melee"}]
    now = {"step": "melees", "fought": ["own"], "tests": tests}
    begun = loaded(OWN, UPON, situation=now, sides=sides).battle
    assert [camp.points for camp in begun.camps] == [CommandPoints(3), CommandPoints(0)]
    assert begun.fought == (0,)
    assert begun.tests_due == (DueTest(1, Cause.LOST_MELEE),)


def test_generals_may_be_attached_lost_or_have_moved() -> None:
    men: list[dict[str, object]] = [
        {"id": "greene", "side": "a", "profile": "any.general", "brigade": "g", "attached_to": "own"},
        {"id": "howe", "side": "b", "profile": "any.general", "brigade": "h", "lost": True},
    ]
    units = [{**OWN, "brigade": "g"}, {**FOE, "brigade": "h"}]
    begun = loaded(*units, leaders=men, situation={}).battle
    assert [(one.attached_to, one.pose is None) for one in begun.generals] == [(0, False), (None, True)]
    moved = [{**men[0], "moved": True, "detached": True}, men[1]]
    assert loaded(*units, leaders=moved, situation={}).battle.generals[0].moved
    assert loaded(*units, leaders=moved, situation={}).battle.generals[0].detached


# --------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"hits": 24}, {}, "units[0].hits", "own has 24 hits, and 24 break it"),
        ({"mounted_hits": 2}, {}, "units[0].mounted_hits", "is not dismounted"),
        ({"dismounted": True}, {}, "units[0].dismounted", "does not fight on foot"),
        ({"routing": True, "disorder": 1}, {}, "units[0].disorder", "a rout takes its disorder markers off"),
        ({"routing": True, "charging": True}, {}, "units[0].charging", "so is not charging"),
        ({"routing": True, "may_shoot": True}, {}, "units[0].may_shoot", "so may not shoot"),
        ({"routing": True, "order": "ADVANCE"}, {}, "units[0].order", "no order but RALLY"),
        ({"disorder": 3}, {}, "units[0].disorder", "up to 2"),
        ({"formation": "unlimbered line"}, {}, "units[0].formation", "must be one of"),
        ({"order": "FLEE"}, {}, "units[0].order", "must be one of"),
        ({"removed": "broken"}, {}, "units[0]", "has left the table, and so has no x and y"),
        ({"touches": ["foe"]}, {}, "units[0].touches[0]", "they stand 12 in apart"),
        ({"lost": 3}, {}, "units[0].lost", "there is no such key here"),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "must be one of"),
        ({}, {"situation": {"step": "deployment"}}, "situation.step", "has left deployment behind"),
        ({}, {"situation": {"turn": 11}}, "situation.turn", "turn_limit ends the battle after 10"),
        ({}, {"situation": {"first": "c"}}, "situation.first", 'there is no side "c"'),
        ({}, {"situation": {"active": "c"}}, "situation.active", 'there is no side "c"'),
        ({}, {"situation": {"fought": ["own"]}}, "situation.fought", "in the step melees, not in opening"),
        ({}, {"situation": {"step": "melees", "fought": ["x"]}}, "situation.fought[0]", 'no unit "x"'),
        (
            {},
            {"situation": {"tests": [{"unit": "x", "cause": "shooting"}]}},
            "situation.tests[0]",
            'no unit "x"',
        ),
        (
            {},
            {"sides": [{"id": "a", "edge": "bottom", "points": 1}, {"id": "b", "edge": "top"}]},
            "sides[0].points",
            "rolled for before the first turn",
        ),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    where, why = refusal("liberty", text_of([{**OWN, **unit}, FOE], **more))
    assert (where, words in why) == (key, True), why


def test_what_comes_later_may_not_have_come_already_and_units_under_way_stand_somewhere() -> None:
    later = {"id": "later", "side": "a", "profile": OWN["profile"], "bases": 4, "formation": "line"}
    arrivals = [{"unit": "later", "turn": 2, "edge": "bottom", "x": 10, "y": 0}]
    late = text_of([OWN, FOE, later], arrivals=arrivals, situation={"turn": 3})
    assert refusal("liberty", late)[0] == "arrivals[0].turn"
    nowhere = text_of([OWN, FOE, later], situation={"turn": 3})
    assert refusal("liberty", nowhere)[0] == "situation"


def test_a_general_who_is_lost_stands_nowhere() -> None:
    man = {
        "id": "howe",
        "side": "b",
        "profile": "any.general",
        "brigade": "h",
        "lost": True,
        "attached_to": "foe",
    }
    other = {"id": "greene", "side": "a", "profile": "any.general", "brigade": "g", "x": 3, "y": 3}
    units = [{**OWN, "brigade": "g"}, {**FOE, "brigade": "h"}]
    assert refusal("liberty", text_of(units, leaders=[man, other]))[0] == "leaders[0]"


# --------------------------------------------------------------------- an ordinary battle
@pytest.mark.parametrize("step", ["opening", "charging", "shooting", "melees"])
def test_a_battle_begun_in_the_middle_is_an_ordinary_battle(step: str) -> None:
    wing = [{**OWN, "id": "wing", "x": 10, "y": 8}, {**FOE, "id": "guard", "x": 10, "y": 40}]
    text = text_of([{**OWN, "hits": 5}, UPON, *wing], situation={"turn": 3, "step": step})
    assert assert_is_an_ordinary_battle(systems.load("liberty"), text).is_over
