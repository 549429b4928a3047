"""The cards of units and Generals: name, troops, state, markers and symbol; and the tokens of Generals."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.general_ways import general_on
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.words import token_id
from sandtable.table.space import Body

GLYPHS: Final = {
    Arm.INFANTRY: Glyph.FOOT,
    Arm.MOUNTED: Glyph.HORSE,
    Arm.DISMOUNTED: Glyph.LOOSE,
    Arm.SKIRMISHERS: Glyph.LOOSE,
    Arm.UNLIMBERED: Glyph.GUNS,
    Arm.LIMBERED: Glyph.GUNS,
}


def card(battle: LibertyBattle, unit: Regiment) -> Card:
    """A unit: its name, list entry and size, state, and markers."""
    markers = (("hits", unit.hits), ("disorder", unit.disorder), ("under fire", unit.under_fire))
    form = "dismounted" if unit.dismounted else unit.formation.replace("-", " ")
    kind = f"{unit.profile.unit}, {unit.bases} bases, {form}"
    conditions = [unit.state.value]
    if unit.routing:
        conditions.append("ROUTING")
    if battle.is_engaged(unit.id):
        conditions.append("in melee")
    if unit.pose is None:
        conditions.append("not on the table")
    state = "BROKEN" if unit.broken else "withdrawn" if unit.withdrawn else ", ".join(conditions)
    shown = tuple(marker for marker in markers if marker[1])
    return Card(unit.name, kind, state, shown, GLYPHS[unit.arm])


def general_card(battle: LibertyBattle, body: Body) -> Card:
    """A General who is about to move: his name, his brigade, and that he stands alone."""
    leader = battle.generals[general_on(battle, body)]
    return Card(leader.name, f"General of the {leader.brigade} brigade", "unattached", glyph=Glyph.LEADER)


def tokens(battle: LibertyBattle) -> tuple[Token, ...]:
    """The Generals that stand on the table, alone or with a unit."""
    return tuple(
        Token(
            leader.name,
            leader.side,
            leader.pose,
            roster().general.shape(),
            id=token_id(number),
            attached_to=leader.attached_to,
            group=leader.name,
        )
        for number, leader in enumerate(battle.generals)
        if leader.pose is not None
    )
