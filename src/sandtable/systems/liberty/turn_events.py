"""The events of the turn: its steps, player turns and Command Points, and the end of the battle."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.battle.battle import Outcome
from sandtable.game.present.english import counted
from sandtable.systems.liberty.battle import PHASE_OF, Camp, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command_points import RULES, Action, CommandPoints, Phase, Use
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.words import army_name, who_name

OPENING: Final = Step.OPENING
# This name saves the look-up of an enumeration's member, which costs as much as a call.

STEP_NAMES: Final = {
    Step.INITIATIVE: "Initiative",
    Step.POINTS: "Command Points",
    Step.DEPLOYMENT: "Deployment",
    Step.OPENING: "The Command phase opens",
    Step.ATTACHING: "Generals attach and detach",
    Step.RALLYING: "Units rally",
    Step.ROUTING: "Routing units run on",
    Step.CHARGING: "Charges",
    Step.ORDERS: "Orders",
    Step.SHOOTING: "Shooting",
    Step.TESTS: "Morale tests",
    Step.MELEES: "Melees",
    Step.END: "End of the turn",
}


# --------------------------------------------------------------------- turns and steps
class InitiativeWon(LibertyEvent, frozen=True):
    """A side took the initiative for the whole game (turn.initiative)."""

    rules = ("turn.initiative.method",)

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It acts first in every turn."""
        return replace(battle, first=self.side, active=self.side)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"The {army_name(after, self.side)} army takes the initiative"


class PlayerTurnBegan(LibertyEvent, frozen=True):
    """A player turn began: its units may be given orders again (turn.players, turn.word-turn)."""

    rules = ("turn.players",)

    side: int
    turn: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Everything that counts once a turn is reset."""
        generals = [*battle.generals]
        for number, general in enumerate(battle.generals):
            if general.moved or general.detached:
                generals[number] = replace(general, moved=False, detached=False)
        first, second = battle.camps
        if first.points.used or second.points.used:
            first, second = (replace(camp, points=camp.points.next_turn()) for camp in battle.camps)
        return replace(
            battle.with_units(_rested(battle.units, self.side)),
            generals=tuple(generals),
            camps=(first, second),
            active=self.side,
            turn=self.turn,
            step=OPENING,
            phase=PHASE_OF[OPENING],
        )

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"Turn {self.turn}: {army_name(after, self.side)}"


def _rested(units: tuple[Regiment, ...], side: int) -> tuple[Regiment, ...]:
    """The units at the start of a side's player turn; the same tuple if nothing changes."""
    found = [*units]
    for unit in units:
        if (
            (unit.side == side and unit.order is not None)
            or unit.may_shoot
            or unit.changed
            or unit.fired
            or unit.broke_through
            or unit.ran
        ):
            order = None if unit.side == side else unit.order
            found[unit.id] = replace(
                unit, order=order, may_shoot=False, changed=False, fired=False, broke_through=False, ran=False
            )
    return tuple(found)


class StepBegan(LibertyEvent, frozen=True):
    """The acting player went on to the next step of the turn."""

    rules = ("turn.phases",)
    is_detail = True

    step: Step

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only the step changes; at the start of the melees no unit has fought yet."""
        return replace(battle, step=self.step, phase=PHASE_OF[self.step], fought=())

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return STEP_NAMES[self.step]


class MarkersTaken(LibertyEvent, frozen=True):
    """One disorder marker came off each of the acting player's units that carried any (turn.command.b)."""

    rules = ("turn.command.b",)

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One marker fewer, never below none."""
        for unit in battle.on_table(battle.active):
            if unit.disorder:
                battle = battle.with_unit(replace(unit, disorder=unit.disorder - 1))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "Each disordered unit loses one disorder marker"


class CommandPhaseEnded(LibertyEvent, frozen=True):
    """The acting player's Command phase ended; units without an order count as activated.

    turn.command.no-order, underfire.remove
    """

    rules = ("turn.command.no-order",)
    is_detail = True

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Their under-fire markers come off too."""
        for unit in battle.on_table(battle.active):
            if unit.under_fire:
                battle = battle.with_unit(replace(unit, under_fire=0))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "The Command phase ends"


class MeleesEnded(LibertyEvent, frozen=True):
    """All melees of a phase were fought; chargers have had their first round (melee.dice.charging.first)."""

    rules = ("melee.dice.charging.first",)
    is_detail = True

    fresh: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only units that came into contact in this phase still count as charging."""
        for unit in battle.units:
            if unit.charging and unit.id not in self.fresh:
                battle = battle.with_unit(replace(unit, charging=False))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "All melees are over"


# --------------------------------------------------------------------- Command Points
class PointsGained(LibertyEvent, frozen=True):
    """An army got its Command Points for the whole game (cp.generate)."""

    rules = ("cp.generate",)

    side: int
    points: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They are shown openly (cp.display)."""
        return with_points(battle, self.side, CommandPoints(self.points))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"The {army_name(after, self.side)} army has {counted(self.points, 'Command Point')}"


class PointSpent(LibertyEvent, frozen=True):
    """A Command Point bought an action for a unit; Generals have the numbers -1, -2 and so on (cp.once)."""

    rules = ("cp.once",)
    is_detail = True

    side: int
    action: Action
    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One point fewer, and the same action not again on this unit this turn (cp.same-action)."""
        points = battle.camps[self.side].points
        use = Use(action=self.action, unit=self.unit, phase=Phase(battle.phase))
        return with_points(battle, self.side, points.after(use))

    def cites(self) -> tuple[str, ...]:
        """The rule of the action too."""
        return (RULES[self.action][0], *self.rules)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{self.action} One Command Point is spent on {who_name(after, self.unit)}"


def with_points(battle: LibertyBattle, side: int, points: CommandPoints) -> LibertyBattle:
    """The battle with the Command Points of one side changed."""
    return with_camp(battle, side, replace(battle.camps[side], points=points))


def with_camp(battle: LibertyBattle, side: int, camp: Camp) -> LibertyBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- the end
class Conceded(LibertyEvent, frozen=True):
    """A player conceded: the army counts as having reached its break point (umpire.concede)."""

    rules = ("umpire.concede",)

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The battle is decided."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"The {army_name(after, self.side)} player concedes"


class BattleEnded(LibertyEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        words = self.outcome.words
        return words[0].upper() + words[1:]
