"""The turn: eight steps, whose they are, what is forgotten when, and how a battle ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import turn, victory
from sandtable.systems.coldsteel.battle import (
    ColdSteelBattle,
    ColdSteelUnit,
    Link,
    Phase,
    Prize,
    Removal,
    Step,
)
from sandtable.systems.coldsteel.events import (
    InitiativeWon,
    LuckyRerollUsed,
    ModelsLost,
    MoraleTested,
    StepBegan,
    TurnBegan,
    UnitCharged,
    UnitRetreated,
    UnitShot,
    UnitsRemoved,
)
from sandtable.systems.coldsteel.losses import Wounds, take_losses, take_together
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.steps import Resolve, owner, step_done
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Point, Pose
from tests.systems.coldsteel.parade_ground import (
    FULL,
    battle,
    figures,
    garrison,
    house,
    play,
    unit,
)

TURN = tuple(step for step in Step if step.phase not in (Phase.SETUP, Phase.END))
OTHER_ORDER = Readings(((Reading.SHOOTING_ORDER, 1),))
PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)


def pair(**state: object) -> ColdSteelBattle:
    """Two battalions 10 in apart."""
    return battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1), **state)  # type: ignore[arg-type]  # fields


# --------------------------------------------------------------------- the order of steps
def test_a_turn_is_eight_steps_in_which_the_sides_alternate() -> None:
    """turn-02: turn.sequence, turn.printed-order-rules; Blue won the initiative"""
    sides = ("blue", "red")
    order = [f"{sides[owner(step, 0, Readings())]} {step.phase}" for step in TURN[1:-1]] + ["melee"]
    assert order == figures("turn-02")["order"]
    assert len(TURN) == 8


def test_by_the_other_reading_each_side_shoots_after_its_own_manoeuvres() -> None:
    """turn.printed-order-rules"""
    shooting = [step for step in TURN if step.phase is Phase.SHOOTING]
    assert [owner(step, 0, Readings()) for step in shooting] == [1, 0]
    assert [owner(step, 0, OTHER_ORDER) for step in shooting] == [0, 1]
    others = [step for step in TURN if step.phase is not Phase.SHOOTING]
    assert [owner(step, 1, OTHER_ORDER) for step in others] == [owner(step, 1, Readings()) for step in others]


def test_each_step_is_followed_by_the_next_and_either_player_may_concede_before_it() -> None:
    """turn.sequence, victory.concede"""
    fought = pair(step=Step.FIRST_MORALE)
    for step in TURN[2:]:
        played = play(step_done, fought, answers=PLAY_ON)
        fought = played.battle
        assert fought.step is step
        assert fought.active == owner(step, 0, Readings())
        assert played.asked == ("game.concede",) * 2
    assert play(step_done, fought).battle.step is Step.END


def test_the_higher_throw_is_player_1_and_equal_throws_are_thrown_again() -> None:
    """turn.initiative.roll, turn.initiative.winner, turn.initiative.tie, turn.initiative.every-turn"""
    fought = pair(step=Step.INITIATIVE, turn=4)
    played = play(turn.initiative_step, fought, answers=PLAY_ON * 2, faces=(3, 3, 2, 5))
    assert (played.battle.first, played.battle.active, played.battle.step) == (1, 1, Step.FIRST_MORALE)
    assert InitiativeWon(1) in played.events


def test_who_concedes_loses() -> None:
    """victory.concede"""
    fought = play(turn.initiative_step, pair(step=Step.INITIATIVE), answers=(Resolve.CONCEDE,)).battle
    ended = play(victory.end_battle, fought).battle
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.rule) == (1, "victory.concede")
    assert turn.next_procedure(ended) is None


# --------------------------------------------------------------------- what lasts how long
def test_fire_of_this_turn_is_that_of_the_last_turn_in_the_next_and_then_forgotten() -> None:
    """turn.last-turn, morale.fired-means, morale.first-turn"""
    fought = UnitShot(1, 0, dice=24, hits=0, artillery=False).apply(pair(turn=3))
    fought = UnitShot(1, 0, dice=2, hits=1, artillery=True).apply(fought)
    assert (fought.units[0].muskets_before, fought.units[0].guns_before) == (False, False)
    fought = TurnBegan(4).apply(fought)
    assert (fought.units[0].muskets_before, fought.units[0].guns_before) == (True, True)
    fought = TurnBegan(5).apply(fought)
    assert (fought.units[0].muskets_before, fought.units[0].guns_before) == (False, False)


def test_a_unit_is_named_once_in_a_step() -> None:
    """turn.unit-order"""
    fought = MoraleTested(0, 8, passed=True, rerolled=False).apply(pair())
    assert fought.units[0].named
    assert not StepBegan(Step.FIRST_MANOEUVRES, 0).apply(fought).units[0].named


def test_a_charge_links_all_that_are_touched_until_one_of_them_retreats() -> None:
    """charge.engagement-persists, charge.contact, charge.charged-status"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1), unit(2, 29, 20, 180, side=1), turn=2)
    fought = UnitCharged(0, 1, (1, 2), Pose(2450, 2000, 0)).apply(fought)
    assert fought.links == (Link(0, 1, 2), Link(0, 2, 2))
    assert fought.units[0].charged == 1
    assert fought.units[2].charged_by == (0,)
    assert not fought.is_locked(0)
    later = TurnBegan(3).apply(fought)
    assert later.is_locked(1)
    assert later.units[0].charged is None
    assert later.units[2].charged_by == ()
    there = fought.units[1]
    gone = UnitRetreated(1, there.formation, there.files, there.shape, Pose(2000, 2300, 1800)).apply(later)
    assert gone.links == (Link(0, 2, 2),)
    assert gone.foes_of(0) == (2,)


