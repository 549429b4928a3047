"""What is kept between questions is what would be found anew: orders, choices of Generals, shots."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Decision
from sandtable.game.battle.battle import scene_of
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import charge_ways, forms, generals, ordering
from sandtable.systems.liberty.aim import aim, shots, targets, targets_among
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, _counted, half_of_army, roll_call
from sandtable.systems.liberty.general_ways import (
    _barriers,
    _is_way_open,
    behind,
    body_of,
    brigade_of,
    may_leave,
    place_behind,
)
from sandtable.systems.liberty.leader_decisions import AttachGeneral, Attachment
from sandtable.systems.liberty.order_decisions import OFFERED, Command, GiveOrder, standing
from sandtable.systems.liberty.ordering import commands
from sandtable.systems.liberty.orders import obstacles
from sandtable.systems.liberty.rates import general_rates
from sandtable.systems.liberty.roster import LAYERS, roster
from sandtable.systems.liberty.shooting import Arm, Band, band
from sandtable.systems.liberty.shooting_decisions import Shoot
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.charge import approaches_seen
from sandtable.table.forced import Rectangle, are_overlapping, rectangle_around
from sandtable.table.measure import distance, distances_from, is_within
from sandtable.table.room import Demands, Place, about_centre, with_room
from sandtable.table.space import INCH, apart, centre, corners
from sandtable.table.space import standing as standing_at
from tests.systems.liberty.charge_parade import lines
from tests.systems.liberty.headings import facing_towards

STEPS = 250


def orders_found_anew(battle: LibertyBattle) -> list[Command]:
    units = [unit for unit in battle.units if unit.side == battle.active and unit.pose is not None]
    return [
        Command(unit.id, order)
        for unit in units
        if unit.order is None and not unit.disorder and not unit.routing and not battle.is_engaged(unit.id)
        for order in OFFERED
        if not obstacles(order, standing(battle, unit))
    ]


def targets_found_anew(battle: LibertyBattle, unit: Regiment) -> list[int]:
    """The enemies that a unit aims at and has in range, each looked at for itself."""
    fires = [(enemy, aim(battle, unit, enemy)) for enemy in battle.on_table(1 - unit.side)]
    return [
        enemy.id
        for enemy, fire in fires
        if fire is not None
        and band(fire.weapon, fire.range) is not Band.BEYOND
        and unit.arm is not Arm.LIMBERED
        and not battle.is_engaged(enemy.id)
    ]


def attachments_found_anew(battle: LibertyBattle) -> tuple[Attachment, ...]:
    """One General after another, the way to each unit and the place behind his own looked at closely."""
    scene, rate = scene_of(battle), general_rates().advance * INCH
    found: list[Attachment] = []
    for number, general in enumerate(battle.generals):
        if general.side != battle.active or not general.pose or general.moved or general.detached:
            continue
        body, joined = body_of(battle, number), general.attached_to
        for unit in brigade_of(battle, number):
            near = is_within(distance(body, unit), rate)
            if unit.id != joined and near and _is_way_open(scene, body, unit, rate):
                found.append(Attachment(number, unit.id))
        if joined is not None and may_leave(scene, body_of(battle, number, behind(battle.units[joined]))):
            found.append(Attachment(number, None))
            assert generals._behind_his_unit(battle, number) == place_behind(battle, number)
    return tuple(found)


def stances_found_anew(battle: LibertyBattle, unit: Regiment) -> tuple[forms.Stance, ...]:
    """Each formation and facing asked about by itself."""
    assert unit.pose is not None
    scene, here, reach = scene_of(battle), centre(unit.pose, unit.shape), unit.profile.long_max * INCH
    foes = [foe for foe in battle.units if foe.side != unit.side and foe.pose is not None]
    near = [foe for foe in foes if apart(here, centre(standing_at(foe), foe.shape)) <= reach]
    facings = [unit.pose.heading, *[facing_towards(unit, foe) for foe in near], *forms.EVERY_STEP]
    now = forms.Stance(unit.formation, unit.pose.heading)
    far = distances_from(unit, scene, "footprint")
    keeps = {foe.id: min(4.0 * INCH, far[foe.id]) for foe in foes}
    found, demands = [now], Demands(roster().impassable, LAYERS, keeps)
    for formation in forms.open_formations(unit):
        shape = forms.shape_in(unit, formation)
        for heading in dict.fromkeys(facings):
            there = Place(about_centre(unit, shape, heading), shape)
            stance = forms.Stance(formation, heading)
            if stance != now and with_room(unit, (there,), scene, demands):
                found.append(stance)
    return tuple(found)


def look(battle: LibertyBattle, question: Decision[Any]) -> bool:
    """Compare what is kept with what is found anew; was there anything to compare?"""
    match question:
        case forms.ReformUnit():
            assert question.stances == stances_found_anew(battle, battle.units[question.body.id])
            return True
        case GiveOrder():
            found = commands(battle)
            assert found == orders_found_anew(battle)
            return bool(found)
        case AttachGeneral():
            assert generals.attachments(battle) == attachments_found_anew(battle)
            return True
        case Shoot():
            ready = [unit for unit in battle.on_table(battle.active) if unit.may_shoot]
            assert shots(battle) == [shot for unit in ready for shot in targets(battle, unit)]
            for unit in ready:
                found_anew = targets_found_anew(battle, unit)
                assert [shot.target for shot in targets(battle, unit)] == found_anew
                assert targets_among(battle, unit, battle.numbers_on_table(1 - unit.side)) == found_anew
            return True
        case _:
            return False


@pytest.mark.parametrize("scenario", ["cowpens-1781", "guilford-1781"])
def test_what_is_kept_is_what_would_be_found_anew(scenario: str) -> None:
    ordering._waiting.clear()
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(5))
    agents, looked = (Militia(5), Militia(6)), set()
    for _ in range(STEPS):
        question = game.question
        if question is None:
            break
        assert roll_call(game.battle.units) == _counted(game.battle.units)
        for side in (0, 1):
            here = tuple(unit for unit in game.battle.units if unit.side == side and unit.pose is not None)
            assert game.battle.on_table(side) == here
        stand = [(body.pose, body.shape) for body in scene_of(game.battle).bodies]
        assert stand == [(unit.pose, unit.shape) for unit in game.battle.units]
        if look(game.battle, question):
            looked.add(question.decision)
        game.answer(agents[question.seat].decide(game.position()))
    assert looked == {"order-give", "attach", "reform-choice", "shoot"}


def test_battles_on_the_same_ground_share_one_field() -> None:
    """What is kept of the ground is then found again without comparing all of it."""
    one, other = (SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings()) for _ in range(2))
    elsewhere = SYSTEM.muster(SYSTEM.scenario("trenton-1776"), Readings())
    assert one.field is other.field
    assert one.readings is other.readings
    assert elsewhere.field != one.field


def test_a_general_goes_round_all_enemies_and_ground_that_lie_in_a_box() -> None:
    """Those too far off are not drawn at all (leaders.table-presence)."""
    battle = SYSTEM.muster(SYSTEM.scenario("guilford-1781"), Readings())
    scene, random = scene_of(battle), Random(3)
    enemies = [corners(unit.pose, unit.shape) for unit in scene.bodies if unit.side and unit.pose is not None]
    house = next(piece.polygon for piece in battle.field.pieces if piece.kind == "building")
    for _ in range(50):
        left, low = random.randrange(-600, 7200), random.randrange(-600, 6000)
        box = Rectangle(left, low, left + random.randrange(50, 3000), low + random.randrange(50, 3000))
        wanted = [figure for figure in (*enemies, house) if are_overlapping(rectangle_around(figure), box)]
        assert _barriers(scene, 0, box) == wanted


def test_an_army_without_a_unit_is_beaten_and_one_that_lost_nothing_is_not() -> None:
    """Half of no units is none: who has none has lost them all (victory.break-point)."""
    battle = SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings())
    mine = tuple(unit for unit in battle.units if unit.side == 0)
    assert not roll_call(battle.units).decided
    assert roll_call(mine).decided
    assert (half_of_army(mine, 0), half_of_army(mine, 1)) == (-(-len(mine) // 2), 0)


def test_who_asks_while_another_thread_looks_for_charges_is_told_of_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is half known is not taken for all there is: one thread retells a game, another foresees it."""
    battle = lines(8)
    asked_meanwhile: list[list[tuple[int, int]]] = []

    def interrupted(*question: Any) -> Any:
        if not asked_meanwhile:
            asked_meanwhile.append([])  # whoever asks meanwhile is not interrupted himself
            with ThreadPoolExecutor(1) as other:
                asked_meanwhile.append(other.submit(charge_ways.legal_charges, battle).result())
        return approaches_seen(*question)

    monkeypatch.setattr(charge_ways, "approaches_seen", interrupted)
    charges = charge_ways.legal_charges(battle)
    assert charges == [(0, 1)]
    assert asked_meanwhile == [[], charges]
