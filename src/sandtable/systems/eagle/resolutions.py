"""The resolutions of eagle that can be used without a table: facts, figures, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.rules.resolution import Parting, Resolution
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle import (
    control,
    disorder,
    flight,
    hacking,
    initiative,
    leader_risk,
    melee,
    rallying,
    results,
    shooting,
)
from sandtable.systems.eagle.melee_facts import Duel

INITIATIVE: Final = Resolution(
    id="initiative",
    title="The throw for the initiative",
    facts=initiative.Rivals,
    procedure=initiative.initiative,
    tallies=initiative.initiative_tallies,
    summary=initiative.initiative_summary,
)
CONTROL: Final = Resolution(
    id="control",
    title="A control test",
    facts=control.ControlTest,
    procedure=control.control,
    tallies=control.control_tallies,
    summary=control.control_summary,
    parting=Parting(tuple(map(str, control.Verdict)), str),
)
LEADER_RISK: Final = Resolution(
    id="leader-risk",
    title="The risk to a leader whose unit was shot at or fought",
    facts=leader_risk.AtRisk,
    procedure=leader_risk.risk,
    tallies=leader_risk.risk_tallies,
    summary=leader_risk.risk_summary,
    parting=Parting(tuple(map(str, leader_risk.Harm)), str),
)

MORALE: Final = Resolution(
    id="morale",
    title="What a friend's fate does to a unit within 4 in",
    facts=disorder.Onlooker,
    procedure=disorder.look_on,
    tallies=disorder.morale_tallies,
    summary=disorder.morale_summary,
    measure=lambda order: int(order.dp),
    measured="disorder points after it",
)
REDRESS: Final = Resolution(
    id="redress",
    title="Redressing ranks, and rallying a shaken unit",
    facts=rallying.Redress,
    procedure=rallying.redress,
    tallies=rallying.redress_tallies,
    summary=rallying.redress_summary,
    measure=lambda order: int(order.dp),
    measured="disorder points after it",
)

MOVE: Final = Resolution(
    id="move",
    title="A dice move with its optional dice, and fatigue",
    facts=flight.DiceMove,
    procedure=flight.dice_move,
    tallies=flight.move_tallies,
    summary=flight.move_summary,
    measure=lambda moved: int(moved.inches),
    measured="inches",
)
FLIGHT: Final = Resolution(
    id="flight",
    title="How far a unit evades, retires, routs or pursues",
    facts=flight.Run,
    procedure=flight.run,
    tallies=flight.run_tallies,
    summary=flight.run_summary,
    measure=int,
    measured="inches",
)
PURSUIT: Final = Resolution(
    id="pursuit",
    title="Whether a unit that runs is caught on a clear way, and the free hack",
    facts=hacking.PursuitFacts,
    procedure=hacking.pursue,
    tallies=hacking.pursuit_tallies,
    summary=hacking.pursuit_summary,
    measure=lambda pursued: int(pursued.lost),
    measured="bases lost",
)
FREE_HACK: Final = Resolution(
    id="free-hack",
    title="The free hack of pursuers at a unit they have caught",
    facts=hacking.HackFacts,
    procedure=hacking.hack,
    tallies=hacking.hack_tallies,
    summary=hacking.hack_summary,
    measure=int,
    measured="bases lost",
)

SHOOTING: Final = Resolution(
    id="shooting",
    title="One shooting or two, and the disorder of the target",
    facts=shooting.ShootingFacts,
    procedure=shooting.shoot_at,
    tallies=shooting.shooting_tallies,
    summary=shooting.shooting_summary,
    measure=lambda order: int(order.dp),
    measured="disorder points of the target after it",
)
MELEE: Final = Resolution(
    id="melee",
    title="A round of combat between two units, and what both do after it",
    facts=Duel,
    procedure=results.duel,
    tallies=results.duel_tallies,
    summary=results.duel_summary,
    measure=lambda fought: int(fought.difference),
    measured="hits by which the first is ahead",
    parting=Parting(tuple(results.ENDINGS.values()), lambda fought: results.ENDINGS[fought.row]),
)

RESOLUTIONS: Final = (
    INITIATIVE,
    CONTROL,
    LEADER_RISK,
    MORALE,
    REDRESS,
    MOVE,
    FLIGHT,
    PURSUIT,
    FREE_HACK,
    SHOOTING,
    MELEE,
)

FIGURES: dict[Callable[..., Any], Callable[..., Mapping[str, Tally]]] = {
    shooting.shoot: shooting.fire_tallies,
    melee.fight: melee.clash_tallies,
    flight.roll_move: flight.move_tallies,
}
"""The figures of the procedures that a battle on the table calls."""
