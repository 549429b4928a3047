"""Events of the turn: initiative, steps, turns, and the end of the battle."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.battle.battle import Outcome
from sandtable.systems.eagle.battle import PHASES, EagleBattle, EagleUnit, Leader, Phase, Step
from sandtable.systems.eagle.events import EagleEvent, with_camp
from sandtable.systems.eagle.records import Record, Role
from sandtable.systems.eagle.words import side_name

SHARED: Final = (Phase.COMBAT, Phase.AFTER, Phase.END, Phase.INITIATIVE, Phase.SETUP)
"""The phases in which both sides act together."""

TOGETHER: Final = (Step.PURSUITS, Step.CHARGE_MOVES)
"""The steps of other phases in which both sides act."""


class InitiativeWon(EagleEvent, frozen=True):
    """A side holds the initiative for this turn; ``thrown`` unless the scenario gives it.

    turn.initiative.roll, army.scenario
    """

    rules = ("turn.initiative.roll",)

    side: int
    thrown: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The side holds the initiative until the next turn begins."""
        return replace(battle, holder=self.side)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        how = "hold" if self.thrown else "are given"
        return f"The {side_name(after, self.side)} {how} the initiative this turn"


class StepBegan(EagleEvent, frozen=True):
    """The next step of the turn began; ``active`` is the side whose step it is (turn.initiative.use)."""

    rules = ("turn.phases",)
    is_detail = True

    step: Step
    active: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """A new phase clears all that counts for one phase only."""
        phase = PHASES[self.step]
        if phase is PHASES[battle.step]:
            return replace(battle, step=self.step, active=self.active)
        units = _all_at_phase(battle.units)
        changed = replace(
            battle,
            units=units,
            step=self.step,
            phase=phase.value,
            active=self.active,
            tracks=(),
            marches=(),
        )
        return _at_charges(changed) if phase is Phase.CHARGE else changed

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        if self.step.phase in SHARED or self.step in TOGETHER:
            return self.step.value.capitalize()
        words = self.step.value.removeprefix("first ").removeprefix("second ")
        return f"{side_name(after, self.active)}: {words}"


def _all_at_phase(units: tuple[EagleUnit, ...]) -> tuple[EagleUnit, ...]:
    """All units at the start of a phase; the same tuple if none changes."""
    for unit in units:
        if unit.moved or unit.owed:
            return tuple([_at_phase(one) if one.moved or one.owed else one for one in units])
    return units


def _at_phase(unit: EagleUnit) -> EagleUnit:
    """A unit at the start of a phase is stationary again."""
    return replace(unit, moved=False, owed=())


def _at_charges(battle: EagleBattle) -> EagleBattle:
    return replace(battle, charges=(), replies=())


class TurnBegan(EagleEvent, frozen=True):
    """A new turn began (turn.end)."""

    rules = ("turn.end",)

    turn: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """All that counts for one turn is cleared; the record of this turn becomes the last move.

        control.last-move, command.actions.number, movement.cavalry.moved-before
        """
        step = Step.INITIATIVE
        return replace(
            battle,
            units=tuple([_at_turn(unit) for unit in battle.units]),
            leaders=tuple([_leader_at_turn(leader) for leader in battle.leaders]),
            turn=self.turn,
            step=step,
            phase=step.phase.value,
            charges=(),
            replies=(),
            combats=(),
            aftermaths=(),
            tracks=(),
            marches=(),
        )

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"Turn {self.turn} begins"


def _at_turn(unit: EagleUnit) -> EagleUnit:
    """A unit at the start of a turn; if it has no record it has stood.

    control.last-move; a charge counts only in the turn in which it was made (melee.role)
    """
    if unit.pose is None:
        return unit
    return replace(
        unit,
        last=unit.record or Record.STAND,
        record=None,
        control=None,
        guide=None,
        steadied=False,
        inspired=0,
        taken=False,
        moved=False,
        reformed=False,
        rode=False,
        rode_before=unit.rode,
        owed=(),
        crossed=False,
        role=Role.STAND if unit.role is Role.CHARGE else unit.role,
    )


def _leader_at_turn(leader: Leader) -> Leader:
    """A leader at the start of a turn, with all his actions to spend (command.actions.number)."""
    if not leader.is_present:
        return leader
    return replace(leader, left=leader.actions, steadied=False, inspired=0, rode=False)


class Conceded(EagleEvent, frozen=True):
    """A player gave the battle up (victory.concede)."""

    rules = ("victory.concede",)

    side: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts as his army breaking."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"The {side_name(after, self.side)} give the battle up"


class BattleEnded(EagleEvent, frozen=True):
    """The battle ended (turn.end, victory.break, victory.turn-limit)."""

    outcome: Outcome

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The battle has its outcome."""
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return self.outcome.words
