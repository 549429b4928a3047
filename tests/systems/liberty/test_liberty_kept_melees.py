"""What is kept of charges and melees is what would be found anew."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import charge_answers, charge_ways, melee_ground
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charge_moves import Onset
from sandtable.systems.liberty.charges import Approach, Grade, Response, responses
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.rounds import dice_of
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.measure import bodies_near, contact
from tests.systems.liberty import clash
from tests.systems.liberty.charge_parade import lines


def test_what_is_remembered_of_fighters_is_what_their_places_tell() -> None:
    """Who might touch is found by places and sizes, and how two touch by where they stood before."""
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("guilford-1781"), Readings()), RandomHand(seed=2))
    sides, pairs = (Militia(seed=5), Militia(seed=6)), 0
    while game.question is not None:
        battle = game.battle
        assert isinstance(battle, LibertyBattle)
        for pair in battle.engagements:
            for one, other in (pair, pair[::-1]):
                ours, theirs = told = melee_ground._grips(battle, one, other)
                assert melee_ground._grips_of_two(battle, battle.units[one], battle.units[other]) == told
                assert melee_ground._grips(battle, other, one) == told[::-1]
                touched = melee_ground._touched(battle, one, [(other, ours, theirs)]).values()
                alone = melee_ground._opponents_of_one(battle, one, other, ours, theirs, 0)
                assert sum(opponent.contact.bases for opponent in alone) == len(touched)
                assert {replace(opponent.contact, bases=1) for opponent in alone} >= {
                    contact for ((_, contact),) in touched
                }
                pairs += 1
        at_grips = game.question.decision == "melee-next"
        for unit in battle.on_table(0) if at_grips else ():
            foes = battle.on_table(1)
            near = bodies_near(unit, foes)
            assert all(foe in near for foe in foes if contact(unit, foe) is not None)
        game.answer(sides[game.question.seat].decide(game.position()))
    assert pairs > 20


def test_blows_tell_no_more_of_a_units_nerve_than_its_quality() -> None:
    """Whoever draws up a melee for its dice alone leaves out what counts in the losers' tests only."""
    battle = clash.lines()
    whole, light = (melee_ground.lineup(battle, (0, 1), nerve=how) for how in (nerve_of, melee_ground.blunt))
    assert dice_of(whole) == dice_of(light)
    for one, other in zip(whole.melee.sides, light.melee.sides, strict=True):
        for unit, same in zip(one.units, other.units, strict=True):
            assert replace(unit.fighter, nerve=same.fighter.nerve) == same.fighter
            assert unit.fighter.quality is same.fighter.quality
            assert (unit.fighter.nerve.unit, unit.fighter.nerve.seat) == (
                same.fighter.nerve.unit,
                same.fighter.nerve.seat,
            )


def test_who_can_only_hold_at_first_sight_has_no_other_response() -> None:
    battle = lines(8)
    (way,) = charge_ways.ways_to(battle, battle.units[0], battle.units[1])
    for distance in (3.0, 6.0, 6.5, 12.0):
        for edge in Edge:
            for changed in ({}, {"disorder": 1}, {"routing": True}):
                onsets = (Onset(way._replace(distance=distance, edge=edge), Grade.CHARGE),)
                target = replace(battle.units[1], **changed)
                facts = charge_answers.charged(battle, target, onsets)
                approach = Approach(distance, edge)
                holds = not approach.leaves_time or bool(changed)
                assert charge_answers.can_only_hold(battle, target, onsets) == holds
                assert not holds or responses(facts, (approach,)) == (Response.HOLD,)