def test_re_rolls_are_had_anew_in_every_turn() -> None:
    """leaders.officer-reroll, cards.lucky-scope"""
    fought = MoraleTested(0, 8, passed=True, rerolled=True).apply(pair(turn=3))
    fought = LuckyRerollUsed(0).apply(fought)
    assert (fought.units[0].rerolled, fought.units[0].lucky_used) == (True, True)
    assert StepBegan(Step.MELEE, 0).apply(fought).units[0].lucky_used
    anew = TurnBegan(4).apply(fought).units[0]
    assert (anew.rerolled, anew.lucky_used) == (False, False)


def test_who_was_engaged_as_enemy_manoeuvres_began_is_noted() -> None:
    """charge.defender-fire"""
    fought = pair(links=(Link(0, 1, 1),), turn=2)
    begun = StepBegan(Step.FIRST_MANOEUVRES, 0).apply(fought)
    assert (begun.units[0].was_engaged, begun.units[1].was_engaged) == (False, True)


def test_a_manoeuvre_is_remembered_until_the_next_manoeuvres_of_its_own_side() -> None:
    """artillery.manoeuvre-scope: art-05"""
    fought = battle(unit(0, 20, 10, manoeuvred=True), unit(1, 20, 20, 180, side=1, manoeuvred=True))
    begun = StepBegan(Step.SECOND_MANOEUVRES, 1).apply(fought)
    assert (begun.units[0].manoeuvred, begun.units[1].manoeuvred) == (True, False)
    assert TurnBegan(2).apply(begun).units[0].manoeuvred


def test_a_failure_binds_across_the_turn_unless_the_other_reading_is_chosen() -> None:
    """morale.status: morale-16 and morale-17 rest on it"""
    failed = MoraleTested(0, 5, passed=False, rerolled=False).apply(pair(turn=3))
    assert TurnBegan(4).apply(failed).units[0].failed
    freed = replace(failed, readings=Readings(((Reading.FAILURE_BINDS, 1),)))
    assert not TurnBegan(4).apply(freed).units[0].failed
    assert not MoraleTested(0, 9, passed=True, rerolled=False).apply(failed).units[0].failed


