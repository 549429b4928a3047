"""Control: which units act as their player wishes this turn, and what becomes of those that test.

control.order, control.under-control, turn.command.who-tests
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.battle import scene_of
from sandtable.game.questions import Choose, do, tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, light_profiles
from sandtable.systems.eagle.book import reach_of, values
from sandtable.systems.eagle.control import ControlTest, Verdict, control, leader_choices
from sandtable.systems.eagle.control_events import ControlSettled, ControlTested
from sandtable.systems.eagle.nearness import distance, is_within, standing_near, units_led
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.reserve import LEGION_WAITS, WAITS_UNTIL, is_kept_back
from sandtable.systems.eagle.steps import step_done
from sandtable.table.body import standing
from sandtable.table.measure import INCH, degrees, turn_between
from sandtable.table.scene import Scene

ORDER: Final = "decision.control-order"
CONFORM: Final = "decision.conform"
STOP: Final = "decision.stop-pursuit"
LEADER: Final = "decision.leader-control-modifier"

NEAR: Final = reach_of("turn.command.who-tests")
"""How near a leader, or for lights a unit under control, must be (turn.command.who-tests)."""

GUIDES: Final = (Control.FREE, Control.CONFORMS)
"""Those who are under control and free others: not who is freed by the light clause alone.

control.under-control
"""


UNTESTED: Final = (Control.EXEMPT, Control.WAITS)
"""Those who take no test: they are under control if a leader is near (control.exempt, army.scenario)."""


class _Conform(Struct, frozen=True):
    inches: float
    degrees: float


_CONFORMS: Final = values("control.conform", _Conform)
BESIDE: Final = _CONFORMS.inches * INCH
WIDEST: Final = degrees(_CONFORMS.degrees)
"""How near a guide must be, and by how much he may face another way (control.conform)."""


class Leash(StrEnum):
    """What the owner of a pursuing or looting unit does about it (control.pursuit-choice, control.loot)."""

    TEST = "test"
    LET_RUN = "let it run"
    STOP = "stop"


# --------------------------------------------------------------------- the step
async def control_step(battle: EagleBattle) -> EagleBattle:
    """The next unit of the side settles its control: bearers of an Eagle, then heavies, then lights.

    control.order
    """
    left = _left
    if left is None or left.battle is not battle:
        left = await _excused(battle)
        battle = left.battle
    kind, side = left.kind, battle.active
    if not kind:
        return await step_done(battle)
    unit = kind[0]
    if len(kind) > 1:
        unit = battle.units[await Choose(ORDER, side, tuple([one.id for one in kind]))]
    return _remembered(await _conform_or_test(battle, unit, left.scene), unit, left)


class Left(NamedTuple):
    """The units of a kind that are left to choose among, nobody of whom is excused.

    Nobody moves while they settle their control: the ``scene`` is the same for all of them.
    """

    battle: EagleBattle
    kind: list[EagleUnit]
    scene: Scene


_left: Left | None = None
"""Who was left when the last unit had been settled; mostly the next comes directly after it."""


async def _excused(battle: EagleBattle) -> Left:
    """All those are settled who need neither test nor choice and whose turn has come (control.order)."""
    side = battle.active
    kind = _next_kind(battle, side)
    led = units_led(battle, side, NEAR) if kind else frozenset()
    while excused := _excused_of(battle, kind, led):
        for settled in excused:
            battle = await tell(battle, settled)
        kind = _next_kind(battle, side)
    return Left(battle, kind, scene_of(battle))


def _remembered(battle: EagleBattle, unit: EagleUnit, left: Left) -> EagleBattle:
    """Who is left once a unit has been settled, kept for the next, unless it may have freed others.

    control.under-control: those who are left were not excused before, and lights alone are freed by a unit
    beside them
    """
    global _left
    kind, lights = [one for one in left.kind if one is not unit], light_profiles()
    frees = battle.units[unit.id].control in GUIDES
    freed = frees and [one for one in kind if one.profile_id in lights]
    _left = Left(battle, kind, left.scene) if kind and not freed else None
    return battle


def next_to_settle(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The units of a side among which the owner chooses who is settled next (control.order).

    Those who need neither test nor choice come first of their kind: for them the order does not matter.
    """
    kind = _next_kind(battle, side)
    excused = _excused_of(battle, kind, units_led(battle, side, NEAR))
    return (excused[0].unit,) if excused else tuple([one.id for one in kind])


