"""A battle of liberty under way, as a scenario file states it.

The fields of ``UnitEntry``, ``LeaderEntry``, ``Side`` and ``Situation`` are what a file may say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import suggest
from sandtable.systems.liberty import roster
from sandtable.systems.liberty.battle import DueTest, General, LibertyBattle, Order, Pair, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.states import Wear

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, and what is wrong there."""

Count = Annotated[int, Meta(ge=0, le=1000)]

STEPS: Final = tuple(Step)[tuple(Step).index(Step.OPENING) :]
"""The steps in which a battle under way may be (turn.phases)."""


class UnitEntry(roster.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario, with its state in a battle under way.

    ``removed`` says that it left the table, broken or withdrawn. A unit that ``touches`` enemies is in melee
    with them, and is charging unless the file says otherwise (melee.engaged). ``mounted_hits`` are its hits
    when it dismounted (movement.mount.hits). The other fields are those of `Regiment`.
    """

    removed: Literal["broken", "withdrawn"] | None = None
    hits: Count = 0
    under_fire: Count = 0
    order: Order | None = None
    may_shoot: bool = False
    routing: bool = False
    charging: bool | None = None
    mounted_hits: Count = 0
    changed: bool = False
    fired: bool = False
    broke_through: bool = False
    ran: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it left the table?"""
        return self.removed is not None

    @property
    def is_charging(self) -> bool:
        """Is it charging: as the file says, or because it touches an enemy?"""
        return bool(self.touches) if self.charging is None else self.charging


MARKS: Final = (
    "hits",
    "under_fire",
    "order",
    "may_shoot",
    "routing",
    "mounted_hits",
    "changed",
    "fired",
    "broke_through",
    "ran",
)
"""The fields that a `Regiment` has under the same name."""


class LeaderEntry(roster.LeaderEntry, frozen=True, kw_only=True):
    """A General of a scenario; ``lost`` says that he was killed (leaders.killed).

    ``moved`` says that he has made his move of the turn, ``detached`` that he left a unit in it
    (leaders.detach.later).
    """

    lost: bool = False
    moved: bool = False
    detached: bool = False

    @property
    def is_gone(self) -> bool:
        """Was he killed or taken off?"""
        return self.lost


class Side(roster.Side, frozen=True, kw_only=True):
    """An army of a scenario, and its Command Points left at the start of the battle (cp.once)."""

    points: Count = 0


class Test(Struct, frozen=True, forbid_unknown_fields=True):
    """A MORALE test that is due."""

    unit: str
    cause: Cause


class Situation(scenario_rows.Situation, frozen=True, kw_only=True):
    """How far a battle has come: the turn, the player turn and the step, and the rest of the step.

    turn.phases, turn.players. ``first`` has the initiative and ``active`` is the acting side, both ids of a
    side and by default the first one. ``fought`` have had their round of this Melee phase, ``tests`` are due
    (turn.shooting.b).
    """

    step: Step = Step.OPENING
    first: str = ""
    active: str = ""
    fought: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()


class Scenario(roster.Scenario, frozen=True, kw_only=True):
    """A scenario of liberty that may begin in the middle of a battle."""

    sides: tuple[Side, ...] = tuple(Side(id=one.id, name=one.name, edge=one.edge) for one in roster.SIDES)
    units: tuple[UnitEntry, ...]
    leaders: tuple[LeaderEntry, ...] = ()
    situation: Situation | None = None


# --------------------------------------------------------------------- the battle
def begun(battle: LibertyBattle, scenario: roster.Scenario) -> LibertyBattle:
    """The battle brought to the scenario's situation (turn.phases, melee.engaged)."""
    if not isinstance(scenario, Scenario):
        return battle
    battle = replace(
        battle,
        units=tuple(map(_marked, battle.units, scenario.units)),
        generals=tuple(map(_general, battle.generals, scenario.leaders)),
        engagements=_pairs(scenario),
    )
    return battle if scenario.situation is None else _at_step(battle, scenario, scenario.situation)


def _marked(unit: Regiment, entry: UnitEntry) -> Regiment:
    marks = {name: getattr(entry, name) for name in MARKS}
    return replace(
        unit,
        broken=entry.removed == "broken",
        withdrawn=entry.removed == "withdrawn",
        charging=entry.is_charging,
        **marks,
    )


def _general(general: General, entry: LeaderEntry) -> General:
    return replace(general, moved=entry.moved, detached=entry.detached)


def _pairs(scenario: Scenario) -> tuple[Pair, ...]:
    """The pairs of units in melee (melee.engaged)."""
    numbers = _numbers(scenario)
    found: list[Pair] = []
    for unit in scenario.units:
        for other in unit.touches:
            one, two = sorted((numbers[unit.id], numbers[other]))
            found.append((one, two))
    return tuple(dict.fromkeys(found))


def _at_step(battle: LibertyBattle, scenario: Scenario, now: Situation) -> LibertyBattle:
    sides, numbers = [side.id for side in scenario.sides], _numbers(scenario)
    first = sides.index(now.first) if now.first else battle.first
    own, other = (
        replace(camp, points=CommandPoints(side.points))
        for camp, side in zip(battle.camps, scenario.sides, strict=True)
    )
    return replace(
        battle,
        turn=now.turn,
        first=first,
        active=sides.index(now.active) if now.active else first,
        step=now.step,
        phase=now.step.phase,
        camps=(own, other),
        fought=tuple(numbers[unit] for unit in now.fought),
        tests_due=tuple(DueTest(numbers[test.unit], test.cause) for test in now.tests),
    )


def _numbers(scenario: Scenario) -> dict[str, int]:
    return {unit.id: number for number, unit in enumerate(scenario.units)}


# --------------------------------------------------------------------- what contradicts
def contradictions(scenario: scenario_rows.Scenario) -> Findings:
    """Statements of a scenario about a battle under way that contradict each other."""
    if not isinstance(scenario, Scenario):
        return
    for place, unit in enumerate(scenario.units):
        yield from _hits(f"units[{place}]", unit, _wear(unit, scenario))
        yield from _state(f"units[{place}]", unit)
    if scenario.situation is not None:
        yield from _situation(scenario, scenario.situation)
        return
    for place, side in enumerate(scenario.sides):
        if side.points:
            words = (
                "Command Points are rolled for before the first turn; say in situation how far it has come"
            )
            yield f"sides[{place}].points", words


def _wear(unit: UnitEntry, scenario: Scenario) -> Wear:
    known = roster.roster().for_scenario(scenario)
    if unit.dismounted:
        return known.dismounted.size(unit.bases).wear
    return known.profile(unit.profile).size(unit.strength).wear


def _hits(key: str, unit: UnitEntry, wear: Wear) -> Findings:
    """Hits that would break a unit on the table, and mounted hits of one that never dismounted."""
    if wear.breaks(unit.hits) and unit.removed != "broken":
        words = f"{unit.id} has {unit.hits} hits, and {wear.broken} break it"
        yield f"{key}.hits", f'{words}; say removed = "broken", or fewer hits'
    if unit.mounted_hits and not unit.dismounted:
        yield f"{key}.mounted_hits", f"{unit.id} is not dismounted, and so has no hits from the saddle"


def _state(key: str, unit: UnitEntry) -> Findings:
    """A router that is disordered, charges, shoots or has an order (disorder.rout-clears)."""
    if unit.charging and not unit.touches and unit.is_gone:
        yield f"{key}.charging", f"{unit.id} has left the table, and so charges nothing"
    if not unit.routing:
        return
    if unit.disorder:
        yield f"{key}.disorder", f"{unit.id} is routing, and a rout takes its disorder markers off"
    if unit.is_charging:
        yield f"{key}.charging", f"{unit.id} is routing, and so is not charging"
    if unit.may_shoot:
        yield f"{key}.may_shoot", f"{unit.id} is routing, and so may not shoot"
    if unit.order not in (None, Order.RALLY):
        yield f"{key}.order", f"{unit.id} is routing, and so has no order but RALLY"


def _situation(scenario: Scenario, now: Situation) -> Findings:
    sides, units = [side.id for side in scenario.sides], [unit.id for unit in scenario.units]
    if now.step not in STEPS:
        words = f"a battle under way has left {now.step} behind; allowed are {', '.join(STEPS)}"
        yield "situation.step", words
    for key, side in (("first", now.first), ("active", now.active)):
        if side and side not in sides:
            yield f"situation.{key}", f'there is no side "{side}"; {suggest(side, sides)}'
    if now.fought and now.step is not Step.MELEES:
        yield "situation.fought", f"units have their rounds in the step melees, not in {now.step}"
    named = [("fought", place, unit) for place, unit in enumerate(now.fought)]
    named += [("tests", place, test.unit) for place, test in enumerate(now.tests)]
    for key, place, unit in named:
        if unit not in units:
            yield f"situation.{key}[{place}]", f'there is no unit "{unit}"; {suggest(unit, units)}'
    deploys = [unit.id for unit in scenario.units if scenario.deploys(unit)]
    if deploys:
        yield "situation", f"the battle is under way, and {deploys[0]} has no x and y to stand at"
