"""The Shooting phase on the table: who may shoot, in which order the dice fall, what may be left undone."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.aim import Aim, aim, targets
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.shooting import dice
from sandtable.systems.liberty.system import SYSTEM
from tests.systems.liberty.parade import SIX_POUNDERS, battle, unit

DRAGOONS = "british.light-dragoon-regiment"


def ready(regiment: Regiment) -> Regiment:
    """A unit whose order of this turn lets it shoot."""
    return replace(regiment, may_shoot=True)


def shooting(*units: Regiment, points: int = 0) -> LibertyBattle:
    """The Shooting phase of the first side."""
    scene = replace(battle(*units), step=Step.SHOOTING, phase="Shooting")
    first, second = scene.camps
    return replace(scene, camps=(replace(first, points=CommandPoints(points)), second))


def test_units_shoot_whose_order_lets_them_and_nobody_has_to() -> None:
    """shooting.who, umpire.optional: the other unit of the side gets no shot, and all may be let go."""
    scene = shooting(ready(unit(0, 30, 10)), unit(1, 42, 10), unit(2, 36, 20, 180, side=1))
    game = Game(SYSTEM, scene, RandomHand(1))
    question = game.question
    assert isinstance(question, Choose)
    assert question.options == (Aim(0, 2), None)
    game.answer(None)
    assert not [entry for entry in game.log if isinstance(entry, Thrown)]
    assert game.battle.units[2].hits == 0


def test_units_in_melee_are_neither_shot_at_nor_do_they_shoot() -> None:
    """shooting.target.free, shooting.who.orders"""
    fighting = replace(
        shooting(ready(unit(0, 30, 10)), unit(1, 42, 18), unit(2, 42, 18, 180, side=1)),
        engagements=((1, 2),),
    )
    assert targets(fighting, fighting.units[0]) == ()


def test_the_dice_of_a_volley_fall_one_pool_at_a_time_in_the_order_the_rules_name_them() -> None:
    """umpire.dice: to hit, the misses again, explosions and saves of each hit."""
    guns = ready(unit(0, 36, 10, profile=SIX_POUNDERS, bases=3))
    game = Game(SYSTEM, shooting(guns, unit(1, 36, 30, 180, side=1), points=1), RandomHand(4))
    game.answer(Aim(0, 1))
    assert isinstance(game.question, Choose)
    assert game.question.decision == "concentrate-fire"
    game.answer(CommandPoint.SPEND)
    thrown = [entry for entry in game.log if isinstance(entry, Thrown)]
    assert [entry.throw.purpose for entry in thrown[:3]] == ["to hit", "to hit again", "hits not saved"]
    first, again, last = thrown[:3]
    assert len(again.fell[0].faces) == len(first.fell[0].faces) - first.result
    assert [cast.die.name for cast in last.fell] == ["D3", "D6"]
    assert len(last.fell[0].faces) == first.result + again.result
    assert len(last.fell[1].faces) == sum(last.fell[0].faces)
    assert game.battle.camps[0].points.left == 0


def test_every_die_of_a_battle_is_a_six_sided_one_or_read_off_one() -> None:
    """dice.d6, dice.d2, dice.d3: a D2 is a D6 read in halves, a D3 in thirds."""
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings()), RandomHand(2))
    agents = Militia(1), Militia(2)
    while game.question:
        game.answer(agents[game.question.seat].decide(game.position()))
    shown: dict[str, set[int]] = {}
    for entry in (entry for entry in game.log if isinstance(entry, Thrown)):
        for cast in entry.fell:
            shown.setdefault(cast.die.name, set()).update(cast.faces)
    assert shown["D6"] == {1, 2, 3, 4, 5, 6}
    assert set(shown) <= {"D6", "D3", "D2"}
    assert shown["D3"] == {1, 2, 3}
    assert shown["D2"] == {1, 2}


def test_cavalry_shoots_with_its_carbines_mounted_or_not() -> None:
    """weapons.swords, weapons.dismounted: 1.5 dice a base mounted, 2 on foot, by the same ranges."""
    mounted = ready(unit(0, 36, 10, profile=DRAGOONS, bases=4))
    dismounted = replace(mounted, dismounted=True, bases=3)
    found = []
    for cavalry in (mounted, dismounted):
        scene = shooting(cavalry, unit(1, 36, 19, 180, side=1))
        facts = aim(scene, scene.units[0], scene.units[1])
        assert facts is not None
        found.append((facts.weapon, dice(replace(facts, bases=4)).total))
    assert found == [("Carbine", 6), ("Carbine", 8)]
