"""Battles of elan in the middle: what is stated takes effect, and what contradicts is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import arena, systems
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import Charge, ElanUnit, Engagement, Removal, Shot, Step
from sandtable.systems.elan.figures import VARIANT
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.troops import Losses
from tests.arena.situations import assert_is_an_ordinary_battle, refusal, text_of

OWN: dict[str, Any] = {
    "id": "own",
    "side": "a",
    "profile": "us-line-1863",
    "formation": "line",
    "x": 36,
    "y": 20,
}
FOE: dict[str, Any] = {
    "id": "foe",
    "side": "b",
    "profile": "dragoons",
    "formation": "line",
    "x": 36,
    "y": 40,
    "facing": 180,
}
UPON: dict[str, Any] = {key: FOE[key] for key in ("id", "side", "profile", "formation")}
UPON["touches"] = ["own"]


def loaded(*units: dict[str, Any], **more: object) -> arena.Arena[Any]:
    return arena.load("elan", text_of(units, **more))


def own(**state: object) -> ElanUnit:
    found: ElanUnit = loaded({**OWN, **state}, FOE, situation={"turn": 2}).unit("own")
    return found


# --------------------------------------------------------------------- what takes effect
def test_two_units_on_bare_ground_are_enough() -> None:
    begun = loaded(OWN, FOE).battle
    assert (begun.turn, begun.step, begun.first) == (1, Step.ATTACHING, 0)
    assert [brigade.units for brigade in begun.brigades] == [(0,), (1,)]
    assert [leader.leadership for leader in begun.leaders] == [0, 0, 0, 0]
    assert [camp.role for camp in begun.camps] == ["attacker", "defender"]


def test_strength_points_lost_make_the_threshold() -> None:
    # Six bases have eighteen points: a third of them are six, two thirds twelve.
    assert [own(lost=lost).losses for lost in (5, 6, 12)] == [Losses.FEW, Losses.ONE_THIRD, Losses.TWO_THIRDS]


@pytest.mark.parametrize(
    "mark",
    [
        "disordered",
        "halted",
        "retreating",
        "moved",
        "unlimbered",
        "fired",
        "tried_square",
        "charged",
        "countercharged",
        "evaded",
        "fled",
        "broke_through",
        "hit",
    ],
)
def test_states_and_deeds_of_a_unit_are_as_they_are_stated(mark: str) -> None:
    assert getattr(own(**{mark: True}), mark) is True
    assert getattr(own(), mark) is False


def test_a_unit_may_have_marched() -> None:
    unit = own(moved=True, marched=True)
    assert (unit.moved, unit.marched) == (True, True)


def test_a_unit_that_left_play_stands_nowhere_and_counts_as_lost() -> None:
    gone = {"id": "gone", "side": "b", "profile": "dragoons", "formation": "line", "removed": "routed"}
    unit = loaded(OWN, FOE, gone).unit("gone")
    assert (unit.pose, unit.removed) == (None, Removal.ROUTED)


@pytest.mark.parametrize(
    ("at", "edge"), [("front", Edge.FRONT), ("left", Edge.FLANK), ("right", Edge.FLANK), ("rear", Edge.REAR)]
)
def test_a_unit_laid_against_an_edge_takes_the_enemy_on_that_side(at: str, edge: Edge) -> None:
    begun = loaded(OWN, {**UPON, "touches_at": at}, situation={"step": "melees"}).battle
    assert begun.engagements == (Engagement(pair=(0, 1), edges=(edge, Edge.FRONT), charging=(1,)),)
    assert begun.units[1].charged


def test_units_in_contact_since_before_are_not_charging() -> None:
    begun = loaded(OWN, {**UPON, "charging": False}, situation={"step": "melees"}).battle
    assert begun.engagements[0].charging == ()
    assert not begun.units[1].charged


def test_ground_crossed_into_contact_is_known() -> None:
    fence = {"id": "fence", "kind": "fence", "polyline": [[30, 20.5], [42, 20.5]]}
    begun = loaded(OWN, {**UPON, "crossed": ["fence"]}, terrain=[fence], situation={}).battle
    assert begun.engagements[0].crossed == ("fence",)


@pytest.mark.parametrize("scale", [0, 1, 2])
def test_units_in_contact_touch_in_every_set_of_figures(scale: int) -> None:
    text = text_of([OWN, UPON], situation={"step": "melees"})
    begun = arena.load("elan", text, Readings(((VARIANT, scale),))).battle
    assert begun.foes_of(0) == (1,)
    pose = begun.units[1].pose
    assert pose is not None
    assert ground_of(begun).touched(1, pose) == (0,)


def test_the_turn_the_step_and_the_sides_are_as_they_are_stated() -> None:
    begun = loaded(OWN, FOE, situation={"turn": 4, "step": "moving", "first": "b", "active": "a"}).battle
    assert (begun.turn, begun.step, begun.phase, begun.first, begun.active) == (
        4,
        Step.MOVING,
        "movement",
        1,
        0,
    )


def test_charges_shots_and_who_had_his_go_are_as_they_are_stated() -> None:
    against = [{"unit": "foe", "target": "own"}]
    near = {**FOE, "y": 26}
    charges = loaded(OWN, near, situation={"step": "charging", "charges": against}).battle
    assert charges.charges == (Charge(1, 0),)
    fire = [{"unit": "own", "target": "foe"}]
    shots = loaded(OWN, near, situation={"step": "firing", "shots": fire}).battle
    assert shots.shots == (Shot(0, 1),)
    done = loaded(OWN, FOE, situation={"step": "command", "done": ["brigade b"]}).battle
    assert done.done == (1,)
    assert loaded(OWN, FOE, situation={"step": "morale", "due": ["foe"]}).battle.due == (1,)


def test_an_army_may_have_broken_and_commanders_may_be_with_units() -> None:
    sides = [
        {"id": "a", "edge": "bottom", "role": "attacker", "broken": True},
        {"id": "b", "edge": "top", "role": "defender"},
    ]
    assert [camp.broken for camp in loaded(OWN, FOE, sides=sides).battle.camps] == [True, False]
    men = [
        {"id": "lee", "side": "a", "rank": "army", "x": 5, "y": 5},
        {"id": "hill", "side": "a", "rank": "brigade", "brigade": "x", "attached_to": "own", "leadership": 2},
        {"id": "meade", "side": "b", "rank": "army", "x": 5, "y": 60, "changed": True, "moved": True},
        {"id": "buford", "side": "b", "rank": "brigade", "brigade": "y", "x": 36, "y": 45},
    ]
    brigades = [
        {"id": "x", "side": "a", "commander": "hill"},
        {"id": "y", "side": "b", "commander": "buford"},
    ]
    units = {**OWN, "brigade": "x"}, {**FOE, "brigade": "y"}
    begun = loaded(*units, leaders=men, brigades=brigades, table={"width": 72, "depth": 72}).battle
    assert begun.leadership_with(0) == 2
    assert (begun.leaders[2].changed, begun.leaders[2].moved) == (True, True)


def test_a_unit_may_have_a_profile_that_no_list_has_in_every_set_of_figures() -> None:
    listed = roster().profile("us-line-1863")
    zouaves = msgspec.to_builtins(replace(listed, id="zouaves", name="Zouaves", bases=4, strength=12))
    text = text_of([{**OWN, "profile": "zouaves"}, FOE], profiles=[zouaves])
    for scale in (0, 1, 2):
        unit = arena.load("elan", text, Readings(((VARIANT, scale),))).unit("own")
        assert (unit.profile.name, unit.bases) == ("Zouaves", 4)


# --------------------------------------------------------------------- what is refused
AGAINST = [{"unit": "foe", "target": "own"}]


@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"lost": 18}, {}, "units[0].lost", 'lost 18 of its 18 strength points; say removed = "destroyed"'),
        ({"halted": True, "retreating": True}, {}, "units[0].halted", "is retreating, and so is not halted"),
        ({"marched": True}, {}, "units[0].marched", "and so has moved"),
        ({"charging": True}, {}, "units[0].charging", "touches nothing"),
        ({"crossed": ["x"]}, {}, "units[0].crossed[0]", 'there is no ground "x"'),
        ({"formation": "square", "profile": "dragoons"}, {}, "units[0].formation", "dragoons may be in"),
        ({"removed": "routed"}, {}, "units[0]", "has left the table, and so has no x and y"),
        ({"touches": ["foe"]}, {}, "units[0].touches[0]", "they stand 20 in apart"),
        ({"hits": 3}, {}, "units[0].hits", "there is no such key here"),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "must be one of"),
        ({}, {"situation": {"step": "deployment"}}, "situation.step", "has left deployment behind"),
        ({}, {"situation": {"turn": 13}}, "situation.turn", "turn_limit ends the battle after 12"),
        ({}, {"situation": {"first": "c"}}, "situation.first", 'there is no side "c"'),
        ({}, {"situation": {"active": "c"}}, "situation.active", 'there is no side "c"'),
        (
            {},
            {"situation": {"charges": AGAINST}},
            "situation.charges",
            "in the step charging, not in attaching",
        ),
        ({}, {"situation": {"shots": AGAINST}}, "situation.shots", "in the step firing, not in attaching"),
        (
            {},
            {"situation": {"step": "firing", "shots": [{"unit": "foe", "target": "x"}]}},
            "situation.shots[0]",
            'there is no unit "x"',
        ),
        (
            {},
            {"situation": {"step": "firing", "shots": [{"unit": "foe", "target": "foe"}]}},
            "situation.shots[0]",
            "are of one side",
        ),
        (
            {},
            {"situation": {"step": "charging", "charges": [{"unit": "own", "target": "foe"}]}},
            "situation.charges[0]",
            "own charges foe, but cannot from where it stands",
        ),
        (
            {},
            {"situation": {"step": "firing", "shots": [{"unit": "foe", "target": "own"}]}},
            "situation.shots[0]",
            "foe fires at own, but cannot from where it stands",
        ),
        ({}, {"situation": {"done": ["x"]}}, "situation.done[0]", 'there is no "x"'),
        ({}, {"situation": {"due": ["x"]}}, "situation.due[0]", 'there is no "x"'),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    where, why = refusal("elan", text_of([{**OWN, **unit}, FOE], **more))
    assert (where, words in why) == (key, True), why


def test_a_unit_cannot_have_lost_more_than_it_began_with() -> None:
    gone = {
        "id": "gone",
        "side": "b",
        "profile": "dragoons",
        "formation": "line",
        "removed": "destroyed",
        "lost": 99,
    }
    assert refusal("elan", text_of([OWN, FOE, gone]))[0] == "units[2].lost"


# --------------------------------------------------------------------- an ordinary battle
def test_a_charge_that_was_declared_is_made_with_planned_dice() -> None:
    near = {**FOE, "y": 26}
    begun = loaded(OWN, near, situation={"step": "charging", "first": "b", "charges": AGAINST})
    with pytest.raises(arena.Unplanned, match="was asked, and no answer was planned"):
        begun.play()


@pytest.mark.parametrize("step", ["attaching", "moving", "melees"])
def test_a_battle_begun_in_the_middle_is_an_ordinary_battle(step: str) -> None:
    wing = [{**OWN, "id": "wing", "x": 10, "y": 8}, {**FOE, "id": "guard", "x": 10, "y": 40}]
    text = text_of([{**OWN, "lost": 5}, UPON, *wing], situation={"turn": 10, "step": step})
    assert assert_is_an_ordinary_battle(systems.load("elan"), text).is_over
