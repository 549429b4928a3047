"""A battle of elan in progress, as a scenario file states it.

What a file may say is in the fields of ``UnitEntry``, ``Side`` and ``Situation``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan import roster
from sandtable.systems.elan.aim import targets
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Removal, Shot, Step
from sandtable.systems.elan.charge_ways import targets_of
from sandtable.systems.elan.contact import engagement
from sandtable.systems.elan.events import StepBegan, UnitsEngaged
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.plan import HexPlace, grid_over, hex_of, pose_in
from sandtable.systems.elan.muster import muster
from sandtable.table.space import INCH, standing

Findings = Iterator[tuple[str, str]]
"""A key path in a scenario, and what is wrong there."""

RUN_UP: Final = 3 * INCH
"""A unit in contact is taken to have come straight ahead from this far; that gives the side it engaged.

geometry.front-line
"""

STEPS: Final = tuple(step for step in Step if step is not Step.DEPLOYMENT)
"""The steps in which a battle under way may stand (turn.sequence)."""


class UnitEntry(roster.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario and its state.

    ``lost`` are strength points, ``removed`` says how it left play. A unit that ``touches`` enemies is in
    contact with them, and charging unless the entry says that it is not; ``crossed`` are the linear pieces of
    ground it crossed to them (geometry.contact, melee.halt). The other fields are states and deeds of this
    turn, as `ElanUnit` explains them; a charger has ``charged`` unless the entry says otherwise.
    """

    removed: Removal | None = None
    lost: Annotated[int, Meta(ge=0)] = 0
    disordered: bool = False
    halted: bool = False
    retreating: bool = False
    charging: bool | None = None
    crossed: tuple[str, ...] = ()
    moved: bool = False
    marched: bool = False
    unlimbered: bool = False
    fired: bool = False
    tried_square: bool = False
    charged: bool | None = None
    countercharged: bool = False
    evaded: bool = False
    fled: bool = False
    broke_through: bool = False
    hit: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it left play? (army.break-count)"""
        return self.removed is not None

    @property
    def is_charging(self) -> bool:
        """Is it charging, as the entry says, or because it touches an enemy?"""
        return bool(self.touches) if self.charging is None else self.charging


MARKS: Final = (
    "removed",
    "lost",
    "disordered",
    "halted",
    "retreating",
    "moved",
    "marched",
    "unlimbered",
    "fired",
    "tried_square",
    "countercharged",
    "evaded",
    "fled",
    "broke_through",
    "hit",
)
"""The fields that a unit of a battle shares with its entry."""


class Side(roster.Side, frozen=True, kw_only=True):
    """An army of a scenario; ``broken`` means that it failed its army morale test (army.break-fail)."""

    broken: bool = False


class Against(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the enemy it charges or fires at."""

    unit: str
    target: str


class Situation(scenario_rows.Situation, frozen=True, kw_only=True):
    """How far a battle has come: the turn, the step, the 1st side and the active side.

    turn.sequence, turn.side-order; ``first`` and ``active`` are ids of sides, by default the scenario's first
    player and the 1st side. ``charges`` were declared and not yet made, ``shots`` are targets that were named
    (charge.declare, shooting.declare). ``done`` are the units, brigades or commanders that have acted in this
    step and side, ``due`` the units that must still test (turn.fixed-lists).
    """

    step: Step = Step.ATTACHING
    first: str = ""
    active: str = ""
    charges: tuple[Against, ...] = ()
    shots: tuple[Against, ...] = ()
    done: tuple[str, ...] = ()
    due: tuple[str, ...] = ()


class Scenario(roster.Scenario, frozen=True, kw_only=True):
    """A scenario of elan that may begin in the middle of a battle."""

    sides: tuple[Side, ...] = tuple(
        Side(id=one.id, name=one.name, edge=one.edge, role=one.role) for one in roster.SIDES
    )
    units: tuple[UnitEntry, ...]
    situation: Situation | None = None


