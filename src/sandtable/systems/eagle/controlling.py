"""Control on the table: which units act as their player wishes this turn, and the tests of the others.

control.order, control.under-control, turn.command.who-tests
"""

from __future__ import annotations

from bisect import insort
from typing import Final

from msgspec import Struct

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, values
from sandtable.systems.eagle.control import Verdict, control, leader_choices
from sandtable.systems.eagle.control_decisions import Conform, LeaderModifier, Leash, PickControl, StopPursuit
from sandtable.systems.eagle.control_events import ControlSettled, ControlTested
from sandtable.systems.eagle.control_facts import eagle_near, trial_of
from sandtable.systems.eagle.nearness import SLACK, gaps, units_led
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.reserve import LEGION_WAITS, WAITS_UNTIL, is_kept_back
from sandtable.systems.eagle.steps import step_done
from sandtable.table.space import INCH, Scene, degrees, standing, turn_between

NEAR: Final = reach_of("turn.command.who-tests")
"""How near a leader, or for lights a unit under control, must be (turn.command.who-tests)."""

GUIDES: Final = (Control.FREE, Control.CONFORMS)
"""The controls of units that free others: not those freed by the light clause alone.

control.under-control
"""


UNTESTED: Final = (Control.EXEMPT, Control.WAITS)
"""Units under these controls take no test (control.exempt, army.scenario)."""


class _Conform(Struct, frozen=True):
    inches: float
    degrees: float


_CONFORMS: Final = values("control.conform", _Conform)
BESIDE: Final = _CONFORMS.inches * INCH
WIDEST: Final = degrees(_CONFORMS.degrees)
"""How near a guide must be, and how much its facing may differ (control.conform)."""


# --------------------------------------------------------------------- the step
async def control_step(battle: EagleBattle) -> EagleBattle:
    """The next unit of the side settles its control: bearers of an Eagle, then heavies, then lights.

    control.order
    """
    left = _left
    if left is None or left.battle is not battle:
        left = left_to_settle(battle, battle.active)
    if not left.weeded:
        left = await _excused(left)
        battle = left.battle
    if not left.kinds:
        return await step_done(battle)
    kind = left.kinds[0]
    unit = kind[0]
    if len(kind) > 1:
        unit = battle.units[await PickControl(battle.active, tuple([one.id for one in kind]))]
    return _remembered(await _conform_or_test(battle, unit, left), unit, left)


class Left(Struct, frozen=True):
    """A cache: the units of a side whose control is still open, by kind.

    ``weeded``: no unit of the first kind is excused. No unit moves during the step, so the ``scene`` and the
    units near a leader (``led``) hold for all of them. ``guides`` are the units under control that free
    others.
    """

    battle: EagleBattle
    kinds: list[list[EagleUnit]]
    scene: Scene
    led: frozenset[int]
    guides: list[int]
    weeded: bool = False


_left: Left | None = None
"""What is left after the last unit, used if the next call gets the same battle object."""


def left_to_settle(battle: EagleBattle, side: int) -> Left:
    """The units of a side whose control is still open, found from the battle."""
    led = units_led(battle, side, NEAR)
    return Left(battle, _kinds(battle, side), scene_of(battle), led, _guides(battle, side, led))


async def _excused(left: Left) -> Left:
    """Settle all units that need neither test nor choice and whose turn has come (control.order)."""
    battle, kinds, led, guides = left.battle, left.kinds.copy(), left.led, left.guides.copy()
    while kinds:
        excused = _excused_of(battle, kinds[0], led, guides)
        if not excused:
            break
        for settled in excused:
            battle = await tell(battle, settled)
            if _frees(battle.units[settled.unit], led):
                insort(guides, settled.unit)
        gone = {settled.unit for settled in excused}
        kinds[0] = [one for one in kinds[0] if one.id not in gone]
        if not kinds[0]:
            del kinds[0]
    return Left(battle, kinds, left.scene, led, guides, weeded=True)


def _remembered(battle: EagleBattle, unit: EagleUnit, left: Left) -> EagleBattle:
    """Keep what is left after a unit has been settled for the next call.

    control.under-control: the units left were not excused before, and only lights are freed by a unit beside
    them; so they are looked at again only if this unit frees others, or a new kind begins.
    """
    global _left
    kind, guides, weeded = [one for one in left.kinds[0] if one is not unit], left.guides, True
    if _frees(battle.units[unit.id], left.led):
        guides = sorted((*guides, unit.id))
        weeded = not any(one.is_light for one in kind)
    kinds = [kind, *left.kinds[1:]] if kind else left.kinds[1:]
    _left = Left(battle, kinds, left.scene, left.led, guides, weeded and bool(kind))
    return battle


def _kinds(battle: EagleBattle, side: int) -> list[list[EagleUnit]]:
    """The units of a side whose control is open: bearers of an Eagle, heavies, lights."""
    eagles, heavies, light = list[EagleUnit](), list[EagleUnit](), list[EagleUnit]()
    for one in battle.on_table(side):
        if one.control is None:
            (eagles if one.eagle else light if one.is_light else heavies).append(one)
    return [kind for kind in (eagles, heavies, light) if kind]


