"""The sheet of a unit: its command, the bases it has lost, what it needs, its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Figure, Need, Notes, Strip
from sandtable.systems.eagle import battle as eagle
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.control import added
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.controlling import NEAR
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.movement import march_distance
from sandtable.systems.eagle.moving import dice_note
from sandtable.systems.eagle.nearness import distance_to_leader, leaders_within
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.words import drawn_up, leader_name
from sandtable.table.space import INCH

MOVES: Final = (Step.FIRST_MANOEUVRES, Step.SECOND_MANOEUVRES)

CONTROLS: Final = {
    Control.FREE: "free to act",
    Control.CONFORMS: "conforms to its guide",
    Control.LIGHT: "free, as light troops",
    Control.HALTED: "halts this turn",
    Control.REPEATS: "repeats its last move",
    Control.FOLLOWS: "follows the Eagle",
    Control.RUNS_ON: "cannot be controlled",
    Control.EXEMPT: "takes no test",
    Control.WAITS: "waits",
}
"""How a unit acts once its control is settled."""


def notes(battle: EagleBattle, unit: EagleUnit, need: Need) -> Notes:
    """A unit's command, the bases it has lost, what it needs, and its figures."""
    group = f"Legio {unit.legion}" if unit.is_legion and unit.legion[:1].isupper() else unit.command
    return Notes(group, strip(unit), need, tuple(_figures(battle, unit)), signs(unit))


def signs(unit: EagleUnit) -> tuple[tuple[str, int], ...]:
    """The markers that stand beside a unit on the table."""
    if unit.pose is None:
        return ()
    borne = {
        "Eagle": unit.eagle,
        "shaken": unit.shaken and not unit.routing,
        "routing": unit.routing,
        "pursuing": unit.pursuing,
        "looting": bool(unit.looting),
        "unformed": unit.troop_class.is_formed_kind and not unit.formed and not unit.routing,
        "halt": unit.control is Control.HALTED,
    }
    counted_ones = {"disorder": unit.dp, "inspired": unit.inspired}
    return (
        *((words, count) for words, count in counted_ones.items() if count),
        *((words, 1) for words, is_borne in borne.items() if is_borne),
    )


def strip(unit: EagleUnit) -> Strip:
    """The bases it has lost of those with which it began; with the last it is destroyed (troops.casualty)."""
    lost = unit.began if unit.removed is not None else unit.began - unit.bases
    return Strip(lost, ((unit.began, "destroyed"),), "bases lost")


def need_of(battle: EagleBattle, unit: EagleUnit) -> Need:
    """Does a unit of the acting side wait for its activity, has it had it, or can it have none?

    turn.activation
    """
    if unit.pose is None or unit.side != battle.active or battle.step not in MOVES:
        return ""
    if unit.taken:
        return "done"
    held = unit.routing or battle.is_engaged(unit.id) or unit.control in (Control.RUNS_ON, Control.WAITS)
    return "unable" if held else "waiting"


# --------------------------------------------------------------------- figures
def _figures(battle: EagleBattle, unit: EagleUnit) -> Iterator[Figure]:
    bases = f"{unit.bases} of {unit.began}"
    yield Figure("Bases", bases, f"{unit.bases * unit.troop_class.figures} figures", "troops.bases")
    yield Figure("Formation", drawn_up(unit.layout), _order(unit), f"formation.{unit.formation}")
    limit = order_of(unit).threshold
    yield Figure("Disorder", f"{unit.dp} of {limit}", "shaken" if unit.shaken else "", "morale.threshold")
    yield Figure("Move", dice_note(unit), _march(unit), "movement.within8")
    if unit.troop_class.may_shoot:
        yield Figure("Shoots", "4 in", "a die for each base of its front rank", "shooting.range")
    yield Figure(
        "Grade",
        str(unit.grade),
        f"worth {unit.grade.worth:+d}" if unit.grade.worth else "worth 0",
        "troops.grades",
    )
    if unit.pose is not None:
        yield _control(battle, unit)
        yield from _leaders(battle, unit)
        yield from _combat(battle, unit)


def _order(unit: EagleUnit) -> str:
    if not unit.troop_class.is_formed_kind:
        return "open order"
    return "formed" if unit.formed else "unformed"


def _march(unit: EagleUnit) -> str:
    """How far it marches (movement.march)."""
    return f"march {march_distance(mounted=unit.is_mounted) / INCH:g} in, 8 in off the enemy"


def _control(battle: EagleBattle, unit: EagleUnit) -> Figure:
    """How its control is settled, or the modifier of its test (control.order, control.last-move)."""
    if unit.control is not None:
        guide = f": {battle.units[unit.guide].name}" if unit.guide is not None else ""
        return Figure("Control", CONTROLS[unit.control] + guide, _last(unit), "control.under-control")
    if leaders_within(battle, unit, NEAR):
        note = f"a leader is near; {_last(unit)}"
        return Figure("Control", "needs no test", note, "turn.command.who-tests")
    added_to_it = added(trial_of(battle, unit)).whole
    value = f"test, {added_to_it:+d}" if added_to_it else "test"
    return Figure("Control", value, _last(unit), "control.order")


def _last(unit: EagleUnit) -> str:
    done = unit.record if unit.record is not None else unit.last
    return f"last move: {done}" if done is not Record.STAND else "it stood"


def _leaders(battle: EagleBattle, unit: EagleUnit) -> Iterator[Figure]:
    """The leader with it, or the nearest, and his distance (turn.command.who-tests)."""
    for leader in battle.attached_to(unit.id):
        state = "crippled" if leader.crippled else counted(leader.actions, "action")
        yield Figure("Leader", leader_name(battle, leader.id), f"with it, {state}", "command.attach")
        return
    near = [(distance_to_leader(battle, unit, leader), leader.id) for leader in battle.leaders_of(unit.side)]
    if near:
        far, leader_id = min(near)
        note = f"{far / INCH:.3g} in off; within {NEAR / INCH:g} in it needs no test"
        yield Figure("Leader", leader_name(battle, leader_id), note, "turn.command.who-tests")


def _combat(battle: EagleBattle, unit: EagleUnit) -> Iterator[Figure]:
    """The enemies it fights, the round, and its role (melee.round, melee.role)."""
    foes = battle.foes_of(unit.id)
    if foes and battle.step.phase is not eagle.Phase.SETUP:
        who = ", ".join(battle.units[foe].name for foe in foes)
        note = f"round {max(unit.rounds, 1)}, {unit.role}"
        yield Figure("Fights", who, note, "melee.round")
