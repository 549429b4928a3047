"""The facts of a melee: the blow of one unit at another, and a duel between two units.

A form or a command line makes a `Duel`; the table makes a `Blow` for each unit that strikes in a step.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.systems.coldsteel import cards
from sandtable.systems.coldsteel.casualties import Ranks
from sandtable.systems.coldsteel.shooting import refuse_formation
from sandtable.systems.coldsteel.troops import Arm, Formation, TroopClass


class Role(StrEnum):
    """The role of a unit in its melee (charge.charged-status, melee.continued.who)."""

    CHARGER = "it charged this turn"
    DEFENDER = "it was charged this turn"
    CONTINUED = "it fights on from an earlier turn"


class StrikeStep(IntEnum):
    """When within a fight a unit strikes (melee.strike-steps)."""

    CHARGERS = 1
    GARRISONS = 2
    OTHERS = 3


# ----------------------------------------------------------------------- a blow
class Blow(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit about to strike: its class, models, card and role, and its target's kind."""

    troops: TroopClass = TroopClass.LINE
    models: int = 24
    card: cards.Holds = None
    role: Role = Role.CHARGER
    at_square: bool = False
    luck_spent: bool = False
    two_dice_only_charging: bool = False
    seat: int = 0
    unit: int = -1


# ----------------------------------------------------------------------- a duel
class Fighter(Ranks, frozen=True, cache_hash=True, kw_only=True):
    """A unit in a duel before the blows."""

    troops: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.LINE
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    card: cards.Holds = None
    luck_spent: Annotated[bool, Meta(description="its Lucky Officer is dead or has had his throw")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_formation(self.troops, self.formation)


class Duel(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A melee between two units; the attacker charged in this turn or an earlier one."""

    attacker: Fighter = Fighter()
    defender: Fighter = Fighter()
    continued: Annotated[bool, Meta(description="they are locked since an earlier turn")] = False
    two_dice_only_charging: Annotated[
        bool, Meta(description="reading: cavalry has two dice only in the turn it charged")
    ] = False
    six_kills_besides: Annotated[
        bool, Meta(description="reading: the man a six kills is lost besides the wound")
    ] = False

    def __post_init__(self) -> None:
        attacker, defender = self.attacker, self.defender
        if attacker.troops.arm is Arm.ARTILLERY or not attacker.formation.may_charge:
            raise ValueError(
                f"{attacker.troops} troops in {attacker.formation} do not charge, so they cannot be the"
                " attacker; infantry and cavalry in line, column, attack column or skirmish do"
            )
        if attacker.troops.arm is Arm.CAVALRY and defender.formation is Formation.GARRISON:
            raise ValueError("cavalry is never engaged with a garrison; choose infantry to attack a building")

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        """Both units, the attacker first."""
        return self.attacker, self.defender


def role_in(duel: Duel, place: int) -> Role:
    """The role of one of two units in a duel, the attacker being 0."""
    if duel.continued:
        return Role.CONTINUED
    return Role.DEFENDER if place else Role.CHARGER


def step_of(role: Role, formation: Formation) -> StrikeStep:
    """When a unit strikes: chargers of this turn first, then garrisons engaged longer, then all others.

    melee.strike-steps, melee.continued.building-first, melee.building-charge
    """
    if role is Role.CHARGER:
        return StrikeStep.CHARGERS
    garrison = formation is Formation.GARRISON and role is Role.CONTINUED
    return StrikeStep.GARRISONS if garrison else StrikeStep.OTHERS
