"""Combats in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted, listed
from sandtable.systems.eagle import combat_events as events
from sandtable.systems.eagle import due
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.fighting import LEAD
from sandtable.systems.eagle.records import AfterMove, Role, Row
from sandtable.systems.eagle.supports import DECISION as SUPPORT
from sandtable.systems.eagle.supports import Backing
from sandtable.systems.eagle.wording.names import Prompter, Teller, name, names, place, points

ROWS: Final = {
    Row.VICTORY: "has a victory",
    Row.SUCCESS: "has a success",
    Row.INCONCLUSIVE: "fights without a decision",
    Row.SET_BACK: "suffers a set-back",
    Row.DEFEAT: "suffers a defeat",
}

DOES: Final = {
    AfterMove.HALT: "halt",
    AfterMove.FOLLOW_UP_OR_PURSUE: "follow up or pursue",
    AfterMove.FOLLOW_UP: "follow up",
    AfterMove.FALL_BACK: "fall back",
    AfterMove.PASS_THROUGH: "pass through",
    AfterMove.RETIRE: "retire",
    AfterMove.ROUT: "rout",
    AfterMove.PURSUE: "pursue",
}


# --------------------------------------------------------------------- questions
def _support(battle: EagleBattle, question: Any) -> Prompt:
    labels = tuple(_backing(battle, option) for option in question.options)
    return Prompt("Which support is counted?", "melee.supported.detail", labels)


def _backing(battle: EagleBattle, backing: Backing | None) -> str:
    if backing is None:
        return "Count none"
    return f"{name(battle, backing.supporter)} behind {name(battle, backing.supported)}"


def _lead(battle: EagleBattle, question: Any) -> Prompt:
    labels = tuple(name(battle, unit) for unit in question.options)
    return Prompt("Which unit leads in this combat?", "melee.multi.hit", labels)


def _halt(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(DOES[option].capitalize() for option in question.options)
    rule = "result.victory" if question.decision == due.VICTORY_HALT else "result.success.others"
    return Prompt(f"{name(battle, unit)} has won: does it halt?", rule, labels)


def _opponent(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(name(battle, foe) for foe in question.options)
    return Prompt(f"Which enemy does {name(battle, unit)} follow?", "after.follow-up.which", labels)


def _quarry(battle: EagleBattle, question: Any) -> Prompt:
    unit = question.about[0]
    labels = tuple(name(battle, foe) for foe in question.options)
    return Prompt(f"Which enemy does {name(battle, unit)} pursue?", "after.pursue.detail", labels)


def _relief(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(str(option).capitalize() for option in question.options)
    return Prompt(f"Does {name(battle, unit)} relieve its ranks?", "after.relieve.who", labels)


def _order(battle: EagleBattle, question: Any) -> Prompt:
    labels = tuple(name(battle, unit) for unit in question.options)
    return Prompt("Which unit is next?", ORDERS.get(question.about[0], "after.order"), labels)


ORDERS: Final = {"after": "after.order", "charge": "charge.order", "pursuit": "pursuit.order"}
"""The rule of each order that an owner chooses (decision.after-order)."""


# ------------------------------------------------------------------------ events
def _joined(battle: EagleBattle, event: events.CombatsJoined) -> str:
    del battle
    if not event.combats:
        return "No unit is in combat any more"
    return f"{counted(len(event.combats), 'combat')} to fight"


def _fought(battle: EagleBattle, event: events.CombatFought) -> str:
    sides = [tuple(unit for unit in event.units if battle.units[unit].side == side) for side in (0, 1)]
    told = [_scored(battle, sides[side], event, side) for side in (0, 1)]
    return f"{told[0]}, {told[1]}{_supported(battle, event.supports)}"


def _scored(battle: EagleBattle, units: tuple[int, ...], event: events.CombatFought, side: int) -> str:
    score = "score" if len(units) > 1 else "scores"
    hits = counted(event.hits[side], "hit") if event.hits[side] else "no hit"
    dice = counted(event.dice[side], "die")
    return f"{names(battle, units)} {score} {hits} with {dice} ({_face(event.needs[side])})"


def _face(need: int) -> str:
    return "hits on 6" if need == 6 else f"hits on {need}+"


def _supported(battle: EagleBattle, supports: tuple[tuple[int, int], ...]) -> str:
    if not supports:
        return ""
    told = tuple(f"{name(battle, backer)} supports {name(battle, backed)}" for backer, backed in supports)
    return f"; {listed(told)}"


def _dissolved(battle: EagleBattle, event: events.CombatDissolved) -> str:
    if not event.units:
        return "A combat ends before it is fought"
    left = f"{names(battle, event.units)} {'has' if len(event.units) == 1 else 'have'}"
    return f"{left} no enemy left to fight"


def _read(battle: EagleBattle, event: events.ResultRead) -> str:
    ways = " or ".join(DOES[option] for option in event.aftermath.options)
    came_to = "has no enemy to fight" if event.rule == "melee.dissolved" else ROWS[event.aftermath.row]
    return f"{name(battle, event.unit)} {came_to} and must {ways}"


# ------------------------------------------------------------------- after combat
def _chosen(battle: EagleBattle, event: events.AfterMoveChosen) -> str:
    return f"{name(battle, event.unit)} will {DOES[event.move]}"


def _over(battle: EagleBattle, event: events.FlightOver) -> str:
    return f"{name(battle, event.unit)} has {HAS[event.move]}"


HAS: Final = {AfterMove.ROUT: "routed", AfterMove.RETIRE: "retired", AfterMove.PURSUE: "pursued"}
"""What a unit has done that fled or pursued."""


def _relieved(battle: EagleBattle, event: events.RanksRelieved) -> str:
    left = "no disorder points" if not event.dp else points(event.dp)
    return f"{name(battle, event.unit)} relieves its ranks: {left} left"


def _stood(battle: EagleBattle, event: events.UnitStood) -> str:
    held = "keeps contact" if event.role is Role.FOLLOW_UP else "stays where it is"
    return f"{name(battle, event.unit)} {held}"


def _fell_back(battle: EagleBattle, event: events.UnitFellBack) -> str:
    return f"{name(battle, event.unit)} falls back to {place(event.to)}"


def _followed(battle: EagleBattle, event: events.UnitFollowedUp) -> str:
    return f"{name(battle, event.unit)} follows up {name(battle, event.target)}"


def _passed(battle: EagleBattle, event: events.UnitPassedThrough) -> str:
    return f"{name(battle, event.unit)} passes through to {place(event.to)}"


def _lost_touch(battle: EagleBattle, event: events.ContactLost) -> str:
    return f"{name(battle, event.unit)} and {name(battle, event.target)} no longer touch"


PROMPTS: Final[dict[str, Prompter]] = {
    SUPPORT: _support,
    LEAD: _lead,
    due.VICTORY_HALT: _halt,
    due.SUCCESS_HALT: _halt,
    due.OPPONENT: _opponent,
    due.QUARRY: _quarry,
    due.RELIEF: _relief,
    due.ORDER: _order,
}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {
    events.CombatsJoined: _joined,
    events.CombatFought: _fought,
    events.CombatDissolved: _dissolved,
    events.ResultRead: _read,
    events.AfterMoveChosen: _chosen,
    events.FlightOver: _over,
    events.RanksRelieved: _relieved,
    events.UnitStood: _stood,
    events.UnitFellBack: _fell_back,
    events.UnitFollowedUp: _followed,
    events.UnitPassedThrough: _passed,
    events.ContactLost: _lost_touch,
}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    events.CombatsJoined: ("turn.combat.order", "turn.combat.component"),
    events.CombatFought: ("melee.procedure", "melee.compare"),
    events.CombatDissolved: ("melee.dissolved",),
    events.FlightOver: ("after.order",),
    events.RanksRelieved: ("after.relieve",),
    events.UnitFellBack: ("after.fall-back",),
    events.UnitFollowedUp: ("after.follow-up",),
    events.UnitPassedThrough: ("after.pass-through",),
    events.ContactLost: ("after.follow-up.which",),
}
"""The rules of this chapter's events."""
