"""The decisions about Generals: whom each joins or leaves, where he rides, and to whom he gives way."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.faces import Face
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.rates import general_rates
from sandtable.systems.liberty.words import general_name, name, token_id
from sandtable.table.space import as_inches


# ------------------------------------------------------------------ step a
class Attachment(NamedTuple):
    """A General's option in step a: to join a unit of his brigade, or to leave his unit."""

    general: int
    unit: int | None


class AttachGeneral(Choose[Attachment | None], frozen=True, kw_only=True):
    """Choose a General who joins or leaves a unit, or None to end the step (leaders.attach.when)."""

    decision: str = "attach"
    rule = "leaders.attach.when"

    def waiting_units(self) -> tuple[int, ...]:
        joined = [one.unit for one in self.options if one is not None and one.unit is not None]
        return tuple(dict.fromkeys(joined))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Attach or detach a General"

    def label(self, battle: LibertyBattle, option: Attachment | None) -> str:
        if option is None:
            return "The Generals stay as they are"
        who, now = general_name(battle, option.general), battle.generals[option.general].attached_to
        leaves = "" if now is None else f"leaves {name(battle, now)}"
        joins = "" if option.unit is None else f"joins {name(battle, option.unit)}"
        return f"{who} {' and '.join(part for part in (leaves, joins) if part)}"

    def face(self, battle: LibertyBattle, option: Attachment | None) -> Face:
        if option is None:
            return Face(self.label(battle, option))
        who, now = token_id(option.general), battle.generals[option.general].attached_to
        if option.unit is None:
            assert now is not None
            return Face("Leave", name(battle, now), who)
        return Face("Join", name(battle, option.unit), who, option.unit)


# ------------------------------------------------------------------ riding
class Ride(NamedTuple):
    """A General who may make his move of the turn."""

    general: int


def ride_label(battle: LibertyBattle, option: Ride) -> str:
    """A General's move among the options of a step."""
    return f"Move {general_name(battle, option.general)}, up to {general_rates().advance} in"


def ride_face(option: Ride) -> Face:
    """A General's move among the options of a step (leaders.move.once)."""
    return Face("Ride", f"up to {general_rates().advance} in", token_id(option.general))


class RideGeneral(PlanMove, frozen=True, kw_only=True):
    """Plan the move of a General (leaders.move.once)."""

    decision: str = "general-move"
    rule = "leaders.move.once"
    name = "Ride"

    general: int

    def mover(self) -> str:
        return token_id(self.general)

    def parties(self) -> tuple[str, ...]:
        return (self.mover(),)

    def words(self, battle: LibertyBattle) -> str:
        who = general_name(battle, self.general)
        return f"Move {who}, up to {as_inches(self.terms.allowance):g} in, in any direction"


class RideClear(RideGeneral, frozen=True, kw_only=True):
    """Plan the move of a General who must get away from the enemy (leaders.detach.later)."""

    rule = "leaders.detach.later"

    def words(self, battle: LibertyBattle) -> str:
        return f"{super().words(battle)}; he must end at least 4 in from every enemy"


# ------------------------------------------------------------------ giving way
class GiveWay(Choose[int], frozen=True, kw_only=True):
    """Choose to which of the nearest units of his brigade a General gives way (leaders.overrun)."""

    decision: str = "general-place"
    rule = "leaders.overrun"
    title = "Which unit does he go to?"
    kind = Kind.ORDER

    general: int

    def parties(self) -> tuple[str, ...]:
        return (token_id(self.general),)

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: LibertyBattle) -> str:
        who = general_name(battle, self.general)
        return f"{who} must move away: to which of the nearest units of his brigade?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: LibertyBattle, option: int) -> Face:
        return Face(name(battle, option), "goes to this unit", token_id(self.general), option)
