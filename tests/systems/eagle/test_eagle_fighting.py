"""Combat Resolution on the table: supports, lead units, dice, losses, risk to leaders, results read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.aftermath import after_moves_step
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.combat_events import CombatDissolved, CombatFought, CombatsJoined, ResultRead
from sandtable.systems.eagle.events import UnitRemoved
from sandtable.systems.eagle.fighting import combats_step
from sandtable.systems.eagle.leader_events import LeaderHarmed
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import AfterMove, Role, Row
from sandtable.systems.eagle.supports import Backing
from sandtable.systems.eagle.troops import Formation
from tests.systems.eagle.arena import (
    ALA,
    AUXILIARY,
    LEGION,
    LEVY,
    SKIRMISHERS,
    VEXILLATION,
    WARBAND,
    Played,
    battle,
    leader,
    play,
    touching,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def joined(*units: Any, contacts: Any, **state: Any) -> EagleBattle:
    """A battle in the Combat Resolution phase, its combats already listed."""
    fought = battle(*units, contacts=contacts, step=Step.COMBATS, **state)
    return play(combats_step, fought).battle


def settled(fought: EagleBattle, faces: tuple[int, ...], answers: tuple[object, ...] = ()) -> Played:
    return play(combats_step, fought, faces=faces, answers=answers)


def hits(dice: int, scored: int) -> tuple[int, ...]:
    """The faces of so many dice of which so many hit."""
    return (6,) * scored + (1,) * (dice - scored)


def aftermath(played: Played, number: int) -> Any:
    return next(one for one in played.battle.aftermaths if one.unit == number)


def pair(**second: Any) -> EagleBattle:
    """A cohort charged in front by an ala, four bases of each touching."""
    return joined(
        unit(0, 20, 10, role=Role.CHARGE, profile=ALA),
        unit(1, 20, 10, 180, **{"side": 1, "profile": AUXILIARY, **second}),
        contacts=(touching(0, 1),),
    )


# -------------------------------------------------------------------- the cases
def test_cavalry_wins_by_two_and_has_to_retire(case: Case) -> None:
    """result-cav-success: melee.mod.mi-cav-charge, result.success.cav-v-inf, result.setback.inf-v-cav"""
    expected = case("result-cav-success")
    played = settled(pair(), (*hits(6, 3), *hits(4, 1)))
    (told,) = played.told(CombatFought)
    assert told.dice == (expected["cav_dice"], expected["mi_dice"])
    assert played.battle.units[0].dp == expected["cav_dp"]
    assert played.battle.units[1].dp == expected["mi_dp"]
    assert aftermath(played, 0).move == expected["cav_move"]
    assert aftermath(played, 1).move == expected["mi_move"]


def test_a_formed_unit_with_three_points_that_is_set_back_is_to_rout(case: Case) -> None:
    """result-setback-shaken: result.setback, result.shaken-when"""
    expected = case("result-setback-shaken")
    for dp, key, faces in ((3, "with3", hits(1, 0)), (2, "with2", hits(2, 0))):
        fought = joined(
            unit(0, 20, 10, dp=dp),
            unit(1, 20, 10, 180, side=1, profile=WARBAND),
            contacts=(touching(1, 0),),
        )
        played = settled(fought, (*faces, *hits(4, 2)))
        assert aftermath(played, 0).move == expected[key]


def test_a_defeated_legion_loses_a_base_and_closes_up_its_lines(case: Case) -> None:
    """result-defeat-legion: result.defeat, result.defeat.order, formation.multi-line"""
    expected = case("result-defeat-legion")
    fought = joined(
        unit(0, 20, 10, profile=LEGION, dp=4),
        unit(1, 20, 10, 180, side=1, profile=WARBAND, role=Role.CHARGE),
        contacts=(touching(1, 0),),
    )
    played = settled(fought, (*hits(4, 0), *hits(7, 5)))
    legion = played.battle.units[0]
    assert (legion.dp, legion.bases, list(legion.ranks)) == (
        expected["dps"],
        expected["bases"],
        expected["lines"],
    )
    assert aftermath(played, 0).move == expected["move"]
    near = replace(played.battle, units=(*played.battle.units, unit(2, 26.25, 10)), step=Step.AFTER_MOVES)
    ours = tuple(one for one in near.aftermaths if one.unit == 0)
    gone = play(after_moves_step, replace(near, aftermaths=ours), faces=(3, 4)).battle
    assert gone.units[2].dp == expected["mi_dps"]


def test_a_supporter_shares_the_result_without_the_casualty(case: Case) -> None:
    """result-supporter: result.supporters, result.supporters.move, melee.mod.support"""
    expected = case("result-supporter")
    front = unit(0, 20, 10, profile=VEXILLATION, formation=Formation.LINE, ranks=(5,), dp=2)
    behind = unit(2, 20, 9, profile=VEXILLATION, formation=Formation.LINE, ranks=(5,))
    fought = joined(front, unit(1, 20, 10, 180, side=1, profile=LEVY), behind, contacts=(touching(1, 0),))
    played = settled(fought, (*hits(6, 0), *hits(4, 4)), answers=(Backing(2, 0),))
    assert played.told(CombatFought)[0].dice == (5 + 1 + 1 + 1 - 2, 5 - 1)
    assert played.told(CombatFought)[0].supports == ((2, 0),)
    units = played.battle.units
    assert (units[0].dp, 5 - units[0].bases) == (expected["front_dps"], expected["front_casualties"])
    assert (units[2].dp, 5 - units[2].bases) == (expected["supporter_dps"], expected["supporter_casualties"])
    assert aftermath(played, 2).move == expected["supporter_move"]
    assert aftermath(played, 2).supports == 0


def test_disorder_from_one_combat_counts_in_the_next(case: Case) -> None:
    """turn-dp-at-once: turn.combat.dp-at-once, morale.dp.unit-lost, melee.mod.dp"""
    expected = case("turn-dp-at-once")
    last = unit(0, 23.25, 10, formation=Formation.LINE, ranks=(1,), dp=5, shaken=True)
    fought = joined(
        last,
        unit(1, 24, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 18, 10, dp=1),
        unit(3, 18, 10, 180, side=1, profile=AUXILIARY),
        contacts=(touching(1, 0), touching(3, 2)),
    )
    first = settled(fought, (*hits(1, 0), *hits(1, 1)))
    assert len(first.told(UnitRemoved)) == 1
    assert first.battle.units[2].dp == expected["dps"]
    second = settled(first.battle, (*hits(1, 0), *hits(4, 0)))
    assert second.told(CombatFought)[0].dice[0] == 4 + expected["modifier"]


def test_a_charge_of_cavalry_at_formed_infantry_from_dice_to_results(case: Case) -> None:
    """end-to-end-cav-charge: melee.compare, result.table"""
    expected = case("end-to-end-cav-charge")
    for ours, theirs in ((3, 0), (1, 1), (0, 2), (0, 4)):
        played = settled(pair(), (*hits(6, ours), *hits(4, theirs)))
        assert played.told(CombatFought)[0].dice == (expected["cav_dice"], expected["mi_dice"])
        assert aftermath(played, 0).move is AfterMove.RETIRE
    victory = settled(pair(), (*hits(6, 4), *hits(4, 0)))
    assert aftermath(victory, 0).move is AfterMove.PURSUE


# --------------------------------------------------------------------- the phase
def test_the_list_of_combats_is_fixed_and_rounds_are_counted() -> None:
    """turn.combat.position, melee.round"""
    fought = pair()
    assert [combat.sides for combat in fought.combats] == [((0,), (1,))]
    assert [one.rounds for one in fought.units] == [1, 1]
    assert fought.units[0].charged_in
    over = settled(settled(fought, (*hits(6, 0), *hits(4, 0))).battle, ()).battle
    assert over.step is Step.AFTER_MOVES


def test_without_combats_the_phase_passes_and_old_rounds_are_forgotten() -> None:
    """melee.round"""
    fought = battle(unit(0, 10, 10, rounds=2, fought=(1,)), unit(1, 10, 30, 180, side=1), step=Step.COMBATS)
    played = play(combats_step, fought)
    assert len(played.told(CombatsJoined)) == 1
    assert (played.battle.units[0].rounds, played.battle.step) == (0, Step.AFTER_MOVES)
    quiet = battle(unit(0, 10, 10), step=Step.COMBATS)
    assert not play(combats_step, quiet).told(CombatsJoined)


def test_a_pursuer_out_of_combat_goes_on_pursuing_though_it_fought_the_turn_before() -> None:
    """pursuit.continue, turn.command.stop-pursuit, melee.round: only who fights pursues nobody any more"""
    state: dict[str, Any] = {"rounds": 1, "pursuing": True}
    away = unit(2, 50, 10, quarry=3, role=Role.FOLLOW_UP, **state)
    held = unit(0, 20, 10, **state)
    fought = joined(
        held, unit(1, 20, 10, 180, side=1), away, unit(3, 50, 12, side=1), contacts=(touching(1, 0),)
    )
    assert [(fought.units[number].pursuing, fought.units[number].rounds) for number in (0, 2)] == [
        (False, 1),
        (True, 0),
    ]
    assert (fought.units[2].quarry, fought.units[2].role) == (3, Role.STAND)


def test_how_a_unit_came_to_its_round_is_forgotten_once_it_is_fought() -> None:
    """melee.role"""
    played = settled(pair(), (*hits(6, 0), *hits(4, 0)))
    assert played.battle.units[0].role is Role.STAND
    assert not played.battle.combats[0].supports


def test_a_combat_without_one_of_its_sides_is_not_fought() -> None:
    """melee.dissolved: those left take no points and halt"""
    fought = pair()
    gone = replace(fought, units=(fought.units[0], replace(fought.units[1], pose=None)), contacts=())
    played = settled(gone, ())
    assert played.told(CombatDissolved) == (CombatDissolved(0, (0,)),)
    assert played.battle.units[0].dp == 0
    assert aftermath(played, 0).move is AfterMove.HALT


def test_dice_are_taken_from_those_still_there() -> None:
    """melee.dissolved, melee.multi.detail"""
    fought = joined(
        unit(0, 20, 10),
        unit(1, 17.75, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 24, 10, 180, side=1, profile=AUXILIARY),
        contacts=(touching(1, 0), touching(2, 0)),
    )
    assert fought.combats[0].sides == ((0,), (1, 2))
    both = settled(fought, (*hits(4, 0), *hits(5, 0)))
    assert both.told(CombatFought)[0].dice == (4, 5)
    gone = replace(
        fought,
        units=(*fought.units[:2], replace(fought.units[2], pose=None)),
        contacts=fought.contacts[:1],
    )
    assert settled(gone, (*hits(3, 0), *hits(3, 0))).told(CombatFought)[0].dice == (3, 3)


# ------------------------------------------------------------- supports and leads
def supported() -> EagleBattle:
    return joined(
        unit(0, 20, 10),
        unit(1, 20, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 20, 8.5),
        unit(3, 20, 11.5, 180, side=1, profile=AUXILIARY),
        contacts=(touching(1, 0),),
        holder=0,
    )


def test_the_side_without_the_initiative_names_its_supports_first() -> None:
    """turn.initiative.use, melee.supported.detail, decision.count-support"""
    played = settled(supported(), (*hits(5, 0), *hits(4, 0)), answers=(None, Backing(2, 0)))
    assert played.asked == ("decision.count-support", "decision.count-support")
    assert played.told(CombatFought)[0].dice == (5, 4)
    other = settled(supported(), (*hits(4, 0), *hits(5, 0)), answers=(Backing(3, 1), None))
    assert other.told(CombatFought)[0].dice == (4, 5)
    assert other.battle.units[3].dp == 1


def test_nobody_is_asked_to_count_a_support_that_adds_nothing() -> None:
    """melee.supported.max: the rear lines of a Legion are worth more"""
    fought = joined(
        unit(0, 20, 10, profile=LEGION),
        unit(1, 20, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 20, 6.5),
        contacts=(touching(1, 0),),
    )
    assert settled(fought, (*hits(8, 0), *hits(4, 0))).asked == ()


def test_an_owner_says_which_of_two_equal_units_leads_if_they_hit_differently() -> None:
    """melee.multi.hit, decision.lead-unit"""
    facts = (touching(1, 0), touching(2, 0))
    fought = joined(
        unit(0, 20, 10, formation=Formation.LINE, ranks=(4,)),
        unit(1, 17, 10, 180, side=1, profile=AUXILIARY, formed=False),
        unit(2, 23, 10, 180, side=1, profile=AUXILIARY),
        contacts=facts,
    )
    for lead, need in ((1, 6), (2, 5)):
        played = settled(fought, (*hits(4, 0), *hits(4, 0)), answers=(lead,))
        assert played.asked == ("decision.lead-unit",)
        assert played.told(CombatFought)[0].needs == (5, need)
    alike = joined(
        unit(0, 20, 10),
        unit(1, 17, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 23, 10, 180, side=1, profile=AUXILIARY),
        contacts=facts,
    )
    assert settled(alike, (*hits(4, 0), *hits(4, 0))).asked == ()


# ------------------------------------------------------------------------ leaders
def test_leaders_of_both_sides_are_at_risk_and_give_one_hit() -> None:
    """leaders.risk.timing, melee.auto-hit, command.inspire"""
    fought = joined(
        unit(0, 20, 10, inspired=1),
        unit(1, 20, 10, 180, side=1, profile=AUXILIARY),
        contacts=(touching(0, 1),),
        leaders=(leader(0, attached=0), leader(1, side=1, attached=1, actions=3)),
    )
    played = settled(fought, (*hits(5, 0), *hits(4, 0), 1, 3, 4))
    told = played.told(CombatFought)[0]
    assert (told.dice, told.hits) == ((5, 4), (1, 1))
    assert [(event.leader, event.actions) for event in played.told(LeaderHarmed)] == [(0, 1)]


def test_a_leader_with_a_supporter_neither_hits_nor_is_at_risk() -> None:
    """melee.auto-hit.detail, leaders.risk.timing"""
    fought = replace(supported(), leaders=(leader(0, attached=2),))
    played = settled(fought, (*hits(5, 0), *hits(4, 0)), answers=(None, Backing(2, 0)))
    assert played.told(CombatFought)[0].hits == (0, 0)


def test_a_leader_whose_unit_is_destroyed_rolls_once_and_joins_another() -> None:
    """leaders.unit-destroyed, leaders.risk.timing"""
    fought = joined(
        unit(0, 23.25, 10, formation=Formation.LINE, ranks=(1,), dp=5, shaken=True),
        unit(1, 24, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 16, 10),
        contacts=(touching(1, 0),),
        leaders=(leader(0, attached=0),),
    )
    played = settled(fought, (*hits(1, 0), *hits(1, 1), 5))
    assert played.battle.leaders[0].attached == 2


# ----------------------------------------------------------------------- results
def test_each_unit_of_a_side_takes_the_row_and_reads_its_own_move() -> None:
    """result.multi.each"""
    fought = joined(
        unit(0, 20, 10, profile=WARBAND, ranks=(4, 4)),
        unit(1, 17, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 23, 10, 180, side=1, profile=SKIRMISHERS),
        contacts=(touching(1, 0), touching(2, 0)),
    )
    played = settled(fought, (*hits(4, 2), *hits(4, 0)), answers=(1,))
    assert [played.battle.units[number].dp for number in (0, 1, 2)] == [1, 2, 2]
    assert aftermath(played, 1).move is AfterMove.FALL_BACK
    assert aftermath(played, 2).move is AfterMove.RETIRE
    winner = aftermath(played, 0)
    assert (winner.row, winner.options) == (Row.SUCCESS, (AfterMove.FOLLOW_UP_OR_PURSUE,))
    assert winner.opponents == (1, 2)
    assert winner.lengths == (300, 225)


def test_a_destroyed_unit_reads_no_result() -> None:
    """result.defeat, troops.casualty"""
    fought = joined(
        unit(0, 20, 10, formation=Formation.LINE, ranks=(1,)),
        unit(1, 20, 10, 180, side=1, profile=WARBAND),
        contacts=(touching(1, 0),),
    )
    played = settled(fought, (*hits(1, 0), *hits(2, 2)))
    assert played.battle.units[0].pose is not None
    lost = settled(
        joined(
            unit(0, 20, 10, formation=Formation.LINE, ranks=(1,)),
            unit(1, 20, 10, 180, side=1, profile=WARBAND, role=Role.CHARGE),
            contacts=(touching(1, 0),),
        ),
        (*hits(1, 0), *hits(5, 4)),
    )
    assert [event.unit for event in lost.told(ResultRead)] == [1]
    assert lost.battle.units[0].removed is not None


def test_the_readings_of_a_battle_reach_its_combats() -> None:
    """melee.mod.hi"""
    units = (
        unit(0, 20, 10, profile=LEGION, role=Role.CHARGE),
        unit(1, 20, 10, 180, side=1, profile=AUXILIARY),
    )
    fought = joined(*units, contacts=(touching(0, 1),), readings=Readings(((Reading.HEAVY_CHARGE, 1),)))
    played = settled(fought, (*hits(10, 0), *hits(4, 0)))
    assert played.told(CombatFought)[0].dice == (4 + 1 + 2 + 3, 4)


def read_by(rule: Reading, other: int) -> dict[str, Any]:
    """The readings of a battle that plays one rule by its first or its other reading."""
    return {"readings": Readings(((rule, other),))}


@pytest.mark.parametrize(("other", "dice"), [(0, 4 + 3 - 3), (1, 4 + 3 - 1)])
def test_two_warbands_fight_with_the_best_charge_and_the_worst_disorder_of_either(
    other: int, dice: int
) -> None:
    """melee.multi.highest, melee.multi.detail: two bases of each; +1 and +2 for a British charge"""
    fresh = unit(1, 18.5, 10, 180, side=1, profile=WARBAND, ranks=(2, 2), role=Role.CHARGE, dp=1)
    weary = unit(2, 21.5, 10, 180, side=1, profile=WARBAND, ranks=(2, 2), dp=3)
    readings = read_by(Reading.SEVERAL_UNITS, other)
    fought = joined(unit(0, 20, 10), fresh, weary, contacts=(touching(1, 0), touching(2, 0)), **readings)
    played = settled(fought, (*hits(4, 0), *hits(dice, 0)))
    assert played.told(CombatFought)[0].dice == (4, dice)


@pytest.mark.parametrize(("other", "dice"), [(0, 8 - 5), (1, 1)])
def test_a_shaken_warband_fights_with_five_dice_less_in_place_of_its_disorder(other: int, dice: int) -> None:
    """melee.shaken.instead, melee.mod.shaken, melee.dice.minimum: by the other reading 8 - 5 - 4, so one"""
    shaken = unit(1, 20, 10, 180, side=1, profile=WARBAND, ranks=(8, 4), shaken=True, dp=5)
    readings = read_by(Reading.SHAKEN_DICE, other)
    fought = joined(unit(0, 20, 10, ranks=(8,)), shaken, contacts=(touching(0, 1),), **readings)
    played = settled(fought, (*hits(8, 0), *hits(dice, 0)))
    assert played.told(CombatFought)[0].dice == (8, dice)


@pytest.mark.parametrize(("other", "move"), [(0, AfterMove.RETIRE), (1, AfterMove.FALL_BACK)])
def test_a_cohort_set_back_in_its_second_round_retires(other: int, move: AfterMove) -> None:
    """result.second-round, result.setback.retire, melee.round: by the other reading only from the third"""
    units = (
        unit(0, 20, 10, rounds=1, fought=(1,)),
        unit(1, 20, 10, 180, side=1, profile=WARBAND, rounds=1, fought=(0,)),
    )
    readings = read_by(Reading.SECOND_ROUND, other)
    fought = joined(*units, contacts=(touching(1, 0, turn=1),), turn=2, **readings)
    # The Britons have a die less from their second round on.
    assert aftermath(settled(fought, (*hits(4, 0), *hits(3, 1))), 0).move is move