# --------------------------------------------------------------------- the battle
def begun(battle: ElanBattle, scenario: roster.Scenario) -> ElanBattle:
    """The battle in progress that a scenario describes (turn.sequence, geometry.contact)."""
    if not isinstance(scenario, Scenario):
        return battle
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    own, other = (
        replace(camp, broken=side.broken) for camp, side in zip(battle.camps, scenario.sides, strict=True)
    )
    battle = replace(battle, units=tuple(map(_marked, battle.units, scenario.units)), camps=(own, other))
    for number, unit in enumerate(scenario.units):
        for enemy in unit.touches:
            battle = _engaged(battle, number, numbers[enemy], unit)
    return battle if scenario.situation is None else _at_step(battle, scenario, scenario.situation, numbers)


def _marked(unit: ElanUnit, entry: UnitEntry) -> ElanUnit:
    marks = {name: getattr(entry, name) for name in MARKS}
    return replace(unit, charged=entry.is_charging if entry.charged is None else entry.charged, **marks)


def _engaged(battle: ElanBattle, number: int, enemy: int, entry: UnitEntry) -> ElanBattle:
    """Two units in contact, engaged on the side where the attacker stands (geometry.contact, hex.contact)."""
    if battle.scale is Scale.HEX:
        battle = _closed_up(battle, number, enemy)
    start = standing(battle.units[number]).shifted(0, -RUN_UP)
    found = engagement(battle, number, enemy, start, entry.crossed)
    return UnitsEngaged(found if entry.is_charging else replace(found, charging=())).apply(battle)


def _closed_up(battle: ElanBattle, number: int, enemy: int) -> ElanBattle:
    """The battle with a unit moved to the nearest free hex beside its enemy, facing him.

    hex.contact; units that touch on the plan may lie in hexes that are not adjacent
    """
    grid, unit = grid_over(battle.field, battle.corners), battle.units[number]
    taken = [hex_of(grid, one) for one in battle.units if one.pose is not None and one.id != number]
    there, here = hex_of(grid, battle.units[enemy]), grid.centre(hex_of(grid, unit))
    around = [one for one in grid.neighbours(there) if one not in taken]
    if not around:
        return battle
    beside = min(around, key=lambda one: _squared(grid.centre(one), here))
    facing = grid.nearest_facing(grid.heading_to(beside, there), "corner")
    return battle.with_unit(replace(unit, pose=pose_in(grid, HexPlace(beside, facing), unit.shape)))