def _next_kind(battle: EagleBattle, side: int) -> list[EagleUnit]:
    """The units of a side that are settled next: bearers of an Eagle, else heavies, else lights."""
    waiting = [one for one in battle.units if one.control is None and one.side == side]
    if not waiting:
        return waiting
    waiting, lights = [one for one in waiting if one.pose is not None], light_profiles()
    eagles = [one for one in waiting if one.eagle]
    return eagles or [one for one in waiting if one.profile_id not in lights] or waiting


def _excused_of(battle: EagleBattle, kind: list[EagleUnit], led: frozenset[int]) -> list[ControlSettled]:
    """How those of a kind who come first are settled without a test or a choice, one after another.

    ``led`` are those of their side who have a leader near them. Who is free may free lights beside him, even
    one that was passed over: after him they are looked at anew.
    """
    lights = light_profiles()
    waits = LEGION_WAITS in battle.specials and battle.turn < WAITS_UNTIL
    seldom = waits or bool(battle.contacts)
    found: list[ControlSettled] = []
    for unit in kind:
        is_light = unit.profile_id in lights
        if seldom or is_light or unit.routing or unit.id in led:
            settled = _excuse(battle, unit, led)
            if settled is not None:
                found.append(settled)
                if is_light and settled.control is not Control.LIGHT:
                    break
    return found


async def _conform_or_test(battle: EagleBattle, unit: EagleUnit, scene: Scene) -> EagleBattle:
    """A unit that is not excused declares that it conforms, or tests (control.order)."""
    if unit.pursuing or unit.looting:
        return await _on_the_leash(battle, unit)
    guides = _guides_in(scene, battle, unit)
    if guides:
        guide = await Choose(CONFORM, unit.side, (*guides, None), about=(unit.id,))
        if guide is not None:
            return await tell(battle, ControlSettled(unit.id, Control.CONFORMS, "control.conform", guide))
    return await _test(battle, unit)


def excuse(battle: EagleBattle, unit: EagleUnit) -> ControlSettled | None:
    """How the control of a unit is settled without a test or a choice; none if it is not.

    control.exempt, control.under-control, turn.command.who-tests, turn.command.stop-pursuit, control.loot
    """
    return _excuse(battle, unit, units_led(battle, unit.side, NEAR))


def _excuse(battle: EagleBattle, unit: EagleUnit, led: frozenset[int]) -> ControlSettled | None:
    """The same, of a unit of a side of which these have a leader near them."""
    if unit.routing or (battle.contacts and battle.is_engaged(unit.id)):
        return ControlSettled(unit.id, Control.EXEMPT, "control.exempt")
    if unit.legion and battle.turn < WAITS_UNTIL and is_kept_back(battle, unit):
        return ControlSettled(unit.id, Control.WAITS, "army.scenario")
    if unit.pursuing or unit.looting:
        return None
    if unit.id in led:
        return ControlSettled(unit.id, Control.FREE, "turn.command.who-tests")
    if unit.is_light and _under_control(scene_of(battle), battle, unit, NEAR):
        return ControlSettled(unit.id, Control.LIGHT, "control.under-control")
    return None


def _under_control(scene: Scene, battle: EagleBattle, unit: EagleUnit, limit: float) -> list[int]:
    """The friends within a distance of a unit that are under control and free others.

    control.under-control: a leader near by has a unit in combat under control too, though it takes no test
    """
    units, side, number = battle.units, unit.side, unit.id
    found: list[int] = []
    for other in standing_near(scene, number, limit):
        one = units[other]
        if one.side != side or other == number or one.routing or one.pose is None:
            continue
        control = one.control
        if control in GUIDES or (control in UNTESTED and other in units_led(battle, side, NEAR)):
            found.append(other)
    return found