# --------------------------------------------------------------------- losses
def test_models_come_off_and_the_line_closes_up() -> None:
    """cas-01: casualties.six-choice, casualties.order, formation.shrink"""
    fought = battle(unit(0, 20, 10, command=FULL), unit(1, 20, 20, 180, side=1))
    chosen = Figure.MUSICIAN, Figure.SERGEANT, Figure.STANDARD
    played = play(take_losses, fought, Wounds(0, 6, 3), answers=chosen)
    hit, expected = played.battle.units[0], figures("cas-01")
    assert hit.models == expected["left"]
    assert hit.command == (Figure.OFFICER,)
    assert hit.ordinary == 17
    assert (hit.shape.width, hit.shape.depth) == (900, 150)
    assert played.told(ModelsLost)


def test_a_unit_that_loses_its_last_model_is_removed_and_frees_its_enemies() -> None:
    """turn.remove-at-once, melee.excess, charge.engagement-persists"""
    fought = battle(unit(0, 20, 10, models=3), unit(1, 20, 10, 180, side=1), links=(Link(1, 0, 1),))
    after = play(take_losses, fought, Wounds(0, 9)).battle
    assert (after.units[0].pose, after.units[0].removed) == (None, Removal.DESTROYED)
    assert after.links == ()
    assert after.numbers_on_table(0) == ()


def test_losses_of_one_strike_step_come_off_together() -> None:
    """melee.strike-steps"""
    fought = battle(unit(0, 20, 10, models=3), unit(1, 20, 10, 180, side=1, models=2), links=(Link(1, 0, 1),))
    played = play(take_together, fought, (Wounds(0, 3), Wounds(1, 2)))
    assert played.told(UnitsRemoved) == (UnitsRemoved((0, 1), Removal.DESTROYED),)


def test_a_man_killed_by_a_six_is_lost_besides_by_the_other_reading() -> None:
    """casualties.six-within"""
    officer = unit(0, 20, 10, models=10, command=(Figure.OFFICER,))
    other = Readings(((Reading.SIXES, 1),))
    foe = unit(1, 20, 20, 180, side=1)
    assert play(take_losses, battle(officer, foe), Wounds(0, 2, 1)).battle.units[0].models == 8
    assert (
        play(take_losses, battle(officer, foe, readings=other), Wounds(0, 2, 1)).battle.units[0].models == 7
    )


def test_a_card_named_after_a_man_dies_with_him() -> None:
    """cards.person-alive, cards.permanent: card-09"""
    lucky = unit(0, 20, 10, trait=Trait.LUCKY_OFFICER, command=(Figure.SERGEANT,))
    assert not lucky.plays(Trait.LUCKY_OFFICER)
    assert replace(lucky, command=FULL).plays(Trait.LUCKY_OFFICER)
    drill = unit(0, 20, 10, trait=Trait.VETERAN_DRILL_SERGEANT, command=FULL)
    assert drill.plays(Trait.VETERAN_DRILL_SERGEANT)
    assert not replace(drill, trait_spent=True).plays(Trait.VETERAN_DRILL_SERGEANT)


@pytest.mark.parametrize(("models", "of", "below"), [(12, 24, False), (11, 24, True)])
def test_exactly_half_is_not_below_half(models: int, of: int, *, below: bool) -> None:
    """morale.half-means"""
    assert unit(0, 20, 10, models=models).profile.models == of
    assert unit(0, 20, 10, models=models).is_below_half is below


# --------------------------------------------------------------------- the end
def with_losses(lost: tuple[int, int], began: tuple[int, int] = (9, 8)) -> ColdSteelBattle:
    """Two armies of so many units that have lost so many of them."""
    units: list[ColdSteelUnit] = []
    for side in (0, 1):
        for place in range(began[side]):
            one = unit(len(units), 4 + 5 * place, 10 + 20 * side, side=side, formation=Formation.COLUMN)
            gone = place < lost[side]
            units.append(replace(one, pose=None, removed=Removal.ROUTED) if gone else one)
    return battle(*units, step=Step.END)


