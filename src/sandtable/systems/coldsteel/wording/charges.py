"""Charges and Cold steel in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.closing import Closing
from sandtable.systems.coldsteel.cold_steel import FormToCharge, Route
from sandtable.systems.coldsteel.houses import Exit
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, formation_word, name, names

COLD_STEEL: Final = "cards.cold-steel"


def opening(unit: ColdSteelUnit, wheel: int) -> str:
    """The opening of a charge, in words."""
    if wheel == 0:
        return "straight ahead"
    turn = "pivot" if unit.formation is Formation.SKIRMISH else "wheel"
    return f"after a {turn} of {abs(wheel)}° to the {'right' if wheel > 0 else 'left'}"


def _charge(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = _offered(battle, unit, question)
    return Prompt(f"Which enemy does {name(battle, unit)} charge, and how?", "charge.path", labels)


def _cold_steel(battle: ColdSteelBattle, question: Any) -> Prompt:
    """The prompt for a charge, a formation to charge from, or a move towards the enemy."""
    unit = question.about[0]
    who = name(battle, unit)
    match question:
        case Closing():
            words = f"Cold steel: which way does {who} close with {names(battle, question.foes)}?"
            return Prompt(words, COLD_STEEL)
        case FormToCharge():
            labels = tuple(
                f"{formation_word(battle.units[unit], option.formation)}, facing {option.heading / 10:g}°"
                for option in question.options
            )
            return Prompt(f"Cold steel: how does {who} form up to charge?", COLD_STEEL, labels)
        case _:
            return Prompt(f"Cold steel: what does {who} do?", COLD_STEEL, _offered(battle, unit, question))


def _offered(battle: ColdSteelBattle, unit: int, question: Any) -> tuple[str, ...]:
    """Labels of charges, exits or routes."""
    return tuple(_word(battle, battle.units[unit], option) for option in question.options)


def _word(battle: ColdSteelBattle, unit: ColdSteelUnit, option: Charge | Exit | Route) -> str:
    match option:
        case Charge():
            return f"charge {name(battle, option.target)} {opening(unit, option.wheel)}"
        case Exit():
            wall = battle.building(unit.building).wall_name(option.wall)
            return f"leave by the {wall} wall, in {formation_word(unit, option.formation)}"
        case Route():
            return option.value


def _charged(battle: ColdSteelBattle, event: events.UnitCharged) -> str:
    others = tuple(unit for unit in event.touched if unit != event.target)
    also = f", and touches {names(battle, others)}" if others else ""
    return f"{name(battle, event.unit)} charges {name(battle, event.target)}{also}"


PROMPTS: Final[dict[str, Prompter]] = {
    "charge.pick-target-and-wheel": _charge,
    "cards.cold-steel-choice": _cold_steel,
}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {events.UnitCharged: _charged}