def _excused_of(
    battle: EagleBattle, kind: list[EagleUnit], led: frozenset[int], guides: list[int]
) -> list[ControlSettled]:
    """The units of a kind that are settled without a test or a choice, in order.

    ``led`` are the units of their side near a leader. A light unit that is free may free lights beside it,
    even one already passed over, so the list ends with it.
    """
    waits = LEGION_WAITS in battle.specials and battle.turn < WAITS_UNTIL
    seldom = waits or bool(battle.contacts)
    found: list[ControlSettled] = []
    for unit in kind:
        is_light = unit.is_light
        if seldom or is_light or unit.routing or unit.id in led:
            settled = excuse(battle, unit, led, guides)
            if settled is not None:
                found.append(settled)
                if is_light and settled.control is not Control.LIGHT:
                    break
    return found


async def _conform_or_test(battle: EagleBattle, unit: EagleUnit, left: Left) -> EagleBattle:
    """A unit that is not excused conforms or tests (control.order)."""
    if unit.pursuing or unit.looting:
        return await _on_the_leash(battle, unit)
    guides = _facing_alike(battle, unit, _beside(left.scene, unit, left.guides, BESIDE))
    if guides:
        guide = await Conform(unit.side, (*guides, None), unit=unit.id)
        if guide is not None:
            return await tell(battle, ControlSettled(unit.id, Control.CONFORMS, "control.conform", guide))
    return await _test(battle, unit)


def excuse(
    battle: EagleBattle, unit: EagleUnit, led: frozenset[int], guides: list[int]
) -> ControlSettled | None:
    """How the control of a unit is settled without a test or a choice; none if it needs one.

    ``led`` are the units near a leader, ``guides`` those under control that free others.

    control.exempt, control.under-control, turn.command.who-tests, turn.command.stop-pursuit, control.loot
    """
    if unit.routing or (battle.contacts and battle.is_engaged(unit.id)):
        return ControlSettled(unit.id, Control.EXEMPT, "control.exempt")
    if unit.legion and battle.turn < WAITS_UNTIL and is_kept_back(battle, unit):
        return ControlSettled(unit.id, Control.WAITS, "army.scenario")
    if unit.pursuing or unit.looting:
        return None
    if unit.id in led:
        return ControlSettled(unit.id, Control.FREE, "turn.command.who-tests")
    if guides and unit.is_light and _beside(scene_of(battle), unit, guides, NEAR):
        return ControlSettled(unit.id, Control.LIGHT, "control.under-control")
    return None


def _guides(battle: EagleBattle, side: int, led: frozenset[int]) -> list[int]:
    """The units of a side that are under control and free others, by number."""
    return [one.id for one in battle.on_table(side) if one.control is not None and _frees(one, led)]


def _frees(unit: EagleUnit, led: frozenset[int]) -> bool:
    """Is a unit under control, so that it frees others?

    control.under-control: a leader near by also has a unit in combat under control, though it takes no test
    """
    control = unit.control
    return not unit.routing and (control in GUIDES or (control in UNTESTED and unit.id in led))


def _beside(scene: Scene, unit: EagleUnit, guides: list[int], limit: float) -> list[int]:
    """Those among *guides* that are within a distance of a unit (dice.measure)."""
    if not guides:
        return guides
    row, most, number = gaps(scene).from_one(unit.id), limit + SLACK, unit.id
    return [one for one in guides if row[one] <= most and one != number]


def guides_of(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The units under control that a unit may conform to: within 1 in, facing nearly the same way.

    control.conform
    """
    side = unit.side
    guides = _guides(battle, side, units_led(battle, side, NEAR))
    return _facing_alike(battle, unit, _beside(scene_of(battle), unit, guides, BESIDE))


def _facing_alike(battle: EagleBattle, unit: EagleUnit, others: list[int]) -> tuple[int, ...]:
    """Those among *others* that face nearly the same way as a unit (control.conform)."""
    if not others:
        return ()
    heading, units = standing(unit).heading, battle.units
    return tuple(
        [one for one in others if abs(turn_between(heading, standing(units[one]).heading)) <= WIDEST]
    )


# --------------------------------------------------------------------- testing
async def _test(battle: EagleBattle, unit: EagleUnit) -> EagleBattle:
    """A unit takes its control test and does what it says.

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
    """The control die of a unit; a leader's modifier is announced before (control.mod.leader.timing)."""
    change = 0
    if unit.id in [leader.attached for leader in battle.leaders]:
        change = await LeaderModifier(unit.side, leader_choices(), unit=unit.id)
    test = trial_of(battle, unit, change)
    verdict = await control(test)
    return await tell(battle, ControlTested(unit.id, verdict)), verdict


def _follows(battle: EagleBattle, unit: EagleUnit, *, stops: bool = False) -> ControlSettled:
    guide = eagle_near(battle, unit)
    return ControlSettled(unit.id, Control.FOLLOWS, "control.follow-eagle", guide, stops)


# --------------------------------------------------------------------- pursuers and looters
async def _on_the_leash(battle: EagleBattle, unit: EagleUnit) -> EagleBattle:
    """The owner of a pursuer lets it run or tests; a looter tests.

    control.pursuit-choice, turn.command.stop-pursuit, control.loot
    """
    if unit.pursuing:
        said = await StopPursuit(unit.side, (Leash.TEST, Leash.LET_RUN), unit=unit.id)
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
        said = await StopPursuit(unit.side, (Leash.STOP, Leash.LET_RUN), unit=unit.id)
        if said is Leash.LET_RUN:
            return await tell(battle, ControlSettled(unit.id, Control.RUNS_ON, rule))
    return await tell(battle, ControlSettled(unit.id, Control.FREE, rule, stops=True))