def test_an_army_breaks_when_it_has_lost_more_than_half() -> None:
    """win-01: victory.break"""
    ended = play(victory.end_step, with_losses((4, 5))).battle
    assert figures("win-01")["winner"] == "first"
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.rule) == (0, "victory.break")


def test_if_both_armies_are_broken_points_decide() -> None:
    """victory.break, victory.points"""
    ended = play(victory.end_step, with_losses((6, 5))).battle
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.rule) == (1, "victory.break")


def test_the_next_turn_begins_unless_an_army_is_broken_or_time_is_up() -> None:
    """turn.end-check, victory.turn-limit"""
    assert play(victory.end_step, with_losses((4, 4))).battle.turn == 2
    ended = play(victory.end_step, replace(with_losses((3, 3)), turn=10)).battle
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.rule) == (None, "victory.turn-limit")


def test_a_side_with_nobody_left_loses_at_once_unless_somebody_is_still_to_come() -> None:
    """victory.annihilation"""
    alone = battle(unit(0, 20, 10), replace(unit(1, 20, 20, side=1), pose=None, removed=Removal.OVERRUN))
    assert victory.annihilated(alone) == (False, True)
    assert victory.outcome(alone).winner == 0
    nobody = battle(*(replace(one, pose=None, removed=Removal.ROUTED) for one in alone.units))
    assert victory.outcome(nobody).winner is None
    assert not victory.is_decided(replace(alone, step=Step.DEPLOYMENT))


def test_failed_units_neither_hold_nor_contest_an_objective() -> None:
    """win-02: victory.objective"""
    prize = Prize("hill", "the hill", Point(2000, 1500), 3)
    blue, red = unit(0, 20, 13, failed=True), unit(1, 20, 17, 180, side=1)
    fought = battle(blue, red, prizes=(prize,))
    assert figures("win-02")["holder"] == "red"
    assert victory.holder(fought, prize) == 1
    assert victory.points(fought, 1).whole == 3
    both = fought.with_unit(replace(blue, failed=False))
    assert victory.holder(both, prize) is None
    assert victory.holder(battle(unit(0, 20, 11.9), red, prizes=(prize,)), prize) == 1, "3.1 in are too far"
    assert victory.holder(battle(unit(0, 20, 12), red, prizes=(prize,)), prize) is None, "3 in are not"


def test_a_building_is_held_by_its_garrison_alone_whatever_its_morale() -> None:
    """victory.objective"""
    home = house(18, 10, 22, 14)
    prize = Prize("house", "the house", Point(2000, 1200), 4, "house")
    fought = battle(garrison(0, home, failed=True), unit(1, 20, 16, 180, side=1), pieces=(home,))
    assert victory.holder(fought, prize) == 0
    assert victory.holder(battle(unit(0, 20, 9), pieces=(home,)), prize) is None


async def _told(fought: ColdSteelBattle) -> ColdSteelBattle:
    return await tell(fought, StepBegan(Step.MELEE, 0))


def test_every_step_is_told_in_words() -> None:
    assert play(_told, pair()).events == (StepBegan(Step.MELEE, 0),)


@pytest.mark.parametrize("step", [Step.SECOND_SHOOTING, Step.FIRST_MORALE, Step.MELEE, Step.FIRST_MANOEUVRES])
def test_no_unit_has_acted_when_a_step_begins(step: Step) -> None:
    """turn.unit-order"""
    start = battle(unit(0, 20, 20, named=True), unit(1, 20, 40, 180, side=1), unit(2, 40, 20, named=True))
    assert not any(one.named for one in StepBegan(step, 0).apply(start).units)


def test_the_steps_of_a_turn_are_numbered_in_their_order() -> None:
    """turn.sequence"""
    rows = SYSTEM.rulebook()["turn.sequence"].rows
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
