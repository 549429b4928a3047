"""The pieces on the table: the card of a unit, and the tokens of officers."""

from __future__ import annotations

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.nearness import BASE, place_of
from sandtable.systems.tricorn.officer_decisions import on_base
from sandtable.systems.tricorn.troops import Category
from sandtable.systems.tricorn.words import FORMATIONS, token_id


def glyph(unit: TricornUnit) -> Glyph:
    """The symbol of a unit on a map."""
    match unit.category:
        case Category.FOOT:
            return Glyph.FOOT if unit.is_formed else Glyph.LOOSE
        case Category.MOUNTED:
            return Glyph.HORSE
        case Category.ARTILLERY:
            return Glyph.GUNS


def card(battle: TricornBattle, unit: TricornUnit) -> Card:
    """A unit: its name, profile and formation, its Combat Value, and its markers (setup.information)."""
    kind = f"{unit.profile.name}, {FORMATIONS[unit.formation]}, {unit.value}"
    if unit.removed is not None:
        state = unit.removed.value
    elif unit.pose is None:
        state = "not on the table"
    else:
        state = f"with {counted(unit.markers, 'marker')}" if unit.markers else "steady"
    marks = [("disorder", unit.removable), ("permanent disorder", unit.permanent)]
    marks.append(("forced march", int(unit.forced_until >= battle.turn)))
    return Card(unit.name, kind, state, tuple((word, n) for word, n in marks if n), glyph(unit))


def tokens(battle: TricornBattle) -> tuple[Token, ...]:
    """The officers on the table, each at the centre of his base or of his unit (leaders.base)."""
    found: list[Token] = []
    for officer in battle.officers:
        point = place_of(battle, officer)
        if point is not None:
            group = "" if officer.command is None else officer.card
            found.append(
                Token(
                    officer.name,
                    officer.side,
                    on_base(point),
                    BASE,
                    id=token_id(officer.id),
                    attached_to=officer.attached,
                    group=group,
                )
            )
    return tuple(found)
