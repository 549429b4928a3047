"""Battles of eagle in the middle: what is stated takes effect, and what contradicts is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import arena, systems
from sandtable.systems.eagle.battle import EagleUnit, Step
from sandtable.systems.eagle.engagements import Answer, Charge, Contact, Reply
from sandtable.systems.eagle.records import Control, Record, Removal, Role
from sandtable.systems.eagle.roster import roster
from sandtable.systems.eagle.terrain import CAMP
from sandtable.table.space import Point, Pose, Side
from tests.arena.situations import assert_is_an_ordinary_battle, refusal, text_of

OWN: dict[str, Any] = {
    "id": "own",
    "side": "a",
    "profile": "auxiliary",
    "formation": "line",
    "ranks": [3, 3],
    "x": 36,
    "y": 20,
}
FOE: dict[str, Any] = {
    "id": "foe",
    "side": "b",
    "profile": "warband",
    "formation": "line",
    "ranks": [4, 4],
    "x": 36,
    "y": 36,
    "facing": 180,
}
UPON: dict[str, Any] = {key: FOE[key] for key in ("id", "side", "profile", "formation", "ranks")}
UPON["touches"] = ["own"]
CHARGE: dict[str, Any] = {"unit": "foe", "target": "own"}


def loaded(*units: dict[str, Any], **more: object) -> arena.Arena[Any]:
    return arena.load("eagle", text_of(units, **more))


def own(**state: object) -> EagleUnit:
    found: EagleUnit = loaded({**OWN, **state}, FOE, situation={"turn": 2}).unit("own")
    return found


# --------------------------------------------------------------------- what takes effect
def test_two_units_on_bare_ground_are_enough() -> None:
    begun = loaded(OWN, FOE).battle
    assert (begun.turn, begun.step, begun.leaders) == (1, Step.INITIATIVE, ())
    assert [camp.nation.value for camp in begun.camps] == ["Roman", "British"]


def test_a_unit_that_lost_bases_has_the_shape_of_those_left() -> None:
    unit = own(ranks=[3, 1], began=6)
    assert (unit.began, unit.bases, len(unit.shape.bases)) == (6, 4, 4)


def test_disorder_points_shake_a_unit_at_its_threshold() -> None:
    # A unit in one line is shaken at five points; a Legion in two or three lines at six or seven.
    assert [(own(dp=dp).dp, own(dp=dp).shaken) for dp in (4, 5)] == [(4, False), (5, True)]
    assert own(shaken=True).shaken
    legion = {"profile": "legion", "legion": "XX", "formation": "multi-line", "ranks": [4, 4]}
    assert [own(**legion, dp=dp).shaken for dp in (5, 6)] == [False, True]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("routing", True),
        ("last", Record.ADVANCE),
        ("record", Record.WITHDRAW),
        ("control", Control.HALTED),
        ("pursuing", True),
        ("steadied", True),
        ("inspired", 2),
        ("taken", True),
        ("moved", True),
        ("reformed", True),
        ("rode", True),
        ("rode_before", True),
        ("crossed", True),
    ],
)
def test_states_and_marks_of_a_unit_are_as_they_are_stated(key: str, value: object) -> None:
    assert getattr(own(**{key: value}), key) == value
    assert getattr(own(), key) in (0, False, None, Record.STAND)


def test_a_unit_may_be_unformed_have_a_guide_pursue_be_caught_or_loot() -> None:
    assert not own(formed=False).formed
    assert own(guide="foe").guide == 1
    assert own(pursuing=True, quarry="foe").quarry == 1
    assert own(routing=True, caught=True).caught
    camp = {"id": "camp", "kind": CAMP, "polygon": [[2, 2], [8, 2], [8, 8], [2, 8]], "camp_of": "b"}
    assert loaded({**OWN, "looting": "camp"}, FOE, terrain=[camp]).unit("own").looting == "camp"


def test_a_unit_that_left_play_stands_nowhere() -> None:
    gone = {key: FOE[key] for key in ("side", "profile", "formation", "ranks")}
    unit = loaded(OWN, FOE, {**gone, "id": "gone", "removed": "eliminated"}).unit("gone")
    assert (unit.pose, unit.removed) == (None, Removal.ELIMINATED)


@pytest.mark.parametrize("face", ["front", "left", "right", "rear"])
def test_a_unit_that_touches_an_enemy_charged_it_on_that_side_in_this_turn(face: Side) -> None:
    begun = loaded(OWN, {**UPON, "touches_at": face}, situation={"turn": 3, "step": "combats"})
    assert begun.battle.contacts == (Contact(1, 0, face, 3),)
    assert (begun.unit("foe").role, begun.unit("own").role) == (Role.CHARGE, Role.STAND)
    assert begun.unit("foe").rounds == 0


def test_units_in_contact_since_before_have_fought_a_round_in_each_turn() -> None:
    begun = loaded(OWN, {**UPON, "since": 1}, situation={"turn": 3, "step": "combats"})
    assert begun.battle.contacts == (Contact(1, 0, "front", 1),)
    assert begun.unit("foe").pose == Pose(3600, 2000, 1800)
    assert [(unit.rounds, unit.fought) for unit in begun.battle.units] == [(2, (1,)), (2, (0,))]
    assert (begun.unit("foe").charged_in, begun.unit("own").charged_in) == (True, False)


def test_the_turn_the_step_and_the_initiative_say_whose_step_it_is() -> None:
    begun = loaded(OWN, FOE, situation={"turn": 4, "step": "first charges", "holder": "b"}).battle
    # The side without the initiative declares first.
    assert (begun.turn, begun.step, begun.holder, begun.active) == (4, Step.FIRST_CHARGES, 1, 0)
    said = loaded(OWN, FOE, situation={"step": "first manoeuvres", "active": "b"}).battle
    assert (said.holder, said.active, said.phase) == (0, 1, "manoeuvre and shooting")


def test_charges_are_declared_along_the_straightest_way_and_replies_given() -> None:
    near = {**FOE, "y": 23}
    now = {"step": "charge moves", "charges": [CHARGE], "replies": [{"unit": "own", "answer": "stand"}]}
    begun = loaded(OWN, near, situation=now).battle
    assert begun.charges == (Charge(1, 0, "front", 1800),)
    assert begun.replies == (Reply(0, Answer.STAND),)


def army(side: str, unit: dict[str, Any], y: float) -> list[dict[str, Any]]:
    return [{**unit, "id": f"{side}{n}", "x": 8 + 11 * n, "y": y} for n in range(6)]


def test_leaders_may_have_spent_actions_or_be_lost_and_camps_may_be_lost() -> None:
    men: list[dict[str, object]] = [
        {
            "id": "agricola",
            "side": "a",
            "profile": "leader-great",
            "general": True,
            "attached_to": "a0",
            "left": 1,
        },
        {
            "id": "calgacus",
            "side": "b",
            "profile": "leader-able",
            "general": True,
            "lost": True,
            "lost_in": 2,
            "fell_at": [9, 40],
        },
    ]
    sides = [
        {"id": "a", "edge": "bottom", "nation": "Roman"},
        {"id": "b", "edge": "top", "nation": "British", "camp": True, "baggage_lost": True},
    ]
    units = [*army("a", OWN, 10), *army("b", FOE, 40)]
    begun = loaded(*units, leaders=men, sides=sides, situation={"turn": 3}).battle
    roman, briton = begun.leaders
    assert (roman.left, roman.attached, briton.is_present, briton.lost_in) == (1, 0, False, 2)
    assert (briton.post_lost, briton.fell_at) == (True, Point(900.0, 4000.0))
    assert begun.camps[1].baggage_lost
    marks = {"crippled": True, "steadied": True, "inspired": 1, "rode": True}
    marked = loaded(*units, leaders=[{**men[0], **marks}, men[1]], sides=sides, situation={}).battle.leaders[
        0
    ]
    assert (marked.crippled, marked.steadied, marked.inspired, marked.rode) == (True, True, 1, True)
    few = text_of(units, leaders=[{**men[0], "left": 9}, men[1]], sides=sides)
    assert refusal("eagle", few)[0] == "leaders[0].left"
    alive = text_of(units, leaders=[men[0], {**men[1], "lost": False, "x": 5, "y": 46}], sides=sides)
    assert refusal("eagle", alive)[0] == "leaders[1].lost_in"


def test_the_second_in_command_of_a_roman_appears_with_the_unit_he_fell_with() -> None:
    men = [
        {
            "id": "agricola",
            "side": "a",
            "profile": "leader-great",
            "general": True,
            "lost": True,
            "lost_in": 1,
        },
        {"id": "calgacus", "side": "b", "profile": "leader-able", "general": True, "x": 36, "y": 46},
    ]
    units = [*army("a", OWN, 10), *army("b", FOE, 40)]
    fallen = [{**men[0], "fell_with": "a3"}, men[1]]
    begun = loaded(*units, leaders=fallen, situation={"turn": 3, "step": "first leader actions"})
    played = begun.play(answers=[])
    assert played.battle.leaders[0].attached == 3
    assert refusal("eagle", text_of(units, leaders=men))[0] == "leaders[0].fell_with"


def test_a_unit_may_have_a_profile_that_no_list_has() -> None:
    archers = msgspec.to_builtins(
        replace(roster().profile("auxiliary-archers"), id="slingers", name="Slingers")
    )
    ranks = archers["ranks"]
    unit = {**OWN, "profile": "slingers", "formation": archers["formation"], "ranks": ranks}
    begun = loaded(unit, FOE, profiles=[archers])
    assert (begun.unit("own").profile.name, begun.unit("own").is_light) == ("Slingers", True)
    assert_is_an_ordinary_battle(systems.load("eagle"), text_of([unit, FOE], profiles=[archers]))


# --------------------------------------------------------------------- what is refused
MOVES = {"step": "charge moves"}


@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"dp": 6}, {}, "units[0].dp", "never has 6 disorder points; it is shaken at 5"),
        ({"began": 4}, {}, "units[0].began", "own has 6 bases, but began with 4"),
        ({"began": 20}, {}, "units[0].began", "20 bases; it must have 3 to 6"),
        ({"ranks": [2, 4]}, {}, "units[0].ranks", "is not a line of"),
        ({"quarry": "foe"}, {}, "units[0].quarry", "and so is pursuing"),
        ({"pursuing": True, "quarry": "x"}, {}, "units[0].quarry", 'no unit "x"'),
        ({"guide": "x"}, {}, "units[0].guide", 'no unit "x"'),
        ({"caught": True}, {}, "units[0].caught", "is not routing"),
        ({"looting": "x"}, {}, "units[0].looting", 'no ground "x"'),
        ({"since": 1}, {}, "units[0].since", "touches nothing"),
        ({"removed": "eliminated"}, {}, "units[0]", "has left the table, and so has no x and y"),
        ({"touches": ["foe"]}, {}, "units[0].touches[0]", "they stand 16 in apart"),
        ({"hits": 3}, {}, "units[0].hits", "there is no such key here"),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "must be one of"),
        ({}, {"situation": {"step": "deployment"}}, "situation.step", "has left deployment behind"),
        ({}, {"situation": {"turn": 99}}, "situation.turn", "turn_limit ends the battle after"),
        ({}, {"situation": {**MOVES, "charges": [CHARGE]}}, "situation.charges[0]", "has no way to"),
        ({}, {"situation": {"charges": [CHARGE]}}, "situation.charges[0]", "not in initiative"),
        (
            {},
            {"situation": {**MOVES, "charges": [{**CHARGE, "unit": "x"}]}},
            "situation.charges[0]",
            'unit "x"',
        ),
        (
            {},
            {"situation": {**MOVES, "charges": [{**CHARGE, "target": "foe"}]}},
            "situation.charges[0]",
            "one side",
        ),
        (
            {},
            {"situation": {**MOVES, "replies": [{"unit": "own", "answer": "stand"}]}},
            "situation.replies[0]",
            "own replies to a charge, but none is at it",
        ),
        ({}, {"situation": {"holder": "c"}}, "situation.holder", 'there is no side "c"'),
        ({}, {"situation": {"active": "c"}}, "situation.active", 'there is no side "c"'),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    where, why = refusal("eagle", text_of([{**OWN, **unit}, FOE], **more))
    assert (where, words in why) == (key, True), why


def test_light_troops_are_never_formed_and_routers_come_up_to_nobody() -> None:
    archers = roster().profile("auxiliary-archers")
    light = {"profile": archers.id, "formation": archers.formation.value, "ranks": list(archers.ranks)}
    assert refusal("eagle", text_of([{**OWN, **light, "formed": True}, FOE]))[0] == "units[0].formed"
    assert refusal("eagle", text_of([OWN, {**UPON, "routing": True}]))[0] == "units[1].touches"
    late = text_of([OWN, {**UPON, "since": 3}], situation={"turn": 2})
    assert refusal("eagle", late)[0] == "units[1].since"


# --------------------------------------------------------------------- an ordinary battle
@pytest.mark.parametrize("step", ["initiative", "first manoeuvres", "first charges", "combats"])
def test_a_battle_begun_in_the_middle_is_an_ordinary_battle(step: str) -> None:
    wing = [{**OWN, "id": "wing", "x": 10, "y": 8}, {**FOE, "id": "guard", "x": 10, "y": 40}]
    text = text_of([{**OWN, "dp": 1}, UPON, *wing], situation={"turn": 3, "step": step})
    assert assert_is_an_ordinary_battle(systems.load("eagle"), text).is_over