def _squared(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _at_step(battle: ElanBattle, scenario: Scenario, now: Situation, numbers: dict[str, int]) -> ElanBattle:
    sides = [side.id for side in scenario.sides]
    first = sides.index(now.first) if now.first else battle.first
    battle = StepBegan(now.step).apply(replace(battle, turn=now.turn, first=first))
    return replace(
        battle,
        active=sides.index(now.active) if now.active else first,
        charges=tuple(Charge(numbers[one.unit], numbers[one.target]) for one in now.charges),
        shots=tuple(Shot(numbers[one.unit], numbers[one.target]) for one in now.shots),
        done=tuple(_takers(scenario)[one] for one in now.done),
        due=tuple(numbers[one] for one in now.due),
    )


def _takers(scenario: Scenario) -> dict[str, int]:
    """The numbers of all that act in a step: units, brigades or commanders."""
    units = [unit.id for unit in scenario.units]
    brigades, leaders = [one.id for one in scenario.brigades], [one.id for one in scenario.leaders]
    return {id: number for group in (units, brigades, leaders) for number, id in enumerate(group)}


# --------------------------------------------------------------------- what contradicts
def contradictions(scenario: scenario_rows.Scenario) -> Findings:
    """Statements about a battle in progress that contradict each other."""
    if not isinstance(scenario, Scenario):
        return
    found = tuple(_misfits(scenario))
    yield from found
    if not found and scenario.situation is not None:
        yield from _out_of_reach(begun(muster(scenario, Readings()), scenario), scenario.situation)


def _misfits(scenario: Scenario) -> Findings:
    for place, unit in enumerate(scenario.units):
        yield from _losses(f"units[{place}]", unit, scenario)
        yield from _deeds(f"units[{place}]", unit, scenario)
    if scenario.situation is not None:
        yield from _situation(scenario, scenario.situation)


def _losses(key: str, unit: UnitEntry, scenario: Scenario) -> Findings:
    """Units on the table that have lost all their strength (troops.strength)."""
    strength = roster.roster().for_scenario(scenario).profile(unit.profile).strength
    if unit.lost >= strength and unit.removed is None:
        words = f"{unit.id} has lost {unit.lost} of its {strength} strength points"
        yield f"{key}.lost", f'{words}; say removed = "destroyed", or fewer'
    if unit.lost > strength:
        yield f"{key}.lost", f"{unit.id} has lost {unit.lost} strength points, but began with {strength}"


def _deeds(key: str, unit: UnitEntry, scenario: Scenario) -> Findings:
    """States and deeds that exclude each other (troops.halt, troops.retreat-state, movement.march)."""
    ground = [piece.id for piece in scenario.terrain]
    if unit.halted and unit.retreating:
        yield f"{key}.halted", f"{unit.id} is retreating, and so is not halted"
    if unit.marched and not unit.moved:
        yield f"{key}.marched", f"{unit.id} has marched, and so has moved"
    if unit.charging and not unit.touches:
        yield f"{key}.charging", f"{unit.id} is charging, but touches nothing"
    for place, piece in enumerate(unit.crossed):
        if piece not in ground:
            yield f"{key}.crossed[{place}]", f'there is no ground "{piece}"; {suggest(piece, ground)}'
    if unit.crossed and not unit.touches:
        yield f"{key}.crossed", f"{unit.id} crossed ground into contact, but touches nothing"


def _situation(scenario: Scenario, now: Situation) -> Findings:
    sides, units = [side.id for side in scenario.sides], {unit.id: unit.side for unit in scenario.units}
    if now.step not in STEPS:
        words = f"a battle under way has left {now.step} behind; allowed are {', '.join(STEPS)}"
        yield "situation.step", words
    for key, side in (("first", now.first), ("active", now.active)):
        if side and side not in sides:
            yield f"situation.{key}", f'there is no side "{side}"; {suggest(side, sides)}'
    for key, rows, step in (("charges", now.charges, Step.CHARGING), ("shots", now.shots, Step.FIRING)):
        if rows and now.step is not step:
            yield f"situation.{key}", f"{key} wait to be made in the step {step}, not in {now.step}"
        for place, one in enumerate(rows):
            yield from _against(f"situation.{key}[{place}]", one, units)
    known = _takers(scenario)
    named = [("done", place, id, list(known)) for place, id in enumerate(now.done)]
    named += [("due", place, id, list(units)) for place, id in enumerate(now.due)]
    for key, place, id, allowed in named:
        if id not in allowed:
            yield f"situation.{key}[{place}]", f'there is no "{id}"; {suggest(id, allowed)}'


def _out_of_reach(battle: ElanBattle, now: Situation) -> Findings:
    """Charges and shots that are not possible from where the units stand.

    charge.declare, shooting.declare
    """
    for place, (charge, said) in enumerate(zip(battle.charges, now.charges, strict=True)):
        if charge.target not in targets_of(battle, charge.charger):
            words = f"{said.unit} charges {said.target}, but cannot from where it stands"
            yield f"situation.charges[{place}]", words
    for place, (shot, said) in enumerate(zip(battle.shots, now.shots, strict=True)):
        if shot.target not in targets(battle, shot.firer):
            words = f"{said.unit} fires at {said.target}, but cannot from where it stands"
            yield f"situation.shots[{place}]", words


def _against(key: str, one: Against, units: dict[str, str]) -> Findings:
    for unit in (one.unit, one.target):
        if unit not in units:
            yield key, f'there is no unit "{unit}"; {suggest(unit, units)}'
    if units.get(one.unit, "") == units.get(one.target, "-"):
        yield key, f"{one.unit} and {one.target} are of one side"