def guides_of(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The units under control that a unit may conform to: within 1 in, facing nearly the same way.

    control.conform
    """
    return _guides_in(scene_of(battle), battle, unit)


def _guides_in(scene: Scene, battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The same, where everybody stands as in a scene."""
    near = _under_control(scene, battle, unit, BESIDE)
    if not near:
        return ()
    heading, units = standing(unit).heading, battle.units
    return tuple([one for one in near if abs(turn_between(heading, standing(units[one]).heading)) <= WIDEST])


# --------------------------------------------------------------------- testing
async def _test(battle: EagleBattle, unit: EagleUnit) -> EagleBattle:
    """A unit takes its control test and does as it says.

    control.result.low, control.result.middle, control.result.high, control.follow-eagle
    """
    battle, verdict = await _tested(battle, unit)
    match verdict:
        case Verdict.FREE:
            return await tell(battle, ControlSettled(unit.id, Control.FREE, "control.result.middle"))
        case Verdict.HALT:
            return await tell(battle, ControlSettled(unit.id, Control.HALTED, "control.halt"))
        case Verdict.REPEAT:
            return await tell(battle, ControlSettled(unit.id, Control.REPEATS, "control.repeat"))
        case Verdict.FOLLOW_EAGLE:
            return await tell(battle, _follows(battle, unit))


async def _tested(battle: EagleBattle, unit: EagleUnit) -> tuple[EagleBattle, Verdict]:
    """The die of a unit; what a leader with it does to it is announced before (control.mod.leader.timing)."""
    change = 0
    if unit.id in [leader.attached for leader in battle.leaders]:
        change = await Choose(LEADER, unit.side, leader_choices(), about=(unit.id,))
    test = trial_of(battle, unit, change)
    verdict = await do(control, test)
    return await tell(battle, ControlTested(unit.id, verdict)), verdict


def trial_of(battle: EagleBattle, unit: EagleUnit, change: int = 0) -> ControlTest:
    """The facts of a unit's control test (control.last-move, control.eagle)."""
    profile = unit.profile
    return ControlTest(
        grade=profile.grade,
        troop_class=profile.troop_class,
        record=unit.last,
        attached_modifier=change,
        near_eagle=bool(unit.legion) and eagle_near(battle, unit) is not None,
        bears_eagle=unit.eagle,
    )


def eagle_near(battle: EagleBattle, unit: EagleUnit) -> int | None:
    """The unit that carries the Eagle of a unit's Legion, if another within 4 in does (control.eagle)."""
    if not unit.legion:
        return None
    return next(
        (
            one.id
            for one in battle.unbroken(unit.side)
            if one.eagle
            and one.legion == unit.legion
            and one.id != unit.id
            and is_within(distance(battle, unit.id, one.id), reach_of("control.result.low"))
        ),
        None,
    )


def _follows(battle: EagleBattle, unit: EagleUnit, *, stops: bool = False) -> ControlSettled:
    guide = eagle_near(battle, unit)
    return ControlSettled(unit.id, Control.FOLLOWS, "control.follow-eagle", guide, stops)


# --------------------------------------------------------------------- pursuers and looters
async def _on_the_leash(battle: EagleBattle, unit: EagleUnit) -> EagleBattle:
    """The owner of a pursuer lets it run or tests; a looter tests.

    control.pursuit-choice, turn.command.stop-pursuit, control.loot
    """
    if unit.pursuing:
        said = await Choose(STOP, unit.side, (Leash.TEST, Leash.LET_RUN), about=(unit.id,))
        if said is Leash.LET_RUN:
            return await tell(battle, ControlSettled(unit.id, Control.RUNS_ON, "control.pursuit-choice"))
    battle, verdict = await _tested(battle, unit)
    rule = "control.pursuit-choice" if unit.pursuing else "control.loot"
    match verdict:
        case Verdict.HALT:
            return await tell(battle, ControlSettled(unit.id, Control.HALTED, rule, stops=True))
        case Verdict.FOLLOW_EAGLE:
            return await tell(battle, _follows(battle, unit, stops=True))
        case Verdict.REPEAT:
            return await tell(battle, ControlSettled(unit.id, Control.RUNS_ON, rule))
        case Verdict.FREE:
            return await _may_stop(battle, unit, rule)


async def _may_stop(battle: EagleBattle, unit: EagleUnit, rule: str) -> EagleBattle:
    """After a score of 3 or 4 the owner of a pursuer stops it or goes on; a looter is free to act.

    control.pursuit-choice, control.loot
    """
    if unit.pursuing:
        said = await Choose(STOP, unit.side, (Leash.STOP, Leash.LET_RUN), about=(unit.id,))
        if said is Leash.LET_RUN:
            return await tell(battle, ControlSettled(unit.id, Control.RUNS_ON, rule))
    return await tell(battle, ControlSettled(unit.id, Control.FREE, rule, stops=True))
