"""The card of a unit: its name, troops, state, command figures and symbol."""

from __future__ import annotations

from sandtable.game.present.painting import Card, Glyph
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation
from sandtable.systems.coldsteel.words import formation_word


def glyph(unit: ColdSteelUnit) -> Glyph:
    """The symbol of a unit on a map."""
    match unit.arm:
        case Arm.INFANTRY:
            return Glyph.LOOSE if unit.formation is Formation.SKIRMISH else Glyph.FOOT
        case Arm.CAVALRY:
            return Glyph.HORSE
        case Arm.ARTILLERY:
            return Glyph.GUNS


def card(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Card:
    """The card of a unit: its name, profile, formation, state, living command figures and trait card.

    setup.open-information, cards.one-per-unit
    """
    kind = f"{unit.profile.name}, {formation_word(unit, unit.formation)}"
    if unit.trait is not None:
        kind += f", {TITLES[unit.trait]}{' (spent)' if unit.trait_spent else ''}"
    conditions = ["failed" if unit.failed else "steady"]
    conditions += ["held back"] * unit.held_back + ["in melee"] * battle.is_engaged(unit.id)
    if unit.pose is None:
        conditions = ["not on the table"]
    state = unit.removed.value if unit.removed else ", ".join(conditions)
    men = tuple((figure.called, 1) for figure in Figure if unit.has(figure))
    return Card(unit.name, kind, state, (("models", unit.models), *men), glyph(unit))
