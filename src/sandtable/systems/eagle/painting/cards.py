"""The card of a unit, and the leaders on the table."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.words import drawn_up, leader_name
from sandtable.table.space import Pose

GLYPHS: Final = {
    TroopClass.HI: Glyph.FOOT,
    TroopClass.MI: Glyph.FOOT,
    TroopClass.LI: Glyph.LOOSE,
    TroopClass.CAV: Glyph.HORSE,
    TroopClass.LC: Glyph.HORSE,
    TroopClass.CH: Glyph.WAGON,
}
"""The symbol of each class on a map."""


def card(battle: EagleBattle, unit: EagleUnit) -> Card:
    """A unit: its name, class, grade and formation, its condition, disorder points and bases."""
    kind = f"{unit.profile.name}, {unit.troop_class} grade {unit.grade}, {drawn_up(unit.layout)}"
    eagle = (("Eagle", 1),) if unit.eagle else ()
    markers = (("bases", unit.bases), ("disorder points", unit.dp), *eagle)
    return Card(unit.name, kind, condition(battle, unit), markers, GLYPHS[unit.troop_class])


def condition(battle: EagleBattle, unit: EagleUnit) -> str:
    """The condition of a unit, in words."""
    if unit.removed is not None:
        return unit.removed.value
    if unit.pose is None:
        return "not on the table"
    if unit.routing:
        return "routing"
    words = ["shaken"] * unit.shaken + ["unformed"] * (unit.troop_class.is_formed_kind and not unit.formed)
    words += ["pursuing"] * unit.pursuing + ["looting"] * bool(unit.looting)
    words += ["in combat"] * battle.is_engaged(unit.id)
    return ", ".join(words) or "in good order"


# --------------------------------------------------------------------- leaders
def tokens(battle: EagleBattle) -> tuple[Token, ...]:
    """The leaders on the table, as round markers an inch across (troops.bases)."""
    present = (leader for leader in battle.leaders if leader.is_present)
    return tuple(_token(battle, leader) for leader in present if _is_placed(battle, leader))


def _is_placed(battle: EagleBattle, leader: Leader) -> bool:
    return leader.attached is None or battle.units[leader.attached].pose is not None


def _token(battle: EagleBattle, leader: Leader) -> Token:
    x, y = battle.place_of(leader)
    return Token(
        leader_name(battle, leader.id),
        leader.side,
        Pose(round(x), round(y) + MARKER.depth // 2),
        MARKER,
        Glyph.LEADER,
        leader.key,
        leader.attached,
    )
