"""The battle as a value: frozen, shared where nothing changed, plain enough to be a JSON document."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.battle.battle import Battle, Outcome, changed_since, fingerprint, scene_of
from sandtable.table.space import Body, Field, Piece, Point, Pose, block

LINE = block(4, files=4, width=200, depth=200)
WOOD = Piece("wood", "forest", polygon=(Point(0.0, 0.0), Point(500.0, 0.0), Point(500.0, 500.5)))


def battle() -> Battle[Body]:
    """Three bodies, one of them off the table, and a wood."""
    bodies = (
        Body(0, 0, Pose(1800, 1200), LINE),
        Body(1, 1, Pose(1800, 3600, 1800), LINE),
        Body(2, 1, None, LINE),
    )
    return Battle(Field(7200, 4800, (WOOD,)), bodies, phase="first light")


def test_a_changed_unit_makes_a_new_battle_that_shares_all_else() -> None:
    before = battle()
    after = before.with_unit(replace(before.units[1], pose=Pose(1800, 3000, 1800)))
    assert before.units[1].pose == Pose(1800, 3600, 1800)
    assert after.units[1].pose == Pose(1800, 3000, 1800)
    assert after.units[0] is before.units[0]
    assert after.units[2] is before.units[2]
    assert after.field is before.field
    assert after.phase == "first light"


def test_the_first_and_the_last_unit_can_be_changed_too() -> None:
    before = battle()
    for unit in before.units:
        moved = before.with_unit(replace(unit, pose=Pose(1, 2, 3)))
        assert [body.id for body in moved.units] == [0, 1, 2]
        assert moved.units[unit.id].pose == Pose(1, 2, 3)


def test_who_changed_is_told_between_any_two_moments_of_a_battle() -> None:
    """One after another, over several changes at once, backwards, and of two battles in turns"""
    moments, others, dice = [battle()], [battle()], Random(1)
    for count in range(40):
        for told in (moments, others):
            unit = dice.choice(told[-1].units)
            told.append(told[-1].with_unit(replace(unit, pose=Pose(count, dice.randrange(9)))))
            at = [dice.choice(told), dice.choice(told[-2:])]
            for before, after in (told[-2:], at, at[::-1]):
                here, there = before.units, after.units
                slow = [number for number, unit in enumerate(there) if unit is not here[number]]
                assert changed_since(here, there) == slow
                scene = scene_of(before), scene_of(after)
                assert [body.pose for body in scene[1].bodies] == [unit.pose for unit in there]
                assert (scene[0] is scene[1]) is (slow == [])


def test_the_scene_follows_the_units_through_any_changes_and_is_the_same_as_long_as_nobody_moves() -> None:
    now, dice, deep = battle(), Random(2), block(4, files=2, width=200, depth=200)
    moor = Field(7200, 4800)
    for _ in range(200):
        known, unit = scene_of(now) if dice.random() < 0.5 else None, dice.choice(now.units)
        moved = Pose(dice.randrange(99), 7)
        change = dice.choice(({"side": 1 - unit.side}, {"pose": moved}, {"shape": deep}))
        stands = now.with_unit(replace(unit, **change))
        now = replace(stands, field=moor) if dice.random() < 0.1 else stands
        if dice.random() < 0.7:
            scene = scene_of(now)
            assert scene.field is now.field
            stand = [(body.pose, body.shape) for body in scene.bodies]
            assert stand == [(body.pose, body.shape) for body in now.units]
            if known is not None and now is stands and unit.pose is now.units[unit.id].pose:
                assert (scene is known) is (unit.shape is now.units[unit.id].shape)


def test_nothing_in_a_battle_can_be_changed_in_place() -> None:
    frozen = battle()
    with pytest.raises(AttributeError):
        frozen.turn = 2  # type: ignore[misc]  # that it is refused is what is tested
    with pytest.raises(AttributeError):
        frozen.units[0].pose = None  # type: ignore[misc]  # likewise


def test_a_battle_is_a_json_document_and_comes_back_equal() -> None:
    before = replace(battle(), outcome=Outcome(1, "decisive", "all fled", "end.fled"))
    text = msgspec.json.encode(before)
    after = msgspec.json.decode(text, type=Battle[Body])
    assert after == before
    assert msgspec.json.encode(after) == text


def test_the_fingerprint_is_the_same_on_every_machine() -> None:
    """BLAKE2b with eight bytes of digest, over the JSON text ``{"a":1,"b":[2,null]}``."""
    assert fingerprint({"b": [2, None], "a": 1}) == "c95f3deb196ad771"
    assert fingerprint({"a": 1, "b": (2, None)}) == "c95f3deb196ad771"


def test_battles_that_differ_have_other_fingerprints() -> None:
    one = battle()
    others = [
        replace(one, turn=2),
        replace(one, active=1),
        replace(one, phase=""),
        one.with_unit(replace(one.units[0], pose=Pose(1801, 1200))),
        one.with_unit(replace(one.units[2], pose=Pose(0, 0))),
    ]
    assert len({fingerprint(other) for other in (one, *others)}) == 6
    assert fingerprint(battle()) == fingerprint(one)
