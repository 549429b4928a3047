"""A battle of tricorn under way, as a scenario file states it.

A file may use the fields of ``UnitEntry``, ``Side`` and ``Situation``, and those of ``Brigade`` and
``LeaderEntry`` in ``roster``. Contact is not stated: units that touch are in melee (melee.primary).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn import roster
from sandtable.systems.tricorn.activation import commanded
from sandtable.systems.tricorn.aim import aim_at, fire_of
from sandtable.systems.tricorn.battle import (
    RESHUFFLE,
    Activation,
    Allowance,
    Camp,
    Command,
    Removal,
    Shot,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.muster import deck_of, muster
from sandtable.systems.tricorn.volleys import Fired, due_of

Findings = Iterator[tuple[str, str]]
"""Pairs of a key in a scenario and what is wrong there."""

Count = Annotated[int, Meta(ge=0, le=100)]

STEPS: Final = tuple(step for step in Step if step is not Step.DEPLOYMENT)
"""The steps at which a battle under way may begin (turn.sequence)."""

BETWEEN: Final = (Step.CARD, Step.END)
"""The steps in which no officer is active (turn.sequence)."""


FIRING: Final = (Step.RETURN_FIRE, Step.VOLLEY, Step.CONSULT)
"""The steps in which fire has been declared (shooting.simultaneous)."""


class UnitEntry(roster.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario and its present state.

    ``removed`` says how it left play. ``markers`` are all its Disorder Markers, ``permanent`` those among
    them that cannot be removed (disorder.permanent). The other fields are explained by `TricornUnit`.
    """

    removed: Removal | None = None
    markers: Count = 0
    permanent: Count = 0
    moved: bool = False
    rallied: bool = False
    broke_off: bool = False
    passed: bool = False
    named: bool = False
    withdrew: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it left play? (army.loss-count)"""
        return self.removed is not None


MARKS: Final = (
    "removed",
    "markers",
    "permanent",
    "moved",
    "rallied",
    "broke_off",
    "passed",
    "named",
    "withdrew",
)
"""The fields that a unit of a battle has under the same name as its entry."""


class Side(roster.Side, frozen=True, kw_only=True):
    """An army of a scenario, and the officers it has lost, including those listed as lost.

    leaders.casualty.cc, victory.points
    """

    chief_lost: bool = False
    generals_lost: Count = 0


class Fire(Struct, frozen=True, forbid_unknown_fields=True):
    """A declared shot: the shooter, the target, and the supporting units (shooting.simultaneous)."""

    unit: str
    target: str
    supporters: tuple[str, ...] = ()


class Situation(scenario_rows.Situation, frozen=True, kw_only=True):
    """The progress of a battle: the turn, the cards turned in it, the step, and the active officer.

    turn.sequence; ``active`` is the id of the officer whose activation it is, with the ``allowance`` of his
    roll. His units are in command by his Command Radius unless ``in_command`` names them. ``turned`` are the
    officers whose cards came up before his, and "Re-Shuffle" (turn.draw); ``declined`` are those among them
    who did not move (turn.passed-move). ``shots`` are the fire that was declared or, in the step of morale
    after fire, that gave its target a marker; ``fought``, ``supported`` and ``followed`` the units that were
    a primary, supported one or followed up (melee.primary).
    """

    step: Step = Step.CARD
    active: str = ""
    allowance: Allowance = Allowance.FULL
    in_command: tuple[str, ...] | None = None
    officer_moved: bool = False
    turned: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    shots: tuple[Fire, ...] = ()
    fought: tuple[str, ...] = ()
    supported: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()


class Scenario(roster.Scenario, frozen=True, kw_only=True):
    """A scenario of tricorn that may begin under way."""

    sides: tuple[Side, ...] = tuple(Side(id=one.id, name=one.name, edge=one.edge) for one in roster.SIDES)
    units: tuple[UnitEntry, ...]
    situation: Situation | None = None


# --------------------------------------------------------------------- the battle
def begun(battle: TricornBattle, scenario: roster.Scenario) -> TricornBattle:
    """The battle in the state that the scenario describes (turn.sequence, cards.deck)."""
    if not isinstance(scenario, Scenario):
        return battle
    now = scenario.situation or Situation()
    own, other = (
        _camp(camp, side, [leader for leader in scenario.leaders if leader.side == side.id and leader.lost])
        for camp, side in zip(battle.camps, scenario.sides, strict=True)
    )
    battle = replace(
        battle,
        turn=now.turn,
        units=tuple(map(_marked, battle.units, scenario.units)),
        camps=(own, other),
        commands=tuple(
            _command(command, entry, now.turn)
            for command, entry in zip(battle.commands, scenario.brigades, strict=True)
        ),
    )
    return battle if scenario.situation is None else _at_step(battle, scenario, now)


def _marked(unit: TricornUnit, entry: UnitEntry) -> TricornUnit:
    return replace(unit, **{name: getattr(entry, name) for name in MARKS})


def _camp(camp: Camp, side: Side, lost: list[roster.LeaderEntry]) -> Camp:
    chief = side.chief_lost or any(leader.chief for leader in lost)
    generals = max(side.generals_lost, sum(not leader.chief for leader in lost))
    return replace(camp, chief_lost=chief, generals_lost=generals)


def _command(command: Command, entry: roster.Brigade, turn: int) -> Command:
    return replace(command, demoralized=entry.demoralized, no_melee=turn if entry.no_melee else 0)


def _at_step(battle: TricornBattle, scenario: Scenario, now: Situation) -> TricornBattle:
    """The battle with the cards turned, the officer active and the step begun (turn.draw, turn.sequence)."""
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    officers = {leader.id: number for number, leader in enumerate(scenario.leaders)}
    came = [officers[one] for one in _acted(now)]
    active = officers[now.active] if now.active else None
    battle = replace(
        battle,
        step=now.step,
        phase=now.step.phase.value,
        activated=tuple(came),
        declined=tuple(officers[one] for one in now.declined),
        shots=tuple(
            Shot(numbers[one.unit], numbers[one.target], tuple(numbers[unit] for unit in one.supporters))
            for one in now.shots
        ),
        fought=tuple(numbers[unit] for unit in now.fought),
        supported=tuple(numbers[unit] for unit in now.supported),
        followed=tuple(numbers[unit] for unit in now.followed),
    )
    battle = _with_cards(battle, now, came)
    battle = battle if active is None else _activated(battle, active, now, numbers)
    return _consulting(battle) if now.step is Step.CONSULT else battle


def _consulting(battle: TricornBattle) -> TricornBattle:
    """The battle after fire that caused markers: its targets must consult the table.

    shooting.resolution-order
    """
    if not all(aim_at(battle, one.shooter, one.target) for one in battle.shots):
        return battle  # contradictions() refuses such a scenario
    fired = [Fired(one, fire_of(battle, one), _distance(battle, one), 1) for one in battle.shots]
    struck = sorted({one.target for one in battle.shots})
    dues = tuple(
        due_of(battle, unit, tuple(one for one in fired if one.shot.target == unit)) for unit in struck
    )
    return replace(battle, shots=(), dues=dues)


def _distance(battle: TricornBattle, shot: Shot) -> float:
    aim = aim_at(battle, shot.shooter, shot.target)
    assert aim is not None
    return aim.distance


def _acted(now: Situation) -> list[str]:
    """The officers whose cards came up, the active one last."""
    return [one for one in (*now.turned, now.active) if one not in ("", RESHUFFLE)]


def _with_cards(battle: TricornBattle, now: Situation, came: list[int]) -> TricornBattle:
    """The deck of this turn without the cards that were turned (cards.deck, setup.arrivals)."""
    here = [
        one.card
        for one in battle.officers
        if one.command is None or battle.commands[one.command].arrives <= now.turn
    ]
    deck = deck_of(here)
    for card in (*[battle.officers[one].card for one in came], *[RESHUFFLE] * now.turned.count(RESHUFFLE)):
        deck = deck.after(card)
    return replace(battle, deck=deck)


def _activated(battle: TricornBattle, number: int, now: Situation, numbers: dict[str, int]) -> TricornBattle:
    officer = battle.officers[number]
    near = () if officer.command is None else commanded(battle, officer)
    named = near if now.in_command is None else tuple(numbers[unit] for unit in now.in_command)
    activation = Activation(
        number, officer.command, officer.side, now.allowance, named, officer_moved=now.officer_moved
    )
    return replace(battle, activation=activation, active=officer.side)


# --------------------------------------------------------------------- what contradicts
def contradictions(scenario: scenario_rows.Scenario) -> Findings:
    """Statements of a scenario about a battle under way that contradict each other."""
    if not isinstance(scenario, Scenario):
        return
    found = tuple(_misfits(scenario))
    yield from found
    if not found and scenario.situation is not None:
        yield from _out_of_reach(begun(muster(scenario, Readings()), scenario), scenario.situation)


def _out_of_reach(battle: TricornBattle, now: Situation) -> Findings:
    """Fire that is impossible from where the units stand (shooting.target)."""
    for place, (shot, said) in enumerate(zip(battle.shots, now.shots, strict=False)):
        if aim_at(battle, shot.shooter, shot.target) is None:
            words = f"{said.unit} fires at {said.target}, but cannot from where it stands"
            yield f"situation.shots[{place}]", words


def _misfits(scenario: Scenario) -> Findings:
    for place, unit in enumerate(scenario.units):
        yield from _markers(f"units[{place}]", unit)
    if scenario.situation is not None:
        yield from _step(scenario.situation)
        yield from _officers(scenario, scenario.situation)
        yield from _units(scenario, scenario.situation)


def _markers(key: str, unit: UnitEntry) -> Findings:
    """More permanent markers than markers, or more of them than a unit on the table has (disorder.max)."""
    if unit.permanent > unit.markers:
        words = f"{unit.id} has {unit.permanent} permanent markers, but only {unit.markers} in all"
        yield f"{key}.permanent", f"{words}; permanent ones are counted among them"
    if unit.markers >= LAST_ROW and unit.removed is None:
        words = f"{unit.id} has {unit.markers} markers, and {LAST_ROW} eliminate it"
        yield f"{key}.markers", f'{words}; say removed = "eliminated", or fewer'


def _step(now: Situation) -> Findings:
    if now.step not in STEPS:
        words = f"a battle under way has left {now.step} behind; allowed are {', '.join(STEPS)}"
        yield "situation.step", words
    if now.active and now.step in BETWEEN:
        yield "situation.active", f"{now.active} is active, but no officer is active in the step {now.step}"
    if not now.active and now.step not in (*BETWEEN, Step.DEPLOYMENT):
        yield "situation.active", f"is missing; in the step {now.step} an officer is active"
    if now.turned.count(RESHUFFLE) > 1 and now.step is not Step.END:
        yield "situation.turned", f"the second {RESHUFFLE} card ends the turn, but the step is {now.step}"


def _officers(scenario: Scenario, now: Situation) -> Findings:
    """Unknown officers, officers whose cards came up twice, and officers who declined before their card came
    up."""
    known = [leader.id for leader in scenario.leaders]
    rows = [("active", now.active)] if now.active else []
    rows += [(f"turned[{place}]", one) for place, one in enumerate(now.turned) if one != RESHUFFLE]
    rows += [(f"declined[{place}]", one) for place, one in enumerate(now.declined)]
    for key, officer in rows:
        if officer not in known:
            yield f"situation.{key}", f'there is no officer "{officer}"; {suggest(officer, known)}'
    acted = _acted(now)
    for officer in dict.fromkeys(acted):
        if acted.count(officer) > 1:
            yield "situation.turned", f"the card of {officer} came up twice; there is one of it"
    for place, officer in enumerate(now.declined):
        if officer not in acted:
            words = f"{officer} declined to move, but his card is not among those turned"
            yield f"situation.declined[{place}]", words


def _units(scenario: Scenario, now: Situation) -> Findings:
    units = {unit.id: unit.side for unit in scenario.units}
    rows = [(f"in_command[{place}]", one) for place, one in enumerate(now.in_command or ())]
    for key, named in (("fought", now.fought), ("supported", now.supported), ("followed", now.followed)):
        rows += [(f"{key}[{place}]", one) for place, one in enumerate(named)]
    for place, shot in enumerate(now.shots):
        rows += [(f"shots[{place}]", one) for one in (shot.unit, shot.target, *shot.supporters)]
        if units.get(shot.unit, "") == units.get(shot.target, "-"):
            yield f"situation.shots[{place}]", f"{shot.unit} and {shot.target} are of one side"
    for key, unit in rows:
        if unit not in units:
            yield f"situation.{key}", f'there is no unit "{unit}"; {suggest(unit, units)}'
    if now.shots and now.step not in FIRING:
        yield "situation.shots", f"fire that was declared waits for the step volley, but it is {now.step}"
